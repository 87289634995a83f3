//! Values as Go's `%v` prints them, as error words and results show them.

use std::fmt;

use super::{List, Value};
use crdls_go::go_float;

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Null is a number to Go.
            Self::Null => f.write_str("0"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Uint(value) => write!(f, "{value}"),
            Self::Double(value) => f.write_str(&go_float(*value)),
            Self::String(text) => f.write_str(text),
            Self::Bytes(bytes) => write_bytes(bytes, f),
            Self::Duration(nanoseconds) => f.write_str(&crdls_go::time::duration_text(*nanoseconds)),
            Self::Timestamp(time) => f.write_str(&time.go_text()),
            Self::List(list) => {
                f.write_str("[")?;
                for (i, item) in list.iter().enumerate() {
                    separate(i, f)?;
                    match item {
                        Ok(item) => write!(f, "{item}")?,
                        Err(error) => write!(f, "{error}")?,
                    }
                }
                f.write_str("]")
            }
            Self::Map(map) => {
                f.write_str("{")?;
                for (i, key) in map.keys().iter().enumerate() {
                    separate(i, f)?;
                    match map.get(key) {
                        Ok(value) => write!(f, "{key}: {value}")?,
                        Err(error) => write!(f, "{key}: {error}")?,
                    }
                }
                f.write_str("}")
            }
            Self::Optional(Some(value)) => write!(f, "optional({value})"),
            Self::Optional(None) => f.write_str("optional.none()"),
            Self::Type(name) => f.write_str(name),
            Self::Opaque(value) => f.write_str(&value.text()),
        }
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Value::List(self.clone()).fmt(f)
    }
}

fn separate(index: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if index > 0 { f.write_str(", ") } else { Ok(()) }
}

/// `[104 105]`
fn write_bytes(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let shown: Vec<_> = bytes.iter().map(u8::to_string).collect();
    write!(f, "[{}]", shown.join(" "))
}
