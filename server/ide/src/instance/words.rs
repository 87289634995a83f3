//! A schema in words, as Markdown.

use std::fmt::Write as _;

use crdls_crd::Json;
use crdls_crd::instance::Judgement;
use crdls_crd::model::Schema;

/// What there is to say of a kind.
pub(super) fn kind(by: Judgement<'_>) -> String {
    let crd = by.known.crd();
    let (spec, names) = (crd.spec(), crd.spec().names());
    let mut text = format!("**`{}`** — {}.{}, {}", names.kind(), names.plural(), spec.group(), spec.scope());
    let short: Vec<_> = names.short_names().map(|(name, _)| format!("`{name}`")).collect();
    if !short.is_empty() {
        let _ = write!(text, ", short {}", short.join(", "));
    }
    if let Some(schema) = by.version.schema() {
        paragraph(&mut text, schema.description());
    }
    let versions: Vec<_> = spec
        .versions()
        .map(|version| {
            let notes = [
                (version.storage(), "stored"),
                (!version.served(), "not served"),
                (version.deprecated(), "deprecated"),
            ];
            let notes: Vec<_> = notes.iter().filter(|(holds, _)| *holds).map(|(_, note)| *note).collect();
            match notes.as_slice() {
                [] => format!("`{}`", version.name()),
                notes => format!("`{}` ({})", version.name(), notes.join(", ")),
            }
        })
        .collect();
    paragraph(&mut text, &format!("Versions: {}", versions.join(", ")));
    text
}

/// What there is to say of a field.
pub(super) fn field(path: &str, schema: Schema<'_>, required: bool, by: Judgement<'_>) -> String {
    let required = if required { ", required" } else { "" };
    let mut text = format!("**`{path}`** — {}{required}", type_name(schema));
    paragraph(&mut text, schema.description());
    let facts = facts(schema);
    if !facts.is_empty() {
        paragraph(&mut text, &facts.iter().map(|fact| format!("- {fact}")).collect::<Vec<_>>().join("\n"));
    }
    for rule in schema.validations() {
        let said = if rule.message().is_empty() { "Rule:" } else { rule.message() };
        paragraph(&mut text, &format!("{}\n```cel\n{}\n```", said.trim(), rule.rule().trim()));
    }
    let group = by.known.crd().spec().group();
    let since: Vec<_> = by.known.crd().versions().map(|version| version.name()).collect();
    if since.len() > 1 {
        paragraph(&mut text, &format!("In `{group}/{}`.", by.version.name()));
    }
    text
}

fn paragraph(text: &mut String, more: &str) {
    if !more.trim().is_empty() {
        text.push_str("\n\n");
        text.push_str(more.trim());
    }
}

/// `list of strings`, `map of integers`, `integer or string`.
fn type_name(schema: Schema<'_>) -> String {
    use crdls_crd::model::OrBool;
    let null = if schema.nullable() { " or null" } else { "" };
    let name = match schema.type_() {
        _ if schema.int_or_string() => "integer or string".to_owned(),
        "" => "any value".to_owned(),
        "array" => {
            schema.item_schema().map_or("list".to_owned(), |items| format!("list of {}", type_name(items)))
        }
        "object" => match schema.additional_properties() {
            Some(OrBool::Schema(values)) => format!("map of {}", type_name(values)),
            _ if schema.embedded_resource() => "resource".to_owned(),
            _ => "object".to_owned(),
        },
        other => other.to_owned(),
    };
    format!("{name}{null}")
}

/// What limits a value, a line each.
fn facts(schema: Schema<'_>) -> Vec<String> {
    let mut facts = Vec::new();
    let mut say = |fact: Option<String>| facts.extend(fact);
    say(schema.default().map(|default| format!("Default: {}", shown(default))));
    let allowed: Vec<_> = schema.enum_values().map(shown).collect();
    say((!allowed.is_empty()).then(|| format!("One of {}", allowed.join(", "))));
    let than = |exclusive, words, or| if exclusive { words } else { or };
    say(schema
        .minimum()
        .map(|n| format!("{} {n}", than(schema.exclusive_minimum(), "more than", "at least"))));
    say(schema
        .maximum()
        .map(|n| format!("{} {n}", than(schema.exclusive_maximum(), "less than", "at most"))));
    say(schema.multiple_of().map(|n| format!("a multiple of {n}")));
    say(bounds(schema.min_length(), schema.max_length(), "characters"));
    say(bounds(schema.min_items(), schema.max_items(), "items"));
    say(bounds(schema.min_properties(), schema.max_properties(), "fields"));
    say(Some(schema.pattern()).filter(|p| !p.is_empty()).map(|pattern| format!("matches `{pattern}`")));
    say(Some(schema.format()).filter(|f| !f.is_empty()).map(|format| format!("format `{format}`")));
    say(match schema.list_type() {
        Some("set") => Some("a set: each item once".to_owned()),
        Some("map") => {
            let keys: Vec<_> = schema.list_map_keys().map(|(key, _)| format!("`{key}`")).collect();
            Some(format!("items are told apart by {}", keys.join(" and ")))
        }
        _ => None,
    });
    let keeps = schema.preserve_unknown_fields() == Some(true);
    say(keeps.then(|| "unknown fields are kept".to_owned()));
    facts
}

fn bounds(min: Option<i64>, max: Option<i64>, what: &str) -> Option<String> {
    match (min, max) {
        (Some(min), Some(max)) => Some(format!("{min} to {max} {what}")),
        (Some(min), None) => Some(format!("at least {min} {what}")),
        (None, Some(max)) => Some(format!("at most {max} {what}")),
        (None, None) => None,
    }
}

fn shown(value: &Json) -> String {
    match value.as_str() {
        Some(text) => format!("`{text}`"),
        None => value.to_json(),
    }
}
