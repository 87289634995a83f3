//! Names of properties: the user's own, as far as the text around them suggests any, and whole properties.
//!
//! Knows which properties others speak of; must not know keywords.

use crdls_manifest::fields::{Field, FieldDef};

use super::context::{CompletionContext, ItemText};
use super::target_schema::TargetSchema;
use super::{Completion, skeletons};
use crate::suggestion::Template;

pub(super) fn all(context: &CompletionContext<'_>, field: &FieldDef, nested: bool) -> Vec<Completion> {
    if field.id != Field::Properties {
        return Vec::new();
    }
    let Some(target) = TargetSchema::of(context) else { return Vec::new() };
    let written = context.written_keys();
    if nested {
        return restricted(context, &target, &written);
    }
    let mut found = named(context, &target, &written);
    found.extend(skeletons::properties(context, &target, &written));
    found
}

/// The properties outside that a nested schema can restrict.
fn restricted(
    context: &CompletionContext<'_>,
    target: &TargetSchema<'_>,
    written: &[std::borrow::Cow<'_, str>],
) -> Vec<Completion> {
    let free = target
        .restricted
        .properties()
        .filter(|property| property.name != "metadata" && !written.contains(&property.name));
    let suggestion = |property: super::manifest_value::SchemaProperty<'_>| {
        let words = ItemText {
            label: property.source.to_owned(),
            detail: Some(property.schema.type_().into_owned()),
            documentation: property.schema.str("description").into_owned(),
            rank: 0,
        };
        context.entries(words, vec![(Template::text(property.source), Template::Open)])
    };
    free.map(suggestion).collect()
}

/// Properties that are spoken of and not there: required ones, and the two names of metadata.
fn named(
    context: &CompletionContext<'_>,
    target: &TargetSchema<'_>,
    written: &[std::borrow::Cow<'_, str>],
) -> Vec<Completion> {
    let names: Vec<(String, &str)> = match (target.is_root(), target.is_meta) {
        (_, true) => ["name", "generateName"].map(|name| (name.to_owned(), "string")).into(),
        (true, _) => vec![
            ("spec".to_owned(), "object"),
            ("status".to_owned(), "object"),
            ("apiVersion".to_owned(), "string"),
            ("kind".to_owned(), "string"),
            ("metadata".to_owned(), "object"),
        ],
        _ => Vec::new(),
    };
    let required = target.schema.texts("required").into_iter().map(|name| (name.into_owned(), "string"));
    let mut offered: Vec<(String, &str)> = Vec::new();
    for (name, type_) in names.into_iter().chain(required) {
        if !written.iter().any(|key| **key == name) && !offered.iter().any(|(other, _)| *other == name) {
            offered.push((name, type_));
        }
    }
    let suggestion = |(rank, (name, type_)): (usize, (String, &str))| {
        let schema = Template::map([("type", Template::slot(type_))]);
        let detail = Some(
            if target.is_root() || target.is_meta { "common here" } else { "required, not defined yet" }
                .to_owned(),
        );
        let words = ItemText { label: name.clone(), detail, documentation: String::new(), rank };
        context.entries(words, vec![(Template::text(name), schema)])
    };
    offered.into_iter().enumerate().map(suggestion).collect()
}
