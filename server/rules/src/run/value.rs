//! From JSON to values.
//!
//! Mirrors `UnstructuredToVal` of k8s.io/apiserver (pkg/cel/common/valuesunstructured.go).

use std::sync::Arc;

use crdls_cel::eval::{Error, List, Map, Opaque, Outcome, Value};
use crdls_cel::time::Timestamp;

use super::data::Data;
use super::list::{Keyed, Plain, Set};
use super::object::Object;
use super::shape::Shape;
use super::strfmt;
use crdls_values::formats;

/// The value that rules see of data; data of the wrong shape is an error where it is looked at.
pub fn value(data: &Data, shape: &Arc<Shape>) -> Outcome {
    if let Data::Doubtful(_) = data {
        return Err(Error::unknown_here("a value that is wrong"));
    }
    if data.is_null() {
        return match shape.nullable {
            true => Ok(Value::Null),
            false => Err(Error::new("invalid data, got null for schema with nullable=false")),
        };
    }
    if shape.int_or_string {
        return int_or_string(data);
    }
    match &*shape.t {
        "object" => object(data, shape),
        "array" => array(data, shape),
        "string" => string(data, &shape.format),
        "number" => match data {
            Data::Int(value) => Ok(Value::Double(*value as f64)),
            Data::Float(value) => Ok(Value::Double(*value)),
            other => Err(unexpected("float", other)),
        },
        "integer" => match data {
            Data::Int(value) => Ok(Value::Int(*value)),
            other => Err(unexpected("int", other)),
        },
        "boolean" => match data {
            Data::Bool(value) => Ok(Value::Bool(*value)),
            other => Err(unexpected("bool", other)),
        },
        _ if shape.preserves_unknown => Ok(Value::new_opaque(Preserved(data.clone()))),
        other => Err(Error::new(format!(
            "invalid type, expected object, array, number, integer, boolean or string, or no type with \
             x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got {other}"
        ))),
    }
}

fn unexpected(wanted: &str, found: &Data) -> Error {
    Error::new(format!("invalid data, expected {wanted}, got {}", found.go_type()))
}

fn int_or_string(data: &Data) -> Outcome {
    match data {
        Data::Str(text) => Ok(Value::String(text.clone())),
        Data::Int(value) => Ok(Value::Int(*value)),
        _ => Err(Error::new("invalid data, expected XIntOrString value to be either a string or integer")),
    }
}

fn object(data: &Data, shape: &Arc<Shape>) -> Outcome {
    let Data::Map(members) = data else {
        return Err(Error::new("invalid data, expected a map for the provided schema with type=object"));
    };
    Ok(Value::Map(Map::new(Object::new(members.clone(), shape.clone()))))
}

fn array(data: &Data, shape: &Shape) -> Outcome {
    let Data::List(items) = data else {
        return Err(Error::new("invalid data, expected an array for the provided schema with type=array"));
    };
    let Some(item) = &shape.items else {
        return Err(Error::new("invalid array type, expected Items with a non-empty Schema"));
    };
    let plain = Plain::new(items.clone(), item.clone());
    let list = match shape.list_type.as_deref() {
        None | Some("" | "atomic") => List::new(plain),
        Some("set") => List::new(Set::new(plain)),
        Some("map") => List::new(Keyed::new(plain, shape.keys.clone())),
        Some(other) => {
            return Err(Error::new(format!(
                "invalid x-kubernetes-list-type, expected 'map', 'set' or 'atomic' but got {other}"
            )));
        }
    };
    Ok(Value::List(list))
}

fn string(data: &Data, format: &str) -> Outcome {
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

/// What the first of two says of the second, each of which can be an error: only lists and maps notice that
/// the second is one.
pub(super) fn same(a: &Outcome, b: &Outcome) -> Result<bool, Error> {
    match (a, b) {
        (Ok(a), Ok(b)) => a.equals(b),
        (Ok(Value::List(_) | Value::Map(_)), Err(error)) | (Err(error), _) => Err(error.clone()),
        (Ok(_), Err(error)) if error.is_unknown_here() => Err(error.clone()),
        (Ok(_), Err(_)) => Ok(false),
    }
}

/// What `x-kubernetes-preserve-unknown-fields` keeps without a type: it can only be compared.
#[derive(Debug)]
pub(super) struct Preserved(pub(super) Data);

impl Opaque for Preserved {
    fn type_name(&self) -> &str {
        "unknown"
    }

    fn equal(&self, other: &Value) -> Result<bool, Error> {
        Ok(super::raw::raw(other).is_some_and(|other| self.0.deep_equal(&other)))
    }

    fn text(&self) -> String {
        super::raw::go_text(&self.0)
    }
}
