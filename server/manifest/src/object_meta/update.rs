//! What object metadata may not change, for every kind of object.
//!
//! Mirrors what `ValidateObjectMetaAccessorUpdate` of k8s.io/apimachinery (pkg/api/validation/objectmeta.go) says of
//! deletion. Before that `BeforeUpdate` of k8s.io/apiserver (pkg/registry/rest/update.go) takes generation and
//! timestamps from the old object. Must not know kinds.

use std::collections::BTreeSet;

use crate::fields::Field;
use crate::model::Metadata;
use crdls_go::go_quote;
use crdls_report::{ErrorType, Path, Report, code};

code!(
    IMMUTABLE_FIELD,
    "immutable-field",
    Error,
    server,
    "a field that cannot change after the object is created"
);

/// The server's sentence.
pub const IMMUTABLE: &str = "field is immutable";

/// That an object is being deleted is the server's to say; while it is, finalizers only go. `noun` is what a sentence
/// calls the object.
pub fn deletion(new: Metadata<'_>, old: Metadata<'_>, noun: &str, path: &Path<'_>, report: &mut Report) {
    let deleted = old.has(Field::DeletionTimestamp);
    let grace = |old: Option<i64>| new.deletion_grace_period_seconds().filter(|new| old != Some(*new));
    let said = [
        ("deletionTimestamp", !deleted && new.has(Field::DeletionTimestamp)),
        ("deletionGracePeriodSeconds", grace(old.deletion_grace_period_seconds()).is_some()),
    ];
    for (field, _) in said.into_iter().filter(|(_, wrong)| *wrong) {
        report
            .add(&IMMUTABLE_FIELD, ErrorType::Invalid, &path.child(field), IMMUTABLE)
            .predicate("can only be set by the server")
            .help("remove the line; `kubectl delete` deletes the object");
    }
    let before: BTreeSet<_> = old.finalizers().map(|(name, _)| name).collect();
    let mut added: BTreeSet<_> = new.finalizers().map(|(name, _)| name).collect();
    added.retain(|name| !before.contains(name));
    if deleted && !added.is_empty() {
        let list = added.into_iter().map(go_quote).collect::<Vec<_>>().join(", ");
        let detail = format!(
            "no new finalizers can be added if the object is being deleted, found new finalizers []string{{{list}}}"
        );
        report
            .forbidden(&IMMUTABLE_FIELD, &path.child("finalizers"), detail)
            .predicate(format!("cannot get new entries while the {noun} is being deleted"))
            .help("remove the new finalizers");
    }
}
