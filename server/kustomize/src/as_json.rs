//! A value of a resource as JSON, to be decoded or written: as kustomize prints it.
//!
//! Must not know what it configures.

use crdls_text::TextRange;
use crdls_values::{Json, JsonMember, JsonValue};

use crate::node::{Data, Node, Origin};
use crate::problem::{Problem, ProblemKind};
use crate::scalar::{Decoded, Scalar};

/// A node with ranges of the file that had it first: what another file wrote has the range of the value around it.
pub(crate) fn json(node: &Node) -> Result<Json, Box<Problem>> {
    value_of(node, node.origin.file, TextRange::default())
}

fn value_of(node: &Node, file: u32, around: TextRange) -> Result<Json, Box<Problem>> {
    let range = if node.origin.file == file { node.origin.range } else { around };
    let value = match &node.data {
        Data::Map(map) => {
            let mut members = Vec::with_capacity(map.entries.len());
            for entry in &map.entries {
                let value = value_of(&entry.value, file, range)?;
                let key = if entry.key.file == file { entry.key.range } else { range };
                members.push(JsonMember { name: entry.name.as_ref().into(), key, value });
            }
            members.sort_by(|a, b| a.name.cmp(&b.name));
            members.dedup_by(|later, first| later.name == first.name);
            JsonValue::Map(members)
        }
        Data::Seq(items) => {
            let items = items.iter().map(|item| value_of(item, file, range));
            JsonValue::List(items.collect::<Result<_, _>>()?)
        }
        Data::Scalar(scalar) => match decoded(scalar, node.origin)? {
            Decoded::Null => JsonValue::Null,
            Decoded::Bool(value) => JsonValue::Bool(value),
            Decoded::Int(value) => JsonValue::Int(value),
            Decoded::Uint(value) => JsonValue::Float(value as f64),
            Decoded::Float(value) => float(value),
            Decoded::Timestamp(text) => JsonValue::Str(text.into()),
            Decoded::Str(text) => JsonValue::Str(text.as_ref().into()),
        },
    };
    Ok(Json { value, range })
}

/// A scalar that JSON has.
pub(crate) fn decoded(scalar: &Scalar, at: Origin) -> Result<Decoded, Box<Problem>> {
    let decoded = scalar.decode().map_err(|why| Problem::new(ProblemKind::Invalid, why, at))?;
    match decoded {
        Decoded::Float(value) if !value.is_finite() => {
            Err(Problem::new(ProblemKind::Invalid, format!("json: unsupported value: {value}"), at))
        }
        decoded => Ok(decoded),
    }
}

/// A float64 that is whole is printed as a whole number.
fn float(value: f64) -> JsonValue {
    let text = crdls_yaml::resolve::json_number(value).unwrap_or_default();
    text.parse().map_or(JsonValue::Float(value), JsonValue::Int)
}
