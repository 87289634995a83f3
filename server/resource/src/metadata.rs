//! `metadata` between JSON and the model.
//!
//! Mirrors `GetObjectMetaWithOptions` and `SetObjectMeta` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/objectmeta/coerce.go): what is written is decoded as any field of a known type,
//! and written back without what is as if it were not there.

use crdls_go::time::{Timestamp, parse_timestamp};
use crdls_text::TextRange;

use crdls_manifest::decode::{Decoded, decode};
use crdls_manifest::fields::{OBJECT_META, Ty};
use crdls_manifest::model::{FieldValue, Item, Object, Value};
use crdls_report::{Config, ErrorType, Finding, Path};
use crdls_values::{Json, JsonMember, JsonValue};

/// Decodes metadata that is not written in the text as it is.
pub fn of_json(value: &Json, config: &Config) -> Decoded {
    decode(value, &OBJECT_META, &Path::EMPTY, config)
}

/// Decodes metadata of a stored object: fields of a wrong type are dropped, each as a whole. Nothing where it is no map.
///
/// Mirrors `GetObjectMetaWithOptions` with `DropMalformedFields`.
pub fn without_malformed(value: &Json) -> Option<Object> {
    let JsonValue::Map(members) = &value.value else { return None };
    let config = Config::default();
    let is_wrong = |finding: &Finding| finding.is(ErrorType::Decoding);
    let read = |value: &Json| of_json(value, &config);
    let decoded = read(value);
    if !decoded.findings.iter().any(is_wrong) {
        return Some(decoded.object);
    }
    let is_good = |member: &&JsonMember| {
        let alone = JsonValue::Map(vec![(*member).clone()]);
        !read(&Json { value: alone, range: value.range }).findings.iter().any(is_wrong)
    };
    let good = members.iter().filter(is_good).cloned().collect();
    Some(read(&Json { value: JsonValue::Map(good), range: value.range }).object)
}

/// Metadata as the server keeps it.
pub fn encode(object: &Object, range: TextRange) -> Json {
    Json { value: struct_value(object), range }
}

fn struct_value(object: &Object) -> JsonValue {
    let mut members = Vec::new();
    for field in object.ty.fields {
        let written = object.fields().iter().find(|found| found.def.id == field.id);
        let always = field.required && object.ty != &OBJECT_META;
        let value = match written.filter(|written| is_kept(written)) {
            Some(written) if matches!(field.ty, Ty::Time) => match (time(&written.value), field.pointer) {
                (JsonValue::Null, false) => continue,
                (time, _) => time,
            },
            Some(written) => value(&written.value),
            None if always => JsonValue::Str("".into()),
            None => continue,
        };
        let range = written.map_or(object.range, |written| written.span.value);
        let key = written.map_or(object.range, |written| written.span.key);
        members.push(JsonMember { name: field.name.into(), key, value: Json { value, range } });
    }
    JsonValue::Map(members)
}

/// `omitempty`: pointers are kept where they lead anywhere.
fn is_kept(field: &FieldValue) -> bool {
    match &field.value {
        Value::Null | Value::Nothing => false,
        _ => field.def.pointer || !field.is_zero(),
    }
}

/// `Time.ToUnstructured`: in UTC, to the second; the zero time is null.
fn time(value: &Value) -> JsonValue {
    let text = match value {
        Value::Str(text) => text,
        _ => return JsonValue::Null,
    };
    match parse_timestamp(text) {
        Some(time) if time == Timestamp::ZERO => JsonValue::Null,
        Some(time) => JsonValue::Str(Timestamp { nanoseconds: 0, offset: 0, ..time }.rfc3339().into()),
        None => JsonValue::Str(text.as_str().into()),
    }
}

fn value(value: &Value) -> JsonValue {
    match value {
        Value::Null | Value::Nothing | Value::Bytes(_) => JsonValue::Null,
        Value::Bool(value) => JsonValue::Bool(*value),
        Value::Int(value) => JsonValue::Int(*value),
        Value::Float(value) => JsonValue::Float(*value),
        Value::Str(text) => JsonValue::Str(text.as_str().into()),
        Value::Json(json) => json.value.clone(),
        Value::Object(object) => struct_value(object),
        Value::List(items) => JsonValue::List(items.iter().map(item).collect()),
        Value::Map(entries) => {
            let member = |entry: &crdls_manifest::model::Entry| JsonMember {
                name: entry.name.clone(),
                key: entry.key,
                value: Json { value: self::value(&entry.value), range: entry.range },
            };
            JsonValue::Map(entries.iter().map(member).collect())
        }
    }
}

fn item(item: &Item) -> Json {
    Json { value: value(&item.value), range: item.range }
}
