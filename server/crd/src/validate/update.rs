//! What only an update is asked: that some fields stay, and versions in which objects are stored.
//!
//! Mirrors what `validateCustomResourceDefinitionSpecUpdate` adds to the checks of creation, the versions
//! that `PrepareForUpdate` notes as stored, and `ValidateObjectMetaAccessorUpdate`, of
//! k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/validation/validation.go,
//! pkg/registry/customresourcedefinition/strategy.go) and k8s.io/apimachinery
//! (pkg/api/validation/objectmeta.go), after `BeforeUpdate` of k8s.io/apiserver
//! (pkg/registry/rest/update.go) took generation, timestamps and, where it is not written, the uid from
//! the old object. kubectl fills in the resourceVersion.
//!
//! A CRD that was not read out of a cluster has no status. Where it has no conditions it is taken as
//! established, where it notes no stored versions, its storage version is stored.

use crdls_manifest::fields::Field;
use crdls_manifest::model::{Crd, Object, Spec};
use crdls_manifest::object_meta::{self, IMMUTABLE, IMMUTABLE_FIELD, INVALID_NAME, path_segment};
use crdls_report::{Path, Report, Step, code, got};

code!(
    REMOVED_STORED_VERSION,
    "removed-stored-version",
    Error,
    server,
    "removed version may still contain stored objects"
);

/// Whether the server serves a CRD: its names are accepted and cannot change any more.
pub(super) fn is_established(old: Crd<'_>) -> bool {
    let mut conditions =
        old.status().into_iter().flat_map(|status| status.objects(Field::Conditions)).peekable();
    let is_established = |condition: &Object| {
        condition.str(Field::Type) == "Established" && condition.str(Field::Status) == "True"
    };
    conditions.peek().is_none() || conditions.any(is_established)
}

/// The versions that the server notes as stored once the new CRD is there.
pub(super) fn stored_versions<'m>(new: Spec<'m>, old: Option<Crd<'m>>) -> Vec<&'m str> {
    let status = old.and_then(|old| old.status());
    let noted = status.into_iter().flat_map(|status| status.strings(Field::StoredVersions));
    let mut stored: Vec<_> = noted.map(|(name, _)| name).collect();
    if stored.is_empty() {
        stored.extend(old.and_then(|old| storage_version(old.spec())));
    }
    stored.extend(storage_version(new).filter(|name| !stored.contains(name)));
    stored
}

fn storage_version(spec: Spec<'_>) -> Option<&str> {
    spec.versions().find(|version| version.storage()).map(|version| version.name())
}

/// The fields of the spec that stay.
pub(super) fn immutable(new: Spec<'_>, old: Spec<'_>, names_too: bool, path: &Path<'_>, report: &mut Report) {
    let names = path.child("names");
    let fields = [
        (names_too, path.child("scope"), new.scope(), old.scope()),
        (names_too, names.child("kind"), new.names().kind(), old.names().kind()),
        (true, path.child("group"), new.group(), old.group()),
        (true, names.child("plural"), new.names().plural(), old.names().plural()),
    ];
    for (_, path, new, old) in fields.into_iter().filter(|(stays, _, new, old)| *stays && new != old) {
        changed(&path, new, old, report);
    }
}

fn changed(path: &Path<'_>, new: &str, old: &str, report: &mut Report) {
    report
        .invalid(&IMMUTABLE_FIELD, path, new, IMMUTABLE)
        .predicate(format!("is immutable: the CRD has `{old}`{}", got(new)))
        .why("objects are stored, and found by clients, under the original names and scope")
        .help(format!("write `{old}` again, or create a new CRD and move the objects to it"));
}

/// Versions that were removed although objects may be stored in them.
pub(super) fn missing_stored_version(at: usize, name: &str, path: &Path<'_>, report: &mut Report) {
    let detail = format!(
        "missing from spec.versions; {name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in {name} and removes {name} from status.storedVersions"
    );
    report
        .invalid(&REMOVED_STORED_VERSION, &path.renamed(&[Step::Child("storedVersions"), Step::Index(at)], &[Step::Child("versions")]), name, detail)
        .predicate(format!("must keep `{name}`, in which objects may still be stored"))
        .why("the server could not read such objects")
        .help(format!(
            "keep `{name}` (set `served: false` if it is unused) until all objects are rewritten and `{name}` is removed from `status.storedVersions`"
        ));
}

/// `metadata`, beyond what is the same on creation.
pub(super) fn metadata(new: Crd<'_>, old: Crd<'_>, report: &mut Report) {
    let path = Path::EMPTY.child("metadata");
    path_segments(new, &path, report);
    let (new_uid, old_uid) = (new.metadata().uid(), old.metadata().uid());
    // Where the old CRD does not come out of a cluster it has one that is not known.
    if !new_uid.is_empty() && !old_uid.is_empty() && new_uid != old_uid {
        report
            .invalid(&IMMUTABLE_FIELD, &path.child("uid"), new_uid, IMMUTABLE)
            .predicate(format!("must be the uid of the CRD in the cluster, got `{new_uid}`"))
            .why("the server gives each object its uid")
            .help("remove the line");
    }
    object_meta::deletion(new.metadata(), old.metadata(), "CRD", &path, report);
}

/// Names become parts of URLs. That the name is the plural and the group is checked on creation alone.
fn path_segments(new: Crd<'_>, path: &Path<'_>, report: &mut Report) {
    let names = [("generateName", new.metadata().generate_name()), ("name", new.metadata().name())];
    for (field, text) in names {
        for words in path_segment(text, field == "name") {
            report
                .invalid(&INVALID_NAME, &path.child(field), text, words)
                .predicate(format!("cannot contain `/` or `%`, nor be `.` or `..`, got `{text}`"))
                .help("use lowercase letters, digits, dashes and dots");
        }
    }
}
