//! What two changes have in common that come from one edit of the author's: the same type is embedded in many fields.
//!
//! Must not know where a change is.

use std::hash::{BuildHasher as _, Hash as _, Hasher};

use crdls_manifest::model::{Object, Value};
use foldhash::quality::FixedState;

use crate::difference::{Difference, Subject};

/// A number that is the same for the same change of fields of one name.
pub(crate) fn of(difference: &Difference<'_>) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    difference.code.name().hash(&mut hasher);
    difference.site.value.last_name().hash(&mut hasher);
    for side in [&difference.old, &difference.new].into_iter().flatten() {
        side.value.as_ref().map(crdls_values::Json::to_json).hash(&mut hasher);
    }
    match difference.subject {
        Subject::Name(name) | Subject::Rule(name) => name.hash(&mut hasher),
        Subject::Value(value) => value.to_json().hash(&mut hasher),
        // A CRD and a version are one each.
        Subject::Definition => difference.path().to_string().hash(&mut hasher),
        Subject::Property | Subject::Keyword => {}
    }
    let has_value = [&difference.old, &difference.new]
        .iter()
        .any(|side| side.as_ref().is_some_and(|side| side.value.is_some()));
    if !has_value {
        difference.schemas.iter().flatten().for_each(|schema| object(schema.object(), &mut hasher));
    }
    hasher.finish()
}

fn object(object: &Object, hasher: &mut impl Hasher) {
    for field in object.fields().iter().filter(|field| !field.is_zero()) {
        field.def.name.hash(hasher);
        value(&field.value, hasher);
    }
}

fn value(value_: &Value, hasher: &mut impl Hasher) {
    std::mem::discriminant(value_).hash(hasher);
    match value_ {
        Value::Null | Value::Nothing => {}
        Value::Bool(its) => its.hash(hasher),
        Value::Int(its) => its.hash(hasher),
        Value::Float(its) => its.to_bits().hash(hasher),
        Value::Str(its) => its.hash(hasher),
        Value::Bytes(its) => its.hash(hasher),
        Value::List(items) => items.iter().for_each(|item| value(&item.value, hasher)),
        Value::Map(entries) => entries.iter().for_each(|entry| {
            entry.name.hash(hasher);
            value(&entry.value, hasher);
        }),
        Value::Object(its) => object(its, hasher),
        Value::Json(its) => its.to_json().hash(hasher),
    }
}
