//! Conversions of constants, as `ConvertToType` of cel-go v0.29.2 (common/types) does them.

use crate::ast::Literal;
use crate::eval::float_text;
use crate::time::{parse_duration, parse_timestamp};
use crate::types::Kind;

use super::Constant;
use super::number::{Float, parse_float, parse_int, parse_uint};

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
    let value = from.value.as_ref().map_or(Ok(None), |value| converted(value, *to))?;
    Ok(Some(Constant { kind: *to, value }))
}

/// The value; `None` where it is of no further use.
fn converted(from: &Literal, to: Kind) -> Result<Option<Literal>, String> {
    const INT: &str = "integer overflow";
    const UINT: &str = "unsigned integer overflow";
    Ok(Some(match (from, to) {
        (Literal::String(text), _) => return of_text(text, to),
        (Literal::Uint(n), Kind::Int) => Literal::Int(i64::try_from(*n).map_err(|_| INT)?),
        (Literal::Int(n), Kind::Uint) => Literal::Uint(u64::try_from(*n).map_err(|_| UINT)?),
        (Literal::Double(x), Kind::Int) if *x > i64::MIN as f64 && *x < i64::MAX as f64 => {
            Literal::Int(*x as i64)
        }
        (Literal::Double(_), Kind::Int) => return Err(INT.to_owned()),
        (Literal::Double(x), Kind::Uint) if *x >= 0.0 && *x < u64::MAX as f64 => Literal::Uint(*x as u64),
        (Literal::Double(_), Kind::Uint) => return Err(UINT.to_owned()),
        (Literal::Int(n), Kind::Double) => Literal::Double(*n as f64),
        (Literal::Uint(n), Kind::Double) => Literal::Double(*n as f64),
        (Literal::Int(n), Kind::String) => Literal::String(n.to_string().into()),
        (Literal::Uint(n), Kind::String) => Literal::String(n.to_string().into()),
        (Literal::Double(x), Kind::String) => Literal::String(float_text(*x).into()),
        (Literal::Bool(b), Kind::String) => Literal::String(b.to_string().into()),
        (Literal::Bytes(bytes), Kind::String) => {
            let text = std::str::from_utf8(bytes);
            Literal::String(text.map_err(|_| "invalid UTF-8 in bytes, cannot convert to string")?.into())
        }
        (Literal::Int(seconds), Kind::Timestamp) if !SECONDS.contains(seconds) => {
            return Err("timestamp overflow".to_owned());
        }
        _ => return Ok(None),
    }))
}

/// What timestamps can be, in seconds from 1970 on.
const SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

fn of_text(text: &str, to: Kind) -> Result<Option<Literal>, String> {
    let read = match to {
        Kind::Int => parse_int(text).map(Literal::Int).map(Some),
        Kind::Uint => parse_uint(text).map(Literal::Uint).map(Some),
        Kind::Bool => parse_bool(text).map(Literal::Bool).map(Some),
        Kind::Bytes => Some(Some(Literal::Bytes(text.as_bytes().into()))),
        Kind::Double => match parse_float(text) {
            Float::Value(x) => Some(Some(Literal::Double(x))),
            Float::Unkept => Some(None),
            Float::Wrong => None,
        },
        Kind::Duration => parse_duration(text).map(|_| None),
        Kind::Timestamp => parse_timestamp(text).map(|_| None),
        _ => Some(None),
    };
    read.ok_or_else(|| format!("type conversion error from 'string' to '{}'", name(to)))
}

/// strconv.ParseBool
fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
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
