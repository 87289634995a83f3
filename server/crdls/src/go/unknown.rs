//! The nodes of a generated CRD whose types are not found, and which findings depend on them.

use crdls_crd::codes::{CEL_SYNTAX, CEL_TYPE, CEL_UNDECLARED_REFERENCE};
use crdls_generate::{Data, Item};
use crdls_report::{FieldPath, Finding, PathStep};
use crdls_resource::RULE_ERROR;

/// The places of types that are not found.
#[derive(Debug, Default)]
pub(super) struct UnknownNodes(Vec<FieldPath>);

/// An expression in which something is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expression<'t> {
    /// What is before the finding.
    pub before: &'t str,
    /// What the finding marks.
    pub marked: &'t str,
    /// What comes after it.
    pub after: &'t str,
}

impl UnknownNodes {
    /// Those in a CRD.
    pub(super) fn of(crd: &Item) -> Self {
        let mut found = Vec::new();
        unknown_nodes(crd, &FieldPath::default(), false, &mut found);
        Self(found)
    }

    /// The paths of these nodes.
    pub(super) fn paths(&self) -> &[FieldPath] {
        &self.0
    }

    /// Whether all types are found.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a finding depends on a type that is not found: it is at one or below it, or its expression may see one.
    pub(super) fn decide(&self, finding: &Finding, expression: Option<Expression<'_>>) -> bool {
        if self.is_empty() || *finding.code == CEL_SYNTAX {
            return false;
        }
        // A rule that does not compile is reported where it is, not in the values that it is run on.
        let does_not_compile =
            || finding.server.as_ref().is_some_and(|server| server.detail.starts_with("rule compile error"));
        if *finding.code == RULE_ERROR && does_not_compile() {
            return true;
        }
        let steps = finding.path.steps();
        // What a node has of its own is known: of a struct that embeds a type, its fields.
        let is_known = |way: &[PathStep]| matches!(way, [PathStep::Name(name), PathStep::Key(_), ..] if &**name == "properties");
        let mut around = self.0.iter().filter_map(|open| steps.strip_prefix(open.steps()));
        if around.any(|way| !is_known(way)) {
            return true;
        }
        let before = |name: &str| steps.iter().position(|step| step.member() == Some(name));
        if let Some(list) = before("x-kubernetes-list-map-keys").and_then(|at| steps.get(..at)) {
            let is_of_items = |way: &[PathStep]| way == [PathStep::name("items")];
            return self.0.iter().filter_map(|open| open.steps().strip_prefix(list)).any(is_of_items);
        }
        let rules = before("x-kubernetes-validations");
        let Some(node) = rules.or_else(|| finding.code.name.starts_with("cel-").then_some(steps.len()))
        else {
            return false;
        };
        // The cost of an expression depends on types that it does not name.
        let expression = expression.filter(|_| !finding.code.name.ends_with("-cost"));
        // What an expression calls depends on no type.
        if expression.is_some() && *finding.code == CEL_UNDECLARED_REFERENCE {
            return false;
        }
        // A field of `self` depends on its own type: rules do not see one without.
        let field = expression.filter(|at| at.is_at_field_of_self()).map(|at| at.marked);
        let expression = expression.map(|at| if *finding.code == CEL_TYPE { at.narrowed() } else { at });
        let below = self.0.iter().filter_map(|open| open.steps().strip_prefix(steps.get(..node)?));
        let mut below = below.filter(|way| match field {
            Some(field) => way.iter().find_map(key).is_some_and(|name| is_named(name, field)),
            None => expression.is_none_or(|at| at.may_reach(way)),
        });
        below.next().is_some()
    }
}

/// Whether a rule may see a missing type, to which some steps lead from the rule's node.
pub(super) fn may_see(rule: &str, way: &[PathStep]) -> bool {
    Expression { before: "", marked: rule, after: "" }.may_reach(way)
}

/// Adds the places of types that are not found. `is_named`: the members of the value are names of the author's.
fn unknown_nodes(item: &Item, path: &FieldPath, is_named: bool, found: &mut Vec<FieldPath>) {
    match &item.data {
        Data::Map(members) => {
            if item.is_unknown {
                found.push(path.clone());
            }
            for member in members.iter() {
                let below = if is_named { path.key(&member.name) } else { path.child(&member.name) };
                let names = !is_named && matches!(&*member.name, "properties" | "patternProperties");
                unknown_nodes(&member.value, &below, names, found);
            }
        }
        Data::List(items) => {
            let below = items.iter().enumerate();
            below.for_each(|(index, item)| unknown_nodes(item, &path.item(index), false, found));
        }
        _ => {}
    }
}

impl Expression<'_> {
    /// Whether the finding is at the name of a field of `self`.
    fn is_at_field_of_self(self) -> bool {
        let is_self = |word: &str| matches!(word, "self" | "oldSelf");
        let operand = self.before.trim_end().strip_suffix('.').unwrap_or("").trim_end();
        let word = operand.rsplit(|c| !is_of_name(c) && c != '.').next().unwrap_or("");
        is_self(word)
    }

    /// The marked part alone, if it names nothing but `self`.
    fn narrowed(self) -> Self {
        let mut words = self.marked.split(|c| !is_of_name(c) && c != '.');
        let is_of_self = |word: &str| {
            let root = word.split('.').next().unwrap_or("");
            root.is_empty()
                || root.starts_with(|c: char| c.is_ascii_digit())
                || matches!(root, "self" | "oldSelf")
        };
        if words.all(is_of_self) { Self { before: "", after: "", ..self } } else { self }
    }

    /// Whether an expression on a node may reach what is some steps below it: it names each field on the way.
    fn may_reach(self, way: &[PathStep]) -> bool {
        let mut names = way.iter().filter_map(key);
        names.all(|name| {
            let mut words = [self.before, self.marked, self.after]
                .into_iter()
                .flat_map(|part| part.split(|c| !is_of_name(c)));
            words.any(|word| is_named(name, word)) || !name.chars().all(is_of_name)
        })
    }
}

/// The name of a property.
fn key(step: &PathStep) -> Option<&str> {
    match step {
        PathStep::Key(name) => Some(name),
        PathStep::Name(_) | PathStep::Index(_) => None,
    }
}

/// Whether a word of an expression is a property, which is escaped if it has other characters or is a word of CEL:
/// `__dash__`, `__namespace__`.
fn is_named(property: &str, word: &str) -> bool {
    word == property || word.trim_matches('_') == property || word.contains("__")
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_see_what_they_name() {
        let at = |before, marked, after| Expression { before, marked, after };
        let way =
            FieldPath::default().child("properties").key("spec").child("properties").key("pod-template");
        assert!(at("self.spec['x']", "y", "").may_reach(way.steps()));
        assert!(!at("self.status", "y", " > 1").may_reach(way.steps()));
        assert!(at("", "self", ".all(x, true)").may_reach(&[PathStep::name("items")]));
        for before in ["a && self.", "oldSelf.", "has(self.", "self . "] {
            assert!(at(before, "b", " == 1").is_at_field_of_self(), "{before}");
        }
        for before in ["self.a.", "myself.", "has(x.", ""] {
            assert!(!at(before, "b", "").is_at_field_of_self(), "{before}");
        }
        let spec = way.steps().get(..2).unwrap_or_default();
        assert!(!at("self.spec && ", "self.a == 17", "").narrowed().may_reach(spec));
        assert!(at("self.spec.all(x, ", "x == 17", ")").narrowed().may_reach(spec));
    }
}
