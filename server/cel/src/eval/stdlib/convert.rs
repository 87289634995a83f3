//! Conversions between types (`ConvertToType` of each type in cel-go, common/types).

use std::num::{IntErrorKind, ParseIntError};

use crate::eval::value::{Error, Outcome, Value, double_to_int, double_to_uint};
use crate::types::Kind;
use crdls_go::go_float;
use crdls_go::time::{Timestamp, parse_duration, parse_timestamp};

/// A value as one of another kind.
pub(crate) fn convert(value: &Value, to: Kind) -> Outcome {
    match to {
        Kind::Bool => to_bool(value),
        Kind::Bytes => to_bytes(value),
        Kind::Double => to_double(value),
        Kind::Duration => to_duration(value),
        Kind::Int => to_int(value),
        Kind::String => to_string(value),
        Kind::Timestamp => to_timestamp(value),
        Kind::Uint => to_uint(value),
        _ => Err(Error::no_such_overload()),
    }
}

fn refused(value: &Value, to: &str) -> Error {
    Error::new(format!("type conversion error from '{}' to '{to}'", value.type_name()))
}

fn overflow() -> Error {
    Error::new("integer overflow")
}

fn unsigned_overflow() -> Error {
    Error::new("unsigned integer overflow")
}

pub(super) fn to_bool(value: &Value) -> Outcome {
    let parsed = match value {
        Value::Bool(value) => Some(*value),
        // strconv.ParseBool
        Value::String(text) => match &**text {
            "1" | "t" | "T" | "TRUE" | "true" | "True" => Some(true),
            "0" | "f" | "F" | "FALSE" | "false" | "False" => Some(false),
            _ => None,
        },
        _ => None,
    };
    parsed.map(Value::Bool).ok_or_else(|| refused(value, "bool"))
}

pub(super) fn to_int(value: &Value) -> Outcome {
    Ok(Value::Int(match value {
        Value::Int(value) | Value::Duration(value) => *value,
        Value::Uint(value) => i64::try_from(*value).map_err(|_| overflow())?,
        Value::Double(value) => double_to_int(*value).ok_or_else(overflow)?,
        Value::Timestamp(time) => time.seconds,
        Value::String(text) => decimal(text).ok_or_else(|| refused(value, "int"))?,
        _ => return Err(refused(value, "int")),
    }))
}

/// `strconv.ParseInt` in base 10.
fn decimal(text: &str) -> Option<i64> {
    text.parse().ok()
}

pub(super) fn to_uint(value: &Value) -> Outcome {
    Ok(Value::Uint(match value {
        Value::Uint(value) => *value,
        Value::Int(value) => u64::try_from(*value).map_err(|_| unsigned_overflow())?,
        Value::Double(value) => double_to_uint(*value).ok_or_else(unsigned_overflow)?,
        Value::String(text) if !text.starts_with('+') => text.parse().map_err(|_| refused(value, "uint"))?,
        _ => return Err(refused(value, "uint")),
    }))
}

pub(super) fn to_double(value: &Value) -> Outcome {
    Ok(Value::Double(match value {
        Value::Double(value) => *value,
        Value::Int(value) => *value as f64,
        Value::Uint(value) => *value as f64,
        Value::String(text) => parse_float(text).ok_or_else(|| refused(value, "double"))?,
        _ => return Err(refused(value, "double")),
    }))
}

/// `strconv.ParseFloat`, which also takes hexadecimal numbers and digits apart by underscores.
fn parse_float(text: &str) -> Option<f64> {
    let lower = text.to_ascii_lowercase();
    let unsigned = lower.strip_prefix(['-', '+']).unwrap_or(&lower);
    let negative = text.starts_with('-');
    if !underscores_fit(unsigned) {
        return None;
    }
    let unsigned = unsigned.replace('_', "");
    if let Some(hex) = unsigned.strip_prefix("0x") {
        return hex_float(hex).map(|value| if negative { -value } else { value });
    }
    let value = match unsigned.as_str() {
        "inf" | "infinity" => f64::INFINITY,
        "nan" if lower == "nan" => return Some(f64::NAN),
        _ => {
            let plain = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
                && unsigned.bytes().all(|b| b.is_ascii_digit() || b".e+-".contains(&b));
            // A number too large is an error to Go and infinite to Rust.
            unsigned.parse::<f64>().ok().filter(|value| plain && value.is_finite())?
        }
    };
    Some(if negative { -value } else { value })
}

/// underscoreOK: each stands between digits, or behind `0x`.
fn underscores_fit(text: &str) -> bool {
    let hexadecimal = text.starts_with("0x");
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_digit(if hexadecimal { 16 } else { 10 }));
    let mut before = None;
    let mut rest = text.chars().peekable();
    let mut at = 0;
    while let Some(c) = rest.next() {
        let behind_base = hexadecimal && at == 2;
        if c == '_' && !((digit(before) || behind_base) && digit(rest.peek().copied())) {
            return false;
        }
        before = Some(c);
        at += 1;
    }
    true
}

