//! Whether each value that satisfies some schemas satisfies another one, by what they say of its members and bounds.
//!
//! What is not said is not guessed: false where it is not evident.

use crdls_manifest::fields::Field;
use crdls_manifest::model::Schema;

/// Deeper members are not looked at.
const DEEPEST: usize = 8;

/// Whether each value that satisfies all of `given` satisfies `schema`.
pub(crate) fn implies(given: &[Schema<'_>], schema: Schema<'_>) -> bool {
    is_implied(given, schema, DEEPEST)
}

fn is_implied(given: &[Schema<'_>], schema: Schema<'_>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let mut fields = schema.object().fields().iter().filter(|field| !field.is_zero());
    fields.all(|field| match field.id() {
        Field::Required => {
            schema.required().all(|(name, _)| given.iter().any(|given| has_always(*given, name)))
        }
        Field::Properties => schema.properties().all(|property| {
            let of_it: Vec<_> = given.iter().filter_map(|given| given.property(property.name)).collect();
            is_implied(&of_it, property.schema, depth)
        }),
        Field::Enum => given.iter().any(|given| {
            let mut values = given.enum_values();
            values.len() > 0 && values.all(|value| schema.enum_values().any(|other| other == value))
        }),
        Field::Minimum => is_bounded(given, schema, Schema::minimum, |given, bound| given >= bound),
        Field::Maximum => is_bounded(given, schema, Schema::maximum, |given, bound| given <= bound),
        Field::MinLength => is_bounded(given, schema, Schema::min_length, |given, bound| given >= bound),
        Field::MaxLength => is_bounded(given, schema, Schema::max_length, |given, bound| given <= bound),
        Field::MinItems => is_bounded(given, schema, Schema::min_items, |given, bound| given >= bound),
        Field::MaxItems => is_bounded(given, schema, Schema::max_items, |given, bound| given <= bound),
        Field::Type => given.iter().any(|given| given.type_() == schema.type_()),
        Field::Description | Field::Title => true,
        _ => false,
    })
}

/// Whether a schema has a bound that is at least as narrow.
fn is_bounded<'m, T>(
    given: &[Schema<'m>],
    schema: Schema<'m>,
    bound: impl Fn(Schema<'m>) -> Option<T>,
    is_narrow: impl Fn(T, T) -> bool,
) -> bool {
    given
        .iter()
        .any(|given| bound(*given).zip(bound(schema)).is_some_and(|(given, bound)| is_narrow(given, bound)))
}

/// Whether each value has a member: it is required, or has a default.
fn has_always(schema: Schema<'_>, name: &str) -> bool {
    has_default(schema, name) || is_asked_for(schema, name)
}

/// Whether a member that is missing gets a value.
pub(crate) fn has_default(schema: Schema<'_>, name: &str) -> bool {
    let default = schema.property(name).and_then(Schema::default);
    default.is_some_and(|default| !default.is_null())
}

/// Whether a schema requires a member, by itself or by each of its alternatives.
pub(crate) fn is_asked_for(schema: Schema<'_>, name: &str) -> bool {
    let asks = |schema: Schema<'_>| schema.required().any(|(required, _)| required == name);
    let each =
        |mut alternatives: std::vec::IntoIter<Schema<'_>>| alternatives.len() > 0 && alternatives.all(asks);
    asks(schema)
        || schema.all_of().any(asks)
        || each(schema.any_of().collect::<Vec<_>>().into_iter())
        || each(schema.one_of().collect::<Vec<_>>().into_iter())
}
