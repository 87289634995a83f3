//! Nulls that are neither allowed nor replaced by a default: they are as if they were not written.
//!
//! Mirrors `PruneNonNullableNullsWithoutDefaults` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/defaulting/prunenulls.go).

use super::structural::Structural;
use crdls_values::{Json, JsonValue};

/// Drops such nulls from maps; in lists they stay.
pub fn prune(value: &mut Json, schema: Option<Structural<'_>>) {
    // Most objects have none, and without the schema that shows soon.
    if has_null(value) {
        drop_nulls(value, schema);
    }
}

fn has_null(value: &Json) -> bool {
    match &value.value {
        JsonValue::Map(members) => members.iter().any(|member| has_null(&member.value)),
        JsonValue::List(items) => items.iter().any(has_null),
        _ => value.is_null(),
    }
}

fn drop_nulls(value: &mut Json, schema: Option<Structural<'_>>) {
    match &mut value.value {
        JsonValue::Map(members) => {
            let mut keywords = schema.map(Structural::members);
            members.retain_mut(|member| {
                let schema = keywords.as_mut().and_then(|keywords| keywords.find(&member.name).schema());
                if member.value.is_null()
                    && schema.is_some_and(|schema| !schema.nullable() && schema.default().is_none())
                {
                    return false;
                }
                drop_nulls(&mut member.value, schema);
                true
            })
        }
        JsonValue::List(items) => {
            let schema = schema.and_then(Structural::items);
            items.iter_mut().for_each(|item| drop_nulls(item, schema));
        }
        _ => {}
    }
}
