//! The walk over the tree by the tables of fields.

use crdls_go::base64;
use crdls_text::TextRange;
use crdls_yaml::{Member, Node};

use super::Decoded;
use super::context::DecodeContext;
use super::problems::Problems;
use super::time;
use crate::fields::{Elem, FieldDef, Ty, TypeDef};
use crate::model::{Entry, FieldValue, Item, Object, Span, Value};
use crdls_minors::Minor;
use crdls_report::stop::checkpoint;
use crdls_report::{Config, Path};
use crdls_values::json::{Number, Raw, Reader};
use crdls_values::{Json, JsonValue};

pub struct Decoder<'t> {
    pub(super) reader: Reader<'t>,
    /// Reads what no field holds, so that it cannot use up what fields may take.
    rest: Reader<'t>,
    pub(super) problems: Problems,
    kubernetes: Minor,
}

impl<'t> Decoder<'t> {
    pub fn new(at: &Path<'_>, config: &Config) -> Self {
        let problems = Problems::new(at, config.field_validation);
        Self { reader: Reader::default(), rest: Reader::default(), problems, kubernetes: config.kubernetes }
    }

    /// For those who ask only whether anything is wrong: no field is suggested for an unknown one.
    pub(super) fn briefly(mut self) -> Self {
        self.problems.brief = true;
        self
    }

    pub fn decode(mut self, root: Node<'t>, ty: &'static TypeDef, base: &Path<'_>) -> Decoded {
        let at = DecodeContext::of_root(base);
        let object = match self.value(root, Ty::Object(ty), ty.go, at) {
            Value::Object(object) => object,
            _ => Object::empty(ty, root.range()),
        };
        self.finish(object)
    }

    /// With what was met on the way.
    pub(super) fn finish(self, object: Object) -> Decoded {
        let (findings, dropped) = self.problems.finish();
        let hides_keys = self.reader.met_hidden() || self.rest.met_hidden();
        let json_size = Some(self.reader.size() + self.rest.size());
        Decoded { object, findings, dropped, hides_keys, json_size }
    }

    /// The value of a node as a type; a null stays one.
    pub(super) fn value(&mut self, node: Node<'t>, ty: Ty, go: &'static str, at: DecodeContext<'_>) -> Value {
        let Some(entered) = self.reader.enter(node) else { return Value::Null };
        let value = self.entered(entered.node, node, ty, go, at);
        self.reader.leave(entered);
        value
    }

    /// `written` is the alias where there is one, else the node.
    fn entered(
        &mut self,
        node: Node<'t>,
        written: Node<'t>,
        ty: Ty,
        go: &'static str,
        at: DecodeContext<'_>,
    ) -> Value {
        match (ty, self.reader.raw(node)) {
            (Ty::SchemaOrStrings, raw) => self.schema_or_strings(node, &raw, at),
            (_, Raw::Null) => Value::Null,
            (Ty::Json, raw) => {
                Value::Json(Json { value: self.reader.value(node, raw), range: written.range() })
            }
            (Ty::Object(ty), Raw::Map) => Value::Object(self.object(node, ty, at)),
            (Ty::List(elem), Raw::List) => Value::List(self.items(node, elem, at)),
            (Ty::Map(elem), Raw::Map) => Value::Map(self.entries(node, elem, at)),
            (Ty::String, Raw::Str(text)) => Value::Str(text.into_owned()),
            (Ty::Bool, Raw::Bool(value)) => Value::Bool(value),
            (Ty::Int32, Raw::Number(Number::Int(value))) if i32::try_from(value).is_ok() => Value::Int(value),
            (Ty::Int64, Raw::Number(Number::Int(value))) => Value::Int(value),
            (Ty::Float64, Raw::Number(number)) => Value::Float(number.as_f64()),
            (Ty::Bytes, Raw::Str(text)) => self.bytes(written, &text, at),
            (Ty::Bytes, Raw::List) => self.byte_list(node, at),
            (Ty::Time, raw) => {
                self.pass_over(node, &raw);
                self.time(written, raw, at)
            }
            (Ty::SchemaOrArray, raw) => self.schema_or_array(node, &raw, at),
            (Ty::SchemaOrBool, raw) => self.schema_or_bool(node, written, raw, at),
            (ty, raw) => {
                self.pass_over(node, &raw);
                self.problems.wrong_type(written, &raw, ty, go, at);
                Value::Nothing
            }
        }
    }

    /// A mapping or list that is no value of its field is read all the same.
    pub(super) fn pass_over(&mut self, node: Node<'t>, raw: &Raw<'_>) {
        match raw {
            Raw::Map => drop(self.rest.value(node, Raw::Map)),
            Raw::List => drop(self.rest.value(node, Raw::List)),
            _ => {}
        }
    }

