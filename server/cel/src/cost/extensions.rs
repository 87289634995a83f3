//! Costs that cel-go's libraries of sets and lists bring (ext/sets.go and ext/lists.go
//! version 3).

use crate::ast::Literal;

use super::node::{CallCost, Estimator, Node, OverloadCost};
use super::{Cost, Size};

/// `sets.contains`, `sets.intersects`, `sets.equivalent`.
pub const SETS: &[OverloadCost] = &[
    ("list_sets_contains_list", |e, _, args| sets(e, args, 1.0)),
    ("list_sets_intersects_list", |e, _, args| sets(e, args, 1.0)),
    ("list_sets_equivalent_list", |e, _, args| sets(e, args, 2.0)),
];

/// `slice`, `flatten`, `lists.range`, `reverse`, `distinct`, `sort`, `sortBy`.
pub const LISTS: &[OverloadCost] = &[
    ("list_slice", slice),
    ("list_flatten", flatten),
    ("list_flatten_int", flatten),
    ("lists_range", range),
    ("list_reverse", |e, target, _| Some(allocating(1.0, target?.size(e)))),
    ("list_distinct", |e, target, _| Some(quadratic(2.0, target?.size(e)))),
    ("list_int_sort", |e, target, _| Some(quadratic(2.0, target?.size(e)))),
    ("list_uint_sort", |e, target, _| Some(quadratic(2.0, target?.size(e)))),
    ("list_double_sort", |e, target, _| Some(quadratic(2.0, target?.size(e)))),
    ("list_bool_sort", |e, target, _| Some(quadratic(2.0, target?.size(e)))),
    ("list_google.protobuf.Duration_sort", |e, target, _| Some(quadratic(2.0, target?.size(e)))),
    ("list_google.protobuf.Timestamp_sort", |e, target, _| Some(quadratic(2.0, target?.size(e)))),
    ("list_string_sort", |e, target, _| Some(quadratic(2.1, target?.size(e)))),
    ("list_bytes_sort", |e, target, _| Some(quadratic(2.1, target?.size(e)))),
    ("list_int_sortByAssociatedKeys", |e, _, args| by_keys(e, args, 2.0)),
    ("list_uint_sortByAssociatedKeys", |e, _, args| by_keys(e, args, 2.0)),
    ("list_double_sortByAssociatedKeys", |e, _, args| by_keys(e, args, 2.0)),
    ("list_bool_sortByAssociatedKeys", |e, _, args| by_keys(e, args, 2.0)),
    ("list_google.protobuf.Duration_sortByAssociatedKeys", |e, _, args| by_keys(e, args, 2.0)),
    ("list_google.protobuf.Timestamp_sortByAssociatedKeys", |e, _, args| by_keys(e, args, 2.0)),
    ("list_string_sortByAssociatedKeys", |e, _, args| by_keys(e, args, 2.1)),
    ("list_bytes_sortByAssociatedKeys", |e, _, args| by_keys(e, args, 2.1)),
];

fn sets(estimator: &dyn Estimator, args: &[Node<'_>], factor: f64) -> Option<CallCost> {
    let [a, b] = args else { return None };
    let cost = a.size(estimator).times(b.size(estimator)).factor(factor) + Cost::fixed(1);
    Some(CallCost::new(cost))
}

/// A call that makes a list.
fn allocating(factor: f64, size: Size) -> CallCost {
    CallCost::sized(size.factor(factor) + Cost::fixed(11), size)
}

/// A call that compares every element with every other.
fn quadratic(factor: f64, size: Size) -> CallCost {
    allocating(factor, size.times(size))
}

fn by_keys(estimator: &dyn Estimator, args: &[Node<'_>], factor: f64) -> Option<CallCost> {
    let [keys] = args else { return None };
    Some(quadratic(factor, keys.size(estimator)))
}

fn slice(estimator: &dyn Estimator, target: Option<&Node<'_>>, args: &[Node<'_>]) -> Option<CallCost> {
    let [start, end] = args else { return None };
    let size = target?.size(estimator);
    // The server does not look whether the end lies before the start.
    let taken = number(end, size.max).wrapping_sub(number(start, 0));
    Some(allocating(1.0, Size::fixed(taken)))
}

fn range(_: &dyn Estimator, _: Option<&Node<'_>>, args: &[Node<'_>]) -> Option<CallCost> {
    let [count] = args else { return None };
    Some(allocating(1.0, Size::fixed(number(count, u64::MAX))))
}

fn flatten(estimator: &dyn Estimator, target: Option<&Node<'_>>, args: &[Node<'_>]) -> Option<CallCost> {
    let depth = args.first().map_or(1, |depth| number(depth, u64::MAX));
    Some(allocating(depth as f64, target?.size(estimator)))
}

/// A number that is written out, at least zero; otherwise `unknown` (nodeAsUintValue).
fn number(node: &Node<'_>, unknown: u64) -> u64 {
    match node.literal() {
        Some(Literal::Int(value)) => u64::try_from(*value).unwrap_or(0),
        _ => unknown,
    }
}
