//! What each part of an expression comes to on values: the tree of its sub-expressions.
//!
//! Each part is evaluated by itself, as an expression of its own, with the variables of the macros around it bound to the
//! element that decides the macro. What the server does not evaluate, since an operand before it decides, has no value.

use std::sync::Arc;

use crdls_cel::ast::Name;
use crdls_cel::checker::{Checked, LocalVariable, check};
use crdls_cel::eval::{Error, Evaluation, Outcome, Value, Variables};
use crdls_cel::lower::parse_expression;
use crdls_cel::report;
use crdls_cel::syntax::{NodeId, NodeKind, TokenKind, Tree};
use crdls_cel::types::Type;
use crdls_cel::validate::{Validator, validate};
use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_text::TextRange;
use crdls_values::Json;

use super::{Data, Program, Subject, ValueSchema, shown};
use crate::objects::ObjectTypes;
use crate::{Declaration, Library, Terms, variables};

/// A part of an expression, and its value.
#[derive(Clone, Debug)]
pub struct EvaluatedPart {
    /// The text of the part in the expression.
    pub range: TextRange,
    /// The outcome; `None` where the part is not evaluated.
    pub outcome: Option<Outcome>,
    /// The variables of a macro that this part is in as its first one, each with its value.
    pub bound: Vec<(Name, Outcome)>,
    /// Which element of what the macro goes over they are.
    pub element: Option<BoundElement>,
    /// The parts inside, in the order of the text. Literals and names of variables are left out.
    pub parts: Vec<EvaluatedPart>,
}

/// The element that the variables of a macro are bound to.
#[derive(Clone, Debug)]
pub enum BoundElement {
    /// An item of a list, from 0.
    Item(usize),
    /// The entry of a map with this key.
    Key(Value),
    /// The value of an optional one.
    Optional,
}

impl EvaluatedPart {
    /// The truth value; `None` where the part has another value, an error, or none.
    pub fn truth(&self) -> Option<bool> {
        match &self.outcome {
            Some(Ok(Value::Bool(value))) => Some(*value),
            _ => None,
        }
    }

    /// The value as text, in at most so many characters; an error as its words, `None` where the part is not evaluated.
    pub fn value(&self, most: usize) -> Option<Result<String, &str>> {
        let outcome = self.outcome.as_ref()?;
        Some(outcome.as_ref().map(|_| shown(outcome, most)).map_err(Error::words))
    }

    /// The type of its value at run time.
    pub fn type_name(&self) -> Option<&str> {
        self.outcome.as_ref()?.as_ref().ok().map(Value::type_name)
    }

    /// The variables of [`Self::bound`], as texts.
    pub fn variables(&self, most: usize) -> impl Iterator<Item = (&str, String)> {
        self.bound.iter().map(move |(name, value)| (&**name, shown(value, most)))
    }
}

/// An expression with its parts, on the values that it was evaluated on.
#[derive(Clone, Debug)]
pub struct EvaluatedExpression {
    /// The whole.
    pub whole: EvaluatedPart,
    /// The cost of the run of the whole.
    pub cost: u64,
    /// Whether it reads the value that is replaced.
    pub uses_old_self: bool,
}

/// So many elements of a list or map are tried to find the one that decides a macro.
const MOST_ELEMENTS: usize = 10_000;

