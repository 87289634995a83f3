//! Changes of keywords that refuse values and yet can refuse none, by an argument that needs no object.

use std::collections::BTreeSet;

use crdls_schema::model::{OrBool, Schema};

use crate::code::{ALL_OF, ANY_OF, Effect, What};
use crate::difference::{Difference, Subject};
use crate::implied::implies;

/// Why a change breaks nothing; `None` where that is not evident.
pub(crate) fn why(difference: &Difference<'_>) -> Option<&'static str> {
    if difference.effect != Effect::Tightens {
        return None;
    }
    if let ([Some(removed), None], [Some(old), Some(new)]) = (difference.schemas, difference.site.owner)
        && is_superfluous(removed, old, new)
    {
        return Some("each value that satisfied the alternative satisfies another one");
    }
    let [old, Some(new)] = difference.schemas else { return None };
    if difference.code.part.name == ALL_OF.name
        && difference.site.value == difference.site.owner_value
        && difference.site.owner[0].is_some_and(|old| implies(&[old], new))
    {
        return Some("each value that was accepted satisfies it");
    }
    if difference.code.part.name == ANY_OF.name && old.is_some_and(|old| has_alternatives_of(old, new)) {
        return Some("each value that was accepted satisfies one of the alternatives");
    }
    if difference.site.in_clause {
        return None;
    }
    if let Subject::Name(name) = difference.subject {
        let default = new.property(name).and_then(Schema::default).filter(|default| !default.is_null());
        return default.map(|_| "the field has a default, so it is never missing");
    }
    if let Subject::Rule(rule) = difference.subject
        && rule
            .trim()
            .strip_prefix("has(self.")
            .and_then(|rest| rest.strip_suffix(')'))
            .is_some_and(|name| new.required().any(|(required, _)| required == name))
    {
        return Some("the field is required, so each valid object has it");
    }
    let added = difference.code.what == What::Added;
    let least_of_nothing = |least: Option<i64>| added && least.is_some_and(|least| least <= 0);
    match difference.code.part.name {
        "min-length" if least_of_nothing(new.min_length()) => Some(NOTHING),
        "min-length" if old?.format() == "date-time" && new.min_length()? <= SHORTEST_TIME => {
            Some("no `date-time` is shorter")
        }
        "min-items" if least_of_nothing(new.min_items()) => Some(NOTHING),
        "min-properties" if least_of_nothing(new.min_properties()) => Some(NOTHING),
        "multiple-of" if new.type_() == "integer" && new.multiple_of() == Some(1.0) => {
            Some("each integer is a multiple of 1")
        }
        "max-properties" if old.and_then(most_members)? <= new.max_properties()? => {
            Some("the schema keeps fewer members than that: all others are pruned")
        }
        "min-properties" if required(old?) >= new.min_properties()? => {
            Some("each value has as many members, which are required or have a default")
        }
        "min-properties" if old.and_then(most_members)? < old?.min_properties().unwrap_or(0) => {
            Some("no value satisfies the old schema, which keeps fewer members than its `minProperties`")
        }
        _ => None,
    }
}

/// Whether an alternative of `anyOf` is removed of which each value satisfies one of those that are left.
fn is_superfluous(removed: Schema<'_>, old: Schema<'_>, new: Schema<'_>) -> bool {
    old.any_of().any(|alternative| alternative == removed)
        && new.any_of().any(|left| implies(&[old, removed], left))
}

/// Whether each value that a schema accepts satisfies one of the alternatives of `anyOf` of another.
fn has_alternatives_of(old: Schema<'_>, new: Schema<'_>) -> bool {
    let is_kept = |alternative: Schema<'_>| new.any_of().any(|other| other == alternative);
    let are_kept = |mut alternatives: Vec<Schema<'_>>| {
        let is_empty = alternatives.is_empty();
        !is_empty && alternatives.drain(..).all(is_kept)
    };
    are_kept(old.one_of().collect())
        || are_kept(old.any_of().collect())
        || new.any_of().any(|alternative| implies(&[old], alternative))
}

const NOTHING: &str = "no value has fewer than 0 elements";

/// `2026-01-01T00:00:00Z`
const SHORTEST_TIME: i64 = 20;

/// How many members an object has at least: those that are required or have a default.
fn required(schema: Schema<'_>) -> i64 {
    let has_default =
        |name: &str| schema.property(name).and_then(Schema::default).is_some_and(|its| !its.is_null());
    let required: BTreeSet<&str> = schema.required().map(|(name, _)| name).collect();
    let defaulted = schema.properties().map(|property| property.name).filter(|name| has_default(name));
    let others = defaulted.filter(|name| !required.contains(name)).count();
    i64::try_from(required.len() + others).unwrap_or(i64::MAX)
}

/// How many members an object can have at most after it is pruned; `None` where that is not limited.
fn most_members(schema: Schema<'_>) -> Option<i64> {
    let is_open = schema.preserve_unknown_fields() == Some(true)
        || matches!(schema.additional_properties(), Some(OrBool::Schema(_) | OrBool::Bool(true)))
        || schema.embedded_resource();
    (!is_open).then(|| i64::try_from(schema.properties().len()).unwrap_or(i64::MAX))
}
