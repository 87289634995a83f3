//! Values for the parts of an object that a rule reads: the constants of the rule and what is next to them, values at the
//! bounds of the schema, what other parts hold.
//!
//! None is promised to be valid. Must not know what is searched for.

use crdls_cel::ast::{Ast, ExprKind, Literal};
use crdls_go::regexp;
use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_report::{FieldPath, PathStep};
use crdls_values::{Json, JsonValue};
use crdls_witness::{Wanted, Wants, boundary_values, example_with};

/// No text or list is made longer for a number in a rule.
const LONGEST_TEXT: i64 = 5_000;
const MOST_ITEMS: i64 = 300;
/// The lengths that are tried for a text with a pattern.
const LENGTHS: std::ops::RangeInclusive<usize> = 0..=64;

/// The constants of a rule.
#[derive(Clone, Debug, Default)]
pub(super) struct Constants {
    texts: Vec<String>,
    numbers: Vec<i64>,
    doubles: Vec<f64>,
}

impl Constants {
    /// The values that occur in a rule, and texts that its patterns match.
    pub(super) fn of(ast: &Ast) -> Self {
        let mut found = Self::default();
        for id in ast.ids() {
            match ast.kind(id) {
                ExprKind::Literal(Literal::String(text)) => found.texts.push(text.to_string()),
                ExprKind::Literal(Literal::Int(number)) if !ast.expr(id).origin.expanded => {
                    found.numbers.push(*number);
                }
                ExprKind::Literal(Literal::Double(number)) => found.doubles.push(*number),
                ExprKind::Call { function, args, .. } if function == "matches" => {
                    let pattern = args.last().map(|pattern| ast.kind(*pattern));
                    if let Some(ExprKind::Literal(Literal::String(pattern))) = pattern {
                        found.texts.extend(regexp::example(pattern, LENGTHS));
                    }
                }
                _ => {}
            }
        }
        found.numbers.sort_unstable();
        found.numbers.dedup();
        found
    }

    /// Values of a schema by the constants, the likeliest first.
    fn values(&self, schema: Schema<'_>, name: &str, minor: Minor) -> Vec<Json> {
        let is = |type_: &str| schema.type_() == type_ || schema.type_().is_empty();
        let mut found = Vec::new();
        if is("string") || schema.int_or_string() {
            let mut texts: Vec<String> = self.texts.iter().flat_map(|text| near(text)).collect();
            texts.extend(self.lengths(LONGEST_TEXT).into_iter().flat_map(|length| of_length(schema, length)));
            found.extend(texts.into_iter().map(|text| Json::unplaced(JsonValue::Str(text.into()))));
        }
        if is("integer") || is("number") || schema.int_or_string() {
            let near = |number: &i64| [-1, 0, 1].map(|step| number.saturating_add(step));
            found.extend(
                self.numbers.iter().flat_map(near).map(|number| Json::unplaced(JsonValue::Int(number))),
            );
        }
        if is("number") {
            let near = |number: &f64| [number - 0.5, *number, number + 0.5];
            found.extend(
                self.doubles.iter().flat_map(near).map(|number| Json::unplaced(JsonValue::Float(number))),
            );
        }
        if schema.item_schema().is_some() || schema.value_schema().is_some() {
            let sized = |size| {
                let wants = Wants::from([(FieldPath::default(), Wanted::Size(size))]);
                example_with(schema, name, wants, minor)
            };
            found.extend(self.lengths(MOST_ITEMS).into_iter().map(sized));
        }
        if schema.value_schema().is_some() {
            let with = |key: &String| {
                let wants = Wants::from([(FieldPath::default().child(key), Wanted::Present)]);
                example_with(schema, name, wants, minor)
            };
            found.extend(self.texts.iter().map(with));
        }
        found
    }

    fn lengths(&self, most: i64) -> Vec<usize> {
        let near = self.numbers.iter().flat_map(|number| [0, 1, -1].map(|step| number.saturating_add(step)));
        let mut found: Vec<_> = near
            .filter(|length| (0..=most).contains(length))
            .filter_map(|length| usize::try_from(length).ok())
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// A text, and others next to it: longer, shorter, with another first number.
fn near(text: &str) -> Vec<String> {
    let mut found = vec![text.to_owned()];
    let start = text.find(|c: char| c.is_ascii_digit());
    if let Some(start) = start {
        let rest = text.get(start..).unwrap_or_default();
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        let before = text.get(..start).unwrap_or_default();
        if let Ok(number) = number.parse::<u64>() {
            let other = [number.checked_add(1), number.checked_sub(1), number.checked_mul(2)];
            found.extend(other.into_iter().flatten().map(|other| format!("{before}{other}{after}")));
        }
    }
    found.extend([format!("{text}a"), format!("{text}example"), format!("example{text}")]);
    found.extend([format!("example{text}example"), format!("a{text}a")]);
    found
}

/// A text of a length that the schema may accept.
fn of_length(schema: Schema<'_>, length: usize) -> Option<String> {
    match schema.pattern() {
        "" => Some("a".repeat(length)),
        pattern => regexp::example(pattern, length..=length),
    }
}

/// Values for a part of an object, without duplicates: `held` are those of other parts.
pub(super) fn values(
    schema: Schema<'_>,
    path: &FieldPath,
    constants: &Constants,
    held: &[Json],
    minor: Minor,
) -> Vec<Json> {
    let name = path.last_name().unwrap_or("item");
    let mut all: Vec<Json> = schema.enum_values().cloned().collect();
    all.extend(constants.values(schema, name, minor));
    all.extend(held.iter().cloned());
    all.extend(boundary_values(&[schema], name, minor));
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|value| !value.is_null() && seen.insert(value.to_json()));
    all
}

/// Lists with one item more than a list has: a copy of the first, and copies with another value at one path.
pub(super) fn with_copies(list: &Json, other: &[Json]) -> Vec<Json> {
    let Some(first) = list.items().first() else { return Vec::new() };
    let with =
        |item: Json| Json::unplaced(JsonValue::List(list.items().iter().cloned().chain([item]).collect()));
    std::iter::once(first.clone()).chain(other.iter().cloned()).map(with).collect()
}

/// An object with a value at a path; what it is in is made where it is missing. `None` where the path leads elsewhere.
pub(super) fn placed(object: &Json, path: &[PathStep], value: &Json) -> Option<Json> {
    let Some((first, rest)) = path.split_first() else { return Some(value.clone()) };
    let mut object = object.clone();
    match (first, &mut object.value) {
        (PathStep::Name(name) | PathStep::Key(name), JsonValue::Map(_)) => {
            let inner = object.get(name).cloned().unwrap_or_else(|| empty(rest));
            let inner = placed(&inner, rest, value)?;
            object.set(name, |_| inner);
        }
        (PathStep::Index(index), JsonValue::List(items)) => {
            if *index == items.len() {
                items.push(empty(rest));
            }
            let item = items.get_mut(*index)?;
            *item = placed(item, rest, value)?;
        }
        _ => return None,
    }
    Some(object)
}

/// What the first of some steps leads into.
fn empty(steps: &[PathStep]) -> Json {
    Json::unplaced(match steps.first() {
        Some(PathStep::Index(_)) => JsonValue::List(Vec::new()),
        _ => JsonValue::Map(Vec::new()),
    })
}
