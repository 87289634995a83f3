//! Whether no object of the old version has a value at a place, by what its schemas say of the values around it: a member
//! that must be there and has no value, alternatives that exclude each other or that none satisfies.
//!
//! What is not said is not guessed: false where it is not evident. Must not know what differs.

use crdls_manifest::model::Schema;
use crdls_report::FieldPath;
use crdls_values::Json;

use crate::implied::{implies, is_asked_for};

/// Deeper members are not looked at.
const DEEPEST: usize = 12;

/// Whether a schema accepts a value, rules aside.
pub(crate) type Accepts<'a, 'm> = &'a mut dyn FnMut(&Json, Schema<'m>) -> bool;

/// Whether no object has a value at a place, or no object is valid at all.
pub(crate) fn holds_none<'m>(root: Schema<'m>, place: &FieldPath, accepts: Accepts<'_, 'm>) -> bool {
    let mut schema = Some(root);
    for (depth, step) in place.steps().iter().enumerate() {
        let Some(here) = schema else { return false };
        if has_none(here, step.member(), accepts, DEEPEST) {
            return true;
        }
        schema = root.at(place.first_steps(depth + 1).steps());
    }
    schema.is_some_and(|here| has_none(here, None, accepts, DEEPEST))
}

/// Whether no value with a member satisfies a schema.
fn has_none<'m>(schema: Schema<'m>, present: Option<&str>, accepts: Accepts<'_, 'm>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    // A null may be there in its place.
    if schema.nullable() {
        return false;
    }
    if schema.enum_values().len() > 0 && !schema.enum_values().any(|value| accepts(value, schema)) {
        return true;
    }
    if schema.min_items().is_some_and(|least| least > 0)
        && schema.item_schema().is_some_and(|items| has_none(items, None, accepts, depth))
    {
        return true;
    }
    let has = |name: &str| Some(name) == present || is_asked_for(schema, name);
    for property in schema.properties().filter(|property| has(property.name)) {
        if is_impossible(schema, property.name, accepts) || has_none(property.schema, None, accepts, depth) {
            return true;
        }
    }
    has_no_alternative(schema, present, accepts)
}

/// Whether each value that a schema lets a member have is refused by the schema of the member.
fn is_impossible<'m>(schema: Schema<'m>, name: &str, accepts: Accepts<'_, 'm>) -> bool {
    let (Some(own), Some(values)) = (schema.property(name), listed(schema, name)) else { return false };
    !own.nullable() && !values.into_iter().any(|value| accepts(value, own))
}

/// The values that a member can have at most, where a schema or each of its alternatives lists them.
pub(crate) fn listed<'m>(schema: Schema<'m>, name: &str) -> Option<Vec<&'m Json>> {
    let values = |schema: Schema<'m>| {
        let values: Vec<_> = schema.property(name)?.enum_values().collect();
        (!values.is_empty()).then_some(values)
    };
    let of_all = |alternatives: Vec<Schema<'m>>| -> Option<Vec<&'m Json>> {
        let lists: Option<Vec<_>> = alternatives.into_iter().map(values).collect();
        lists.map(|lists| lists.concat()).filter(|values| !values.is_empty())
    };
    values(schema)
        .or_else(|| schema.all_of().find_map(values))
        .or_else(|| of_all(schema.any_of().collect()))
        .or_else(|| of_all(schema.one_of().collect()))
}

/// Whether no alternative can be satisfied, or two of `oneOf` always are.
fn has_no_alternative<'m>(schema: Schema<'m>, present: Option<&str>, accepts: Accepts<'_, 'm>) -> bool {
    let mut excluded = |alternative: Schema<'m>| {
        let names: Vec<&str> = alternative.required().map(|(name, _)| name).collect();
        names.iter().any(|name| {
            let (Some(own), Some(values)) = (schema.property(name), listed(alternative, name)) else {
                return false;
            };
            !own.nullable() && !values.into_iter().any(|value| accepts(value, own))
        })
    };
    let mut none_of = |alternatives: Vec<Schema<'m>>| {
        !alternatives.is_empty() && alternatives.into_iter().all(&mut excluded)
    };
    if none_of(schema.any_of().collect()) || none_of(schema.one_of().collect()) {
        return true;
    }
    let is_satisfied = |alternative: &Schema<'m>| {
        implies(&[schema], *alternative)
            || present.is_some_and(|present| {
                let is_only_required =
                    alternative.object().fields().iter().filter(|field| !field.is_zero()).count() == 1;
                let mut names = alternative.required().map(|(name, _)| name).peekable();
                is_only_required
                    && names.peek().is_some()
                    && names.all(|name| name == present || is_asked_for(schema, name))
            })
    };
    schema.one_of().filter(is_satisfied).count() > 1
}
