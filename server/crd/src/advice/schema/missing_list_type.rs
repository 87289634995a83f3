//! A list of named objects that server-side apply cannot merge.

use crate::advice::Input;
use crate::advice::walk::schemas::SchemaPosition;
use crdls_manifest::model::Schema;
use crdls_report::{Finding, Step, code};

code!(
    MISSING_LIST_TYPE,
    "missing-list-type",
    Hint,
    advice,
    "a list of named objects has no `x-kubernetes-list-type`"
);

pub(super) fn check(place: &SchemaPosition<'_, '_>, input: &Input<'_>, found: &mut Vec<Finding>) {
    let schema = place.schema;
    let open = schema.type_() == "array" && schema.list_type().is_none();
    if !open || place.replaced || place.clause || input.patch || place.is_in_core_type() {
        return;
    }
    let Some(key) = schema.item_schema().and_then(|items| obvious_key(place.name, items)) else { return };
    let Some(range) = place.key.filter(|_| !is_status(place) && !place.is_deprecated()) else {
        return;
    };
    let message =
        format!("{} has no `x-kubernetes-list-type`, but its items have a `{key}`", place.path.subject());
    found.push(
        Finding::new(&MISSING_LIST_TYPE, range, place.path, message)
            .why("without `x-kubernetes-list-type`, server-side apply replaces the whole list, including items owned by others")
            .help(format!(
                "add `x-kubernetes-list-type: map` with `x-kubernetes-list-map-keys: [{key}]`, or `atomic` if one owner writes the whole list"
            )),
    );
}

/// Beside one of these a name alone does not tell items apart: references, mounts, pairs.
const NOT_ALONE: [&str; 9] =
    ["apiGroup", "group", "key", "kind", "mountPath", "namespace", "port", "value", "values"];

/// The required text by which people tell the items apart: with another required text, the two may do so together.
fn obvious_key<'m>(list: &str, items: Schema<'m>) -> Option<&'m str> {
    let wanted = if list == "conditions" { "type" } else { "name" };
    let (name, _) = items.required().find(|(name, _)| *name == wanted)?;
    let key = items.property(name)?;
    let typed = items.type_() == "object" && !items.nullable() && key.type_() == "string" && !key.nullable();
    let is_other_text =
        |other: &str| other != name && items.property(other).is_some_and(|other| other.type_() == "string");
    let alone = wanted == "type"
        || NOT_ALONE.iter().all(|other| items.property(other).is_none())
            && !items.required().any(|(other, _)| is_other_text(other));
    (typed && alone).then_some(name)
}

/// What a controller alone writes needs no merging, the conditions of the object aside; those of another one that is
/// copied into it have their type from there.
fn is_status(place: &SchemaPosition<'_, '_>) -> bool {
    let properties = || {
        place.path.back().filter_map(|step| match step {
            Step::Key(name) => Some(name),
            _ => None,
        })
    };
    match place.name {
        "conditions" => properties().last() != Some("status"),
        _ => properties().any(|name| name == "status"),
    }
}
