//! Values of fields, and drafts of them.

use crdls_fixes::word;
use crdls_manifest::model::{OrBool, Schema};
use crdls_minors::Minor;
use crdls_values::{Json, JsonValue};
use crdls_yaml::Node;

use super::proof::Proof;
use super::{Request, member};
use crate::suggestion::{Insertion, Template};
use crate::{Completion, CompletionKind};

/// Schemas are not nested deeper than anyone reads.
const MAX_DEPTH: usize = 8;

/// The values that a field may have, as far as they can be told one by one.
pub(super) fn of(
    request: &Request<'_>,
    schema: Schema<'_>,
    node: Option<Node<'_>>,
    name: &str,
    proof: &Proof<'_>,
) -> Vec<Completion> {
    let point = request.point.in_scalar(node);
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
            Some(crdls_witness::example(schema, name, request.config.kubernetes))
                .filter(is_scalar)
                .map(|json| text(&json)),
        );
    }
    if schema.nullable() && !texts.iter().any(|text| text == "null") {
        texts.push("null".to_owned());
    }
    let written: Vec<_> = texts.iter().map(|text| point.value(text)).collect();
    let refusals = proof.against(&written);
    let value = |(at, ((text, written), refusal)): (usize, ((String, Insertion), Option<String>))| {
        // A value that other fields speak against may come before what makes it right.
        let sort = format!("{}{at:04}", u8::from(refusal.is_some()));
        let mut found = written.completion(&text, CompletionKind::Value, sort);
        found.detail = match refusal {
            Some(words) => Some(format!("rejected: {words}")),
            None => (default.as_ref() == Some(&text)).then(|| "default".to_owned()),
        };
        found
    };
    texts.into_iter().zip(written).zip(refusals).enumerate().map(value).collect()
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
pub(super) fn draft(schema: Schema<'_>, name: &str, minor: Minor) -> Template {
    Drafter { minor, whole: false }.value(schema, name, 0)
}

/// The same without stops that have no text.
pub(super) fn whole_draft(schema: Schema<'_>, name: &str, minor: Minor) -> Template {
    Drafter { minor, whole: true }.value(schema, name, 0)
}

/// An item of a list.
pub(super) fn item_draft(list: Schema<'_>, name: &str, minor: Minor) -> Option<Template> {
    Some(Drafter { minor, whole: false }.written(list.item_schema()?, name, 0))
}

struct Drafter {
    minor: Minor,
    /// Whether every value has to be there.
    whole: bool,
}

impl Drafter {
    /// The value of a field, which may be nothing yet.
    fn value(&self, schema: Schema<'_>, name: &str, depth: usize) -> Template {
        if self.whole {
            return self.written(schema, name, depth);
        }
        if let Some(choice) = choice(schema) {
            return choice;
        }
        match schema.type_() {
            "object" => self.map(schema, depth).unwrap_or_else(|| Template::slot("")),
            "array" => self.list(schema, name, depth),
            "string" => Template::StringSlot(String::new()),
            _ => Template::slot(""),
        }
    }

    fn list(&self, schema: Schema<'_>, name: &str, depth: usize) -> Template {
        match schema.item_schema() {
            Some(items) if depth < MAX_DEPTH => Template::List(vec![self.written(items, name, depth + 1)]),
            _ => Template::slot(""),
        }
    }

    /// A value that must be there: the server drops no `null` from a list or a map.
    fn written(&self, schema: Schema<'_>, name: &str, depth: usize) -> Template {
        if let Some(choice) = choice(schema) {
            return choice;
        }
        match schema.type_() {
            "object" => self.map(schema, depth).unwrap_or_else(|| self.first(schema, depth)),
            "array" => self.list(schema, name, depth),
            _ => Template::slot(text(&crdls_witness::example(schema, name, self.minor))),
        }
    }

    /// What is required, or a member of a map of the author's own names.
    fn map(&self, schema: Schema<'_>, depth: usize) -> Option<Template> {
        if depth >= MAX_DEPTH {
            return None;
        }
        let mut members = Vec::new();
        if schema.embedded_resource() {
            let name = Template::map([("name", Template::slot("example"))]);
            members.push(member("apiVersion", Template::slot("v1")));
            members.push(member("kind", Template::slot("ConfigMap")));
            members.push(member("metadata", name));
        }
        for (name, _) in schema.required() {
            let Some(inner) = schema.property(name) else { continue };
            let (key, value) = member(name, self.value(inner, name, depth + 1));
            if members.iter().all(|(other, _)| *other != key) {
                members.push((key, value));
            }
        }
        if let (true, Some(OrBool::Schema(values))) = (members.is_empty(), schema.additional_properties()) {
            members.push((Template::slot("key"), self.written(values, "value", depth + 1)));
        }
        (!members.is_empty()).then_some(Template::Map(members))
    }

    /// An object of which nothing is required begins with any of its fields, as an item that is empty is
    /// `null`.
    fn first(&self, schema: Schema<'_>, depth: usize) -> Template {
        match schema.find_property("name").or_else(|| schema.properties().next()) {
            Some(first) if self.whole && depth < MAX_DEPTH => {
                let value = self.written(first.schema, first.name, depth + 1);
                Template::Map(vec![member(first.name, value)])
            }
            Some(_) if self.whole => Template::slot("{}"),
            Some(first) => Template::Map(vec![member(first.name, Template::slot(""))]),
            None => Template::slot("{}"),
        }
    }
}

/// A value of the author's, or one of those that are listed.
fn choice(schema: Schema<'_>) -> Option<Template> {
    if let Some(default) = schema.default().filter(|json| is_scalar(json)) {
        return Some(Template::slot(text(default)));
    }
    let allowed = allowed(schema);
    (!allowed.is_empty()).then(|| Template::choice(allowed))
}
