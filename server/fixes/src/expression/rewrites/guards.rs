//! Guards for a part of an expression that can fail to evaluate.
//!
//! A table leads from what the part is to the condition under which it does not fail. The condition is put before
//! the smallest condition that the part is in, or the part becomes optional. What compiles counts.

use crdls_cel::ast::{Ast, ExprId, ExprKind, Literal, functions};
use crdls_cel::checker::Checked;
use crdls_cel::types::{Kind, Type};
use crdls_report::Config;
use crdls_rules::{Compiled, Library, compile, parsed};
use crdls_text::{Edit, TextRange};

use super::rewrite::{Rewrite, RewrittenText};
use super::{Aim, ExpressionRewrite, with_decoded};
use crate::File;

/// How the part at a range of the file can be guarded.
pub(crate) fn guards(file: &File, range: TextRange, config: &Config) -> Vec<ExpressionRewrite> {
    with_decoded(file, range.start, config, |text, aim| {
        let part = TextRange::new(text.offset_of(range.start), text.offset_of(range.end));
        rewrites(text.text(), part, aim)
    })
    .unwrap_or_default()
}

fn rewrites(text: &str, part: TextRange, aim: Aim<'_>) -> Vec<ExpressionRewrite> {
    let parsed = parsed(text, Library::of_new_rules(aim.terms.minor));
    let ast = &parsed.ast;
    let is_part = |id: &ExprId| ast.expr(*id).origin.range == part && !ast.expr(*id).origin.expanded;
    let Some(target) = ast.descendants(ast.root).find(is_part) else { return Vec::new() };
    let Compiled::Good(good) = compile(text, aim.purpose, false, aim.terms) else { return Vec::new() };
    let look = GuardSearch { text, ast, target, checked: &good.checked, is_transition: good.uses_old_self };
    let compiled = |rewrite: &Rewrite| {
        let next = RewrittenText::of(text).then(rewrite)?;
        matches!(compile(next.text(), aim.purpose, false, aim.terms), Compiled::Good(_))
            .then(|| next.finished())
    };
    let levels = look.conditions();
    let mut guards = levels.iter().map(|level| level.iter().filter_map(compiled).take(2).collect::<Vec<_>>());
    let mut found = guards.find(|level| !level.is_empty()).unwrap_or_default();
    found.extend(look.optional().iter().filter_map(compiled));
    found
}

struct GuardSearch<'g> {
    text: &'g str,
    ast: &'g Ast,
    target: ExprId,
    checked: &'g Checked,
    /// The rule compares with the old value.
    is_transition: bool,
}

/// What a call on a text does not fail on.
const CHECKS: &[(&str, &str)] = &[
    ("ip", "isIP(_)"),
    ("cidr", "isCIDR(_)"),
    ("url", "isURL(_)"),
    ("quantity", "isQuantity(_)"),
    ("semver", "isSemver(_)"),
    ("int", "_.matches('^-?[0-9]{1,18}$')"),
    ("uint", "_.matches('^[0-9]{1,18}$')"),
    ("double", "_.matches('^-?[0-9]{1,18}$')"),
    ("bool", "_ in ['true', 'false']"),
    ("charAt", "size(_) > 0"),
    ("substring", "size(_) > 0"),
    ("min", "size(_) > 0"),
    ("max", "size(_) > 0"),
];

