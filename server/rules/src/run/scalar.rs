//! From JSON to the values of types that hold no others.
//!
//! Mirrors `UnstructuredToVal` of k8s.io/apiserver (pkg/cel/common/valuesunstructured.go).

use crdls_cel::eval::{Error, Outcome, Value};
use crdls_go::time::Timestamp;
use crdls_values::formats;

use super::data::Data;
use super::strfmt;

/// Data of another type than its schema says.
pub(super) fn unexpected(wanted: &str, found: &Data) -> Error {
    Error::new(format!("invalid data, expected {wanted}, got {}", found.go_type()))
}

/// `x-kubernetes-int-or-string`
pub(super) fn int_or_string(data: &Data) -> Outcome {
    match data {
        Data::Str(text) => Ok(Value::String(text.clone())),
        Data::Int(value) => Ok(Value::Int(*value)),
        _ => Err(Error::new("invalid data, expected XIntOrString value to be either a string or integer")),
    }
}

/// A string, or what its format makes of it.
pub(super) fn string(data: &Data, format: &str) -> Outcome {
    let Data::Str(text) = data else { return Err(unexpected("string", data)) };
    let at = |time: Result<Timestamp, String>, what| {
        time.map(Value::Timestamp)
            .map_err(|words| Error::new(format!("Invalid {what} formatted string {text}: {words}")))
    };
    match format {
        "duration" => formats::parse_duration(text)
            .map(Value::Duration)
            .map_err(|words| Error::new(format!("Invalid duration {text}: {words}"))),
        "date" => at(strfmt::date(text), "date"),
        "date-time" => at(strfmt::date_time(text), "date-time"),
        "byte" => match strfmt::bytes(text) {
            Ok(bytes) => Ok(Value::bytes(bytes)),
            Err(words) => Err(Error::new(format!("Invalid byte formatted string {text}: {words}"))),
        },
        _ => Ok(Value::String(text.clone())),
    }
}
