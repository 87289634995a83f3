//! Object metadata, as it is checked for every kind of object.
//!
//! Mirrors `ValidateObjectMetaAccessor` and what it calls, of k8s.io/apimachinery
//! (pkg/api/validation/objectmeta.go, pkg/apis/meta/v1/validation/validation.go). Before that the server clears
//! what it sets itself (namespace of an object that is in none, uid, generation, timestamps, managed fields),
//! so nothing of it is wrong, and makes a name of `generateName` where there is none (k8s.io/apiserver,
//! pkg/storage/names). The name of an object is checked by its kind; must not know kinds.

pub(crate) mod owners;
pub(crate) mod update;

use crate::model::Metadata;
use crate::name_problem;
use crdls_report::{ErrorType, Path, Report, code, in_backticks};
use crdls_values::dns;

pub use owners::{INVALID_OWNER, group_version};
pub use update::{IMMUTABLE, IMMUTABLE_FIELD, deletion};

code!(MISSING_NAME, "missing-name", Error, server, "an object has no name");
code!(INVALID_NAME, "invalid-name", Error, server, "the name of an object is not valid");
code!(INVALID_LABEL, "invalid-label", Error, server, "the key or value of a label is not valid");
code!(INVALID_ANNOTATION, "invalid-annotation", Error, server, "the key of an annotation is not valid");
code!(ANNOTATIONS_TOO_LONG, "annotations-too-long", Error, server, "the annotations are longer than 256 KiB");
code!(
    INVALID_FINALIZER,
    "invalid-finalizer",
    Error,
    server,
    "the name of a finalizer is not valid, or two finalizers conflict"
);

/// The keys and values of all annotations of an object have so many bytes at most (`TotalAnnotationSizeLimitB`).
pub const MAX_ANNOTATIONS: usize = 256 * 1024;
const LABEL_HELP: &str =
    "use at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends";
const KEY_HELP: &str = "use letters, digits, `-`, `_` and `.`, after a domain and a slash if there is one";

/// What is the same for all kinds of objects.
pub fn common(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    labels(metadata, &path.child("labels"), report);
    annotations(metadata, &path.child("annotations"), report);
    owners::check(metadata, &path.child("ownerReferences"), report);
    finalizers(metadata, &path.child("finalizers"), report);
}

/// `maskTrailingDash`: what is appended to a prefix makes up for a dash at its end. The server puts its `a` in
/// place of the dash and of the byte before it.
pub fn masked(prefix: &str) -> String {
    let before = prefix.strip_suffix('-').filter(|before| !before.is_empty());
    match before.map(|before| before.strip_suffix(|c: char| c.is_ascii()).unwrap_or(before)) {
        Some(kept) => format!("{kept}a"),
        None => prefix.to_owned(),
    }
}

/// What the server appends is random.
pub fn generated(prefix: &str) -> String {
    const MAX: usize = 63 - 5;
    let end = (0..=MAX.min(prefix.len())).rev().find(|end| prefix.is_char_boundary(*end)).unwrap_or(0);
    format!("{}xxxxx", prefix.get(..end).unwrap_or_default())
}

/// `IsPathSegmentName`, and `IsPathSegmentPrefix` of what is not `whole`.
pub fn path_segment(text: &str, whole: bool) -> Vec<String> {
    let dots = ["..", "."].into_iter().find(|dots| whole && *dots == text);
    if let Some(dots) = dots {
        return vec![format!("may not be '{dots}'")];
    }
    let parts = ["/", "%"].into_iter().filter(|part| text.contains(part));
    parts.map(|part| format!("may not contain '{part}'")).collect()
}

/// The end of a headline on a key of a map in metadata.
fn invalid_key(of: &str, key: &str) -> String {
    format!("has the invalid {of} key {}: it {}", in_backticks(key), name_problem::key(key))
}

/// The end of a headline on a qualified name, after the field.
fn wrong_key(name: &str) -> String {
    format!("{}, got {}", name_problem::key(name), in_backticks(name))
}

fn labels(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    for (entry, value) in metadata.labels() {
        let place = path.key(&entry.name);
        for words in dns::qualified_name(&entry.name) {
            report
                .invalid(&INVALID_LABEL, path, &entry.name, words)
                .message(format!("{} {}", path.subject(), invalid_key("label", &entry.name)))
                .help(KEY_HELP)
                .mark_key(&place);
        }
        for words in dns::label_value(value) {
            report
                .invalid(&INVALID_LABEL, path, value, words)
                .message(format!(
                    "{} must have {}, got {}",
                    place.subject(),
                    match value.len() {
                        ..=63 =>
                            "only letters, digits, `-`, `_` and `.`, with a letter or digit at both ends",
                        _ => "at most 63 characters",
                    },
                    in_backticks(value)
                ))
                .why("labels are for selecting objects; store longer texts as annotations")
                .help(LABEL_HELP)
                .mark(&place);
        }
    }
}

fn annotations(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    let mut size = 0;
    for (entry, value) in metadata.annotations() {
        size += entry.name.len() + value.len();
        for words in dns::qualified_name(&crdls_go::lower(&entry.name)) {
            report
                .invalid(&INVALID_ANNOTATION, path, &entry.name, words)
                .message(format!("{} {}", path.subject(), invalid_key("annotation", &entry.name)))
                .help(KEY_HELP)
                .mark_key(&path.key(&entry.name));
        }
    }
    if size > MAX_ANNOTATIONS {
        report
            .add(
                &ANNOTATIONS_TOO_LONG,
                ErrorType::TooLong,
                path,
                format!("may not be more than {MAX_ANNOTATIONS} bytes"),
            )
            .predicate(format!("must have at most {MAX_ANNOTATIONS} bytes, got {size}"))
            .why("client-side `kubectl apply` stores the whole object in an annotation")
            .help("remove the largest annotation, or use `kubectl apply --server-side`");
    }
}

fn finalizers(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    const ORPHAN: &str = "orphan";
    const FOREGROUND: &str = "foregroundDeletion";
    for (i, (finalizer, _)) in metadata.finalizers().enumerate() {
        for words in dns::qualified_name(finalizer) {
            report
                .invalid(&INVALID_FINALIZER, path, finalizer, words)
                .message(format!("{} {}", path.index(i).subject(), wrong_key(finalizer)))
                .help(KEY_HELP)
                .mark(&path.index(i));
        }
    }
    let at = |wanted| metadata.finalizers().position(|(finalizer, _)| finalizer == wanted);
    if let Some((orphan, foreground)) = at(ORPHAN).zip(at(FOREGROUND)) {
        let detail = format!("finalizer {ORPHAN} and {FOREGROUND} cannot be both set");
        report
            .add(&INVALID_FINALIZER, ErrorType::Invalid, path, detail)
            .predicate(format!("cannot have both `{FOREGROUND}` and `{ORPHAN}`"))
            .why("one keeps the dependents of the object, the other deletes them first")
            .help("remove one of the two finalizers")
            .mark(&path.index(foreground))
            .related(&path.index(orphan), "the other finalizer");
    }
}
