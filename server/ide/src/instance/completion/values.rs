//! Values of fields, and drafts of them.

use crdls_crd::model::{OrBool, Schema};
use crdls_crd::{Json, JsonValue, Minor, sample};
use crdls_yaml::Node;

use super::snippet::{Draft, Key, Text};
use super::{Request, proposal};
use crate::fixes::word;
use crate::{Completion, CompletionKind};

/// Schemas are not nested deeper than anyone reads.
const MAX_DEPTH: usize = 8;

/// The values that a field may have, as far as they can be told one by one.
pub(super) fn of(
    request: &Request<'_>,
    schema: Schema<'_>,
    node: Option<Node<'_>>,
    name: &str,
) -> Vec<Completion> {
    let range = node.map_or_else(|| request.replaced(), |node| node.range());
    let default = schema.default().map(text);
    let mut texts = allowed(schema);
    // What the author gave goes first.
    let given = schema.default().into_iter().chain(schema.example()).filter(|json| is_scalar(json));
    for (at, given) in given.map(text).enumerate() {
        texts.retain(|text| *text != given);
        texts.insert(at.min(texts.len()), given);
    }
    if texts.is_empty() && !schema.format().is_empty() {
        texts.extend(
            Some(sample::example(schema, name, request.config.kubernetes))
                .filter(is_scalar)
                .map(|json| text(&json)),
        );
    }
    if schema.nullable() && !texts.iter().any(|text| text == "null") {
        texts.push("null".to_owned());
    }
    let value = |(at, text): (usize, String)| {
        let mut found = proposal(&text, CompletionKind::Value, range, Text::plain(&text), format!("{at:04}"));
        found.detail = (default.as_ref() == Some(&text)).then(|| "default".to_owned());
        found
    };
    texts.into_iter().enumerate().map(value).collect()
}

/// The values that a schema lists, as YAML.
fn allowed(schema: Schema<'_>) -> Vec<String> {
    let listed: Vec<_> = schema.enum_values().filter(|json| is_scalar(json)).map(text).collect();
    match schema.type_() {
        "boolean" if listed.is_empty() => ["true", "false"].map(str::to_owned).to_vec(),
        _ => listed,
    }
}

fn is_scalar(json: &Json) -> bool {
    !matches!(json.value, JsonValue::Null | JsonValue::List(_) | JsonValue::Map(_))
}

fn text(json: &Json) -> String {
    json.as_str().map_or_else(|| json.to_json(), |text| word(text, false))
}

/// What to begin the value of a field with: what is required, an item of a list; with stops for the rest.
/// A stop without text is a `null`, which the server drops from a field.
pub(super) fn draft(schema: Schema<'_>, name: &str, minor: Minor) -> Draft {
    Drafter { minor }.value(schema, name, 0)
}

/// An item of a list.
pub(super) fn item_draft(list: Schema<'_>, name: &str, minor: Minor) -> Option<Draft> {
    Some(Drafter { minor }.written(list.item_schema()?, name, 0))
}

struct Drafter {
    minor: Minor,
}

impl Drafter {
    /// The value of a field, which may be nothing yet.
    fn value(&self, schema: Schema<'_>, name: &str, depth: usize) -> Draft {
        if let Some(choice) = choice(schema) {
            return choice;
        }
        match schema.type_() {
            "object" => self.map(schema, depth).unwrap_or_else(|| Draft::Stop(String::new())),
            "array" => match schema.item_schema() {
                Some(items) if depth < MAX_DEPTH => {
                    Draft::List(Box::new(self.written(items, name, depth + 1)))
                }
                _ => Draft::Stop(String::new()),
            },
            _ => Draft::Stop(String::new()),
        }
    }

    /// A value that must be there: the server drops no `null` from a list or a map.
    fn written(&self, schema: Schema<'_>, name: &str, depth: usize) -> Draft {
        if let Some(choice) = choice(schema) {
            return choice;
        }
        match schema.type_() {
            "object" => self.map(schema, depth).unwrap_or_else(|| self.first(schema)),
            "array" => self.value(schema, name, depth),
            _ => Draft::Stop(text(&sample::example(schema, name, self.minor))),
        }
    }

    /// What is required, or a member of a map of the author's own names.
    fn map(&self, schema: Schema<'_>, depth: usize) -> Option<Draft> {
        if depth >= MAX_DEPTH {
            return None;
        }
        let field = |name: &str, value| (Key::Field(name.to_owned()), value);
        let mut members = Vec::new();
        if schema.embedded_resource() {
            let name = Draft::Map(vec![field("name", Draft::Stop("example".to_owned()))]);
            members.push(field("apiVersion", Draft::Stop("v1".to_owned())));
            members.push(field("kind", Draft::Stop("ConfigMap".to_owned())));
            members.push(field("metadata", name));
        }
        for (name, _) in schema.required() {
            let is_there = members.iter().any(|(key, _)| matches!(key, Key::Field(key) if key == name));
            if let Some(inner) = schema.property(name).filter(|_| !is_there) {
                members.push(field(name, self.value(inner, name, depth + 1)));
            }
        }
        if let (true, Some(OrBool::Schema(values))) = (members.is_empty(), schema.additional_properties()) {
            members.push((Key::Stop("key".to_owned()), self.written(values, "value", depth + 1)));
        }
        (!members.is_empty()).then_some(Draft::Map(members))
    }

    /// An object of which nothing is required begins with any of its fields, as an item that is empty is
    /// `null`.
    fn first(&self, schema: Schema<'_>) -> Draft {
        let called = |name: &str| schema.properties().find(|property| property.name == name);
        match called("name").or_else(|| schema.properties().next()) {
            Some(first) => Draft::Map(vec![(Key::Field(first.name.to_owned()), Draft::Stop(String::new()))]),
            None => Draft::Stop("{}".to_owned()),
        }
    }
}

/// A value of the author's, or one of those that are listed.
fn choice(schema: Schema<'_>) -> Option<Draft> {
    if let Some(default) = schema.default().filter(|json| is_scalar(json)) {
        return Some(Draft::Stop(text(default)));
    }
    let mut allowed = allowed(schema);
    match allowed.len() {
        0 => None,
        1 => allowed.pop().map(Draft::Stop),
        _ => Some(Draft::Choice(allowed)),
    }
}
