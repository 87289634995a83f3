//! `metadata`, as it is checked on creation, and what an update shares with that.
//!
//! Mirrors `ValidateObjectMetaAccessor` and what it calls, of k8s.io/apimachinery v0.37.2
//! (pkg/api/validation/objectmeta.go, pkg/apis/meta/v1/validation/validation.go), with the name function of
//! `ValidateCustomResourceDefinition`. Before that the server clears what is its own to say (namespace of
//! an object that is in none, uid, generation, timestamps, managed fields), so nothing of it is wrong, and
//! makes a name of `generateName` where there is none (k8s.io/apiserver v0.37.2, pkg/storage/names).

use crate::model::{Crd, Metadata};
use crate::path::Path;
use crate::validate::report::Report;
use crate::validate::{dns, fault, owners, update};
use crate::{ErrorType, go, rule};

rule!(MISSING_NAME, "missing-name", Error, server, "an object has no name");
rule!(INVALID_NAME, "invalid-name", Error, server, "the name of an object is no domain name");
rule!(NAME_MISMATCH, "name-mismatch", Error, server, "a CRD is not named by its plural and group");
rule!(INVALID_LABEL, "invalid-label", Error, server, "a label's key or value is none");
rule!(INVALID_ANNOTATION, "invalid-annotation", Error, server, "an annotation's key is none");
rule!(ANNOTATIONS_TOO_LONG, "annotations-too-long", Error, server, "the annotations are longer than 256 KiB");
rule!(
    INVALID_FINALIZER,
    "invalid-finalizer",
    Error,
    server,
    "a finalizer's name is none, or two contradict each other"
);

const MAX_ANNOTATIONS: usize = 256 * 1024;
const LABEL_HELP: &str =
    "write letters, digits, `-`, `_` and `.`, at most 63, with a letter or digit at both ends";
const KEY_HELP: &str = "write a name of letters, digits, `-`, `_` and `.`, with a domain and a slash before it where you have one";

pub(super) fn check(crd: Crd<'_>, old: Option<Crd<'_>>, report: &mut Report) {
    let metadata = crd.metadata();
    let path = Path::EMPTY.child("metadata");
    match old {
        Some(old) => update::metadata(crd, old, report),
        None => names(crd, &path, report),
    }
    common(metadata, &path, report);
}

/// What is the same for all kinds of objects.
pub(crate) fn common(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    labels(metadata, &path.child("labels"), report);
    annotations(metadata, &path.child("annotations"), report);
    owners::check(metadata, &path.child("ownerReferences"), report);
    finalizers(metadata, &path.child("finalizers"), report);
}

fn names(crd: Crd<'_>, path: &Path<'_>, report: &mut Report) {
    let metadata = crd.metadata();
    let (name, prefix) = (metadata.name(), metadata.generate_name());
    let generate_path = path.child("generateName");
    let name_path = path.child("name");
    if !prefix.is_empty() {
        self::name(crd, prefix, &masked(prefix), &generate_path, report);
    }
    if name.is_empty() && prefix.is_empty() {
        report
            .required(&MISSING_NAME, &name_path, "name or generateName is required")
            .message("`name` is missing: a CRD is named by its plural and group")
            .help(match is_complete(crd) {
                true => format!("write `name: {}`", wanted(crd)),
                false => "write the plural and the group, joined by a dot".to_owned(),
            });
    } else if name.is_empty() {
        let before = report.raised.len();
        let generated = generated(prefix);
        self::name(crd, &generated, &generated, &name_path, report);
        for raised in report.raised.iter_mut().skip(before) {
            if raised.rule == &INVALID_NAME {
                raised.message(format!("the name that the server makes of `{prefix}` is not a domain name"));
            } else {
                raised.message("a generated name is never the plural and the group");
            }
            raised.why("the server appends five random characters to `generateName`").place(&generate_path);
        }
    } else {
        self::name(crd, name, name, &name_path, report);
    }
}

