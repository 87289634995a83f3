//! Keys that the server silently drops: below `items`, `additionalProperties` and their like its
//! decoder does not look for unknown fields.
//!
//! Mirrors where `UnmarshalJSON` of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/v1/marshal.go) starts a decoder of its own; `decode` notes what is lost there.

use crate::advice::Input;
use crdls_manifest::decode::Dropped;
use crdls_manifest::fields::JSON_SCHEMA_PROPS;
use crdls_report::{Finding, Fix, code};

code!(DROPPED_FIELD, "dropped-field", Warning, advice, "the server silently drops a key");

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    input.dropped.iter().map(|dropped| finding(dropped, input)).collect()
}

fn finding(dropped: &Dropped, input: &Input<'_>) -> Finding {
    let name = dropped.key.of(input.text).trim_matches(['"', '\'']);
    let message = match dropped.suggestion {
        Some(meant) => format!("unknown field `{name}` is silently dropped; did you mean `{}`?", meant.name),
        None => format!("unknown field `{name}` is silently dropped"),
    };
    let mut finding = Finding::new(&DROPPED_FIELD, dropped.key, dropped.path.clone(), message)
        .why("below `items` and `additionalProperties` the server does not look for unknown keys");
    let safe = dropped.suggestion.filter(|meant| meant.safe);
    let written = dropped.key.of(input.text);
    finding.fixes.extend(safe.map(|meant| Fix::respell(dropped.key, written, meant.name)));
    match help(dropped) {
        Some(help) => finding.help(help),
        None => finding,
    }
}

fn help(dropped: &Dropped) -> Option<String> {
    if let Some(mistake) = dropped.ty.mistake(&dropped.name) {
        return Some(mistake.doc.to_owned());
    }
    let may_be_property = *dropped.ty == JSON_SCHEMA_PROPS && dropped.suggestion.is_none();
    (may_be_property && !dropped.name.starts_with("x-"))
        .then(|| "remove the key, or move it to `properties` if it is a property".to_owned())
}
