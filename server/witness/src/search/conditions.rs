//! What has to be wanted of values for a part of an expression to be evaluated, and to come to a result.
//!
//! A condition that is not understood wants nothing: whoever searches runs the expression and sees. Knows the
//! operators and macros of the language; must not know why somebody asks.

use std::borrow::Cow;

use crdls_cel::ast::{Ast, Comprehension, ExprId, ExprKind, Literal, functions};
use crdls_go::regexp;
use crdls_manifest::model::Schema;
use crdls_text::TextRange;
use crdls_values::{Json, JsonValue};

use super::scope::{FoldKind, Scope, ValueRef, is_map, kind};
use super::wish::{Wish, Wishes, all, any};
use crate::wanted::Wanted;

/// An expression whose variables are values of a schema.
#[derive(Debug)]
pub struct Conditions<'c, 'm> {
    outer: Scope<'c, 'm>,
    /// What each expression is a part of.
    parents: Vec<Option<ExprId>>,
}

impl<'c, 'm> Conditions<'c, 'm> {
    /// The conditions of a rule at a schema; `old` where it may speak of `oldSelf`.
    pub fn of_rule(ast: &'c Ast, schema: Schema<'m>, old: bool) -> Self {
        let mut parents = vec![None; ast.len()];
        for id in ast.ids() {
            ast.kind(id).for_each_child(|child| {
                if let Some(parent) = parents.get_mut(child.index()) {
                    *parent = Some(id);
                }
            });
        }
        Self { outer: Scope::of_rule(ast, schema, old), parents }
    }

    /// The alternatives in which a whole expression comes to a truth value.
    pub fn making(&self, truth: bool) -> Vec<Wish> {
        making(&self.outer, self.outer.ast.root, truth)
    }

    /// The value that a part is; `None` where it is computed.
    pub fn value(&self, id: ExprId) -> Option<ValueRef<'m>> {
        self.scope(id).value(id)
    }

    pub(super) fn parent(&self, id: ExprId) -> Option<ExprId> {
        self.parents.get(id.index()).copied().flatten()
    }

    /// The variables of a part.
    pub(super) fn scope(&self, target: ExprId) -> Cow<'_, Scope<'c, 'm>> {
        let mut scope = Cow::Borrowed(&self.outer);
        for (parent, child) in self.way(target) {
            scope = entered(scope, parent, child);
        }
        scope
    }

    /// Those of some alternatives in which a part decides about the whole: it is evaluated, and nothing beside it
    /// decides without it.
    pub(super) fn reaching(&self, target: ExprId, mut wishes: Wishes) -> Wishes {
        let mut scope = Cow::Borrowed(&self.outer);
        for (parent, child) in self.way(target) {
            if wishes.is_empty() {
                break;
            }
            wishes = deciding(&scope, parent, child, wishes);
            scope = entered(scope, parent, child);
        }
        wishes
    }

    /// From the whole to a part: each expression with the part of it that comes next.
    fn way(&self, target: ExprId) -> Vec<(ExprId, ExprId)> {
        let up = std::iter::successors(Some(target), |id| self.parent(*id));
        let mut way: Vec<_> = up.filter_map(|child| Some((self.parent(child)?, child))).collect();
        way.reverse();
        way
    }
}

/// The scope of a part of an expression.
fn entered<'s, 'c, 'm>(
    scope: Cow<'s, Scope<'c, 'm>>,
    parent: ExprId,
    child: ExprId,
) -> Cow<'s, Scope<'c, 'm>> {
    match scope.ast.kind(parent) {
        ExprKind::Comprehension(fold) if child != fold.iter_range && child != fold.accu_init => {
            Cow::Owned(scope.inside(fold).0)
        }
        _ => scope,
    }
}

