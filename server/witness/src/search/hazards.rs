//! The parts of a rule that can fail for values that their schema allows, by a look at the rule and the schema.
//!
//! What is found here may be guarded in ways that this does not see: the search for a witness decides.

use crdls_cel::ast::{Ast, ExprId, ExprKind, Literal, functions};
use crdls_manifest::model::Schema;
use crdls_values::{Json, JsonValue};

use super::conditions::{Conditions, REFUSED, absent, json, size_of};
use super::scope::{Scope, ValueRef, is_map};
use super::wish::Wish;
use crate::wanted::Wanted;

/// Why a part can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HazardKind {
    /// A field that need not be there.
    Field,
    /// An entry of a map.
    Entry,
    /// An item of a list or of what a call gives.
    Item,
    /// A divisor that can be 0.
    Division,
    /// A call on a value that the function does not take.
    Call,
    /// A value that is null.
    Null,
    /// An integer or a string where one of the two is needed.
    Union,
}

/// A part of a rule that can fail, and what to want of values for that.
#[derive(Clone, Debug)]
pub struct Hazard<'m> {
    /// The part.
    pub id: ExprId,
    /// Why.
    pub kind: HazardKind,
    /// The value that it is about; `None` where that is computed.
    pub value: Option<ValueRef<'m>>,
    /// The alternatives in which it fails and decides about the rule, the likeliest first.
    pub wishes: Vec<Wish>,
}

impl<'m> Conditions<'_, 'm> {
    /// What can fail in the expression, in the order of the text's tree; nothing that a guard keeps from
    /// being evaluated.
    pub fn hazards(&self, ast: &Ast) -> Vec<Hazard<'m>> {
        ast.descendants(ast.root).flat_map(|id| self.hazards_of(ast, id)).collect()
    }

    fn hazards_of(&self, ast: &Ast, id: ExprId) -> Vec<Hazard<'m>> {
        if !may_be_one(ast, id) || self.is_asked_for(ast, id) {
            return Vec::new();
        }
        let compared = self.parent(id).is_some_and(|parent| is_equality(ast, parent));
        let found = of_part(&self.scope(id), id, compared);
        let reached = |found: Hazard<'m>| {
            let mut wishes = self.reaching(id, found.wishes.clone());
            // What is beside the part may have no say, which its conditions do not tell.
            let alone = found.wishes.first().filter(|alone| !wishes.is_empty() && !wishes.contains(alone));
            wishes.extend(alone.cloned());
            Hazard { wishes, ..found }
        };
        found.into_iter().map(reached).filter(|hazard| !hazard.wishes.is_empty()).collect()
    }
}

impl Conditions<'_, '_> {
    /// Whether a `has` beside a field asks for it first: the usual guard, found without a look at the schema.
    fn is_asked_for(&self, ast: &Ast, field: ExprId) -> bool {
        let mut child = field;
        while let Some(parent) = self.parent(child) {
            if let ExprKind::Call { function, target: None, args } = ast.kind(parent) {
                let asked = match (function.as_ref(), args.as_slice()) {
                    (functions::AND, &[a, b]) => asks(ast, if a == child { b } else { a }, field, true),
                    (functions::OR, &[a, b]) => asks(ast, if a == child { b } else { a }, field, false),
                    (functions::CONDITIONAL, &[condition, yes, _]) if child != condition => {
                        asks(ast, condition, field, child == yes)
                    }
                    _ => false,
                };
                if asked {
                    return true;
                }
            }
            child = parent;
        }
        false
    }
}

/// Whether a condition that comes to a truth value says that a field is there.
fn asks(ast: &Ast, condition: ExprId, field: ExprId, truth: bool) -> bool {
    match (ast.kind(condition), ast.kind(field)) {
        (
            ExprKind::Select { operand, field, test_only: true },
            ExprKind::Select { operand: its, field: name, test_only: false },
        ) => truth && field == name && is_same(ast, *operand, *its),
        (ExprKind::Call { function, args, .. }, _) => match (function.as_ref(), args.as_slice()) {
            (functions::NOT, &[inner]) => asks(ast, inner, field, !truth),
            (functions::AND, &[a, b]) if truth => asks(ast, a, field, true) || asks(ast, b, field, true),
            (functions::OR, &[a, b]) if !truth => asks(ast, a, field, false) || asks(ast, b, field, false),
            _ => false,
        },
        _ => false,
    }
}

