//! What calls of cel-go's libraries beyond the language cost (ext/lists.go, ext/sets.go).

use super::size::size_of;
use crate::eval::value::{Error, Outcome, Value};

const CALL: u64 = 1;
const NEW_LIST: u64 = 10;

/// The cost of a call; `None` where it has the usual. Where an argument is an error, some make the server's
/// code panic, and its words are all that is left of the evaluation.
pub(super) fn cost(overload: &str, args: &[Outcome], result: &Outcome) -> Result<Option<u64>, Error> {
    let size = |index: usize| size_of(args.get(index));
    Ok(Some(match overload {
        "list_sets_contains_list" | "list_sets_intersects_list" => sets(size(0), size(1), 1.0),
        "list_sets_equivalent_list" => sets(size(0), size(1), 2.0),
        "list_slice" | "lists_range" | "list_reverse" => allocating(1.0, size_of(Some(result))),
        "list_flatten" | "list_flatten_int" => {
            let depth = match args.get(1) {
                Some(Ok(Value::Int(depth))) => *depth as f64,
                Some(_) => return Err(panic("ref.Val is *types.Err, not types.Int")),
                None => 1.0,
            };
            allocating(depth, size(0))
        }
        "list_distinct" => comparing(args.first())?,
        _ if overload.starts_with("list_") && overload.ends_with("_sort") => comparing(args.first())?,
        _ if overload.ends_with("_sortByAssociatedKeys") => comparing(args.get(1))?,
        _ => return Ok(None),
    }))
}

fn panic(words: &str) -> Error {
    Error::new(format!("internal error: interface conversion: {words}"))
}

fn sets(a: u64, b: u64, factor: f64) -> u64 {
    CALL.saturating_add((a.wrapping_mul(b) as f64 * factor) as u64)
}

/// A call that makes a list.
fn allocating(factor: f64, size: u64) -> u64 {
    let factor = if factor < 0.0 { 1.0 } else { factor };
    ((size as f64 * factor) as u64).saturating_add(CALL + NEW_LIST)
}

/// A call that compares every element with every other (trackListSelfCompare).
fn comparing(list: Option<&Outcome>) -> Result<u64, Error> {
    let Some(Ok(Value::List(list))) = list else {
        return Err(panic("*types.Err is not traits.Lister: missing method Add"));
    };
    let factor = match list.iter().next() {
        Some(Ok(Value::String(_) | Value::Bytes(_))) => 2.1,
        _ => 2.0,
    };
    let size = list.len() as u64;
    Ok(allocating(factor, size.saturating_mul(size)))
}
