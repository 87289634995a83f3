//! The rules of a schema, compiled.
//!
//! Mirrors `NewValidator` of k8s.io/apiextensions-apiserver v0.37.2 (pkg/apiserver/schema/cel/validation.go)
//! and `compileRule` (compilation.go).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::program::Program;
use super::shape::Shape;
use crate::cel::{Compiled, Declaration, Purpose, Terms, compile, escape};
use crate::model::{OrBool, Schema, ValidationRule};
use crate::validate::field_path;
use crate::{ErrorType, Minor};

/// All rules of a schema, ready to be held against objects. Made once for each version of a CRD.
#[derive(Debug)]
pub struct Rules(pub(super) Node);

/// The rules of a node and of those below it.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) t: Box<str>,
    pub(super) rules: Vec<Rule>,
    /// Why no rule of the node can be run.
    pub(super) broken: Option<&'static str>,
    /// How its rules see data; nothing where it has none.
    pub(super) shape: Option<Arc<Shape>>,
    /// Whether one of its rules uses `oldSelf`.
    pub(super) uses_old_self: bool,
    /// Whether fields of an old object belong to those of a new one.
    pub(super) correlates_fields: bool,
    /// What tells items of lists apart; nothing where old items belong to no new one.
    pub(super) list_keys: Vec<Box<str>>,
    pub(super) items: Option<Box<Node>>,
    pub(super) properties: BTreeMap<Box<str>, Node>,
    pub(super) values: Option<Box<Node>>,
    /// Rules that stand in `allOf`.
    pub(super) all_of: Vec<Node>,
}

/// A rule of `x-kubernetes-validations`.
#[derive(Debug)]
pub struct Rule {
    /// Its place in the list that it is written in.
    pub index: usize,
    pub text: Box<str>,
    pub message: Box<str>,
    pub message_expression: Box<str>,
    pub(super) reason: ErrorType,
    pub(super) field: Option<FieldPath>,
    pub(super) optional_old_self: bool,
    pub(super) uses_old_self: bool,
    /// Nothing where the rule is blank; else what runs, or why it does not compile.
    pub(super) program: Option<Result<Program, String>>,
    pub(super) message_program: Option<Program>,
}

/// Where a rule's `fieldPath` leads from its node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldPath {
    /// As the server writes it.
    pub server: String,
    pub steps: Vec<FieldStep>,
}

/// A step of a `fieldPath`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldStep {
    Child(String),
    Key(String),
}

impl Rules {
    /// The rules of a schema; `None` where it has none. `resource` for the schema of a resource.
    pub fn of(schema: Schema<'_>, resource: bool, minor: Minor) -> Option<Self> {
        if !has_rules(schema) {
            return None;
        }
        let declaration = Declaration::of(schema, resource, minor).map(Arc::new);
        Builder { minor }.node(schema, schema, resource, declaration.as_ref()).map(Self)
    }
}

/// `hasXValidations`: rules in `allOf` do not count.
fn has_rules(schema: Schema<'_>) -> bool {
    let values = match schema.additional_properties() {
        Some(OrBool::Schema(values)) => Some(values),
        _ => None,
    };
    schema.validations().len() > 0
        || schema.item_schema().is_some_and(has_rules)
        || values.is_some_and(has_rules)
        || schema.properties().any(|property| has_rules(property.schema))
}

struct Builder {
    minor: Minor,
}

impl Builder {
    /// The rules that `source` has for the values of `node`: the two differ inside of `allOf`.
    fn node(
        &self,
        source: Schema<'_>,
        node: Schema<'_>,
        resource: bool,
        declaration: Option<&Arc<Declaration>>,
    ) -> Option<Node> {
        let rules = self.rules(source, node, declaration);
        let has_rules = source.validations().len() > 0;
        let element = declaration.and_then(|declaration| declaration.element());
        let below = |source: Schema<'_>, node: Schema<'_>, declaration: Option<&Arc<Declaration>>| {
            self.node(source, node, node.embedded_resource(), declaration)
        };
        let items = source.item_schema().zip(node.item_schema());
        let values = values_of(source).zip(values_of(node));
        let built = Node {
            t: node.type_().into(),
            uses_old_self: rules.iter().any(|rule| rule.uses_old_self),
            rules,
            broken: (has_rules && declaration.is_none())
                .then_some("failed to convert to declType for CEL validation rules"),
            shape: has_rules.then(|| Arc::new(Shape::of(node, resource))),
            correlates_fields: matches!(node.map_type(), None | Some("granular" | "atomic")),
            list_keys: list_keys(node),
            items: items.and_then(|(source, node)| below(source, node, element)).map(Box::new),
            properties: self.properties(source, node, declaration),
            values: values.and_then(|(source, node)| below(source, node, element)).map(Box::new),
            all_of: source
                .all_of()
                .filter_map(|nested| self.node(nested, node, resource, declaration))
                .collect(),
        };
        let is_empty = !has_rules
            && built.items.is_none()
            && built.values.is_none()
            && built.properties.is_empty()
            && built.all_of.is_empty();
        (!is_empty).then_some(built)
    }

