//! Metadata of a converted object: of what the webhook answers only labels and annotations are kept.
//!
//! Mirrors `restoreObjectMeta` of k8s.io/apiextensions-apiserver (pkg/apiserver/conversion/webhook_converter.go),
//! `ValidateLabels` and `ValidateAnnotations` of k8s.io/apimachinery. Go walks maps in any order; here keys are sorted.

use std::collections::BTreeSet;

use crdls_go::go_quote;
use crdls_manifest::name_problem;
use crdls_manifest::object_meta::MAX_ANNOTATIONS;
use crdls_report::{ErrorType, Server, in_backticks};
use crdls_text::TextRange;
use crdls_values::{Json, JsonMember, JsonValue, dns};

use crate::message::{Refused, Step};
use crate::review::ReviewObject;

/// What a webhook can change of metadata.
pub(crate) const CHANGEABLE: [&str; 2] = ["labels", "annotations"];

/// Why the server cannot take over labels and annotations. `original` is `None` where the request is not known.
pub(crate) fn refused(original: Option<&Json>, converted: &ReviewObject<'_>) -> Option<Refused> {
    let refused = |range, message: &str, words: String| {
        Some(Refused::new(Step::Metadata, range, &["metadata"], message.to_owned(), words))
    };
    let Some(metadata) = converted.value.get("metadata") else {
        let words = "missing metadata in converted object".to_owned();
        return refused(converted.head(), "the converted object has no `metadata`", words);
    };
    if !is_map(metadata) {
        let words = format!("invalid metadata of type {} in converted object", metadata.go_type());
        return refused(metadata.range, "`metadata` of the converted object must be an object", words);
    }
    let before = original.and_then(|original| original.get("metadata"));
    if let Some(before) = before.filter(|before| !is_map(before)) {
        let words = format!("invalid metadata of type {} in input object", before.go_type());
        return refused(metadata.range, "`metadata` of the object in the request must be an object", words);
    }
    CHANGEABLE.iter().find_map(|field| texts(field, before, metadata))
}

/// The same of one of both maps.
fn texts(field: &'static str, before: Option<&Json>, metadata: &Json) -> Option<Refused> {
    let value = metadata.get(field).filter(|value| !value.is_null())?;
    let refused = |range, message: String, words: String| {
        Some(Refused::new(Step::Metadata, range, &["metadata", field], message, words))
    };
    if !is_map(value) {
        let words = format!("invalid metadata.{field} of type {} in converted object", value.go_type());
        return refused(
            value.range,
            format!("`metadata.{field}` of the converted object must be an object"),
            words,
        );
    }
    let original = before.and_then(|before| before.get(field)).filter(|original| !original.is_null());
    if let Some(original) = original.filter(|original| !is_map(original)) {
        let words = format!("invalid metadata.{field} of type {} in original object", original.go_type());
        return refused(
            value.range,
            format!("`metadata.{field}` of the object in the request must be an object"),
            words,
        );
    }
    for member in value.members() {
        if member.value.as_str().is_none() {
            let (name, found) = (&member.name, member.value.go_type());
            let words =
                format!("metadata.{field}[{name}] must be a string, but is {found} in converted object");
            let message = format!("`metadata.{field}[{name}]` must be a string, got {found}");
            return refused(member.value.range, message, words);
        }
    }
    if original == Some(value) {
        return None;
    }
    let (first, sentences) = invalid(field, value)?;
    let words = match &sentences.iter().collect::<Vec<_>>()[..] {
        [one] => (*one).clone(),
        several => format!("[{}]", several.iter().map(|words| words.as_str()).collect::<Vec<_>>().join(", ")),
    };
    refused(first.0, first.1, words)
}

/// The first invalid key or value with what is wrong with it, and all sentences of the server, each once.
fn invalid(field: &str, value: &Json) -> Option<((TextRange, String), BTreeSet<String>)> {
    let path = if field == "labels" { "metadata.labels" } else { "metadata.annotation" };
    let (mut first, mut sentences) = (None, BTreeSet::new());
    let mut add = |range: TextRange, message: String, kind, bad: Option<String>, detail: String| {
        first.get_or_insert((range, message));
        sentences.insert(Server { kind, field: path.to_owned(), detail, bad, shadowed: false }.sentence());
    };
    let mut size = 0;
    for JsonMember { name, key, value } in value.members() {
        let text = value.as_str().unwrap_or_default();
        size += name.len() + text.len();
        let lower = if field == "labels" { name.to_string() } else { crdls_go::lower(name) };
        for detail in dns::qualified_name(&lower) {
            let message = format!(
                "`metadata.{field}` has the invalid key {}: it {}",
                in_backticks(name),
                name_problem::key(name)
            );
            add(*key, message, ErrorType::Invalid, Some(go_quote(name)), detail);
        }
        for detail in if field == "labels" { dns::label_value(text) } else { Vec::new() } {
            let message =
                format!("the label {} has an invalid value: {}", in_backticks(name), in_backticks(text));
            add(value.range, message, ErrorType::Invalid, Some(go_quote(text)), detail);
        }
    }
    if field == "annotations" && size > MAX_ANNOTATIONS {
        let message = format!("`metadata.annotations` must have at most {MAX_ANNOTATIONS} bytes, got {size}");
        let detail = format!("may not be more than {MAX_ANNOTATIONS} bytes");
        add(value.range, message, ErrorType::TooLong, None, detail);
    }
    Some((first?, sentences))
}

/// A converted object with the original's metadata, labels and annotations aside.
pub(crate) fn restored(original: &Json, converted: &Json) -> Json {
    let mut object = converted.clone();
    let Some(after) = converted.get("metadata") else { return object };
    let mut metadata = original.get("metadata").unwrap_or(after).clone();
    for field in CHANGEABLE {
        match after.get(field).filter(|texts| !texts.is_null()) {
            Some(texts) => metadata.set(field, |_| texts.clone()),
            None => metadata.remove(field),
        }
    }
    object.set("metadata", |_| metadata);
    object
}

fn is_map(value: &Json) -> bool {
    matches!(value.value, JsonValue::Map(_))
}
