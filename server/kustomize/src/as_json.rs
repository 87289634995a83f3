//! A value of a resource as JSON, to be decoded or written.
//!
//! Must not know what it configures.

use crdls_values::{Json, JsonMember, JsonValue};

use crate::node::{Data, Entry, Node};
use crate::scalar::Decoded;

/// A node with its ranges.
pub(crate) fn json(node: &Node) -> Json {
    let value = match &node.data {
        Data::Map(map) => {
            let member = |entry: &Entry| JsonMember {
                name: entry.name.as_ref().into(),
                key: entry.key.range,
                value: json(&entry.value),
            };
            let mut members: Vec<JsonMember> = map.entries.iter().map(member).collect();
            members.sort_by(|a, b| a.name.cmp(&b.name));
            JsonValue::Map(members)
        }
        Data::Seq(items) => JsonValue::List(items.iter().map(json).collect()),
        Data::Scalar(scalar) => match scalar.decode() {
            Ok(Decoded::Null) | Err(_) => JsonValue::Null,
            Ok(Decoded::Bool(value)) => JsonValue::Bool(value),
            Ok(Decoded::Int(value)) => JsonValue::Int(value),
            Ok(Decoded::Uint(value)) => JsonValue::Float(value as f64),
            Ok(Decoded::Float(value)) => JsonValue::Float(value),
            Ok(Decoded::Timestamp(text)) => JsonValue::Str(text.into()),
            Ok(Decoded::Str(text)) => JsonValue::Str(text.as_ref().into()),
        },
    };
    Json { value, range: node.origin.range }
}
