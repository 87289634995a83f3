//! Bounds of numbers.
//!
//! Mirrors `numberValidator` (validator.go) and the functions of values.go that it calls.

use super::fault::{Bound, Problem};
use super::floats::{is_whole, truncated};
use super::kinds::Types;
use super::{Node, Outcome, Validator};
use crdls_go::go_float;
use crdls_manifest::model::Schema;
use crdls_minors::{Difference, Minor};
use crdls_report::Path;
use crdls_values::{Json, JsonValue};

/// The type and format by which a schema's numbers are bounded.
#[derive(Clone, Copy)]
struct Range<'m> {
    type_: &'m str,
    format: &'m str,
}

impl<'m> Validator<'m> {
    fn range(&self, schema: Schema<'m>) -> Range<'m> {
        let format = self.known_format(schema);
        if !self.minor.has(Difference::BoundsNumberFormats) {
            return Range { type_: "", format: "" };
        }
        match self.types(schema) {
            Types::One("integer") => {
                Range { type_: "integer", format: if is_int(format) { format } else { "" } }
            }
            Types::One("number") => {
                Range { type_: "number", format: if is_float(format) { format } else { "" } }
            }
            _ => Range { type_: "", format: "" },
        }
    }

    pub(super) fn number(&mut self, value: &Json, node: Node<'m, '_>, path: &Path<'_>) -> Outcome {
        let schema = node.schema;
        let range = self.range(schema);
        let mut problems: Vec<_> = range.misfit(&value.value, "Checked").into_iter().collect();
        if let Some(factor) = schema.multiple_of() {
            problems.extend(range.misfit(&JsonValue::Float(factor), "MultipleOf"));
            problems.extend(multiple_of(&value.value, factor, range, self.minor));
        }
        let bounds = [
            (schema.minimum(), Bound::Minimum, schema.exclusive_minimum(), "Minimum boundary"),
            (schema.maximum(), Bound::Maximum, schema.exclusive_maximum(), "Maximum boundary"),
        ];
        for (limit, bound, exclusive, what) in bounds {
            let Some(limit) = limit else { continue };
            problems.extend(range.misfit(&JsonValue::Float(limit), what));
            problems.extend(beyond(&value.value, limit, bound, exclusive, range));
        }
        let faults = problems.into_iter().map(|problem| {
            let bad = problem.value().map_or_else(|| value.quoted(), str::to_owned);
            super::Fault::new(problem, Some(bad), path, self.base).of(value)
        });
        Outcome { faults: faults.collect(), matches: 1 }
    }
}

fn is_int(format: &str) -> bool {
    matches!(format, "int32" | "int64")
}

fn is_float(format: &str) -> bool {
    matches!(format, "float" | "double")
}

impl Range<'_> {
    /// `IsValueValidAgainstRange`
    fn misfit(self, value: &JsonValue, what: &'static str) -> Option<Problem> {
        (!self.holds(value)).then(|| Problem::Range {
            what,
            type_: self.type_.to_owned(),
            format: self.format.to_owned(),
        })
    }

    fn holds(self, value: &JsonValue) -> bool {
        match (self.type_, self.format, value) {
            ("integer", "int32", JsonValue::Int(number)) => i32::try_from(*number).is_ok(),
            ("integer", "int32", JsonValue::Float(number)) => number.to_string().parse::<i32>().is_ok(),
            ("integer", _, JsonValue::Float(number)) => number.to_string().parse::<i64>().is_ok(),
            (_, "float", JsonValue::Int(number)) => (*number as f32).is_finite(),
            (_, "float", JsonValue::Float(number)) => (*number as f32).is_finite(),
            _ => true,
        }
    }
}

/// `Maximum`, `MaximumNativeType` and so on: integers are compared as such where the bound is one.
fn beyond(value: &JsonValue, limit: f64, bound: Bound, exclusive: bool, range: Range<'_>) -> Option<Problem> {
    let (beyond, shown) = match value {
        JsonValue::Int(number) if range.holds(&JsonValue::Float(limit)) => {
            let limit = truncated(limit);
            (bound.is_crossed(number, &limit, exclusive), limit.to_string())
        }
        JsonValue::Int(number) => (bound.is_crossed(&(*number as f64), &limit, exclusive), go_float(limit)),
        JsonValue::Float(number) => (bound.is_crossed(number, &limit, exclusive), go_float(limit)),
        _ => return None,
    };
    beyond.then_some(Problem::Bound { bound, exclusive, limit: shown })
}

fn multiple_of(value: &JsonValue, factor: f64, range: Range<'_>, minor: Minor) -> Option<Problem> {
    match value {
        JsonValue::Int(number) if range.holds(&JsonValue::Float(factor)) => {
            let factor = truncated(factor);
            if factor <= 0 {
                return Some(Problem::Factor { factor: factor.to_string() });
            }
            (number % factor != 0).then(|| Problem::MultipleOf { factor: factor.to_string() })
        }
        JsonValue::Int(number) => multiple_of_float(*number as f64, factor, minor),
        JsonValue::Float(number) => multiple_of_float(*number, factor, minor),
        _ => None,
    }
}

fn multiple_of_float(number: f64, factor: f64, minor: Minor) -> Option<Problem> {
    if factor <= 0.0 {
        return Some(Problem::Factor { factor: go_float(factor) });
    }
    let times = if factor < 1.0 { 1.0 / factor * number } else { number / factor };
    (!is_whole(times, minor)).then(|| Problem::MultipleOf { factor: go_float(factor) })
}
