//! A manifest that was read from a cluster, with what only the server writes.
//!
//! What generators write, `creationTimestamp: null` and a status without conditions, does no harm.

use crdls_text::{Edit, TextRange};

use crate::advice::Input;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Object, Span};
use crdls_report::{FieldPath, Finding, Fix, code};

code!(COPIED_FROM_CLUSTER, "copied-from-cluster", Warning, advice, "a manifest was copied from a cluster");

/// Fields of metadata that the server writes; the first three tell where a manifest is from.
const OF_THE_SERVER: [Field; 7] = [
    Field::ResourceVersion,
    Field::Uid,
    Field::ManagedFields,
    Field::CreationTimestamp,
    Field::Generation,
    Field::SelfLink,
    Field::DeletionTimestamp,
];
const TELLING: usize = 3;
const APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// Something to take out: its path, and where it is written.
struct Leftover {
    path: FieldPath,
    span: Span,
}

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    let object = input.crd.object();
    let Some(metadata) = object.get(Field::Metadata).and_then(|field| field.value.as_object()) else {
        return Vec::new();
    };
    let telling = OF_THE_SERVER.iter().take(TELLING).any(|field| is_filled(metadata, *field));
    if !telling && !is_filled_status(object) {
        return Vec::new();
    }
    let leftovers = leftovers(object, metadata);
    let Some(first) = leftovers.iter().min_by_key(|leftover| leftover.span.key.start) else {
        return Vec::new();
    };
    let names: Vec<_> = leftovers.iter().map(|leftover| format!("`{}`", leftover.path)).collect();
    let message = format!("the manifest was copied from a cluster: it has {}", names.join(", "));
    let mut finding = Finding::new(&COPIED_FROM_CLUSTER, first.span.key, first.path.clone(), message)
        .why("the server sets these fields, and rejects a manifest with another `resourceVersion` or `uid`")
        .help("remove these fields");
    for other in leftovers.iter().filter(|other| other.span != first.span) {
        finding = finding.related(other.span.key, "also set by the API server");
    }
    let edits: Option<Vec<_>> = leftovers.iter().map(|leftover| without(leftover.span, input)).collect();
    let keys = leftovers.iter().map(|leftover| leftover.span.key.of(input.text));
    let keys: Vec<_> = keys.map(|key| format!("`{}`", key.trim_matches(['"', '\'']))).collect();
    let fix = edits.map(|edits| Fix { title: format!("remove {}", keys.join(", ")), safe: true, edits });
    finding.fixes.extend(fix);
    vec![finding]
}

fn leftovers(object: &Object, metadata: &Object) -> Vec<Leftover> {
    let mut found = Vec::new();
    for field in OF_THE_SERVER.iter().filter(|field| is_filled(metadata, **field)) {
        let path = FieldPath::of_names(&["metadata", field.name()]);
        found.extend(metadata.span(*field).map(|span| Leftover { path, span }));
    }
    found.extend(applied(metadata));
    let status = object.span(Field::Status).filter(|_| is_filled_status(object));
    found.extend(status.map(|span| Leftover { path: FieldPath::of_names(&["status"]), span }));
    found.sort_by_key(|leftover| leftover.span.key.start);
    found
}

/// What `kubectl apply` noted; with it go the annotations where there are no others.
fn applied(metadata: &Object) -> Option<Leftover> {
    let annotations = metadata.map(Field::Annotations);
    let noted = annotations.iter().find(|entry| &*entry.name == APPLIED)?;
    if annotations.len() == 1 {
        let span = metadata.span(Field::Annotations)?;
        return Some(Leftover { path: FieldPath::of_names(&["metadata", "annotations"]), span });
    }
    let span = Span { key: noted.key, value: noted.range };
    Some(Leftover { path: FieldPath::of_names(&["metadata", "annotations"]).key(APPLIED), span })
}

fn is_filled(object: &Object, field: Field) -> bool {
    object.get(field).is_some_and(|field| !field.is_zero())
}

/// Generators write names and an empty list of conditions.
fn is_filled_status(object: &Object) -> bool {
    let status = object.get(Field::Status).and_then(|status| status.value.as_object());
    status.is_some_and(|status| !status.list(Field::Conditions).is_empty())
}

/// Takes out the lines of a key and its value, where they have lines of their own.
fn without(span: Span, input: &Input<'_>) -> Option<Edit> {
    let text = input.text;
    let before = text.get(..span.key.start as usize)?;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let alone = before.get(start..)?.chars().all(|c| c == ' ');
    let end = span.value.end.max(span.key.end) as usize;
    let behind = text.get(end..)?;
    let line = behind.find('\n').map_or(behind.len(), |at| at + 1);
    let rest = behind.get(..line)?.trim_start_matches(':').trim();
    let clean = rest.is_empty() || rest.starts_with('#');
    let range = TextRange::new(start as u32, (end + line) as u32);
    (alone && clean).then_some(Edit { range, new_text: String::new() })
}
