//! Duplicate owner references: the server keeps one of each, and warns.
//!
//! Mirrors `dedupOwnerReferencesAndAddWarning` of k8s.io/apiserver (pkg/endpoints/handlers/rest.go).

use crate::metadata;
use crate::read::Resource;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Object, Value};
use crdls_report::{Path, Report, code};

code!(DUPLICATE_OWNER, "duplicate-owner", Warning, server, "a duplicate owner reference");

/// Drops the second of two equal owner references.
pub fn dedup(new: &mut Resource, report: &mut Report) {
    let Some(Value::List(owners)) = new.metadata.value_mut(Field::OwnerReferences) else { return };
    let (mut kept, mut twice) = (Vec::new(), Vec::new());
    for (at, owner) in std::mem::take(owners).into_iter().enumerate() {
        match (kept.contains(&owner), &owner.value) {
            (true, Value::Object(owner)) => twice.push((at, uid(owner))),
            _ => kept.push(owner),
        }
    }
    *owners = kept;
    let Some((first, _)) = twice.first() else { return };
    let uids: Vec<_> = twice.iter().map(|(_, uid)| uid.as_str()).collect();
    let said = format!(
        ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: {}",
        uids.join(", ")
    );
    let path = Path::EMPTY.child("metadata");
    let path = path.child("ownerReferences");
    report
        .warning(&DUPLICATE_OWNER, &path.index(*first), said)
        .message(format!("{} is a duplicate: the server drops it", path.index(*first).subject()))
        .help("remove one of the two");
    let encoded = metadata::encode(&new.metadata, new.object.range);
    if let (Some(owners), Some(written)) = (encoded.get("ownerReferences"), new.object.get_mut("metadata")) {
        written.set("ownerReferences", |_| owners.clone());
    }
}

fn uid(owner: &Object) -> String {
    owner.str(Field::Uid).to_owned()
}