    pub(super) fn object(&mut self, node: Node<'t>, ty: &'static TypeDef, at: DecodeContext<'_>) -> Object {
        checkpoint();
        let members = self.reader.members(node);
        let mut fields = Vec::with_capacity(members.len());
        for member in &members {
            let path = at.path.child(&member.name);
            match ty.field(&member.name).filter(|def| def.known_in(self.kubernetes)) {
                Some(def) => fields.push(self.field(member, def, at.field(&path, ty))),
                None => {
                    self.rest.read(member.written);
                    self.problems.unknown(member, &members, ty, at.element(&path));
                }
            }
        }
        self.reader.reuse(members);
        Object::new(ty, node.range(), fields)
    }

    fn field(&mut self, member: &Member<'t>, def: &'static FieldDef, at: DecodeContext<'_>) -> FieldValue {
        let key = member.key.range();
        let mut value = self.value(member.written, def.ty, def.go, at);
        if let Value::Object(object) = &mut value {
            object.key = Some(key);
        }
        FieldValue { def, span: Span { key, value: member.written.range() }, value }
    }

    /// The items of a list; one that is null or wrong is the zero value.
    pub(super) fn items(&mut self, node: Node<'t>, elem: &'static Elem, at: DecodeContext<'_>) -> Vec<Item> {
        let mut items = Vec::new();
        for (i, item) in self.reader.items(node).enumerate() {
            let path = at.path.index(i);
            let value = self.value(item, elem.ty, elem.go, at.element(&path));
            items.push(Item { range: item.range(), value: or_zero(value, elem.ty, item.range()) });
        }
        items
    }

    fn entries(&mut self, node: Node<'t>, elem: &'static Elem, at: DecodeContext<'_>) -> Vec<Entry> {
        let members = self.reader.members(node);
        let mut entries = Vec::with_capacity(members.len());
        for member in &members {
            let path = at.path.key(&member.name);
            let (key, range) = (member.key.range(), member.written.range());
            let value = self.value(member.written, elem.ty, elem.go, at.element(&path));
            let mut value = or_zero(value, elem.ty, range);
            if let Value::Object(object) = &mut value {
                object.key = Some(key);
            }
            entries.push(Entry { name: member.name.as_ref().into(), key, range, value });
        }
        self.reader.reuse(members);
        entries
    }

    fn bytes(&mut self, written: Node<'t>, text: &str, at: DecodeContext<'_>) -> Value {
        match base64::decode(text) {
            Ok(bytes) => Value::Bytes(bytes),
            Err(offset) => {
                self.problems.base64(written, offset, at);
                Value::Nothing
            }
        }
    }

    /// Go takes a list of small numbers for bytes too.
    fn byte_list(&mut self, node: Node<'t>, at: DecodeContext<'_>) -> Value {
        let mut bytes = Vec::new();
        for (i, item) in self.reader.items(node).enumerate() {
            let path = at.path.index(i);
            bytes.push(self.byte(item, at.element(&path)));
        }
        Value::Bytes(bytes.into())
    }

    fn byte(&mut self, item: Node<'t>, at: DecodeContext<'_>) -> u8 {
        let Some(entered) = self.reader.enter(item) else { return 0 };
        let raw = self.reader.raw(entered.node);
        self.pass_over(entered.node, &raw);
        self.reader.leave(entered);
        match &raw {
            Raw::Null => return 0,
            Raw::Number(Number::Int(value)) if u8::try_from(*value).is_ok() => return *value as u8,
            Raw::Number(number) => self.problems.number(item, &number.text(), "uint8", at),
            _ => self.problems.mismatch(item, &raw, "a number from 0 to 255", "uint8", at),
        }
        0
    }

    fn time(&mut self, written: Node<'t>, raw: Raw<'_>, at: DecodeContext<'_>) -> Value {
        match raw {
            Raw::Str(text) => match time::problem(&text) {
                None => Value::Str(text.into_owned()),
                Some(sentence) => {
                    self.problems.time(written, sentence, at);
                    Value::Nothing
                }
            },
            raw => {
                self.problems.enter_custom();
                self.problems.mismatch(written, &raw, "a time", "string", at);
                self.problems.leave_custom();
                Value::Nothing
            }
        }
    }
}

/// What Go has in a place whose value is null or was refused.
pub(super) fn or_zero(value: Value, ty: Ty, range: TextRange) -> Value {
    match (value, ty) {
        (Value::Null | Value::Nothing, Ty::Object(ty)) => Value::Object(Object::empty(ty, range)),
        (Value::Null | Value::Nothing, Ty::String) => Value::Str(String::new()),
        (Value::Null | Value::Nothing, Ty::Json) => Value::Json(Json { value: JsonValue::Null, range }),
        (value, _) => value,
    }
}