/// `1.8p1` after `0x`; the exponent has to be there, and may be of any size.
fn hex_float(text: &str) -> Option<f64> {
    let (digits, exponent) = text.split_once(['p', 'P'])?;
    let exponent: i32 = match exponent.parse().as_ref().map_err(ParseIntError::kind) {
        Ok(exponent) => *exponent,
        Err(IntErrorKind::PosOverflow) => i32::MAX,
        Err(IntErrorKind::NegOverflow) => i32::MIN,
        Err(_) => return None,
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut value = 0.0_f64;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let scale = i32::try_from(fraction.len()).ok()?.checked_mul(4)?;
    let scaled = value * 2.0_f64.powi(exponent.saturating_sub(scale));
    let value = if value == 0.0 { value } else { scaled };
    value.is_finite().then_some(value)
}

pub(in crate::eval) fn to_string(value: &Value) -> Outcome {
    Ok(Value::string(match value {
        Value::String(_) => return Ok(value.clone()),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Double(value) => go_float(*value),
        Value::Bytes(bytes) => String::from_utf8(bytes.to_vec())
            .map_err(|_| Error::new("invalid UTF-8 in bytes, cannot convert to string"))?,
        Value::Duration(nanoseconds) => seconds_text(*nanoseconds),
        Value::Timestamp(time) => time.rfc3339(),
        Value::Null => "null".to_owned(),
        Value::Type(name) => name.to_string(),
        _ => return Err(refused(value, "string")),
    }))
}

/// Seconds as the float64 that Go makes of them: `1.5s`.
fn seconds_text(nanoseconds: i64) -> String {
    let seconds = (nanoseconds / 1_000_000_000) as f64 + (nanoseconds % 1_000_000_000) as f64 / 1e9;
    format!("{seconds}s")
}

pub(super) fn to_bytes(value: &Value) -> Outcome {
    match value {
        Value::Bytes(_) => Ok(value.clone()),
        Value::String(text) => Ok(Value::bytes(text.as_bytes())),
        _ => Err(refused(value, "bytes")),
    }
}

pub(super) fn to_duration(value: &Value) -> Outcome {
    let parsed = match value {
        Value::Duration(_) => return Ok(value.clone()),
        Value::String(text) => parse_duration(text),
        _ => None,
    };
    parsed.map(Value::Duration).ok_or_else(|| refused(value, "google.protobuf.Duration"))
}

pub(super) fn to_timestamp(value: &Value) -> Outcome {
    let time = match value {
        Value::Timestamp(_) => return Ok(value.clone()),
        Value::Int(seconds) => Some(Timestamp { seconds: *seconds, nanoseconds: 0, offset: 0 }),
        Value::String(text) => parse_timestamp(text),
        _ => None,
    };
    let time = time.ok_or_else(|| refused(value, "google.protobuf.Timestamp"))?;
    if !time.is_in_range() {
        return Err(Error::new("timestamp overflow"));
    }
    Ok(Value::Timestamp(time))
}

/// `type(value)`
pub(super) fn type_of(value: &Value) -> Outcome {
    Ok(Value::Type(value.type_name().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(outcome: Outcome) -> String {
        outcome.unwrap_err().words().to_owned()
    }

    #[test]
    fn refusals() {
        let text = Value::string("x");
        assert_eq!(words(to_int(&text)), "type conversion error from 'string' to 'int'");
        assert_eq!(
            words(to_timestamp(&text)),
            "type conversion error from 'string' to 'google.protobuf.Timestamp'"
        );
        assert_eq!(words(to_int(&Value::Double(1e19))), "integer overflow");
        assert_eq!(words(to_uint(&Value::Int(-1))), "unsigned integer overflow");
        assert_eq!(words(to_timestamp(&Value::Int(i64::MAX))), "timestamp overflow");
        let bytes = Value::bytes([0xff_u8].as_slice());
        assert_eq!(words(to_string(&bytes)), "invalid UTF-8 in bytes, cannot convert to string");
    }

    #[test]
    fn texts() {
        let text = |value: Value| to_string(&value).unwrap().to_string();
        assert_eq!(text(Value::Double(1e21)), "1e+21");
        assert_eq!(text(Value::Duration(-1_500_000_000)), "-1.5s");
        assert_eq!(text(Value::Duration(3_600_000_000_000)), "3600s");
        assert_eq!(text(to_timestamp(&Value::Int(0)).unwrap()), "1970-01-01T00:00:00Z");
    }

    #[test]
    fn floats() {
        let float = |text: &str| match to_double(&Value::string(text)) {
            Ok(Value::Double(value)) => Some(value),
            _ => None,
        };
        assert_eq!(float("1.5"), Some(1.5));
        assert_eq!(float("-0x1.8p1"), Some(-3.0));
        assert_eq!(float("0x1p-99999999999"), Some(0.0));
        assert_eq!(float("0x0p99999999999"), Some(0.0));
        assert_eq!(float("0x1p99999999999"), None);
        assert_eq!(float("0x1p++1"), None);
        assert_eq!(float("+Inf"), Some(f64::INFINITY));
        assert_eq!(float("1e999"), None);
        assert_eq!(float("1_000"), Some(1000.0));
        assert_eq!(float("1__0"), None);
        assert_eq!(float("--1"), None);
        assert_eq!(float("-nan"), None);
        assert_eq!(float(""), None);
        assert_eq!(float("."), None);
    }

    #[test]
    fn what_is_a_float() {
        let right = ["1", "-1.5e3", "+.5", "1.", "1_0.2_5", "0x1p4", "0x_1.8p-2", "Inf", "-infinity", "NaN"];
        let wrong =
            ["", "x", "1e999", "1__0", "_1", "1_", "1_.0", "0x1", "+nan", "1e", " 1", "infinit", "e5", "."];
        for text in right {
            assert!(parse_float(text).is_some(), "{text}");
        }
        for text in wrong {
            assert!(parse_float(text).is_none(), "{text}");
        }
    }
}
