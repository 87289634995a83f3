//! What calls of the language's own functions cost (CostTracker.costCall).

use super::size::{TRAVERSAL, matching, size_of, units};
use crate::eval::value::Outcome;

/// The cost of a call by its overload; 1 where the overload has no cost of its own.
pub(super) fn cost(overload: &str, args: &[Outcome]) -> u64 {
    let size = |index: usize| size_of(args.get(index));
    match overload {
        "starts_with_string" | "ends_with_string" => units(size(1), TRAVERSAL),
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
        "matches" | "matches_string" => matching(size(0), size(1)),
        "contains_string" => units(size(0), TRAVERSAL).wrapping_mul(units(size(1), TRAVERSAL)),
        _ => 1,
    }
}
