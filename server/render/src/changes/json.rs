//! Changes for programs. Its names are a contract with users: never rename, only add.

use crdls_change::{Change, Proof, Side, Witness};
use crdls_values::{Json, JsonValue};
use serde_json::{Map, Value, json};

use super::{Changes, NEW, OLD, Position};

impl Changes<'_> {
    /// An object with all changes, and the custom resources that were tried.
    pub fn json(self) -> String {
        let compared = self.compared;
        let changes = self.shown().map(|(change, at)| self.item(change, *at)).collect();
        let refused: Vec<_> = compared.refused.iter().map(|refused| &refused.name).collect();
        let classes: Map<String, Value> =
            compared.by_class().into_iter().map(|(name, number)| (name.to_owned(), number.into())).collect();
        let all = object([
            ("old", json!(compared.old)),
            ("new", json!(compared.new)),
            ("changes", Value::Array(changes)),
            ("ignored", json!(compared.ignored.len())),
            ("classes", Value::Object(classes)),
            ("objects", json!({"checked": compared.checked, "refused": refused})),
        ]);
        format!("{all:#}\n")
    }

    fn item(self, change: &Change, positions: [Option<Position>; 2]) -> Value {
        let reason = match &change.proof {
            Proof::Unproven(why) => Some(why.as_str()),
            Proof::Evident(why) => Some(*why).filter(|why| !why.is_empty()),
            Proof::Witness(_) => None,
        };
        object([
            ("crd", json!(change.crd)),
            ("version", json!(change.version)),
            ("path", change.path.to_string().into()),
            ("field", json!(change.field)),
            ("class", json!(change.class.name())),
            ("proven", json!(!change.is_unproven())),
            ("reason", json!(reason)),
            ("code", json!(change.code.name())),
            ("aliases", json!(change.code.aliases())),
            ("message", json!(change.message)),
            ("old", self.side(change.old.as_ref(), OLD, positions).into()),
            ("new", self.side(change.new.as_ref(), NEW, positions).into()),
            ("witness", change.witness().map(witness).into()),
        ])
    }

    fn side(self, side: Option<&Side>, number: usize, positions: [Option<Position>; 2]) -> Option<Value> {
        let side = side?;
        let position = positions.get(number).copied().flatten()?;
        let (source, range, document) = self.written(number, position, side.range)?;
        Some(object([
            ("file", json!(&*source.name)),
            ("document", json!(document)),
            ("range", json!(source.span(range))),
            ("path", side.path.to_string().into()),
            ("value", side.value.as_ref().map(value).into()),
        ]))
    }
}

/// An object of members that are moved into it: `json!` copies the values that it is given.
fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn value(json: &Json) -> Value {
    match &json.value {
        JsonValue::Null => Value::Null,
        JsonValue::Bool(value) => Value::Bool(*value),
        JsonValue::Int(value) => Value::Number((*value).into()),
        // As Go writes it.
        JsonValue::Float(_) => serde_json::from_str(&json.to_json()).unwrap_or_default(),
        JsonValue::Str(text) => Value::String(text.to_string()),
        JsonValue::List(items) => Value::Array(items.iter().map(value).collect()),
        JsonValue::Map(members) => {
            let members = members.iter().map(|member| (member.name.to_string(), value(&member.value)));
            Value::Object(members.collect())
        }
    }
}

fn witness(witness: &Witness) -> Value {
    object([
        ("object", value(&witness.object)),
        ("old", witness.old.as_ref().map(value).into()),
        ("action", json!(witness.action.name())),
        ("subresource", json!(witness.by_status.then_some("status"))),
        ("before", json!({"accepted": true})),
        ("after", json!({"accepted": witness.findings.is_empty(), "findings": witness.findings})),
        ("lost", json!(witness.lost.as_ref().map(ToString::to_string))),
        ("stored", witness.stored.as_ref().map(value).into()),
        ("alone", json!(witness.alone)),
    ])
}
