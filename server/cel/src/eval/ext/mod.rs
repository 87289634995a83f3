//! cel-go's libraries beyond the language that the API server has (cel-go, ext): strings, lists,
//! sets, comprehensions of two variables.

mod lists;
mod maps;
mod sets;
mod sort;
mod strings;

use super::binding::{Binding, Operator};
use super::value::{Error, Outcome, Value};

/// Functions with one code for all their overloads.
pub(super) static OPERATORS: &[Operator] = &[
    Operator::new("sort", lists::is_list, lists::sort),
    Operator::new("@sortByAssociatedKeys", lists::is_list, lists::sort_by_keys),
];

/// Implementations by overload.
pub(super) static FUNCTIONS: &[Binding] = &[
    Binding::new("string_char_at_int", strings::char_at),
    Binding::new("string_index_of_string", strings::index_of),
    Binding::new("string_index_of_string_int", strings::index_of),
    Binding::new("string_last_index_of_string", strings::last_index_of),
    Binding::new("string_last_index_of_string_int", strings::last_index_of),
    Binding::new("string_lower_ascii", |args| strings::changed(args, |text| text.to_ascii_lowercase())),
    Binding::new("string_upper_ascii", |args| strings::changed(args, |text| text.to_ascii_uppercase())),
    Binding::new("string_trim", |args| strings::changed(args, |text| text.trim().to_owned())),
    Binding::new("string_reverse", |args| strings::changed(args, |text| text.chars().rev().collect())),
    Binding::new("strings_quote", |args| strings::changed(args, strings::quote)),
    Binding::new("string_replace_string_string", strings::replace),
    Binding::new("string_replace_string_string_int", strings::replace),
    Binding::new("string_split_string", strings::split),
    Binding::new("string_split_string_int", strings::split),
    Binding::new("string_substring_int", strings::substring),
    Binding::new("string_substring_int_int", strings::substring),
    Binding::new("list_join", strings::join),
    Binding::new("list_join_string", strings::join),
    Binding::new("list_slice", lists::slice),
    Binding::unguarded("list_flatten", lists::flatten),
    Binding::unguarded("list_flatten_int", lists::flatten),
    Binding::new("lists_range", lists::range),
    Binding::new("list_reverse", lists::reverse),
    Binding::new("list_distinct", lists::distinct),
    Binding::new("list_sets_contains_list", sets::contains),
    Binding::new("list_sets_equivalent_list", sets::equivalent),
    Binding::new("list_sets_intersects_list", sets::intersects),
    Binding::new("@mapInsert_map_key_value", maps::insert),
    Binding::new("@mapInsert_map_map", maps::insert_all),
];

/// What is another one before [`Edition::V0_29`](crate::Edition::V0_29).
pub static BEFORE_0_29: &[Binding] = &[Binding::new("lists_range", lists::unbounded_range)];

/// A value of the type that the overload promises.
type Args<'a> = &'a [Value];

/// What is left to say where the values are not of the overload's types.
fn wrong() -> Outcome {
    Err(Error::no_such_overload())
}
