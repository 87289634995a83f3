//! A value of a resource as JSON, to be decoded or written: as kustomize prints it.
//!
//! Must not know what it configures.

use crdls_text::TextRange;
use crdls_values::{Json, JsonMember, JsonValue};

use crate::node::{Data, Node, Origin};
use crate::problem::{Problem, ProblemKind};
use crate::scalar::Scalar;

/// A node with ranges of the file that had it first: what another file wrote has the range of the value around it.
pub(crate) fn json(node: &Node) -> Result<Json, Box<Problem>> {
    value_of(node, node.origin.file, TextRange::default())
}

fn value_of(node: &Node, file: u32, around: TextRange) -> Result<Json, Box<Problem>> {
    let range = if node.origin.file == file { node.origin.range } else { around };
    let value = match &node.data {
        Data::Map(map) => {
            let mut members = Vec::with_capacity(map.entries().len());
            for entry in map.entries() {
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
        Data::Scalar(scalar) => scalar_of(scalar, node.origin)?,
    };
    Ok(Json { value, range })
}

/// A scalar that JSON has.
pub(crate) fn scalar_of(scalar: &Scalar, at: Origin) -> Result<JsonValue, Box<Problem>> {
    scalar.json().map_err(|why| Problem::new(ProblemKind::Invalid, why, at))
}