/// The wishes under which a sub-expression determines the result of its parent.
fn deciding(scope: &Scope<'_, '_>, parent: ExprId, child: ExprId, wishes: Wishes) -> Wishes {
    match scope.ast.kind(parent) {
        ExprKind::Call { function, target: None, args } => match (function.as_ref(), args.as_slice()) {
            (functions::AND, &[a, b]) => undecided(scope, if a == child { b } else { a }, true, &wishes),
            (functions::OR, &[a, b]) => undecided(scope, if a == child { b } else { a }, false, &wishes),
            (functions::CONDITIONAL, &[condition, yes, _]) if child != condition => {
                all(&wishes, &making(scope, condition, child == yes))
            }
            (functions::CONDITIONAL, _) => wishes,
            (_, args) => {
                // What is beside it comes to a value, where that is possible.
                let others = args.iter().filter(|arg| **arg != child);
                others.fold(wishes, |wishes, other| {
                    let with = all(&wishes, &[reads(scope, *other)]);
                    if with.is_empty() { wishes } else { with }
                })
            }
        },
        ExprKind::Comprehension(fold) if child != fold.iter_range && child != fold.accu_init => {
            let element = scope.inside(fold).1;
            let there = element.map(|element| Wish::of(element.path, Wanted::Present));
            there.map_or(wishes.clone(), |there| all(&wishes, &[there]))
        }
        _ => wishes,
    }
}

/// Those in which the other side of `&&` or `||` does not decide: it comes to this truth value, or else it fails
/// itself.
fn undecided(scope: &Scope<'_, '_>, id: ExprId, truth: bool, wishes: &[Wish]) -> Wishes {
    let with = all(wishes, &making(scope, id, truth));
    if with.is_empty() { all(wishes, &failing(scope, id)) } else { with }
}

/// The alternatives in which a condition fails, since a field is absent.
fn failing(scope: &Scope<'_, '_>, id: ExprId) -> Wishes {
    match scope.ast.kind(id) {
        // What macros read depends on their elements.
        ExprKind::Comprehension(_) => Vec::new(),
        ExprKind::Select { operand, test_only: true, .. } => failing(scope, *operand),
        kind => {
            let mut found = match scope.value(id).filter(ValueRef::may_be_absent) {
                Some(value) => absent(&value).into_iter().collect(),
                None => Vec::new(),
            };
            kind.for_each_child(|child| found = any(std::mem::take(&mut found), failing(scope, child)));
            found
        }
    }
}

/// The wish that a value is absent from its parent.
pub(super) fn absent(value: &ValueRef<'_>) -> Option<Wish> {
    let holder = value.path.parent().filter(|holder| holder.steps().len() > 1);
    let there = holder.map_or_else(Wish::default, |holder| Wish::of(holder, Wanted::Present));
    there.and(&Wish::of(value.path.clone(), Wanted::Absent))
}

/// The wish that all values exist that an expression reads.
fn reads(scope: &Scope<'_, '_>, id: ExprId) -> Wish {
    if let Some(value) = scope.value(id) {
        return Wish::of(value.path, Wanted::Present);
    }
    let mut wish = Wish::default();
    let kind = scope.ast.kind(id);
    // What macros read depends on their elements.
    if !matches!(kind, ExprKind::Comprehension(_) | ExprKind::Select { test_only: true, .. }) {
        kind.for_each_child(|child| {
            if let Some(both) = wish.and(&reads(scope, child)) {
                wish = both;
            }
        });
    }
    wish
}

/// The alternatives in which an expression comes to a truth value.
pub(super) fn making(scope: &Scope<'_, '_>, id: ExprId, truth: bool) -> Wishes {
    match scope.ast.kind(id) {
        ExprKind::Literal(Literal::Bool(value)) if *value != truth => Vec::new(),
        ExprKind::Select { operand, field, test_only: true } => presence(scope, *operand, field, truth),
        ExprKind::Call { function, target, args } => match (function.as_ref(), target, args.as_slice()) {
            (functions::NOT, None, &[inner]) => making(scope, inner, !truth),
            (functions::AND, None, &[a, b]) => both(scope, a, b, truth, true),
            (functions::OR, None, &[a, b]) => both(scope, a, b, truth, false),
            (functions::CONDITIONAL, None, &[condition, yes, no]) => any(
                all(&making(scope, condition, true), &making(scope, yes, truth)),
                all(&making(scope, condition, false), &making(scope, no, truth)),
            ),
            (functions::IN, None, &[element, list]) => membership(scope, element, list, truth),
            (functions::EQUALS, None, &[a, b]) if is_condition(scope, a) && is_condition(scope, b) => {
                same(scope, a, b, truth)
            }
            (functions::NOT_EQUALS, None, &[a, b]) if is_condition(scope, a) && is_condition(scope, b) => {
                same(scope, a, b, !truth)
            }
            (operator, None, &[a, b]) if COMPARISONS.contains(&operator) => {
                comparison(scope, operator, [a, b], truth).unwrap_or_else(|| vec![reads(scope, id)])
            }
            (name, Some(text), &[pattern]) => {
                text_test(scope, name, *text, pattern, truth).unwrap_or_else(|| vec![reads(scope, id)])
            }
            (name, None, &[text]) if checked(name).is_some() => checked_text(scope, name, text, truth),
            _ => vec![reads(scope, id)],
        },
        ExprKind::Comprehension(fold) => quantifier(scope, fold, truth),
        _ => match scope.value(id) {
            Some(value) if value.schema.type_() == "boolean" => {
                vec![Wish::of(value.path, Wanted::Value(json(JsonValue::Bool(truth))))]
            }
            Some(value) => vec![Wish::of(value.path, Wanted::Present)],
            None => vec![Wish::default()],
        },
    }
}

