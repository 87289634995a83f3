//! A schema whose values lose all their fields: the metadata of an object in an object, the items of a list.
//!
//! From `PruneWithOptions` of k8s.io/apiextensions-apiserver (pkg/apiserver/schema/pruning): an object without properties
//! keeps no field, as a value shows that is pruned. Elsewhere an empty object may be a choice by itself.

use crate::advice::Input;
use crate::advice::walk::schemas::SchemaPosition;
use crdls_report::{Finding, Path, code};
use crdls_resource::{Structural, prune};
use crdls_text::TextRange;
use crdls_values::{Json, JsonMember, JsonValue};

code!(
    HOLDS_NOTHING,
    "always-pruned-object",
    Information,
    advice,
    "the server drops all fields of an object in an object"
);

pub(super) fn check(place: &SchemaPosition<'_, '_>, input: &Input<'_>, found: &mut Vec<Finding>) {
    let Some((range, slot)) = place.key.zip(Slot::of(place)) else { return };
    if input.patch || place.clause || input.crd.spec().preserve_unknown_fields() {
        return;
    }
    if !holds_nothing(place, slot) || place.is_deprecated() || place.is_in_core_type() {
        return;
    }
    let subject = place.path.subject();
    let (message, help) = match slot {
        Slot::Metadata => (
            format!("{subject} has no properties, so the server drops labels and annotations in it"),
            "add `labels` and `annotations` as properties (`generateEmbeddedObjectMeta=true` of controller-gen), or `x-kubernetes-preserve-unknown-fields: true`",
        ),
        Slot::Items => (
            format!("{subject} has no properties, so the server drops all fields of the items"),
            "add `properties`, or `x-kubernetes-preserve-unknown-fields: true`",
        ),
    };
    let shown = sample(slot).to_json();
    found.push(
        Finding::new(&HOLDS_NOTHING, range, place.path, message)
            .why(format!(
                "`{shown}` is stored as `{{}}`: the server prunes each field that the schema does not have"
            ))
            .help(help),
    );
}

/// Where a schema is that has to hold something.
#[derive(Clone, Copy)]
enum Slot {
    /// The metadata of a template: `spec` is next to it.
    Metadata,
    /// The items of a list.
    Items,
}

impl Slot {
    fn of(place: &SchemaPosition<'_, '_>) -> Option<Self> {
        let around = place.around?;
        if place.name == "metadata" && !around.resource && around.schema.property("spec").is_some() {
            return Some(Self::Metadata);
        }
        let is_item = place.name.is_empty() && around.schema.type_() == "array";
        (is_item && !place.resource && around.around.is_some()).then_some(Self::Items)
    }
}

/// Whether an object of a schema of type `object` loses what is in it.
fn holds_nothing(place: &SchemaPosition<'_, '_>, slot: Slot) -> bool {
    let schema = place.schema;
    if schema.type_() != "object" || schema.properties().len() > 0 || schema.validations().len() > 0 {
        return false;
    }
    let mut value = sample(slot);
    prune(&mut value, Some(Structural::new(schema)), &Path::EMPTY, &mut |_, _, _| {});
    value.members().is_empty()
}

/// What somebody writes there.
fn sample(slot: Slot) -> Json {
    let range = TextRange::new(0, 0);
    let map = |name: &str, value| Json {
        value: JsonValue::Map(vec![JsonMember { name: name.into(), key: range, value }]),
        range,
    };
    let text = |text: &str| Json { value: JsonValue::Str(text.into()), range };
    match slot {
        Slot::Metadata => map("labels", map("app", text("a"))),
        Slot::Items => map("name", text("a")),
    }
}