/// Whether two chains of fields are the same.
fn is_same(ast: &Ast, a: ExprId, b: ExprId) -> bool {
    match (ast.kind(a), ast.kind(b)) {
        (ExprKind::Ident(a), ExprKind::Ident(b)) => a == b,
        (
            ExprKind::Select { operand: a, field, test_only: false },
            ExprKind::Select { operand: b, field: other, test_only: false },
        ) => field == other && is_same(ast, *a, *b),
        _ => false,
    }
}

/// Whether it is worth a look at where an expression stands.
fn may_be_one(ast: &Ast, id: ExprId) -> bool {
    match ast.kind(id) {
        ExprKind::Select { test_only, .. } => !test_only,
        ExprKind::Call { function, .. } => {
            function == functions::INDEX
                || DIVISIONS.contains(&function.as_ref())
                || ORDERED.contains(&function.as_ref())
                || OF_TEXTS.contains(&function.as_ref())
                || OF_ELEMENTS.contains(&function.as_ref())
        }
        _ => false,
    }
}

fn is_equality(ast: &Ast, id: ExprId) -> bool {
    matches!(ast.kind(id), ExprKind::Call { function, .. } if function == functions::EQUALS || function == functions::NOT_EQUALS)
}

const DIVISIONS: [&str; 2] = ["_/_", "_%_"];
const ORDERED: [&str; 4] = ["_<_", "_<=_", "_>_", "_>=_"];

/// Functions that fail on some texts.
const OF_TEXTS: [&str; 13] = [
    "int",
    "uint",
    "double",
    "bool",
    "duration",
    "timestamp",
    "quantity",
    "url",
    "ip",
    "cidr",
    "semver",
    "charAt",
    "substring",
];

/// Functions that fail on an empty list.
const OF_ELEMENTS: [&str; 2] = ["min", "max"];

/// The hazards of a part, with what is wanted for the part to fail once it is evaluated.
fn of_part<'m>(scope: &Scope<'_, 'm>, id: ExprId, compared: bool) -> Vec<Hazard<'m>> {
    match scope.ast.kind(id) {
        ExprKind::Select { operand, field, .. } => {
            let Some(value) = scope.field(*operand, field) else { return Vec::new() };
            of_value(id, &value, compared)
        }
        ExprKind::Call { function, target: None, args } if function == functions::INDEX => {
            let [operand, index] = *args.as_slice() else { return Vec::new() };
            indexed(scope, id, [operand, index], compared)
        }
        ExprKind::Call { function, args, .. } if DIVISIONS.contains(&function.as_ref()) => {
            args.get(1).and_then(|divisor| division(scope, id, *divisor)).into_iter().collect()
        }
        ExprKind::Call { function, args, .. } if ORDERED.contains(&function.as_ref()) => {
            args.iter().filter_map(|arg| union(scope, *arg, args)).collect()
        }
        ExprKind::Call { function, target, args } => {
            let subject = target.iter().chain(args).next();
            subject.and_then(|subject| call(scope, id, function, *subject)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// A field or an entry that is read.
fn of_value<'m>(id: ExprId, value: &ValueRef<'m>, compared: bool) -> Vec<Hazard<'m>> {
    let name = value.path.last_name().unwrap_or_default();
    // The server sets these of each resource.
    if value.path.steps().len() == 2 && crdls_resource::is_resource_field(name) {
        return Vec::new();
    }
    let found = |kind, wish: Option<Wish>| Hazard {
        id,
        kind,
        value: Some(value.clone()),
        wishes: wish.into_iter().collect(),
    };
    let in_map = value.holder.is_some_and(is_map);
    let kind = if in_map { HazardKind::Entry } else { HazardKind::Field };
    let without = value.may_be_absent().then(|| found(kind, absent(value)));
    // To rules, a field that is null is absent. To compare an entry with null is fine.
    let may_be_null = value.schema.nullable() && if in_map { !compared } else { without.is_none() };
    let is_null = Wish::of(value.path.clone(), Wanted::Value(json(JsonValue::Null)));
    let null = may_be_null.then(|| found(HazardKind::Null, Some(is_null)));
    without.into_iter().chain(null).collect()
}

fn indexed<'m>(
    scope: &Scope<'_, 'm>,
    id: ExprId,
    [operand, index]: [ExprId; 2],
    compared: bool,
) -> Vec<Hazard<'m>> {
    let kind = HazardKind::Item;
    let Some(holder) = scope.value(operand) else {
        let wishes = texts(scope, operand).flat_map(|text| refused_texts(&text)).collect();
        return vec![Hazard { id, kind, value: None, wishes }];
    };
    if let Some(value) = scope.value(id).filter(|_| is_map(holder.schema)) {
        return of_value(id, &value, compared);
    }
    let fewest = holder.schema.min_items().unwrap_or(0).max(0);
    let is_there = match scope.ast.kind(index) {
        ExprKind::Literal(Literal::Int(index)) => *index < fewest,
        // A key that is computed, or the index of a macro, which is there.
        _ => is_map(holder.schema) || fewest > 0 || matches!(scope.ast.kind(index), ExprKind::Ident(_)),
    };
    if is_there {
        return Vec::new();
    }
    let wish = Wish::of(holder.path.clone(), Wanted::Size(usize::try_from(fewest).unwrap_or(0)));
    vec![Hazard { id, kind, value: Some(holder), wishes: vec![wish] }]
}

