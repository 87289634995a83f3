//! Changes of keywords that refuse values and yet can refuse none, by an argument that needs no object.

use crdls_schema::model::{OrBool, Schema};

use crate::code::{Effect, What};
use crate::difference::{Difference, Subject};

/// Why a change breaks nothing; `None` where that is not evident.
pub(crate) fn why(difference: &Difference<'_>) -> Option<&'static str> {
    if difference.effect != Effect::Tightens || difference.site.in_clause {
        return None;
    }
    let [old, Some(new)] = difference.schemas else { return None };
    if let Subject::Name(name) = difference.subject {
        let default = new.property(name).and_then(Schema::default).filter(|default| !default.is_null());
        return default.map(|_| "the field has a default, so it is never missing");
    }
    let added = difference.code.what == What::Added;
    let least_of_nothing = |least: Option<i64>| added && least.is_some_and(|least| least <= 0);
    match difference.code.part.name {
        "min-length" if least_of_nothing(new.min_length()) => Some(NOTHING),
        "min-items" if least_of_nothing(new.min_items()) => Some(NOTHING),
        "min-properties" if least_of_nothing(new.min_properties()) => Some(NOTHING),
        "multiple-of" if new.type_() == "integer" && new.multiple_of() == Some(1.0) => {
            Some("each integer is a multiple of 1")
        }
        "max-properties" if old.and_then(most_members)? <= new.max_properties()? => {
            Some("the schema keeps fewer members than that: all others are pruned")
        }
        "min-properties" if old.and_then(most_members)? < old?.min_properties().unwrap_or(0) => {
            Some("no value satisfies the old schema, which keeps fewer members than its `minProperties`")
        }
        _ => None,
    }
}

const NOTHING: &str = "no value has fewer than 0 elements";

/// How many members an object can have at most after it is pruned; `None` where that is not limited.
fn most_members(schema: Schema<'_>) -> Option<i64> {
    let is_open = schema.preserve_unknown_fields() == Some(true)
        || matches!(schema.additional_properties(), Some(OrBool::Schema(_) | OrBool::Bool(true)))
        || schema.embedded_resource();
    (!is_open).then(|| i64::try_from(schema.properties().len()).unwrap_or(i64::MAX))
}
