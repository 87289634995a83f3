//! What calls of the language's own functions cost (CostTracker.costCall).

use super::size::{TRAVERSAL, matching, size_of, units};
use crate::edition::Edition;
use crate::eval::value::{Outcome, Value};

/// The cost of a call by its overload; 1 where the overload has no cost of its own.
pub(super) fn cost(overload: &str, args: &[Outcome], edition: Edition) -> u64 {
    let size = |index: usize| size_by(args.get(index), edition);
    match overload {
        "starts_with_string" | "ends_with_string" => {
            let [now, before] = [1, 0].map(|index| units(size(index), TRAVERSAL));
            brought(edition, Edition::V0_29, now, before)
        }
        "string_to_bytes" | "bytes_to_string" | "strings_quote" | "string_format" => {
            units(size(0), TRAVERSAL)
        }
        "in_list" => size(1),
        "less_string"
        | "greater_string"
        | "less_equals_string"
        | "greater_equals_string"
        | "less_bytes"
        | "greater_bytes"
        | "less_equals_bytes"
        | "greater_equals_bytes"
        | "equals"
        | "not_equals" => units(size(0).min(size(1)), TRAVERSAL),
        "add_string" | "add_bytes" => units(size(0).saturating_add(size(1)), TRAVERSAL),
        "matches" => brought(edition, Edition::V0_29, matching(size(0), size(1)), 1),
        "matches_string" => matching(size(0), size(1)),
        "contains_string" => units(size(0), TRAVERSAL).wrapping_mul(units(size(1), TRAVERSAL)),
        _ => 1,
    }
}

/// What a call costs since an edition, and before; where both are the same, nobody is asked.
fn brought(edition: Edition, since: Edition, now: u64, before: u64) -> u64 {
    if now == before || edition.has(since) { now } else { before }
}

/// The size of an argument: before [`Edition::V0_23`] something optional has none.
fn size_by(value: Option<&Outcome>, edition: Edition) -> u64 {
    match value {
        Some(Ok(Value::Optional(Some(_)))) => brought(edition, Edition::V0_23, size_of(value), 1),
        _ => size_of(value),
    }
}
