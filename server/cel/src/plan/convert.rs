//! Which functions convert which constants, and to what.

use crate::ast::Literal;
use crate::eval::{self, Value};
use crate::types::Kind;

use super::Constant;

/// The functions that convert, what they take and what they give.
const CONVERSIONS: &[(&str, &[Kind], Kind)] = &[
    ("bool", &[Kind::Bool, Kind::String], Kind::Bool),
    ("bytes", &[Kind::Bytes, Kind::String], Kind::Bytes),
    ("double", &[Kind::Double, Kind::Int, Kind::Uint, Kind::String], Kind::Double),
    ("duration", &[Kind::Duration, Kind::String], Kind::Duration),
    ("int", &[Kind::Int, Kind::Uint, Kind::Double, Kind::String, Kind::Duration, Kind::Timestamp], Kind::Int),
    (
        "string",
        &[
            Kind::String,
            Kind::Bool,
            Kind::Bytes,
            Kind::Double,
            Kind::Duration,
            Kind::Int,
            Kind::Timestamp,
            Kind::Uint,
        ],
        Kind::String,
    ),
    ("timestamp", &[Kind::Timestamp, Kind::Int, Kind::String], Kind::Timestamp),
    ("uint", &[Kind::Uint, Kind::Int, Kind::Double, Kind::String], Kind::Uint),
];

/// The constant that a function makes of one; `None` where the function is no conversion.
pub(super) fn convert(function: &str, from: &Constant) -> Result<Option<Constant>, String> {
    match function {
        "dyn" => return Ok(Some(from.clone())),
        "type" => return Ok(Some(Constant::unkept(Kind::Type))),
        _ => {}
    }
    let Some((_, takes, to)) = CONVERSIONS.iter().find(|(name, ..)| *name == function) else {
        return Ok(None);
    };
    if !takes.contains(&from.kind) {
        return Err(format!("no such overload: {function}({})", name(from.kind)));
    }
    if from.kind == *to {
        return Ok(Some(from.clone()));
    }
    let value = from.value.as_ref().map(|value| eval::convert(&Value::from(value), *to)).transpose();
    let value = value.map_err(|error| error.words().to_owned())?;
    Ok(Some(Constant { kind: *to, value: value.as_ref().and_then(kept) }))
}

/// The value; `None` where it is of no further use.
fn kept(value: &Value) -> Option<Literal> {
    Some(match value {
        Value::Bool(value) => Literal::Bool(*value),
        Value::Int(value) => Literal::Int(*value),
        Value::Uint(value) => Literal::Uint(*value),
        Value::Double(value) => Literal::Double(*value),
        Value::String(text) => Literal::String((**text).into()),
        Value::Bytes(bytes) => Literal::Bytes((**bytes).into()),
        _ => return None,
    })
}

/// What values of a kind say that their type is.
fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Bool => "bool",
        Kind::Bytes => "bytes",
        Kind::Double => "double",
        Kind::Int => "int",
        Kind::Uint => "uint",
        Kind::String => "string",
        Kind::Duration => "google.protobuf.Duration",
        Kind::Timestamp => "google.protobuf.Timestamp",
        Kind::List => "list",
        Kind::Map => "map",
        Kind::Type => "type",
        _ => "null_type",
    }
}
