//! What a transition rule lets an update change, in words, where the rule shows it by its form.
//!
//! Knows the usual forms of rules on `self` and `oldSelf`; must not know schemas. Of another form nothing is said.

use crdls_cel::ast::{Ast, Comprehension, ExprId, ExprKind, Literal, functions};
use crdls_minors::Minor;
use crdls_rules::{Library, parsed};

use crate::screen::{first_line, one_line};

/// Whether a rule names `oldSelf`; false for one that cannot be read.
pub(crate) fn reads_old_self(rule: &str) -> bool {
    if !rule.contains("oldSelf") {
        return false;
    }
    parsed(rule, Library::of_new_rules(Minor::NEWEST)).ast.reads("oldSelf")
}

/// What an update may change by a rule: `can only grow`. Nothing for a rule that does not read `oldSelf`, and for one
/// whose form says nothing.
pub(crate) fn allowed_change(rule: &str) -> Option<String> {
    if !rule.contains("oldSelf") {
        return None;
    }
    let parsed = parsed(rule, Library::of_new_rules(Minor::NEWEST));
    let words = parsed.errors.is_empty().then(|| Form { ast: &parsed.ast }.words(parsed.ast.root))?;
    words.map(|words| words.join(" and "))
}

/// What there is to say of a transition rule: what may change, its message, the rule.
pub(crate) fn described(rule: &str, message: &str, change: Option<&str>) -> String {
    let rule = first_line(rule);
    let message = one_line(message);
    match (change, message.is_empty()) {
        (Some(change), true) => format!("on updates: {change} ({rule})"),
        (Some(change), false) => format!("on updates: {change} ({rule}; {message})"),
        (None, true) => format!("on updates: {rule}"),
        (None, false) => format!("on updates: {message} ({rule})"),
    }
}

/// A value of one of the two variables.
#[derive(PartialEq, Eq)]
struct ValueRef {
    old: bool,
    /// `.a.b`, empty for the variable itself.
    path: String,
}

impl ValueRef {
    /// What a sentence begins with.
    fn subject(&self) -> String {
        if self.path.is_empty() { String::new() } else { format!("`{}` ", self.path.trim_start_matches('.')) }
    }
}

struct Form<'a> {
    ast: &'a Ast,
}