/// `&&`, which is true where both are, and `||`, which is false where both are.
fn both(scope: &Scope<'_, '_>, a: ExprId, b: ExprId, truth: bool, strict: bool) -> Wishes {
    let (a, b) = (making(scope, a, truth), making(scope, b, truth));
    if truth == strict { all(&a, &b) } else { any(a, b) }
}

/// Two conditions that come to the same truth value, or not.
fn same(scope: &Scope<'_, '_>, a: ExprId, b: ExprId, truth: bool) -> Wishes {
    let with = |a_is: bool| all(&making(scope, a, a_is), &making(scope, b, a_is == truth));
    any(with(true), with(false))
}

/// Whether an expression is a test of its own, such as `has(self.a)`, rather than a value.
fn is_condition(scope: &Scope<'_, '_>, id: ExprId) -> bool {
    match scope.ast.kind(id) {
        ExprKind::Select { test_only, .. } => *test_only,
        ExprKind::Comprehension(fold) => matches!(kind(scope.ast, fold), FoldKind::All | FoldKind::Exists),
        ExprKind::Call { function, .. } => {
            let name = function.as_ref();
            [functions::NOT, functions::AND, functions::OR, functions::IN].contains(&name)
                || COMPARISONS.contains(&name)
        }
        _ => false,
    }
}

/// `has(operand.field)`; the operand is there in any case.
fn presence(scope: &Scope<'_, '_>, operand: ExprId, field: &str, truth: bool) -> Wishes {
    let Some(value) = scope.field(operand, field) else { return vec![Wish::default()] };
    let wanted = if truth { Wanted::Present } else { Wanted::Absent };
    let holder = value.path.parent().filter(|holder| holder.steps().len() > 1);
    let there = holder.map_or_else(Wish::default, |holder| Wish::of(holder, Wanted::Present));
    there.and(&Wish::of(value.path, wanted)).into_iter().collect()
}

const COMPARISONS: [&str; 6] = [functions::EQUALS, functions::NOT_EQUALS, "_<_", "_<=_", "_>_", "_>=_"];

/// A comparison with a constant, or of two values that have an order; `None` where it is another.
fn comparison(scope: &Scope<'_, '_>, operator: &str, sides: [ExprId; 2], truth: bool) -> Option<Wishes> {
    let [a, b] = sides;
    let operator = if truth { operator } else { negated(operator) };
    let (value, literal, operator) = match (literal(scope, a), literal(scope, b)) {
        (None, Some(literal)) => (a, literal, operator),
        (Some(literal), None) => (b, literal, turned(operator)),
        (None, None) => return ordered(&scope.value(a)?, &scope.value(b)?, operator),
        _ => return None,
    };
    if let Some(counted) = size_of(scope, value) {
        let JsonValue::Int(count) = literal else { return None };
        return Some(sized(&counted, operator, count));
    }
    let value = scope.value(value)?;
    let wanted = match (operator, &literal) {
        (functions::NOT_EQUALS, _) => Wanted::Not(vec![json(literal)]),
        ("_<_", JsonValue::Int(n)) => Wanted::Value(json(JsonValue::Int(n.checked_sub(1)?))),
        ("_>_", JsonValue::Int(n)) => Wanted::Value(json(JsonValue::Int(n.checked_add(1)?))),
        ("_<_" | "_>_", _) => return None,
        _ => Wanted::Value(json(literal)),
    };
    Some(vec![Wish::of(value.path, wanted)])
}

