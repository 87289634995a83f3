//! Whole rules to start from, with the fields of the value that the rule is about.
//!
//! Knows what is often demanded; each template compiles where it is offered.

use std::collections::BTreeMap;
use std::sync::Arc;

use crdls_cel::types::Kind;
use crdls_manifest::model::Schema;
use crdls_rules::{Declaration, DeclaredType, Purpose, SELF_TYPE, escape};
use crdls_text::{Edit, TextRange};

use super::{Expression, schema};
use crate::{Completion, CompletionKind};

/// A rule with placeholders.
struct RuleTemplate {
    label: &'static str,
    doc: &'static str,
    snippet: String,
}

/// The templates of the rule that begins in place of a range.
pub(super) fn templates(expression: &Expression<'_>, replaced: TextRange) -> Vec<Completion> {
    if expression.purpose != Purpose::Rule {
        return Vec::new();
    }
    let completion = |(rank, template): (usize, RuleTemplate)| {
        let RuleTemplate { label, doc, snippet } = template;
        let plain = super::explain::plain(&snippet);
        Completion {
            label: label.to_owned(),
            kind: CompletionKind::Snippet,
            detail: Some("rule".to_owned()),
            documentation: format!("{doc}\n\n```cel\n{plain}\n```"),
            edit: Edit { range: replaced, new_text: snippet },
            snippet: true,
            additional: Vec::new(),
            plain,
            only_replaces: false,
            deprecated: false,
            sort: format!("9{rank}"),
            preselect: false,
        }
    };
    fitting(expression).into_iter().enumerate().map(completion).collect()
}

fn fitting(expression: &Expression<'_>) -> Vec<RuleTemplate> {
    let declaration = &expression.declaration;
    let mut found = vec![RuleTemplate {
        label: "immutable",
        doc: "The value cannot change once it is set. Of a field that can be removed and added again, the rule belongs \
              to the object around it.",
        snippet: "self == oldSelf".to_owned(),
    }];
    if let Some(own) = schema::node(&expression.schema, &expression.steps) {
        found.extend(of_fields(declaration, own));
    }
    found.extend(unique(declaration));
    found
}

/// The fields of an object that can be missing, by the names that rules use.
fn optional_fields<'d>(
    fields: &'d BTreeMap<String, Arc<Declaration>>,
    own: Schema<'_>,
) -> Vec<(&'d str, &'d Declaration)> {
    let is_required =
        |name: &str| own.required().any(|(required, _)| escape(required).as_deref() == Some(name));
    let is_own = |name: &str| schema::property(own, name).is_some();
    let optional = fields.iter().filter(|(name, _)| is_own(name) && !is_required(name));
    optional.map(|(name, field)| (name.as_str(), &**field)).collect()
}

/// A rule about fields that can be missing.
fn of_fields(declaration: &Declaration, own: Schema<'_>) -> Vec<RuleTemplate> {
    let DeclaredType::Object(fields) = &declaration.shape else { return Vec::new() };
    let optional = optional_fields(fields, own);
    let mut found = Vec::new();
    if let Some((name, _)) = optional.first() {
        found.push(RuleTemplate {
            label: "set once",
            doc: "A field that can be missing can be set, and neither changed nor removed afterwards.",
            snippet: format!("!has(oldSelf.${{1:{name}}}) || has(self.${{1:{name}}}) && self.${{1:{name}}} == oldSelf.${{1:{name}}}"),
        });
    }
    if let [(a, _), (b, _), ..] = optional.as_slice() {
        found.push(RuleTemplate {
            label: "exactly one of",
            doc: "One of the fields has to be set, and no other of them.",
            snippet: format!("[has(self.${{1:{a}}}), has(self.${{2:{b}}})].exists_one(isSet, isSet)"),
        });
    }
    let literal = |field: &Declaration| match field.cel_type(SELF_TYPE).kind() {
        Kind::Int => Some("1"),
        Kind::Double => Some("1.0"),
        Kind::String => Some("'value'"),
        Kind::Bool => Some("true"),
        _ => None,
    };
    if let Some((name, value)) = optional.iter().find_map(|(name, field)| Some((*name, literal(field)?))) {
        found.push(RuleTemplate {
            label: "guarded comparison",
            doc: "A field that can be missing is compared only where it is set.",
            snippet: format!("!has(self.${{1:{name}}}) || self.${{1:{name}}} == ${{2:{value}}}"),
        });
    }
    found
}

/// That no two items of a list have the same key: of the list itself, or of the first such list of the object.
fn unique(declaration: &Declaration) -> Option<RuleTemplate> {
    let key_of = |list: &Declaration| {
        let DeclaredType::List(item) = &list.shape else { return None };
        let DeclaredType::Object(fields) = &item.shape else { return None };
        let is_key =
            |field: &Declaration| matches!(field.cel_type(SELF_TYPE).kind(), Kind::String | Kind::Int);
        let keys = || fields.iter().filter(|(_, field)| is_key(field)).map(|(name, _)| name.clone());
        keys().find(|name| name == "name").or_else(|| keys().next())
    };
    let (list, key) = match &declaration.shape {
        DeclaredType::List(_) => ("self".to_owned(), key_of(declaration)?),
        DeclaredType::Object(fields) => {
            fields.iter().find_map(|(name, field)| Some((format!("self.{name}"), key_of(field)?)))?
        }
        _ => return None,
    };
    Some(RuleTemplate {
        label: "unique by key",
        doc: "No two items of the list have the same key. A list with `x-kubernetes-list-type: map` needs no rule for it.",
        snippet: format!(
            "${{1:{list}}}.all(a, ${{1:{list}}}.exists_one(b, a.${{2:{key}}} == b.${{2:{key}}}))"
        ),
    })
}
