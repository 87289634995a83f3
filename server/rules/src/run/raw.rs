//! Values back to what Go holds them as (`ref.Val.Value()`), for comparing data that CEL does not see and
//! for the keys of lists.

use crdls_cel::eval::{List, Value};

use super::data::Data;
use super::list::{Keyed, Plain, Set};
use super::object::Object;
use super::value::Preserved;

/// The data that a value is made from; `None` for what no JSON is.
pub(super) fn raw(value: &Value) -> Option<Data> {
    Some(match value {
        Value::Bool(value) => Data::Bool(*value),
        Value::Int(value) => Data::Int(*value),
        Value::Double(value) => Data::Float(*value),
        Value::String(text) => Data::Str(text.clone()),
        Value::Opaque(_) => value.opaque::<Preserved>()?.0.clone(),
        Value::Map(map) => map.downcast::<Object>()?.data(),
        Value::List(list) => return list_data(list),
        _ => return None,
    })
}

fn list_data(list: &List) -> Option<Data> {
    let plain = list.downcast::<Plain>();
    let set = || list.downcast::<Set<Plain>>().map(|set| &set.0);
    let keyed = || list.downcast::<Keyed>().map(|keyed| &keyed.list);
    plain.or_else(set).or_else(keyed).map(Plain::data)
}

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

/// As `%v` prints it.
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
