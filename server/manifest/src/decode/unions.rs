//! The keywords that hold one of several things. Their types have an `UnmarshalJSON` of their own, which
//! starts a new decoder that does not ask for unknown fields.

use crdls_yaml::Node;

use super::context::DecodeContext;
use super::walk::Decoder;
use crate::fields::{Elem, JSON_SCHEMA_PROPS, Ty};
use crate::model::Value;
use crdls_values::json::Raw;

static SCHEMAS: Elem = Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: JSON_SCHEMA_PROPS.go };
static STRINGS: Elem = Elem { ty: Ty::String, go: "string" };

impl<'t> Decoder<'t> {
    /// `items`: what is neither a schema nor a list of any is dropped without a word.
    pub(super) fn schema_or_array(&mut self, node: Node<'t>, raw: &Raw<'_>, at: DecodeContext<'_>) -> Value {
        match raw {
            Raw::Map => self.schema(node, at),
            Raw::List => self.list(node, &SCHEMAS, at),
            _ => Value::Nothing,
        }
    }

    /// `additionalProperties`, `additionalItems`
    pub(super) fn schema_or_bool(
        &mut self,
        node: Node<'t>,
        written: Node<'t>,
        raw: Raw<'_>,
        at: DecodeContext<'_>,
    ) -> Value {
        match raw {
            Raw::Map => self.schema(node, at),
            Raw::Bool(value) => Value::Bool(value),
            raw => {
                self.pass_over(node, &raw);
                self.problems.neither_schema_nor_bool(written, &raw, at);
                Value::Nothing
            }
        }
    }

    /// A member of `dependencies`.
    pub(super) fn schema_or_strings(
        &mut self,
        node: Node<'t>,
        raw: &Raw<'_>,
        at: DecodeContext<'_>,
    ) -> Value {
        match raw {
            Raw::Map => self.schema(node, at),
            Raw::List => self.list(node, &STRINGS, at),
            _ => Value::Nothing,
        }
    }

    fn schema(&mut self, node: Node<'t>, at: DecodeContext<'_>) -> Value {
        self.problems.enter_custom();
        let object = self.object(node, &JSON_SCHEMA_PROPS, DecodeContext { custom: true, ..at });
        self.problems.leave_custom();
        Value::Object(object)
    }

    /// An empty list is as good as nothing.
    fn list(&mut self, node: Node<'t>, elem: &'static Elem, at: DecodeContext<'_>) -> Value {
        self.problems.enter_custom();
        let items = self.items(node, elem, DecodeContext { custom: true, ..at });
        self.problems.leave_custom();
        if items.is_empty() { Value::Nothing } else { Value::List(items) }
    }
}