impl<'g> GuardSearch<'g> {
    fn source(&self, id: ExprId) -> &'g str {
        self.ast.expr(id).origin.range.of(self.text)
    }

    fn parent(&self, child: ExprId) -> Option<ExprId> {
        let holds = |id: &ExprId| {
            let mut found = false;
            self.ast.kind(*id).for_each_child(|other| found |= other == child);
            found
        };
        self.ast.descendants(self.ast.root).find(holds)
    }

    /// The conditions under which the part does not fail, each with its contrary.
    fn safe(&self) -> Vec<(String, String)> {
        let part = self.source(self.target);
        let not = |condition: String| (condition.clone(), format!("!({condition})"));
        match self.ast.kind(self.target) {
            ExprKind::Select { .. } => {
                let has = (format!("has({part})"), format!("!has({part})"));
                let null = (format!("{part} != null"), format!("{part} == null"));
                let type_ = (format!("type({part}) == int"), format!("type({part}) != int"));
                // Of a type that is never null to the checker.
                let of_null = (format!("type({part}) != null_type"), format!("type({part}) == null_type"));
                match self.checked.type_of(self.target) {
                    Type::Dyn => vec![has, type_],
                    _ => vec![has, null, of_null],
                }
            }
            ExprKind::Call { function, target: None, args } if function == functions::INDEX => {
                let [holder, index] = args.as_slice() else { return Vec::new() };
                let (holder, written) = (self.source(*holder), self.source(*index));
                match self.ast.kind(*index) {
                    ExprKind::Literal(Literal::Int(_)) => {
                        vec![(format!("size({holder}) > {written}"), format!("size({holder}) <= {written}"))]
                    }
                    ExprKind::Literal(Literal::String(_)) => vec![not(format!("{written} in {holder}"))],
                    _ => Vec::new(),
                }
            }
            ExprKind::Call { function, args, .. } if matches!(function.as_ref(), "_/_" | "_%_") => {
                let Some(divisor) = args.get(1).map(|divisor| self.source(*divisor)) else {
                    return Vec::new();
                };
                vec![(format!("{divisor} != 0"), format!("{divisor} == 0"))]
            }
            ExprKind::Call { function, target, args } => {
                let subject = target.iter().chain(args).next().map(|subject| self.source(*subject));
                let check = CHECKS.iter().find(|(name, _)| name == function).map(|(_, check)| *check);
                let guard = subject.zip(check).map(|(subject, check)| not(check.replace('_', subject)));
                guard.into_iter().collect()
            }
            ExprKind::Ident(_) => vec![(format!("type({part}) == int"), format!("type({part}) != int"))],
            _ => Vec::new(),
        }
    }

    /// Whether the rule holds already where something does not: an alternative is negated, or a conjunction is. What is
    /// added to such a rule is one more of these cases; of any other rule it would let pass what the author wants
    /// refused.
    fn is_implication(&self) -> bool {
        let is = |id: &ExprId, names: &[&str]| match self.ast.kind(*id) {
            ExprKind::Call { function, .. } => names.contains(&function.as_ref()),
            _ => false,
        };
        let is_implied = |id: ExprId| match self.ast.kind(id) {
            ExprKind::Call { function, args, .. } => match function.as_ref() {
                functions::OR => args.iter().any(|arg| is(arg, &[functions::NOT, functions::NOT_EQUALS])),
                functions::NOT => args.iter().any(|arg| is(arg, &[functions::AND])),
                functions::CONDITIONAL => match args.as_slice() {
                    [_, _, otherwise] if self.is_true(*otherwise) => true,
                    [condition, then, _] => {
                        self.is_true(*then) && is(condition, &[functions::NOT, functions::NOT_EQUALS])
                    }
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        };
        let mut above = std::iter::successors(Some(self.target), |id| self.parent(*id));
        above.any(|id| !self.ast.expr(id).origin.expanded && is_implied(id))
    }

    fn is_true(&self, id: ExprId) -> bool {
        *self.ast.kind(id) == ExprKind::Literal(Literal::Bool(true))
    }

    /// Whether the rule is the likelier to hold if a condition does: `Some(false)` below a negation, and for what asks
    /// whether a rule counts (`_ ? … : true`); `None` where that depends on other values.
    fn is_positive(&self, condition: ExprId) -> Option<bool> {
        let (mut positive, mut at) = (true, condition);
        while let Some(parent) = self.parent(at) {
            match self.ast.kind(parent) {
                ExprKind::Call { function, args, .. } => match function.as_ref() {
                    functions::AND | functions::OR | functions::NOT_STRICTLY_FALSE => {}
                    functions::NOT => positive = !positive,
                    functions::CONDITIONAL => match args.as_slice() {
                        [condition, ..] if *condition != at => {}
                        [_, then, _] if self.is_true(*then) => {}
                        [_, _, otherwise] if self.is_true(*otherwise) => positive = !positive,
                        _ => return None,
                    },
                    _ => return None,
                },
                ExprKind::Comprehension(_) => {}
                _ => return None,
            }
            at = parent;
        }
        Some(positive)
    }

    /// Guards before each condition that the part is in, the smallest first: those with which the rule refuses what it
    /// failed on before those that let it pass, unless the rule is an implication. One that compares with the old value
    /// is not weakened: who may leave out a field may change it.
    fn conditions(&self) -> Vec<Vec<Rewrite>> {
        let up = std::iter::successors(Some(self.target), |id| self.parent(*id));
        let is_condition =
            |id: &ExprId| *self.checked.type_of(*id) == Type::Bool && !self.ast.expr(*id).origin.expanded;
        let levels: Vec<_> = up.filter(is_condition).map(|id| (id, self.is_positive(id))).collect();
        let guards = |id: ExprId, or_first: bool| -> Vec<Rewrite> {
            let both = |(safe, unsafe_): (String, String)| {
                let or = self.before(id, &format!("{unsafe_} || "), functions::OR);
                let and = self.before(id, &format!("{safe} && "), functions::AND);
                if or_first { [or, and] } else { [and, or] }
            };
            self.safe().into_iter().flat_map(both).collect()
        };
        if !self.is_transition && self.is_implication() {
            return levels.into_iter().map(|(id, positive)| guards(id, positive == Some(true))).collect();
        }
        // Below a negation, and in what is compared, a guard of the whole is easier to read.
        let (strict, others): (Vec<_>, Vec<_>) =
            levels.into_iter().partition(|(_, positive)| *positive == Some(true));
        strict.into_iter().chain(others).map(|(id, _)| guards(id, false)).collect()
    }

    /// Something before a condition, in brackets where what is around or in it would part them.
    fn before(&self, id: ExprId, guard: &str, operator: &str) -> Rewrite {
        let range = self.ast.expr(id).origin.range;
        let (before, behind) = (self.text.get(..range.start as usize), self.text.get(range.end as usize..));
        let in_brackets = before.is_some_and(|text| text.trim_end().ends_with('('))
            && behind.is_some_and(|text| text.trim_start().starts_with(')'));
        let is_loose = |parent: ExprId| match self.ast.kind(parent) {
            ExprKind::Call { function, .. } => {
                function == functions::OR
                    || function == functions::AND && operator == functions::AND
                    || function == functions::CONDITIONAL
            }
            ExprKind::Comprehension(_) => true,
            _ => false,
        };
        // What a macro makes around a predicate stands in the brackets of the macro.
        let outer = self.parent(id);
        let is_loose = in_brackets
            || outer.is_none_or(|parent| self.ast.expr(parent).origin.expanded || is_loose(parent));
        let inner = match self.ast.kind(id) {
            ExprKind::Call { function, .. } => {
                function == functions::CONDITIONAL || function == functions::OR && operator == functions::AND
            }
            _ => false,
        };
        let (open, close) = if is_loose { ("", "") } else { ("(", ")") };
        let (inner_open, inner_close) = if inner { ("(", ")") } else { ("", "") };
        Rewrite::around(
            self.text,
            range,
            &format!("{open}{guard}{inner_open}"),
            &format!("{inner_close}{close}"),
        )
    }

    /// The part as an optional value, with another in its place.
    fn optional(&self) -> Vec<Rewrite> {
        let mark = match self.ast.kind(self.target) {
            ExprKind::Select { .. } => self.ast.expr(self.target).origin.focus.start,
            ExprKind::Call { function, args, .. } if function == functions::INDEX => {
                let Some(index) = args.get(1) else { return Vec::new() };
                self.ast.expr(*index).origin.range.start
            }
            _ => return Vec::new(),
        };
        let mut whole = self.target;
        while let Some(parent) = self.parent(whole).filter(|parent| self.is_of(*parent, whole)) {
            whole = parent;
        }
        let insert = |at: u32, text: String| Edit { range: TextRange::empty(at), new_text: text };
        let mark = insert(mark, "?".to_owned());
        // `has` takes an optional value as it is.
        if let ExprKind::Select { test_only: true, .. } = self.ast.kind(whole) {
            return vec![Rewrite::new("use optional field access (`.?`)", vec![mark])];
        }
        let Some(zero) = zero(self.checked.type_of(whole)) else { return Vec::new() };
        let end = self.ast.expr(whole).origin.range.end;
        let title = format!("fall back to `{zero}` with `.orValue({zero})`");
        vec![Rewrite::new(title, vec![mark, insert(end, format!(".orValue({zero})"))])]
    }

    /// Whether an expression takes a field or an item of another.
    fn is_of(&self, id: ExprId, of: ExprId) -> bool {
        match self.ast.kind(id) {
            ExprKind::Select { operand, .. } => *operand == of,
            ExprKind::Call { function, args, .. } => {
                function == functions::INDEX && args.first() == Some(&of)
            }
            _ => false,
        }
    }
}

/// The value of a type that stands for none.
fn zero(t: &Type) -> Option<&'static str> {
    Some(match t.kind() {
        Kind::Int => "0",
        Kind::Double => "0.0",
        Kind::String => "''",
        Kind::Bool => "false",
        Kind::List => "[]",
        Kind::Map => "{}",
        _ => return None,
    })
}
