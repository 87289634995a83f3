//! Whether no value satisfies two schemas, by what both say of a value: its type, its values, its bounds, and the members
//! that it must or must not have.
//!
//! What is not said is not guessed: false where it is not evident.

use crdls_manifest::model::Schema;

/// Deeper clauses are not looked at.
const DEEPEST: usize = 8;

/// Whether no value that satisfies a schema satisfies two of these.
pub(crate) fn pairwise(schemas: &[Schema<'_>], around: Schema<'_>) -> bool {
    let later = |at: usize| schemas.iter().skip(at + 1);
    let are = |a: Schema<'_>, b: Schema<'_>| are_disjoint([a, b], Some(around), DEEPEST);
    schemas.iter().enumerate().all(|(at, a)| later(at).all(|b| are(*a, *b)))
}

fn are_disjoint([a, b]: [Schema<'_>; 2], around: Option<Schema<'_>>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    if by_keywords(a, b, around) || forbids(a, b) || forbids(b, a) {
        return true;
    }
    // A member that both require.
    let shared = a.required().filter(|(name, _)| b.required().any(|(other, _)| other == *name));
    let mut members = shared.filter_map(|(name, _)| {
        let around = around.and_then(|around| around.property(name));
        Some(([a.property(name)?, b.property(name)?], around))
    });
    members.any(|(pair, around)| are_disjoint(pair, around, depth))
        || by_clauses(a, b, around, depth)
        || by_clauses(b, a, around, depth)
}

/// Whether a part of one of them is disjoint from the other.
fn by_clauses(a: Schema<'_>, b: Schema<'_>, around: Option<Schema<'_>>, depth: usize) -> bool {
    let is_disjoint = |part: Schema<'_>| are_disjoint([part, b], around, depth);
    let every =
        |alternatives: Vec<Schema<'_>>| !alternatives.is_empty() && alternatives.into_iter().all(is_disjoint);
    a.all_of().any(is_disjoint) || every(a.any_of().collect()) || every(a.one_of().collect())
}

fn by_keywords(a: Schema<'_>, b: Schema<'_>, around: Option<Schema<'_>>) -> bool {
    let types = [a.type_(), b.type_()];
    let is_number = |type_: &str| ["integer", "number"].contains(&type_);
    if types.iter().all(|type_| !type_.is_empty())
        && types[0] != types[1]
        && !types.iter().all(|type_| is_number(type_))
    {
        return true;
    }
    if a.enum_values().len() > 0 && b.enum_values().len() > 0 {
        return !a.enum_values().any(|value| b.enum_values().any(|other| other == value));
    }
    // A bound says nothing of a value that is no number, and no value is in both ranges.
    let all = types.into_iter().chain(around.map(Schema::type_));
    all.into_iter().any(is_number) && (is_below(a, b) || is_below(b, a))
}

/// Whether the numbers of one are all less than those of the other.
fn is_below(a: Schema<'_>, b: Schema<'_>) -> bool {
    let (Some(most), Some(least)) = (a.maximum(), b.minimum()) else { return false };
    most < least || most == least && (a.exclusive_maximum() || b.exclusive_minimum())
}

/// Whether one has no value with a member that the other requires.
fn forbids(a: Schema<'_>, b: Schema<'_>) -> bool {
    let Some(not) = a.not() else { return false };
    let is_met = |schema: Schema<'_>| {
        let mut names = schema.required().peekable();
        let says_no_more = schema.object().fields().len() == 1;
        says_no_more
            && names.peek().is_some()
            && names.all(|(name, _)| b.required().any(|(other, _)| other == name))
    };
    is_met(not) || not.object().fields().len() == 1 && not.any_of().any(is_met)
}