fn division<'m>(scope: &Scope<'_, 'm>, id: ExprId, divisor: ExprId) -> Option<Hazard<'m>> {
    let (value, wanted) = match size_of(scope, divisor) {
        Some(counted) => (counted, Wanted::Size(0)),
        None => (scope.value(divisor)?, Wanted::Value(json(JsonValue::Int(0)))),
    };
    let wishes = vec![Wish::of(value.path.clone(), wanted)];
    Some(Hazard { id, kind: HazardKind::Division, value: Some(value), wishes })
}

/// An integer or a string, compared with one of the two.
fn union<'m>(scope: &Scope<'_, 'm>, id: ExprId, sides: &[ExprId]) -> Option<Hazard<'m>> {
    let value = scope.value(id).filter(|value| value.schema.int_or_string())?;
    let with_text = sides.iter().any(|side| match scope.ast.kind(*side) {
        ExprKind::Literal(literal) => matches!(literal, Literal::String(_)),
        _ => scope.value(*side).is_some_and(|value| is_text(value.schema)),
    });
    let other = if with_text { JsonValue::Int(1) } else { JsonValue::Str("x".into()) };
    let wishes = vec![Wish::of(value.path.clone(), Wanted::Value(json(other)))];
    Some(Hazard { id, kind: HazardKind::Union, value: Some(value), wishes })
}

/// A call that fails on some texts, or on an empty list.
fn call<'m>(scope: &Scope<'_, 'm>, id: ExprId, function: &str, subject: ExprId) -> Option<Hazard<'m>> {
    let kind = HazardKind::Call;
    let value = scope.value(subject)?;
    if OF_ELEMENTS.contains(&function) {
        value.schema.item_schema()?;
        let wishes = vec![Wish::of(value.path.clone(), Wanted::Size(0))];
        return Some(Hazard { id, kind, value: Some(value), wishes });
    }
    // A rule on a text itself is there to refuse other texts, and by failing it does.
    let is_own = value.path.steps().len() == 1;
    if is_own || !is_text(value.schema) && !value.schema.int_or_string() {
        return None;
    }
    let mut wishes = refused_texts(&value);
    if value.schema.enum_values().len() == 0 && !value.schema.pattern().is_empty() {
        // A pattern may ask for another text: any that the schema allows.
        wishes.push(Wish::of(value.path.clone(), Wanted::Present));
    }
    Some(Hazard { id, kind, value: Some(value), wishes })
}

/// Texts that no conversion takes; of an `enum`, all that it has.
fn refused_texts(value: &ValueRef<'_>) -> Vec<Wish> {
    let of_enum = value.schema.enum_values().filter(|value| value.as_str().is_some()).cloned();
    let plain = REFUSED.iter().map(|text| json(JsonValue::Str((*text).into())));
    let values: Vec<Json> =
        if value.schema.enum_values().len() > 0 { of_enum.collect() } else { plain.collect() };
    values.into_iter().map(|text| Wish::of(value.path.clone(), Wanted::Value(text))).collect()
}

/// The texts that an expression reads.
fn texts<'m>(scope: &Scope<'_, 'm>, id: ExprId) -> impl Iterator<Item = ValueRef<'m>> {
    let values: Vec<_> = scope.ast.descendants(id).filter_map(|part| scope.value(part)).collect();
    values.into_iter().filter(|value| is_text(value.schema))
}

fn is_text(schema: Schema<'_>) -> bool {
    schema.type_() == "string"
}