/// Evaluates an expression of any type, and its parts. `resource` for the schema of a resource. An error has the words of
/// the server for what keeps it from compiling.
pub fn evaluated(
    text: &str,
    schema: Schema<'_>,
    resource: bool,
    optional_old_self: bool,
    minor: Minor,
    (new, old): (&Json, Option<&Json>),
) -> Result<EvaluatedExpression, String> {
    let declaration =
        Declaration::of(schema, resource, minor).ok_or_else(|| "rules see no type here".to_owned())?;
    let declaration = Arc::new(declaration);
    let library = Library::of_stored_rules(minor);
    let shape = Arc::new(ValueSchema::of(schema, resource, minor));
    let subject = Subject::new(&Data::of(new), old.map(Data::of).as_ref(), &shape);
    let parsed = parse_expression(text, &library.dialect);
    if !parsed.errors.is_empty() {
        return Err(report::syntax_errors(text, &parsed.errors));
    }
    let run = PartsRun {
        text,
        tree: &parsed.tree,
        library,
        types: library.object_types(&declaration),
        variables: variables(Terms { declaration: &declaration, minor, optional_old_self }),
        subject: if optional_old_self { subject.with_optional_old_self() } else { subject },
        minor,
    };
    let whole =
        run.compiled(text, &Scope::default()).map_err(|errors| report::check_errors(text, &errors))?;
    let evaluation = run.evaluation(&whole, &Scope::default());
    let root = run.below(parsed.tree.root, &whole.locals, &Scope::default(), evaluation.result);
    let names = whole.ast.ids().map(|id| whole.reference(id));
    let uses_old_self = names.into_iter().any(crate::compile::is_old_self);
    Ok(EvaluatedExpression { whole: root, cost: evaluation.cost, uses_old_self })
}

/// The variables of macros around a part.
#[derive(Clone, Debug, Default)]
struct Scope(Vec<(Name, Type, Outcome)>);

impl Scope {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(its, ..)| its == name)
    }
}

/// The values of all variables of a part.
struct BoundVariables<'r> {
    subject: &'r Subject,
    scope: &'r Scope,
}

impl Variables for BoundVariables<'_> {
    fn get(&self, name: &str) -> Option<Outcome> {
        let bound = self.scope.0.iter().rev().find(|(its, ..)| its == name);
        bound.map_or_else(|| self.subject.get(name), |(.., value)| Some(value.clone()))
    }
}