impl Form<'_> {
    /// What an expression demands, one sentence without its beginning for each demand.
    fn words(&self, id: ExprId) -> Option<Vec<String>> {
        match self.ast.kind(id) {
            ExprKind::Call { function, target, args } => match (function.as_ref(), target, args.as_slice()) {
                (functions::AND, None, &[a, b]) => {
                    let mut both = self.words(a)?;
                    both.extend(self.words(b)?);
                    Some(both)
                }
                (functions::OR, None, &[a, b]) => self.guarded(a, b).or_else(|| self.guarded(b, a)),
                ("startsWith", Some(target), &[start]) => {
                    let (new, old) = (self.value(*target)?, self.value(start)?);
                    let is_change = !new.old && old.old && new.path == old.path;
                    is_change.then(|| vec![format!("{}can only be extended at its end", new.subject())])
                }
                (operator, None, &[a, b]) => self.compared(operator, a, b).map(|words| vec![words]),
                _ => None,
            },
            ExprKind::Comprehension(fold) => self.all_in(fold).map(|words| vec![words]),
            _ => None,
        }
    }

    /// `a || b`, where `a` is that there is no old value.
    fn guarded(&self, a: ExprId, b: ExprId) -> Option<Vec<String>> {
        if let (Some(missing), Some(there)) = (self.absent(a), self.present(b))
            && missing.old != there.old
            && missing.path == there.path
        {
            let words = if missing.old { "cannot be removed" } else { "cannot be added" };
            return Some(vec![format!("{}{words}", there.subject())]);
        }
        if self.has_no_value(a) {
            return self.words(b);
        }
        if let (Some(was), Some(is)) = (self.negated(a).and_then(|a| self.value(a)), self.value(b))
            && was.old
            && !is.old
            && was.path == is.path
        {
            return Some(vec![format!("{}cannot go back to `false`", is.subject())]);
        }
        let unset = self.absent(a).or_else(|| self.empty(a)).filter(|value| value.old)?;
        let both = self.conjuncts(b);
        let demands =
            both.into_iter().filter(|part| self.present(*part).is_none_or(|new| new.path != unset.path));
        let mut words = Vec::new();
        for demand in demands {
            words.extend(self.words(demand)?);
        }
        (!words.is_empty())
            .then(|| words.into_iter().map(|words| format!("{words} once it is set")).collect())
    }

    /// `self.a == oldSelf.a` and the like.
    fn compared(&self, operator: &str, a: ExprId, b: ExprId) -> Option<String> {
        if let (Some(new), Some(old)) = (self.present(a), self.present(b))
            && operator == "_==_"
            && new.path == old.path
            && new.old != old.old
        {
            return Some(format!("{}can neither be added nor removed", new.subject()));
        }
        let sized = [self.sized(a), self.sized(b)];
        let of_size = sized.iter().all(Option::is_some);
        let [a, b] = if of_size { sized } else { [self.value(a), self.value(b)] };
        let (a, b) = (a?, b?);
        if a.path != b.path || a.old == b.old {
            return None;
        }
        let turned = match operator {
            "_<_" => "_>_",
            "_<=_" => "_>=_",
            "_>_" => "_<_",
            "_>=_" => "_<=_",
            other => other,
        };
        let words = match (if a.old { turned } else { operator }, of_size) {
            ("_==_", false) => "cannot change",
            ("_==_", true) => "must keep its size",
            ("_!=_", false) => "must change with every update",
            ("_>=_", false) => "can only grow",
            ("_>=_", true) => "cannot get shorter",
            ("_>_", false) => "must grow with every update",
            ("_<=_", false) => "can only shrink",
            ("_<=_", true) => "cannot get longer",
            ("_<_", false) => "must shrink with every update",
            _ => return None,
        };
        Some(format!("{}{words}", a.subject()))
    }

    /// `oldSelf.all(x, x in self)`
    fn all_in(&self, fold: &Comprehension) -> Option<String> {
        let from = self.value(fold.iter_range)?;
        let ExprKind::Call { function, args, .. } = self.ast.kind(fold.step) else { return None };
        let &[_, predicate] = args.as_slice() else { return None };
        let ExprKind::Call { function: test, args, .. } = self.ast.kind(predicate) else { return None };
        let &[element, to] = args.as_slice() else { return None };
        let is_element = matches!(self.ast.kind(element), ExprKind::Ident(name) if *name == fold.iter_var);
        let to = self.value(to)?;
        let fits =
            function == functions::AND && test == functions::IN && is_element && fold.iter_var2.is_none();
        if !fits || from.path != to.path || from.old == to.old {
            return None;
        }
        let words =
            if from.old { "can get more entries, but lose none" } else { "can lose entries, but get none" };
        Some(format!("{}{words}", from.subject()))
    }

    /// The value that `self.a.b`, `oldSelf` or `oldSelf.value()` is.
    fn value(&self, id: ExprId) -> Option<ValueRef> {
        match self.ast.kind(id) {
            ExprKind::Ident(name) => match name.as_ref() {
                "self" => Some(ValueRef { old: false, path: String::new() }),
                "oldSelf" => Some(ValueRef { old: true, path: String::new() }),
                _ => None,
            },
            ExprKind::Select { operand, field, test_only: false } => self.below(*operand, field),
            ExprKind::Call { function, target: Some(target), args }
                if function == "value" && args.is_empty() =>
            {
                self.value(*target).filter(|value| value.old)
            }
            _ => None,
        }
    }

    fn below(&self, operand: ExprId, field: &str) -> Option<ValueRef> {
        let value = self.value(operand)?;
        let name = crdls_rules::unescape(field).unwrap_or(field.into());
        Some(ValueRef { path: format!("{}.{name}", value.path), ..value })
    }

    /// `has(self.a)`
    fn present(&self, id: ExprId) -> Option<ValueRef> {
        match self.ast.kind(id) {
            ExprKind::Select { operand, field, test_only: true } => self.below(*operand, field),
            _ => None,
        }
    }

    /// `!has(self.a)`
    fn absent(&self, id: ExprId) -> Option<ValueRef> {
        self.present(self.negated(id)?)
    }

    fn negated(&self, id: ExprId) -> Option<ExprId> {
        match self.ast.kind(id) {
            ExprKind::Call { function, target: None, args } if function == functions::NOT => {
                args.first().copied()
            }
            _ => None,
        }
    }

    /// `!oldSelf.hasValue()`
    fn has_no_value(&self, id: ExprId) -> bool {
        let Some(ExprKind::Call { function, target: Some(target), .. }) =
            self.negated(id).map(|id| self.ast.kind(id))
        else {
            return false;
        };
        function == "hasValue" && self.value(*target).is_some_and(|value| value.old)
    }

    /// The value that an expression says is empty: `oldSelf == ''`, `size(oldSelf) == 0`.
    fn empty(&self, id: ExprId) -> Option<ValueRef> {
        let ExprKind::Call { function, target: None, args } = self.ast.kind(id) else { return None };
        let &[value, literal] = args.as_slice() else { return None };
        let ExprKind::Literal(literal) = self.ast.kind(literal) else { return None };
        let is_empty = match literal {
            Literal::Null | Literal::Int(0) => true,
            Literal::String(text) => text.is_empty(),
            _ => false,
        };
        let value = self.value(value).or_else(|| self.sized(value));
        value.filter(|_| function == "_==_" && is_empty)
    }

    /// The value whose size an expression is.
    fn sized(&self, id: ExprId) -> Option<ValueRef> {
        match self.ast.kind(id) {
            ExprKind::Call { function, target, args } if function == "size" => {
                self.value(*target.iter().chain(args).next()?)
            }
            _ => None,
        }
    }

    /// The parts of `a && b && c`.
    fn conjuncts(&self, id: ExprId) -> Vec<ExprId> {
        match self.ast.kind(id) {
            ExprKind::Call { function, target: None, args } if function == functions::AND => {
                args.iter().flat_map(|part| self.conjuncts(*part)).collect()
            }
            _ => vec![id],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::allowed_change;

    #[test]
    fn usual_forms() {
        for (rule, words) in [
            ("self == oldSelf", "cannot change"),
            ("oldSelf <= self", "can only grow"),
            ("self > oldSelf", "must grow with every update"),
            ("self.a.b <= oldSelf.a.b", "`a.b` can only shrink"),
            ("size(self) >= size(oldSelf)", "cannot get shorter"),
            ("self.size() <= oldSelf.size()", "cannot get longer"),
            ("oldSelf.all(x, x in self)", "can get more entries, but lose none"),
            ("self.list.all(x, x in oldSelf.list)", "`list` can lose entries, but get none"),
            ("!has(oldSelf.a) || has(self.a)", "`a` cannot be removed"),
            ("has(self.a) == has(oldSelf.a)", "`a` can neither be added nor removed"),
            ("!has(oldSelf.a) || self.a == oldSelf.a", "`a` cannot change once it is set"),
            ("!has(oldSelf.a) || (has(self.a) && self.a == oldSelf.a)", "`a` cannot change once it is set"),
            ("oldSelf == '' || self == oldSelf", "cannot change once it is set"),
            ("self == oldSelf || oldSelf.size() == 0", "cannot change once it is set"),
            ("!oldSelf.on || self.on", "`on` cannot go back to `false`"),
            ("!oldSelf.hasValue() || self == oldSelf.value()", "cannot change"),
            (
                "self.name == oldSelf.name && self.__namespace__ == oldSelf.__namespace__",
                "`name` cannot change and `namespace` cannot change",
            ),
            ("self.startsWith(oldSelf)", "can only be extended at its end"),
        ] {
            assert_eq!(allowed_change(rule).as_deref(), Some(words), "{rule}");
        }
    }

    #[test]
    fn of_other_forms_nothing_is_said() {
        for rule in [
            "self > 3",
            "self.mode != 'x' || self.a == oldSelf.a",
            "self.a == oldSelf.b",
            "oldSelf.all(o, self.exists(s, s.name == o.name))",
            "!(self == 'high' && oldSelf == 'low')",
            "self == oldSelf ||",
            "",
        ] {
            assert_eq!(allowed_change(rule), None, "{rule}");
        }
    }
}
