//! Changes of keywords that refuse values and yet can refuse none, by an argument that needs no object.

use std::collections::BTreeSet;

use crdls_go::regexp::{self, Regexp};
use crdls_manifest::model::{OrBool, Schema, ValidationRule};
use crdls_report::{FieldPath, PathStep};

use crate::code::{ALL_OF, ANY_OF, Effect, ONE_OF, What};
use crate::difference::{Difference, Polarity, Subject};
use crate::disjoint;
use crate::implied::{has_default, implies, is_asked_for};

/// Why a change breaks nothing; `None` where that is not evident. `root`: the old schema of the version.
pub(crate) fn why<'m>(difference: &Difference<'m>, root: Option<Schema<'m>>) -> Option<&'static str> {
    if let ([Some(removed), None], Some(old)) = (difference.schemas, difference.site.owner[0])
        && is_excluded(removed, old)
    {
        return Some("no value that was accepted satisfied the alternative: it always satisfies another one");
    }
    if difference.effect != Effect::Tightens {
        return None;
    }
    if is_of_any(difference) {
        return Some("each value that was accepted satisfies another one of the alternatives");
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
    if difference.code.part.name == ONE_OF.name
        && difference.code.what == What::Added
        && old.is_some_and(|old| has_one_alternative_of(old, new))
    {
        return Some("each value that was accepted satisfies exactly one of the alternatives");
    }
    if difference.site.in_clause {
        return None;
    }
    if let Subject::Name(name) = difference.subject {
        if has_default(new, name) {
            return Some("the field has a default, so it is never missing");
        }
        // What a default added need not be sent.
        let is_there = old.is_some_and(|old| !has_default(old, name) && is_asked_for(old, name));
        return is_there.then_some("each value that was accepted has the field");
    }
    if let Subject::Rule(rule) = difference.subject {
        let is_same = |place: &FieldPath| {
            let around = root.and_then(|root| root.at(place.steps()));
            around.is_some_and(|around| has_rule(around, IMMUTABLE))
        };
        let parts = difference.site.value.steps().len();
        if rule.trim() == IMMUTABLE
            && (1..parts).any(|depth| is_same(&difference.site.value.first_steps(depth)))
        {
            return Some("the old version has the same rule for a value around it");
        }
        return of_rule(rule, old?, new);
    }
    let added = difference.code.what == What::Added;
    let least_of_nothing = |least: Option<i64>| added && least.is_some_and(|least| least <= 0);
    match difference.code.part.name {
        "min-length" if least_of_nothing(new.min_length()) => Some(NOTHING),
        "min-length" if old?.format() == "date-time" && new.min_length()? <= SHORTEST_TIME => {
            Some("no `date-time` is shorter")
        }
        "min-length" if shortest(old?) >= new.min_length()? => Some("no text that was accepted is shorter"),
        "max-length" if longest(old?)? <= new.max_length()? => Some("no text that was accepted is longer"),
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

/// Whether an alternative of `oneOf` is never satisfied, since each value satisfies another one.
fn is_excluded(removed: Schema<'_>, old: Schema<'_>) -> bool {
    let mut others = old.one_of().filter(|alternative| *alternative != removed);
    old.one_of().any(|alternative| alternative == removed) && others.any(|other| implies(&[old], other))
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

/// Whether each value that a schema accepts satisfies exactly one of the alternatives of `oneOf` of another: those of its
/// own `anyOf`, of which no value satisfies two.
fn has_one_alternative_of(old: Schema<'_>, new: Schema<'_>) -> bool {
    let new_ones: Vec<_> = new.one_of().collect();
    let mut before = old.any_of().peekable();
    before.peek().is_some()
        && before.all(|alternative| new_ones.contains(&alternative))
        && disjoint::pairwise(&new_ones, new)
}

const IMMUTABLE: &str = "self == oldSelf";

/// Whether a schema has a rule that is run where there is an old value.
fn has_rule(schema: Schema<'_>, rule: &str) -> bool {
    schema.validations().any(|its| its.rule().trim() == rule && its.optional_old_self() != Some(true))
}

/// Whether a difference is in the alternatives of an `anyOf` of which each value satisfies one in any case.
fn is_of_any(difference: &Difference<'_>) -> bool {
    let site = &difference.site;
    let [Some(old), Some(new)] = site.owner else { return false };
    let clauses = ["allOf", "anyOf", "oneOf", "not"];
    let names = site.new_path.steps().iter().filter_map(|step| match step {
        PathStep::Name(name) => Some(&**name),
        _ => None,
    });
    // The first clause on the way is the owner's.
    let first = names.clone().find(|name| clauses.contains(name));
    let inside = names.filter(|name| clauses.contains(name)).count();
    site.in_clause
        && first == Some("anyOf")
        && inside == 1
        && site.polarity == Polarity::Same
        && new.any_of().any(|alternative| implies(&[old], alternative))
}

/// Why each value satisfies a rule that is new.
fn of_rule(rule: &str, old: Schema<'_>, new: Schema<'_>) -> Option<&'static str> {
    let rule = rule.trim();
    let is_same = |its: ValidationRule<'_>| its.rule().trim() == rule;
    let new_rule = new.validations().find(|its| is_same(*its))?;
    if old.validations().any(|its| is_same(its) && its.optional_old_self() == new_rule.optional_old_self()) {
        return Some("the old version has the same rule");
    }
    if let Some(name) = rule.strip_prefix("has(self.").and_then(|rest| rest.strip_suffix(')')) {
        let own = new.property(name)?;
        if new.required().any(|(required, _)| required == name) {
            return Some("the field is required, so each valid object has it");
        }
        let is_kept = has_default(new, name) && !own.nullable();
        return is_kept.then_some("the field has a default, so it is never missing");
    }
    let sized = rule.strip_prefix("size(self)").or_else(|| rule.strip_prefix("self.size()"));
    let rest = sized.or_else(|| rule.strip_prefix("self"))?.trim_start();
    let bound = |rest: &str| rest.trim().parse::<i64>().ok();
    let (least, most) = match rest.split_at_checked(2)? {
        (">=", rest) => (Some(bound(rest)?), None),
        ("<=", rest) => (None, Some(bound(rest)?)),
        _ => match rest.split_at_checked(1)? {
            (">", rest) => (Some(bound(rest)?.checked_add(1)?), None),
            ("<", rest) => (None, Some(bound(rest)?.checked_sub(1)?)),
            _ => return None,
        },
    };
    let [smallest, largest] = match (sized, old.type_()) {
        (Some(_), "array") => [old.min_items(), old.max_items()],
        (Some(_), "string") => [old.min_length(), old.max_length()],
        (Some(_), "object") => [old.min_properties(), old.max_properties()],
        (None, "integer") => {
            [old.minimum().map(|bound| bound.ceil() as i64), old.maximum().map(|bound| bound.floor() as i64)]
        }
        _ => return None,
    };
    let is_above = least.is_none_or(|least| smallest.is_some_and(|its| its >= least));
    let is_below = most.is_none_or(|most| largest.is_some_and(|its| its <= most));
    (is_above && is_below).then_some("each value that was accepted is within the bound")
}

/// The length of the shortest text, by what a pattern matches.
fn shortest(schema: Schema<'_>) -> i64 {
    let length = pattern(schema).map_or(0, |pattern| pattern.shortest());
    i64::try_from(length).unwrap_or(0)
}

/// The length of the longest text, by what a pattern matches; `None` where it has no bound.
fn longest(schema: Schema<'_>) -> Option<i64> {
    i64::try_from(pattern(schema)?.longest()?).ok()
}

fn pattern(schema: Schema<'_>) -> Option<Regexp> {
    if schema.type_() != "string" || schema.pattern().is_empty() {
        return None;
    }
    regexp::compile(schema.pattern()).ok()
}

const NOTHING: &str = "no value has fewer than 0 elements";

/// `2026-01-01T00:00:00Z`
const SHORTEST_TIME: i64 = 20;

/// How many members an object has at least: those that are required, by itself or by the alternative that asks for the
/// fewest, or have a default.
fn required(schema: Schema<'_>) -> i64 {
    fn asked(schema: Schema<'_>) -> BTreeSet<&str> {
        schema.required().map(|(name, _)| name).collect()
    }
    let mut names = asked(schema);
    let defaulted = schema.properties().map(|property| property.name);
    names.extend(defaulted.filter(|name| has_default(schema, name)));
    let fewest = |alternatives: Vec<Schema<'_>>| {
        let counts = alternatives.into_iter().map(|its| asked(its).difference(&names).count());
        counts.min().unwrap_or(0)
    };
    let more = fewest(schema.any_of().collect()).max(fewest(schema.one_of().collect()));
    i64::try_from(names.len() + more).unwrap_or(i64::MAX)
}

/// How many members an object can have at most after it is pruned; `None` where that is not limited.
fn most_members(schema: Schema<'_>) -> Option<i64> {
    let is_open = schema.preserve_unknown_fields() == Some(true)
        || matches!(schema.additional_properties(), Some(OrBool::Schema(_) | OrBool::Bool(true)))
        || schema.embedded_resource();
    (!is_open).then(|| i64::try_from(schema.properties().len()).unwrap_or(i64::MAX))
}
