//! Where a path into an object leads, by the schema.
//!
//! Knows the JSON paths of kubectl (k8s.io/client-go/util/jsonpath) as far as a schema can tell where
//! they lead; must not know what they are for.

use crdls_text::{Edit, TextRange};

use crate::advice::Input;
use crdls_manifest::model::{Column, OrBool, Schema, Version};
use crdls_report::Fix;
use crdls_text::nearest;

/// The end of a path.
#[derive(Clone, Debug)]
pub(super) enum PathEnd<'m> {
    At(Schema<'m>),
    /// The schema does not tell.
    Unknown,
    Nowhere(MissingStep<'m>),
}

/// A step that leads nowhere.
#[derive(Clone, Debug)]
pub(super) struct MissingStep<'m> {
    pub(super) name: String,
    /// Where in the path the name stands.
    at: usize,
    /// The path before it.
    before: String,
    within: Schema<'m>,
}

/// Follows a path from the root of an object.
pub(super) fn follow<'m>(path: &str, root: Schema<'m>) -> PathEnd<'m> {
    // The server refuses an empty path, and a root that is no object: no finding of ours has to follow.
    if path.is_empty() || !matches!(root.type_(), "object" | "") {
        return PathEnd::Unknown;
    }
    let (mut rest, mut schema, mut resource) = (path, root, true);
    while !rest.is_empty() {
        let at = path.len() - rest.len();
        let Some((step, behind)) = step(rest) else { return PathEnd::Unknown };
        let next = match &step {
            Step::Name(name) if resource && KNOWN.contains(&name.as_str()) => Next::Unknown,
            Step::Name(name) => enter(schema, name),
            Step::Items => items(schema),
        };
        schema = match (next, step) {
            (Next::Schema(next), _) => next,
            (Next::Nowhere, Step::Name(name)) => {
                let at = at + rest.find(|c| !matches!(c, '.' | '[' | '\'' | '"')).unwrap_or(0);
                let before = path.get(..path.len() - rest.len()).unwrap_or_default().to_owned();
                return PathEnd::Nowhere(MissingStep { name, at, before, within: schema });
            }
            _ => return PathEnd::Unknown,
        };
        resource = schema.embedded_resource();
        rest = behind;
    }
    PathEnd::At(schema)
}

/// What each object has without a schema's saying so.
const KNOWN: [&str; 3] = ["apiVersion", "kind", "metadata"];

enum Step {
    Name(String),
    /// Some or all items of a list.
    Items,
}

/// The first step of a path and what is behind it; none for what cannot be followed.
fn step(path: &str) -> Option<(Step, &str)> {
    if let Some(rest) = path.strip_prefix('[') {
        return brackets(rest);
    }
    let rest = path.strip_prefix('.')?;
    if rest.starts_with('[') {
        return step(rest);
    }
    let (mut name, mut end) = (String::new(), rest.len());
    let mut chars = rest.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '.' | '[' => {
                end = at;
                break;
            }
            '\\' => name.extend(chars.next().map(|(_, escaped)| escaped)),
            c if c.is_alphanumeric() || "-_/:".contains(c) => name.push(c),
            _ => return None,
        }
    }
    (!name.is_empty()).then_some((Step::Name(name), rest.get(end..)?))
}

/// A quoted name, or which items: `*`, a number, a slice, a filter.
fn brackets(path: &str) -> Option<(Step, &str)> {
    let (mut quote, mut depth) = (None, 0_u32);
    let end = path.char_indices().find(|(_, c)| {
        match (quote, c) {
            (Some(open), c) if open == *c => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(*c),
            (None, '[') => depth += 1,
            (None, ']') if depth == 0 => return true,
            (None, ']') => depth -= 1,
            _ => {}
        }
        false
    });
    let inside = path.get(..end?.0)?;
    let behind = path.get(inside.len() + 1..)?;
    let name = inside.strip_prefix('\'').and_then(|inside| inside.strip_suffix('\''));
    match name {
        Some(name) if !name.contains(['\'', '\\']) => Some((Step::Name(name.to_owned()), behind)),
        Some(_) => None,
        None => (!inside.contains(',')).then_some((Step::Items, behind)),
    }
}

enum Next<'m> {
    Schema(Schema<'m>),
    Unknown,
    Nowhere,
}

fn enter<'m>(schema: Schema<'m>, name: &str) -> Next<'m> {
    if let Some(property) = schema.property(name) {
        return Next::Schema(property);
    }
    match schema.additional_properties() {
        Some(OrBool::Schema(values)) => return Next::Schema(values),
        Some(OrBool::Bool(true)) => return Next::Unknown,
        Some(OrBool::Bool(false)) | None => {}
    }
    let typed = matches!(schema.type_(), "object" | "array" | "string" | "integer" | "number" | "boolean");
    let open = schema.preserve_unknown_fields() == Some(true) || schema.int_or_string() || !typed;
    if open { Next::Unknown } else { Next::Nowhere }
}

fn items<'m>(schema: Schema<'m>) -> Next<'m> {
    let items = schema.item_schema().filter(|_| schema.type_() == "array");
    items.map_or(Next::Unknown, Next::Schema)
}

impl MissingStep<'_> {
    /// What is wrong, after the path.
    pub(super) fn words(&self) -> String {
        let Self { name, before, within, .. } = self;
        let place = if before.is_empty() { "the root".to_owned() } else { format!("`{before}`") };
        match within.type_() {
            "object" => format!("{place} has no property `{name}`"),
            "array" => format!("{place} is a list, so `[0]` or `[*]` must follow before `{name}`"),
            type_ => format!("{place} is of type {type_}, and has no `{name}`"),
        }
    }

    /// The range of the name, where the path is written as it is, else that of the whole.
    pub(super) fn range(&self, path: &str, written: TextRange, input: &Input<'_>) -> TextRange {
        self.exact(path, written, input).unwrap_or(written)
    }

    fn exact(&self, path: &str, written: TextRange, input: &Input<'_>) -> Option<TextRange> {
        let source = written.of(input.text);
        let quotes = u32::from(source.starts_with(['\'', '"']));
        let inside = source.get(quotes as usize..source.len() - quotes as usize)?;
        let start = written.start + quotes + self.at as u32;
        let range = TextRange::new(start, start + self.name.len() as u32);
        (inside == path && range.of(input.text) == self.name).then_some(range)
    }

    /// The property that was meant, where one is near.
    pub(super) fn fix(&self, path: &str, written: TextRange, input: &Input<'_>) -> Option<Fix> {
        let near = nearest(&self.name, self.within.properties().map(|property| property.name))?;
        let edits = vec![Edit { range: self.exact(path, written, input)?, new_text: near.to_owned() }];
        Some(Fix { title: format!("replace with `{near}`"), safe: false, edits })
    }
}

/// Whether a path leads into a status that the schema lacks altogether, of which another rule tells.
pub(super) fn is_in_lost_status(path: &str, version: Version<'_>) -> bool {
    let below = path.strip_prefix(".status").is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    below && super::status_without_schema::applies(version)
}

/// A field of a printer column, with the column where it has a name.
pub(super) fn column_field(field: &str, column: Column<'_>) -> String {
    match column.name() {
        "" => format!("`{field}`"),
        name => format!("`{field}` of column `{name}`"),
    }
}
