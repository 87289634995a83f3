//! Whether a condition is true or false for every object that the schema lets pass.
//!
//! Knows what a schema says of sizes, numbers and presence; nothing of what macros go over.

use crdls_cel::ast::{Ast, ExprId, ExprKind, Literal, functions};

use crdls_manifest::fields::Field;
use crdls_manifest::model::{OrBool, Schema};
use crdls_rules::unescape;

/// What a condition always is, and the keywords that make it so; none where it is so by type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FixedResult {
    pub(super) value: bool,
    pub(super) keywords: Vec<Field>,
}

/// An expression on the value at a schema.
#[derive(Clone, Copy)]
pub(super) struct Condition<'c, 'm> {
    pub(super) ast: &'c Ast,
    pub(super) text: &'c str,
    pub(super) schema: Schema<'m>,
}

/// The least and the most that a number can be, each with the keyword that says so.
#[derive(Clone, Copy)]
struct Interval {
    least: Option<(f64, Option<Field>)>,
    most: Option<(f64, Option<Field>)>,
}

const COMPARISONS: [&str; 6] = ["_<_", "_<=_", "_>_", "_>=_", "_==_", "_!=_"];

impl<'m> Condition<'_, 'm> {
    /// What the expression always is.
    pub(super) fn fixed_result(self, id: ExprId) -> Option<FixedResult> {
        match self.ast.kind(id) {
            ExprKind::Literal(Literal::Bool(value)) => {
                Some(FixedResult { value: *value, keywords: Vec::new() })
            }
            ExprKind::Select { operand, field, test_only: true } => self.presence(*operand, field),
            ExprKind::Call { function, target: None, args } => match (function.as_ref(), args.as_slice()) {
                (functions::NOT, [inner]) => {
                    let result = self.fixed_result(*inner)?;
                    Some(FixedResult { value: !result.value, ..result })
                }
                (functions::AND, [left, right]) => self.both([*left, *right], true),
                (functions::OR, [left, right]) => self.both([*left, *right], false),
                (name, [left, right]) if COMPARISONS.contains(&name) => {
                    self.equal_to_itself(name, *left, *right).or_else(|| self.comparison(name, *left, *right))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The terms of a chain of `&&`.
    pub(super) fn terms(self, id: ExprId) -> Vec<ExprId> {
        match self.ast.kind(id) {
            ExprKind::Call { function, args, .. } if function == functions::AND => {
                args.iter().flat_map(|term| self.terms(*term)).collect()
            }
            _ => vec![id],
        }
    }

    /// `&&` is `neutral` true: one false decides; `||` is the contrary.
    fn both(self, terms: [ExprId; 2], neutral: bool) -> Option<FixedResult> {
        let [left, right] = terms.map(|term| self.fixed_result(term));
        if let Some(deciding) = [&left, &right].into_iter().flatten().find(|result| result.value != neutral) {
            return Some(deciding.clone());
        }
        let (left, right) = (left?, right?);
        Some(FixedResult { value: neutral, keywords: [left.keywords, right.keywords].concat() })
    }

    /// `has(x.y)` of what is required, or has a default.
    fn presence(self, operand: ExprId, field: &str) -> Option<FixedResult> {
        let schema = self.schema_of(operand)?;
        let name = unescape(field)?;
        let property = schema.property(&name).filter(|property| !property.nullable())?;
        let required = schema.required().any(|(required, _)| required == name);
        let keyword = match (required, property.default().is_some()) {
            (true, _) => Field::Required,
            (false, true) => Field::Default,
            (false, false) => return None,
        };
        Some(FixedResult { value: true, keywords: vec![keyword] })
    }

    /// The schema of what names and fields lead to.
    fn schema_of(self, id: ExprId) -> Option<Schema<'m>> {
        match self.ast.kind(id) {
            ExprKind::Ident(name) if name == "self" => Some(self.schema),
            ExprKind::Select { operand, field, test_only: false } => {
                self.schema_of(*operand)?.property(&unescape(field)?)
            }
            _ => None,
        }
    }

    /// `x == x`; a number may be none, which equals nothing.
    fn equal_to_itself(self, function: &str, left: ExprId, right: ExprId) -> Option<FixedResult> {
        let text = |id: ExprId| self.ast.expr(id).origin.range.of(self.text);
        let value = match function {
            "_==_" => true,
            "_!=_" => false,
            _ => return None,
        };
        let names = matches!(self.ast.kind(left), ExprKind::Ident(_) | ExprKind::Select { .. });
        let number = self.schema_of(left).is_some_and(|schema| schema.type_() == "number");
        (names && !number && text(left) == text(right)).then_some(FixedResult { value, keywords: Vec::new() })
    }

    fn comparison(self, function: &str, left: ExprId, right: ExprId) -> Option<FixedResult> {
        let (a, b) = (self.interval(left)?, self.interval(right)?);
        match function {
            "_<_" => below(a, b, true).or_else(|| negated(below(b, a, false))),
            "_<=_" => below(a, b, false).or_else(|| negated(below(b, a, true))),
            "_>_" => below(b, a, true).or_else(|| negated(below(a, b, false))),
            "_>=_" => below(b, a, false).or_else(|| negated(below(a, b, true))),
            "_==_" => negated(apart(a, b)),
            _ => apart(a, b),
        }
    }

    fn interval(self, id: ExprId) -> Option<Interval> {
        match self.ast.kind(id) {
            ExprKind::Literal(Literal::Int(value)) => Some(Interval::fixed(*value as f64)),
            ExprKind::Literal(Literal::Double(value)) => Some(Interval::fixed(*value)),
            ExprKind::Call { function, target, args } if function == "size" => {
                let of = target.iter().chain(args).next()?;
                Interval::of_size(self.schema_of(*of)?)
            }
            _ => Interval::of_value(self.schema_of(id)?),
        }
    }
}

/// Whether the first is always below the second, or not above it.
fn below(a: Interval, b: Interval, strictly: bool) -> Option<FixedResult> {
    let ((most, by), (least, and)) = (a.most?, b.least?);
    let holds = if strictly { most < least } else { most <= least };
    holds.then(|| FixedResult { value: true, keywords: by.into_iter().chain(and).collect() })
}

/// Whether they are never the same.
fn apart(a: Interval, b: Interval) -> Option<FixedResult> {
    below(a, b, true).or_else(|| below(b, a, true))
}

fn negated(result: Option<FixedResult>) -> Option<FixedResult> {
    result.map(|result| FixedResult { value: !result.value, ..result })
}

impl Interval {
    fn fixed(value: f64) -> Self {
        Self { least: Some((value, None)), most: Some((value, None)) }
    }

    fn of_size(schema: Schema<'_>) -> Option<Self> {
        let (least, most) = match schema.type_() {
            "array" => (Field::MinItems, Field::MaxItems),
            "string" if schema.format().is_empty() => (Field::MinLength, Field::MaxLength),
            "object" if matches!(schema.additional_properties(), Some(OrBool::Schema(_))) => {
                (Field::MinProperties, Field::MaxProperties)
            }
            _ => return None,
        };
        let bound = |field: Field| schema.object().opt_int(field).map(|n| (n as f64, Some(field)));
        let least = bound(least).filter(|(n, _)| *n > 0.0).unwrap_or((0.0, None));
        Some(Self { least: Some(least), most: bound(most) })
    }

    fn of_value(schema: Schema<'_>) -> Option<Self> {
        if !matches!(schema.type_(), "integer" | "number") || schema.int_or_string() {
            return None;
        }
        let open = schema.exclusive_minimum() || schema.exclusive_maximum();
        let least = schema.minimum().filter(|_| !open).map(|n| (n, Some(Field::Minimum)));
        let most = schema.maximum().filter(|_| !open).map(|n| (n, Some(Field::Maximum)));
        (least.is_some() || most.is_some()).then_some(Self { least, most })
    }
}