/// Two values of which one is the larger.
fn ordered(a: &ValueRef<'_>, b: &ValueRef<'_>, operator: &str) -> Option<Wishes> {
    let text = |text: &str| JsonValue::Str(text.into());
    let [small, large] = match (a.schema.type_(), a.schema.format()) {
        ("string", "date-time") => ["2000-01-01T00:00:00Z", "2040-01-01T00:00:00Z"].map(text),
        ("integer" | "number", _) => [1, 2].map(JsonValue::Int),
        _ => return None,
    };
    let (a_is, b_is) = match operator {
        "_<_" | "_<=_" => (small, large),
        "_>_" | "_>=_" => (large, small),
        _ => return None,
    };
    let wish = |value: &ValueRef<'_>, is| Wish::of(value.path.clone(), Wanted::Value(json(is)));
    Some(wish(a, a_is).and(&wish(b, b_is)).into_iter().collect())
}

fn turned(operator: &str) -> &str {
    match operator {
        "_<_" => "_>_",
        "_<=_" => "_>=_",
        "_>_" => "_<_",
        "_>=_" => "_<=_",
        other => other,
    }
}

fn negated(operator: &str) -> &str {
    match operator {
        functions::EQUALS => functions::NOT_EQUALS,
        functions::NOT_EQUALS => functions::EQUALS,
        "_<_" => "_>=_",
        "_<=_" => "_>_",
        "_>_" => "_<=_",
        _ => "_<_",
    }
}

/// The value whose size an expression is.
pub(super) fn size_of<'m>(scope: &Scope<'_, 'm>, id: ExprId) -> Option<ValueRef<'m>> {
    match scope.ast.kind(id) {
        ExprKind::Call { function, target, args } if function == "size" => {
            scope.value(*target.iter().chain(args).next()?)
        }
        _ => None,
    }
}

fn sized(counted: &ValueRef<'_>, operator: &str, count: i64) -> Wishes {
    let size = match operator {
        "_<_" => count - 1,
        "_>_" => count.saturating_add(1),
        functions::NOT_EQUALS if count == 0 => 1,
        functions::NOT_EQUALS => count - 1,
        _ => count,
    };
    let Ok(size) = usize::try_from(size) else { return Vec::new() };
    let empty = || json(JsonValue::Str("".into()));
    let wanted = match (counted.schema.type_(), size) {
        ("string", 0) => Wanted::Value(empty()),
        ("string", _) => Wanted::Not(vec![empty()]),
        _ => Wanted::Size(size),
    };
    vec![Wish::of(counted.path.clone(), wanted)]
}

/// `element in list`
fn membership(scope: &Scope<'_, '_>, element: ExprId, list: ExprId, truth: bool) -> Wishes {
    if let ExprKind::List { elements } = scope.ast.kind(list) {
        let values: Vec<_> = elements.iter().filter_map(|element| literal(scope, element.value)).collect();
        let Some(value) = scope.value(element) else { return vec![reads(scope, element)] };
        let wish = |wanted| Wish::of(value.path.clone(), wanted);
        return match truth {
            true => values.into_iter().map(|value| wish(Wanted::Value(json(value)))).take(4).collect(),
            false => vec![wish(Wanted::Not(values.into_iter().map(json).collect()))],
        };
    }
    let Some(list) = scope.value(list) else { return vec![reads(scope, element)] };
    let element = literal(scope, element);
    if is_map(list.schema) {
        let Some(JsonValue::Str(key)) = element else { return vec![Wish::of(list.path, Wanted::Present)] };
        let wanted = if truth { Wanted::Present } else { Wanted::Absent };
        return vec![Wish::of(list.path.child(&key), wanted)];
    }
    match element {
        Some(value) if truth => vec![Wish::of(list.path.item(0), Wanted::Value(json(value)))],
        _ if truth => vec![Wish::of(list.path.item(0), Wanted::Present)],
        _ => vec![Wish::of(list.path, Wanted::Size(0))],
    }
}

