//! What Go holds of data and of scalars: their text by `%v`, and what tells them apart as keys of a Go map.

use crdls_cel::eval::Value;

use super::data::Data;

/// What `x-kubernetes-preserve-unknown-fields` keeps without a type: it can only be compared.
#[derive(Debug)]
pub(super) struct Preserved(pub(super) Data);

/// What tells a scalar from others as a key of a Go map: its type and its value.
pub(super) fn key(value: &Value) -> String {
    match value {
        Value::Opaque(_) => match value.opaque::<Preserved>() {
            Some(preserved) => data_key(&preserved.0),
            None => format!("{}:{value}", value.type_name()),
        },
        Value::Double(double) if *double == 0.0 => "float64:0".to_owned(),
        Value::Double(_) => format!("float64:{value}"),
        Value::Int(_) => format!("int64:{value}"),
        _ => format!("{}:{value}", value.type_name()),
    }
}

/// The same of data.
pub(super) fn data_key(data: &Data) -> String {
    format!("{}:{}", data.go_type(), go_text(data))
}

/// The text that `%v` prints.
pub(super) fn go_text(data: &Data) -> String {
    match data {
        Data::Null => "<nil>".to_owned(),
        Data::Bool(value) => value.to_string(),
        Data::Int(value) => value.to_string(),
        Data::Float(value) => Value::Double(*value).to_string(),
        Data::Str(text) => text.to_string(),
        Data::Doubtful(data) => go_text(data),
        Data::List(items) => {
            let items: Vec<_> = items.iter().map(go_text).collect();
            format!("[{}]", items.join(" "))
        }
        Data::Map(members) => {
            let members: Vec<_> =
                members.iter().map(|(name, value)| format!("{name}:{}", go_text(value))).collect();
            format!("map[{}]", members.join(" "))
        }
    }
}
