//! A lower bound above the upper one: no value meets both.

use crdls_text::TextRange;

use crate::advice::Input;
use crate::advice::walk::schemas::SchemaPosition;
use crdls_go::go_float;
use crdls_manifest::fields::Field;
use crdls_manifest::model::Schema;
use crdls_report::{Finding, code};

code!(IMPOSSIBLE_BOUNDS, "impossible-bounds", Warning, advice, "a lower bound is above the upper bound");

/// Counts: the lower and the upper bound.
const COUNTS: [(Field, Field); 3] = [
    (Field::MinItems, Field::MaxItems),
    (Field::MinLength, Field::MaxLength),
    (Field::MinProperties, Field::MaxProperties),
];

pub(super) fn check(place: &SchemaPosition<'_, '_>, _: &Input<'_>, found: &mut Vec<Finding>) {
    let schema = place.schema;
    if let Some((low, high)) = schema.minimum().zip(schema.maximum()) {
        numbers(place, low, high, found);
    }
    for (lower, upper) in COUNTS {
        let Some(low) = schema.object().opt_int(lower) else { continue };
        let Some(high) = schema.object().opt_int(upper).filter(|high| low > *high) else { continue };
        let (low, high) = (low.to_string(), high.to_string());
        found.extend(finding(place, (lower, &low), (upper, &high), "which is more than"));
    }
}

fn numbers(place: &SchemaPosition<'_, '_>, low: f64, high: f64, found: &mut Vec<Finding>) {
    let schema = place.schema;
    let open = schema.exclusive_minimum() || schema.exclusive_maximum();
    let whole = schema.type_() == "integer" && !open && low.ceil() > high.floor();
    let words = if low > high {
        "which is more than"
    } else if low == high && open {
        "which leaves no value within the exclusive bound"
    } else if whole {
        "which leaves no integer up to"
    } else {
        return;
    };
    let (low, high) = (go_float(low), go_float(high));
    found.extend(finding(place, (Field::Minimum, &low), (Field::Maximum, &high), words));
}

fn finding(
    place: &SchemaPosition<'_, '_>,
    (lower, low): (Field, &str),
    (upper, high): (Field, &str),
    words: &str,
) -> Option<Finding> {
    let range = |field| Schema::span(place.schema, field).map(|span| span.value);
    let (at, other): (TextRange, TextRange) = (range(lower)?, range(upper)?);
    let (lower, upper) = (lower.name(), upper.name());
    let path = place.path.child(lower);
    let message = format!("{} is {low}, {words} `{upper}: {high}`", path.subject());
    Some(
        Finding::new(&IMPOSSIBLE_BOUNDS, at, &path, message)
            .why("no value meets both, so the server rejects every object that sets the field")
            .help("swap the bounds, or correct one of them")
            .related(other, "the upper bound is here"),
    )
}