/// The state that the evaluation of all parts shares.
struct PartsRun<'r> {
    text: &'r str,
    tree: &'r Tree,
    library: &'static Library,
    types: ObjectTypes<'r>,
    variables: [(&'static str, Type); 2],
    subject: Subject,
    minor: Minor,
}

impl PartsRun<'_> {
    /// A text as an expression of its own.
    fn compiled(&self, text: &str, scope: &Scope) -> Result<Checked, Vec<crdls_cel::checker::CheckError>> {
        let mut variables: Vec<(&str, Type)> = self.variables.to_vec();
        for (name, t, _) in &scope.0 {
            variables.retain(|(its, _)| its != name);
            variables.push((name, t.clone()));
        }
        let environment = self.library.environment(&variables, &self.types);
        let parsed = parse_expression(text, &self.library.dialect);
        let mut checked = check(parsed.ast, &environment);
        if checked.errors.is_empty() {
            checked.errors = validate(&checked, Validator::ALL, self.library.dialect.edition);
        }
        if checked.errors.is_empty() { Ok(checked) } else { Err(checked.errors) }
    }

    fn evaluation(&self, checked: &Checked, scope: &Scope) -> Evaluation {
        match Program::new(checked, self.minor) {
            Ok(program) => program.run_with(&BoundVariables { subject: &self.subject, scope }),
            Err(error) => Evaluation { result: Err(error), cost: 0, cancelled: false },
        }
    }

    /// The outcome of a node alone; `None` where it is not an expression by itself, such as a namespace.
    fn value(&self, node: NodeId, scope: &Scope) -> Option<Outcome> {
        let checked = self.compiled(self.tree.node(node).range.of(self.text), scope).ok()?;
        Some(self.evaluation(&checked, scope).result)
    }

    /// A part with its own parts; nothing for what is no part of its own.
    fn part(&self, node: NodeId, locals: &[LocalVariable], scope: &Scope) -> Option<EvaluatedPart> {
        match &self.tree.node(node).kind {
            NodeKind::Literal { .. } | NodeKind::Missing | NodeKind::Error { .. } => None,
            NodeKind::Paren { inner } => self.part(*inner, locals, scope),
            NodeKind::Ident { name, .. } if scope.has(name.of(self.text)) => None,
            _ => Some(self.below(node, locals, scope, self.value(node, scope)?)),
        }
    }

    fn part_of(&self, node: NodeId, outcome: Outcome, parts: Vec<EvaluatedPart>) -> EvaluatedPart {
        let range = self.tree.node(node).range;
        EvaluatedPart { range, outcome: Some(outcome), bound: Vec::new(), element: None, parts }
    }

    /// The parts of a node whose value is known.
    fn below(
        &self,
        node: NodeId,
        locals: &[LocalVariable],
        scope: &Scope,
        outcome: Outcome,
    ) -> EvaluatedPart {
        let all = |ids: &mut dyn Iterator<Item = NodeId>| -> Vec<EvaluatedPart> {
            ids.filter_map(|id| self.part(id, locals, scope)).collect()
        };
        let parts = match &self.tree.node(node).kind {
            NodeKind::Paren { inner } => return self.below(*inner, locals, scope, outcome),
            NodeKind::Logic { op, terms, .. } => self.terms(*op == TokenKind::OrOr, terms, locals, scope),
            NodeKind::Ternary { condition, then, otherwise, .. } => {
                self.ternary([*condition, *then, *otherwise], locals, scope)
            }
            NodeKind::Call { name, args, .. } if name.of(self.text) == "has" && args.len() == 1 => Vec::new(),
            NodeKind::Call { target: Some(target), args, open, .. } => {
                let bound: Vec<_> = locals.iter().filter(|local| is_of_macro(local, *open)).collect();
                match bound.is_empty() {
                    true => all(&mut std::iter::once(*target).chain(args.iter().copied())),
                    false => self.in_macro(node, *target, args, &bound, locals, scope),
                }
            }
            NodeKind::Select { operand, .. } if self.is_path(*operand) => Vec::new(),
            NodeKind::Index { operand, index, .. } if self.is_path(*operand) => {
                all(&mut std::iter::once(*index))
            }
            kind => {
                let mut children = Vec::new();
                kind.for_each_child(|child| children.push(child));
                all(&mut children.into_iter())
            }
        };
        self.part_of(node, outcome, parts)
    }

    /// Whether a node is a variable with fields and indices: the values on the way are seen in its own.
    fn is_path(&self, node: NodeId) -> bool {
        match &self.tree.node(node).kind {
            NodeKind::Ident { .. } => true,
            NodeKind::Select { operand, .. } => self.is_path(*operand),
            NodeKind::Index { operand, index, .. } => {
                self.is_path(*operand) && matches!(self.tree.node(*index).kind, NodeKind::Literal { .. })
            }
            _ => false,
        }
    }

    /// A part that the server does not evaluate.
    fn skipped(&self, node: NodeId) -> Option<EvaluatedPart> {
        let kind = &self.tree.node(node).kind;
        let range = self.tree.node(node).range;
        let is_literal = matches!(kind, NodeKind::Literal { .. });
        (!is_literal).then(|| EvaluatedPart {
            range,
            outcome: None,
            bound: Vec::new(),
            element: None,
            parts: Vec::new(),
        })
    }

    /// The terms of `||`, where `stop` is true, or of `&&`: those after the first that decides are skipped.
    fn terms(
        &self,
        stop: bool,
        terms: &[NodeId],
        locals: &[LocalVariable],
        scope: &Scope,
    ) -> Vec<EvaluatedPart> {
        let mut parts = Vec::new();
        let mut is_decided = false;
        for term in terms {
            if is_decided {
                parts.extend(self.skipped(*term));
                continue;
            }
            let part = self.part(*term, locals, scope);
            is_decided = match &part {
                Some(part) => matches!(part.outcome, Some(Ok(Value::Bool(value))) if value == stop),
                None => matches!(self.value(*term, scope), Some(Ok(Value::Bool(value))) if value == stop),
            };
            parts.extend(part);
        }
        parts
    }

    fn ternary(
        &self,
        [condition, then, otherwise]: [NodeId; 3],
        locals: &[LocalVariable],
        scope: &Scope,
    ) -> Vec<EvaluatedPart> {
        let chosen = match self.value(condition, scope) {
            Some(Ok(Value::Bool(value))) => Some(value),
            _ => None,
        };
        let branch = |node, which| match chosen == Some(which) {
            true => self.part(node, locals, scope),
            false => self.skipped(node),
        };
        [self.part(condition, locals, scope), branch(then, true), branch(otherwise, false)]
            .into_iter()
            .flatten()
            .collect()
    }

    /// The parts of a macro: what it goes over, and its arguments for the element that decides it.
    fn in_macro(
        &self,
        node: NodeId,
        target: NodeId,
        args: &[NodeId],
        bound: &[&LocalVariable],
        locals: &[LocalVariable],
        scope: &Scope,
    ) -> Vec<EvaluatedPart> {
        let mut parts: Vec<_> = self.part(target, locals, scope).into_iter().collect();
        let Some(Ok(range)) = self.value(target, scope) else { return parts };
        let bodies = args.get(bound.len()..).unwrap_or_default();
        let turns = turns(&range, bound.len());
        let scopes = turns.into_iter().map(|(element, turn)| {
            let values =
                bound.iter().zip(turn).map(|(local, value)| (local.name.clone(), local.t.clone(), value));
            (element, Scope(scope.0.iter().cloned().chain(values).collect()))
        });
        let NodeKind::Call { name, .. } = &self.tree.node(node).kind else { return parts };
        let decides = self.deciding(name.of(self.text), bodies.first().copied(), scopes.collect());
        let Some((element, inner)) = decides else {
            parts.extend(bodies.iter().filter_map(|body| self.skipped(*body)));
            return parts;
        };
        let mut own: Vec<_> = bodies.iter().filter_map(|body| self.part(*body, locals, &inner)).collect();
        if let Some(first) = own.first_mut() {
            let values = inner.0.iter().skip(scope.0.len());
            first.bound = values.map(|(name, _, value)| (name.clone(), value.clone())).collect();
            first.element = Some(element);
        }
        parts.append(&mut own);
        parts
    }

    /// The variables for the element that decides a macro: of `all` the first that is false, of `exists` the first that is
    /// true, then the first whose body fails, then the first.
    fn deciding(
        &self,
        name: &str,
        body: Option<NodeId>,
        scopes: Vec<(BoundElement, Scope)>,
    ) -> Option<(BoundElement, Scope)> {
        let wanted = match name {
            "all" => Some(false),
            "exists" => Some(true),
            _ => None,
        };
        let (_, first) = scopes.first()?;
        if let (Some(wanted), Some(body)) = (wanted, body)
            && let Ok(checked) = self.compiled(self.tree.node(body).range.of(self.text), first)
            && let Ok(program) = Program::new(&checked, self.minor)
        {
            let mut failing = None;
            for one in &scopes {
                match program.run_with(&BoundVariables { subject: &self.subject, scope: &one.1 }).result {
                    Ok(Value::Bool(value)) if value == wanted => return Some(one.clone()),
                    Err(_) => failing = failing.or(Some(one)),
                    Ok(_) => {}
                }
            }
            if let Some(failing) = failing {
                return Some(failing.clone());
            }
        }
        scopes.into_iter().next()
    }
}

