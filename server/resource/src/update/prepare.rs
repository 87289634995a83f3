//! What the server takes from the stored object into the new one before it validates that.
//!
//! Mirrors `BeforeUpdate` of k8s.io/apiserver (pkg/registry/rest/update.go), `ShouldDeleteDuringUpdate`
//! (pkg/registry/generic/registry/store.go) and `PrepareForUpdate` of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresource/{strategy,status_strategy}.go).

use super::stored::Stored;
use crate::metadata;
use crate::read::Resource;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{FieldValue, Metadata, Object, Value, Version};
use crdls_values::{Json, JsonMember};

/// Makes a new object ready for validation, and tells the generation before and after.
pub fn update(new: &mut Resource, old: &Stored, by_status: bool, version: Version<'_>) -> [i64; 2] {
    let before = Metadata::new(&old.metadata).generation();
    let mut after = before;
    if by_status {
        status_of(new, old);
    } else {
        if version.has_status() {
            keep_status(&mut new.object, &old.object);
        }
        // Go's numbers wrap.
        after = after.wrapping_add(i64::from(!differs_in_metadata_alone(&new.object, &old.object)));
        inherit(new, old, after);
    }
    [before, after]
}

/// Objects of a cluster-scoped kind lose their namespace.
pub fn without_namespace(metadata: &mut Object, object: &mut Json) {
    metadata.unset(Field::Namespace);
    object.get_mut("metadata").into_iter().for_each(|written| written.remove("namespace"));
}

/// A write of the status writes nothing else.
fn status_of(new: &mut Resource, old: &Stored) {
    let status = new.object.get("status").cloned();
    new.object = old.object.clone();
    new.metadata = old.metadata.clone();
    match status {
        Some(status) => new.object.set("status", |_| status),
        None => new.object.remove("status"),
    }
}

/// A write of the object does not write the status.
fn keep_status(new: &mut Json, old: &Json) {
    match old.get("status") {
        Some(status) => new.set("status", |_| status.clone()),
        None => new.remove("status"),
    }
}

fn differs_in_metadata_alone(new: &Json, old: &Json) -> bool {
    let is_other = |member: &&JsonMember| &*member.name != "metadata";
    let [new, old] = [new, old].map(|object| object.members().iter().filter(is_other));
    new.eq(old)
}

/// Fields that come from the stored object whatever is sent, and those that do where nothing is sent.
const KEPT: [Field; 2] = [Field::CreationTimestamp, Field::DeletionTimestamp];
const DEFAULTED: [Field; 4] =
    [Field::Uid, Field::ResourceVersion, Field::DeletionGracePeriodSeconds, Field::Namespace];

fn inherit(new: &mut Resource, old: &Stored, generation: i64) {
    for field in KEPT {
        copy(&mut new.metadata, &old.metadata, field);
    }
    for field in DEFAULTED {
        let is_sent = new.metadata.fields().iter().any(|its| its.def.id == field && !its.is_zero());
        if !is_sent {
            copy(&mut new.metadata, &old.metadata, field);
        }
    }
    new.metadata.unset(Field::ManagedFields);
    new.metadata.unset(Field::SelfLink);
    copy(&mut new.metadata, &old.metadata, Field::Generation);
    if let Some(value) = new.metadata.value_mut(Field::Generation) {
        *value = Value::Int(generation);
    }
    let encoded = metadata::encode(&new.metadata, new.object.range);
    let others = [Field::Generation, Field::ManagedFields, Field::SelfLink];
    let Some(written) = new.object.get_mut("metadata") else {
        return new.object.set("metadata", |_| encoded);
    };
    for name in KEPT.iter().chain(&DEFAULTED).chain(&others).map(|field| field.name()) {
        match encoded.get(name) {
            Some(value) => written.set(name, |_| value.clone()),
            None => written.remove(name),
        }
    }
}

fn copy(new: &mut Object, old: &Object, field: Field) {
    let found = old.fields().iter().find(|its| its.def.id == field && !its.is_zero());
    found.cloned().into_iter().for_each(|value: FieldValue| new.set(value));
}

/// Whether an object goes with this write: it is being deleted, and no finalizer is left.
pub fn is_deleted(new: Metadata<'_>, old: Metadata<'_>) -> bool {
    new.finalizers().len() == 0
        && old.has(Field::DeletionTimestamp)
        && matches!(old.deletion_grace_period_seconds(), None | Some(0))
}
