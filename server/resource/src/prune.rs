//! Fields that a schema does not name: they are dropped, and strict decoding tells of them.
//!
//! Mirrors `PruneWithOptions` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/pruning/algorithm.go). Must not know where values are written.

use super::structural::{Member, Structural, is_resource_field};
use crdls_report::Path;
use crdls_values::{Json, JsonMember, JsonValue};

/// Takes a field that was dropped, and its path.
pub type Drop<'d> = dyn FnMut(&JsonMember, &Path<'_>, Option<Structural<'_>>) + 'd;

/// Drops what the schema does not know.
pub fn prune(value: &mut Json, schema: Option<Structural<'_>>, path: &Path<'_>, dropped: &mut Drop<'_>) {
    let Some(schema) = schema else { return prune_all(value, path, dropped) };
    if schema.preserves() {
        return skip(value, schema, path, dropped);
    }
    match &mut value.value {
        JsonValue::Map(members) => {
            let mut keywords = schema.members();
            members.retain_mut(|member| {
                let path = path.child(&member.name);
                if schema.resource && is_resource_field(&member.name) {
                    return true;
                }
                match keywords.find(&member.name) {
                    Member::Property(property) => prune(&mut member.value, Some(property), &path, dropped),
                    Member::Additional(values) => prune(&mut member.value, values, &path, dropped),
                    Member::Unknown => {
                        dropped(member, &path, Some(schema));
                        return false;
                    }
                }
                true
            })
        }
        JsonValue::List(items) => {
            for (i, item) in items.iter_mut().enumerate() {
                prune(item, schema.items(), &path.index(i), dropped);
            }
        }
        _ => {}
    }
}

/// Below what has no schema no map keeps anything.
fn prune_all(value: &mut Json, path: &Path<'_>, dropped: &mut Drop<'_>) {
    match &mut value.value {
        JsonValue::Map(members) => {
            for member in members.iter() {
                dropped(member, &path.child(&member.name), None);
            }
            members.clear();
        }
        JsonValue::List(items) => {
            for (i, item) in items.iter_mut().enumerate() {
                prune_all(item, &path.index(i), dropped);
            }
        }
        _ => {}
    }
}

/// `skipPrune`: unknown fields are kept here; what is named is pruned below.
fn skip(value: &mut Json, schema: Structural<'_>, path: &Path<'_>, dropped: &mut Drop<'_>) {
    match &mut value.value {
        JsonValue::Map(members) => {
            let mut keywords = schema.members();
            for member in members {
                let path = path.child(&member.name);
                if schema.resource && is_resource_field(&member.name) {
                    continue;
                }
                match keywords.find(&member.name) {
                    Member::Property(property) => prune(&mut member.value, Some(property), &path, dropped),
                    Member::Additional(values) => prune(&mut member.value, values, &path, dropped),
                    Member::Unknown => {}
                }
            }
        }
        JsonValue::List(items) => {
            let Some(schema) = schema.items() else { return };
            for (i, item) in items.iter_mut().enumerate() {
                skip(item, schema, &path.index(i), dropped);
            }
        }
        _ => {}
    }
}