/// `checked` is what has to be a domain name; a prefix may end in a dash.
fn name(crd: Crd<'_>, name: &str, checked: &str, path: &Path<'_>, report: &mut Report) {
    for words in dns::subdomain(checked) {
        report.invalid(&INVALID_NAME, path, name, words).message(fault::domain(name)).help(
            "write it in lower case letters, digits and dashes, joined by dots: the plural and the group",
        );
    }
    let wanted = wanted(crd);
    if name != wanted {
        let raised =
            report.invalid(&NAME_MISMATCH, path, name, r#"must be spec.names.plural+"."+spec.group"#);
        raised
            .message(mismatch(crd, name, &wanted))
            .why("the name keeps two CRDs from serving the same objects")
            .help(match is_complete(crd) {
                true => format!("write `name: {wanted}`, or mend the plural or the group"),
                false => "write `names.plural` and `group`: the name is the two, joined by a dot".to_owned(),
            });
        let spec = Path::EMPTY.child("spec");
        if !crd.spec().names().plural().is_empty() {
            raised.related(&spec.child("names").child("plural"), "the plural is here");
        }
        if !crd.spec().group().is_empty() {
            raised.related(&spec.child("group"), "the group is here");
        }
    }
}

fn mismatch(crd: Crd<'_>, name: &str, wanted: &str) -> String {
    match (crd.spec().names().plural().is_empty(), crd.spec().group().is_empty()) {
        (false, false) => format!("this CRD is named `{name}`, and its plural and group make `{wanted}`"),
        (true, false) => format!("this CRD is named `{name}`, and has no plural to be named by"),
        (false, true) => format!("this CRD is named `{name}`, and has no group to be named by"),
        (true, true) => {
            format!("this CRD is named `{name}`, and has neither plural nor group to be named by")
        }
    }
}

fn is_complete(crd: Crd<'_>) -> bool {
    !crd.spec().names().plural().is_empty() && !crd.spec().group().is_empty()
}

fn wanted(crd: Crd<'_>) -> String {
    format!("{}.{}", crd.spec().names().plural(), crd.spec().group())
}

/// `maskTrailingDash`: what is appended to a prefix makes up for a dash at its end. The server puts its `a` in
/// place of the dash and of the byte before it.
pub(crate) fn masked(prefix: &str) -> String {
    let before = prefix.strip_suffix('-').filter(|before| !before.is_empty());
    match before.map(|before| before.strip_suffix(|c: char| c.is_ascii()).unwrap_or(before)) {
        Some(kept) => format!("{kept}a"),
        None => prefix.to_owned(),
    }
}

/// What the server appends is random.
pub(crate) fn generated(prefix: &str) -> String {
    const MAX: usize = 63 - 5;
    let end = (0..=MAX.min(prefix.len())).rev().find(|end| prefix.is_char_boundary(*end)).unwrap_or(0);
    format!("{}xxxxx", prefix.get(..end).unwrap_or_default())
}

/// `IsPathSegmentName`, and `IsPathSegmentPrefix` of what is not `whole`.
pub(crate) fn path_segment(text: &str, whole: bool) -> Vec<String> {
    let dots = ["..", "."].into_iter().find(|dots| whole && *dots == text);
    if let Some(dots) = dots {
        return vec![format!("may not be '{dots}'")];
    }
    let parts = ["/", "%"].into_iter().filter(|part| text.contains(part));
    parts.map(|part| format!("may not contain '{part}'")).collect()
}

fn labels(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    for (entry, value) in metadata.labels() {
        let place = path.key(&entry.name);
        for words in dns::qualified_name(&entry.name) {
            report
                .invalid(&INVALID_LABEL, path, &entry.name, words)
                .message(format!("`{}` cannot be the key of a label", entry.name))
                .help(KEY_HELP)
                .place_key(&place);
        }
        for words in dns::label_value(value) {
            report
                .invalid(&INVALID_LABEL, path, value, words)
                .message(format!("`{value}` cannot be the value of a label"))
                .why("labels are short names to select by; longer texts are annotations")
                .help(LABEL_HELP)
                .place(&place);
        }
    }
}

fn annotations(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    let mut size = 0;
    for (entry, value) in metadata.annotations() {
        size += entry.name.len() + value.len();
        for words in dns::qualified_name(&go::lower(&entry.name)) {
            report
                .invalid(&INVALID_ANNOTATION, path, &entry.name, words)
                .message(format!("`{}` cannot be the key of an annotation", entry.name))
                .help(KEY_HELP)
                .place_key(&path.key(&entry.name));
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
            .message(format!("the annotations have {size} bytes, and {MAX_ANNOTATIONS} are allowed"))
            .why("`kubectl apply` keeps the whole object in one of them, which is where the limit is often met")
            .help("remove the largest, or use server-side apply");
    }
}

fn finalizers(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    const ORPHAN: &str = "orphan";
    const FOREGROUND: &str = "foregroundDeletion";
    for (i, (finalizer, _)) in metadata.finalizers().enumerate() {
        for words in dns::qualified_name(finalizer) {
            report
                .invalid(&INVALID_FINALIZER, path, finalizer, words)
                .message(format!("`{finalizer}` cannot be a finalizer"))
                .help(KEY_HELP)
                .place(&path.index(i));
        }
    }
    let at = |wanted| metadata.finalizers().position(|(finalizer, _)| finalizer == wanted);
    if let Some((orphan, foreground)) = at(ORPHAN).zip(at(FOREGROUND)) {
        let detail = format!("finalizer {ORPHAN} and {FOREGROUND} cannot be both set");
        report
            .add(&INVALID_FINALIZER, ErrorType::Invalid, path, detail)
            .message(format!("`{ORPHAN}` and `{FOREGROUND}` contradict each other"))
            .why("one leaves dependents behind, the other waits until they are gone")
            .help("remove one of them")
            .place(&path.index(foreground))
            .related(&path.index(orphan), "the other is here");
    }
}