/// Whether a variable belongs to the macro with this opening bracket: not to one inside of it, and not one of the names
/// that the macro itself makes.
fn is_of_macro(local: &LocalVariable, open: TextRange) -> bool {
    let is_written = local.name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !local.name.starts_with("__");
    is_written && open.touches(local.scope.start)
}

/// The values of a macro's variables, element by element.
fn turns(range: &Value, variables: usize) -> Vec<(BoundElement, Vec<Outcome>)> {
    let two = variables > 1;
    match range {
        Value::List(list) => {
            let turn = |at: usize| match two {
                true => vec![Ok(Value::Int(at as i64)), list.get(at)],
                false => vec![list.get(at)],
            };
            (0..list.len().min(MOST_ELEMENTS)).map(|at| (BoundElement::Item(at), turn(at))).collect()
        }
        Value::Map(map) => {
            let turn = |key: &Value| match two {
                true => vec![Ok(key.clone()), map.get(key)],
                false => vec![Ok(key.clone())],
            };
            let keys = map.keys().into_iter().take(MOST_ELEMENTS);
            keys.map(|key| (BoundElement::Key(key.clone()), turn(&key))).collect()
        }
        Value::Optional(Some(value)) => vec![(BoundElement::Optional, vec![Ok((**value).clone())])],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use crdls_manifest::{decode, fields};
    use crdls_report::{Config, Path};
    use crdls_values::json::Reader;
    use crdls_yaml::Tree;

    use super::*;

    const SCHEMA: &str = "{type: object, properties: {a: {type: string}, size: {type: integer}, \
        tags: {type: array, items: {type: string}}, zones: {type: object, additionalProperties: {type: integer}}}}";
    const OBJECT: &str = "{size: 3, tags: [one, two], zones: {top: 1, bottom: 9}}";

    /// The parts as lines: the value, and the text indented by its depth.
    fn shown(rule: &str) -> Vec<String> {
        let (of_schema, of_object) = (Tree::parse(SCHEMA), Tree::parse(OBJECT));
        let schema = of_schema.root(SCHEMA, &of_schema.documents()[0]).expect("a schema");
        let object = of_object.root(OBJECT, &of_object.documents()[0]).expect("an object");
        let decoded = decode::decode(schema, &fields::JSON_SCHEMA_PROPS, &Path::EMPTY, &Config::default());
        let object = Reader::default().read(object);
        let schema = Schema::new(&decoded.object);
        let found =
            evaluated(rule, schema, false, false, Minor::NEWEST, (&object, None)).expect("it compiles");
        let mut lines = Vec::new();
        let mut open = vec![(0, &found.whole)];
        while let Some((depth, part)) = open.pop() {
            let value = part.outcome.as_ref().map_or_else(
                || "-".to_owned(),
                |outcome| outcome.as_ref().map_or_else(ToString::to_string, ToString::to_string),
            );
            let bound: Vec<_> = part
                .bound
                .iter()
                .map(|(name, value)| format!("{name}={}", value.as_ref().expect("a value")))
                .collect();
            let text = part.range.of(rule);
            lines.push(format!("{:depth$}{value}: {text} {}", "", bound.join(" ")).trim_end().to_owned());
            open.extend(part.parts.iter().rev().map(|part| (depth + 1, part)));
        }
        lines
    }

    #[test]
    fn parts_have_values() {
        assert_eq!(
            shown("has(self.a) || (self.size > 2 && self.tags.size() == 2)"),
            [
                "true: has(self.a) || (self.size > 2 && self.tags.size() == 2)",
                " false: has(self.a)",
                " true: self.size > 2 && self.tags.size() == 2",
                "  true: self.size > 2",
                "   3: self.size",
                "  true: self.tags.size() == 2",
                "   2: self.tags.size()",
                "    [one, two]: self.tags",
            ]
        );
    }

    #[test]
    fn the_element_that_decides_is_shown() {
        assert_eq!(
            shown("self.tags.all(t, t != 'two')"),
            ["false: self.tags.all(t, t != 'two')", " [one, two]: self.tags", " false: t != 'two' t=two",]
        );
        assert_eq!(
            shown("self.zones.exists(k, v, v > 5)").last().map(String::as_str),
            Some(" true: v > 5 k=bottom v=9")
        );
    }

    #[test]
    fn what_is_not_evaluated_has_no_value() {
        assert_eq!(
            shown("has(self.a) ? self.a == 'x' : self.size == 3"),
            [
                "true: has(self.a) ? self.a == 'x' : self.size == 3",
                " false: has(self.a)",
                " -: self.a == 'x'",
                " true: self.size == 3",
                "  3: self.size",
            ]
        );
        assert_eq!(
            shown("has(self.a) && self.a == 'x'"),
            ["false: has(self.a) && self.a == 'x'", " false: has(self.a)", " -: self.a == 'x'"]
        );
    }
}
