//! One value, as the letter of a clause has it shown.

use super::number;
use crate::eval::stdlib::to_string;
use crate::eval::value::{Error, Value};
use crdls_go::go_quote;

type Shown = Result<String, String>;

/// A value by a letter; `None` where the letter means nothing.
pub(super) fn show(letter: char, precision: Option<i64>, value: &Value) -> Option<Shown> {
    Some(match letter {
        's' => string(value),
        'd' => decimal(value),
        'f' => float(value, "fixed-point").map(|value| number::fixed(value, precision)),
        'e' => float(value, "scientific").map(|value| number::scientific(value, precision)),
        'b' => match value {
            Value::Int(value) => Ok(signed(*value, |size| format!("{size:b}"))),
            Value::Uint(value) => Ok(format!("{value:b}")),
            Value::Bool(value) => Ok(u8::from(*value).to_string()),
            _ => refused("only integers and bools can be formatted as binary", value),
        },
        'o' => match value {
            Value::Int(value) => Ok(signed(*value, |size| format!("{size:o}"))),
            Value::Uint(value) => Ok(format!("{value:o}")),
            _ => refused("octal clause can only be used on integers", value),
        },
        'x' => hex(value),
        'X' => hex(value).map(|text| text.to_uppercase()),
        _ => return None,
    })
}

fn refused(words: &str, value: &Value) -> Shown {
    Err(format!("{words}, was given {}", value.type_name()))
}

fn signed(value: i64, show: impl Fn(u64) -> String) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{}", show(value.unsigned_abs()))
}

fn decimal(value: &Value) -> Shown {
    match value {
        Value::Int(value) => Ok(value.to_string()),
        Value::Uint(value) => Ok(value.to_string()),
        _ => refused("decimal clause can only be used on integers", value),
    }
}

fn hex(value: &Value) -> Shown {
    let bytes = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    match value {
        Value::Int(value) => Ok(signed(*value, |size| format!("{size:x}"))),
        Value::Uint(value) => Ok(format!("{value:x}")),
        Value::String(text) => Ok(bytes(text.as_bytes())),
        Value::Bytes(all) => Ok(bytes(all)),
        _ => refused("only integers, byte buffers, and strings can be formatted as hex", value),
    }
}

/// A double, or the name of one that is no number.
fn float(value: &Value, clause: &str) -> Result<f64, String> {
    match value {
        Value::Double(value) => Ok(*value),
        Value::String(text) if &**text == "NaN" => Ok(f64::NAN),
        Value::String(text) if &**text == "Infinity" => Ok(f64::INFINITY),
        Value::String(text) if &**text == "-Infinity" => Ok(f64::NEG_INFINITY),
        _ => Err(format!("{clause} clause can only be used on doubles, was given {}", value.type_name())),
    }
}

/// `FormatString`
fn string(value: &Value) -> Shown {
    match value {
        Value::List(_) | Value::Map(_) => nested(value),
        Value::Optional(_) | Value::Opaque(_) => refused(
            "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps",
            value,
        ),
        _ => converted(value),
    }
}

fn converted(value: &Value) -> Shown {
    let text = to_string(value).map_err(unconverted)?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

fn unconverted(error: Error) -> String {
    format!("could not convert argument {} to string", go_quote(error.words()))
}

/// `clauseForType` and `quoteForCEL`: a value inside of a list or a map, as CEL writes it.
fn nested(value: &Value) -> Shown {
    Ok(match value {
        Value::List(list) => {
            let items = list.iter().map(|item| nested(&item.map_err(|error| error.words().to_owned())?));
            format!("[{}]", items.collect::<Result<Vec<_>, _>>()?.join(", "))
        }
        Value::Map(map) => {
            let entries = map.keys().into_iter().map(|key| {
                let text = key_text(&key)?;
                let value = map.find(&key).map_err(|error| error.words().to_owned())?;
                let value =
                    value.ok_or_else(|| format!("could not find key: {}", go_quote(&key.to_string())))?;
                Ok((text, nested(&value)?))
            });
            let mut entries: Vec<_> = entries.collect::<Result<_, String>>()?;
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            let entries: Vec<_> = entries.into_iter().map(|(key, value)| format!("{key}:{value}")).collect();
            format!("{{{}}}", entries.join(", "))
        }
        Value::String(text) => go_quote(text),
        Value::Bytes(_) => format!("b{}", go_quote(&converted(value)?)),
        Value::Double(double) if double.is_nan() => go_quote("NaN"),
        Value::Double(double) if double.is_infinite() => {
            go_quote(if *double > 0.0 { "+Inf" } else { "-Inf" })
        }
        Value::Double(double) => format!("{double:.6}"),
        Value::Timestamp(_) => format!("timestamp({})", go_quote(&converted(value)?)),
        Value::Duration(_) => format!("duration({})", go_quote(&converted(value)?)),
        Value::Optional(_) | Value::Opaque(_) => {
            return Err(format!("no formatting function for {}", value.type_name()));
        }
        _ => converted(value)?,
    })
}

fn key_text(key: &Value) -> Shown {
    match key {
        Value::String(text) => Ok(go_quote(text)),
        Value::Bool(_) | Value::Int(_) | Value::Uint(_) => converted(key),
        _ => Err(format!("no formatting function for map key of type {}", key.type_name())),
    }
}