    fn properties(
        &self,
        source: Schema<'_>,
        node: Schema<'_>,
        declaration: Option<&Arc<Declaration>>,
    ) -> BTreeMap<Box<str>, Node> {
        let one = |property: crate::model::Property<'_>| {
            let own = node.property(property.name)?;
            let declared = match escape(property.name) {
                Some(escaped) => declaration?.field(&escaped)?.clone(),
                None => Arc::new(Declaration::of(own, own.embedded_resource(), self.minor)?),
            };
            let below = self.node(property.schema, own, own.embedded_resource(), Some(&declared))?;
            Some((property.name.into(), below))
        };
        source.properties().filter_map(one).collect()
    }

    fn rules(
        &self,
        source: Schema<'_>,
        node: Schema<'_>,
        declaration: Option<&Arc<Declaration>>,
    ) -> Vec<Rule> {
        let Some(declaration) = declaration else { return Vec::new() };
        let rules = source.validations().enumerate();
        rules.map(|(index, rule)| self.rule(index, rule, node, declaration)).collect()
    }

    fn rule(
        &self,
        index: usize,
        rule: ValidationRule<'_>,
        node: Schema<'_>,
        declaration: &Declaration,
    ) -> Rule {
        let optional_old_self = rule.optional_old_self() == Some(true);
        let terms = Terms { declaration, minor: self.minor, optional_old_self };
        let (program, uses_old_self) = match compile(rule.rule(), Purpose::Rule, true, terms) {
            Compiled::Blank => (None, false),
            Compiled::Refused(refusal) => (Some(Err(refusal.detail)), false),
            Compiled::Good(good) => {
                let program = Program::new(&good.checked, self.minor);
                let words = |error| format!("program instantiation failed: {error}");
                (Some(program.map_err(words)), good.uses_old_self)
            }
        };
        let message_program = match compile(rule.message_expression(), Purpose::Message, true, terms) {
            Compiled::Good(good) => Program::new(&good.checked, self.minor).ok(),
            Compiled::Blank | Compiled::Refused(_) => None,
        };
        Rule {
            index,
            text: rule.rule().into(),
            message: rule.message().into(),
            message_expression: rule.message_expression().into(),
            reason: reason(rule.reason()),
            field: field(rule.field_path(), node),
            optional_old_self,
            uses_old_self,
            program,
            message_program,
        }
    }
}

fn values_of(schema: Schema<'_>) -> Option<Schema<'_>> {
    match schema.additional_properties() {
        Some(OrBool::Schema(values)) => Some(values),
        _ => None,
    }
}

fn list_keys(schema: Schema<'_>) -> Vec<Box<str>> {
    if schema.type_() != "array" || schema.list_type() != Some("map") {
        return Vec::new();
    }
    schema.list_map_keys().map(|(name, _)| name.into()).collect()
}

/// fieldErrorForReason
fn reason(reason: Option<&str>) -> ErrorType {
    match reason {
        Some("FieldValueForbidden") => ErrorType::Forbidden,
        Some("FieldValueRequired") => ErrorType::Required,
        Some("FieldValueDuplicate") => ErrorType::Duplicate,
        _ => ErrorType::Invalid,
    }
}

/// The place of a `fieldPath`; none where it leads nowhere.
fn field(path: &str, node: Schema<'_>) -> Option<FieldPath> {
    let (names, _) = field_path::find(path, node, true).ok()?;
    if names.is_empty() {
        return None;
    }
    let mut at = Some(node);
    let (mut server, mut steps) = (String::new(), Vec::new());
    for name in names {
        let property = at.filter(|schema| schema.properties().len() > 0);
        if let Some(schema) = property {
            if !steps.is_empty() {
                server.push('.');
            }
            server.push_str(&name);
            at = schema.property(&name);
            steps.push(FieldStep::Child(name));
        } else {
            server.push_str(&format!("[{name}]"));
            at = at.and_then(values_of);
            steps.push(FieldStep::Key(name));
        }
    }
    Some(FieldPath { server, steps })
}