/// `text.startsWith(pattern)` and the like, where the pattern is written out.
fn text_test(
    scope: &Scope<'_, '_>,
    name: &str,
    text: ExprId,
    pattern: ExprId,
    truth: bool,
) -> Option<Wishes> {
    let (value, JsonValue::Str(pattern)) = (scope.value(text)?, literal(scope, pattern)?) else {
        return None;
    };
    let example = match name {
        _ if !truth => None,
        "startsWith" | "endsWith" | "contains" => Some(pattern.to_string()),
        "matches" => regexp::compile(&pattern).ok()?.example(0..=64),
        _ => None,
    };
    let wanted = example.map_or(Wanted::Present, |text| Wanted::Value(json(JsonValue::Str(text.into()))));
    Some(vec![Wish::of(value.path, wanted)])
}

/// A text that a function says can be converted; `None` for other functions.
fn checked(function: &str) -> Option<&'static str> {
    const CHECKS: [(&str, &str); 5] = [
        ("isIP", "10.0.0.1"),
        ("isCIDR", "10.0.0.0/24"),
        ("isURL", "https://example.com"),
        ("isQuantity", "1Gi"),
        ("isSemver", "1.0.0"),
    ];
    CHECKS.iter().find(|(name, _)| *name == function).map(|(_, text)| *text)
}

/// Texts that no conversion takes.
pub(super) const REFUSED: [&str; 2] = ["x", ""];

/// A check of a text.
fn checked_text(scope: &Scope<'_, '_>, function: &str, text: ExprId, truth: bool) -> Wishes {
    let Some(value) = scope.value(text) else { return vec![reads(scope, text)] };
    let text = |text: &str| json(JsonValue::Str(text.into()));
    let mut refused = REFUSED.iter().map(|its| text(its));
    let wish = |wanted| Wish::of(value.path.clone(), wanted);
    match truth {
        true => std::iter::once(Wanted::Not(refused.collect()))
            .chain(checked(function).map(|its| Wanted::Value(text(its))))
            .map(wish)
            .collect(),
        false => refused.next().map(|text| wish(Wanted::Value(text))).into_iter().collect(),
    }
}

/// `all` and `exists`: nothing to go over, or one element.
fn quantifier(scope: &Scope<'_, '_>, fold: &Comprehension, truth: bool) -> Wishes {
    let kind = kind(scope.ast, fold);
    let (inner, element) = scope.inside(fold);
    let predicate = match scope.ast.kind(fold.step) {
        ExprKind::Call { args, .. } => args.get(1).copied(),
        _ => None,
    };
    let (Some(element), Some(predicate)) = (element, predicate) else {
        return vec![reads(scope, fold.iter_range)];
    };
    let there = Wish::of(element.path.clone(), Wanted::Present);
    let holder = element.path.parent().unwrap_or_default();
    let of_element = |truth| all(&making(&inner, predicate, truth), std::slice::from_ref(&there));
    let empty = vec![Wish::of(holder, Wanted::Size(0))];
    match (kind, truth) {
        (FoldKind::All, false) => of_element(false),
        (FoldKind::Exists, true) => of_element(true),
        (FoldKind::All, true) => any(of_element(true), empty),
        (FoldKind::Exists, false) => any(of_element(false), empty),
        _ => vec![there],
    }
}

/// The value of a constant.
fn literal(scope: &Scope<'_, '_>, id: ExprId) -> Option<JsonValue> {
    let ExprKind::Literal(literal) = scope.ast.kind(id) else { return None };
    match literal {
        Literal::Null => Some(JsonValue::Null),
        Literal::Bool(value) => Some(JsonValue::Bool(*value)),
        Literal::Int(value) => Some(JsonValue::Int(*value)),
        Literal::Double(value) => Some(JsonValue::Float(*value)),
        Literal::String(text) => Some(JsonValue::Str((**text).into())),
        Literal::Uint(_) | Literal::Bytes(_) => None,
    }
}

/// JSON that is written nowhere.
pub(super) fn json(value: JsonValue) -> Json {
    Json { value, range: TextRange::new(0, 0) }
}
