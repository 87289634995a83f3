//! What can stand at the cursor.

use crdls_crd::Config;
use crdls_crd::fields::{FieldDef, Ty, TypeDef, ValueDef};
use crdls_text::Edit;
use crdls_yaml::Node;

use crate::place::{self, Cursor, Place};
use crate::{File, expression};

/// One proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    pub label: String,
    pub kind: CompletionKind,
    /// A few words behind the label: a type, a default.
    pub detail: Option<String>,
    /// Markdown.
    pub documentation: String,
    /// What is put in place of the word at the cursor. Where `snippet` is set, in the syntax of LSP
    /// snippets (`$1`, `${1:name}`, `$0`).
    pub edit: Edit,
    pub snippet: bool,
    /// Plain text for clients without snippets.
    pub plain: String,
    pub deprecated: bool,
    /// Proposals are sorted by this.
    pub sort: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    Key,
    Value,
    /// A field of a value in an expression.
    Field,
    Snippet,
    Function,
    Variable,
}

/// Everything that can stand at an offset, the sensible things first.
pub fn completions(file: &File, offset: u32, config: &Config) -> Vec<Completion> {
    if let Some(mut found) = expression::completions(file, offset, config) {
        found.sort_by(|a, b| a.sort.cmp(&b.sort));
        return found;
    }
    let cursor = Cursor::at(file, offset);
    let mut found = match place::find(file, cursor) {
        Some(Place::Key { ty, nested, map }) => keys(file, cursor, ty, nested, map, config),
        Some(Place::Value { field, owner }) => values(cursor, field, owner, config),
        None => Vec::new(),
    };
    found.sort_by(|a, b| a.sort.cmp(&b.sort));
    found
}

/// The keys of a struct that are legal here and not there yet.
fn keys(
    file: &File,
    cursor: Cursor,
    ty: &'static TypeDef,
    nested: bool,
    map: Option<Node<'_>>,
    config: &Config,
) -> Vec<Completion> {
    let written: Vec<_> = map
        .into_iter()
        .flat_map(Node::entries)
        .filter(|entry| !entry.key.range().touches(cursor.offset))
        .filter_map(|entry| entry.key.str())
        .collect();
    let colon_follows = file
        .text()
        .get(cursor.word.end as usize..)
        .is_some_and(|rest| rest.trim_start_matches(' ').starts_with(':'));
    ty.fields
        .iter()
        .filter(|field| !(nested && field.structural_only) && field.known_in(config.kubernetes))
        .filter(|field| !written.iter().any(|name| name == field.name))
        .map(|field| key(cursor, field, colon_follows))
        .collect()
}

fn key(cursor: Cursor, field: &'static FieldDef, colon_follows: bool) -> Completion {
    let (text, snippet) = match (colon_follows, field.snippet) {
        (true, _) => (field.name.to_owned(), false),
        (false, "") => (format!("{}{}", field.name, open(field.ty)), false),
        (false, snippet) => {
            (format!("{}:{}{snippet}", field.name, if snippet.starts_with('\n') { "" } else { " " }), true)
        }
    };
    let plain = if snippet { format!("{}:", field.name) } else { text.clone() };
    Completion {
        label: field.name.to_owned(),
        kind: CompletionKind::Key,
        detail: Some(detail(field)),
        documentation: field.doc.to_owned(),
        edit: Edit { range: cursor.word, new_text: text },
        snippet,
        plain,
        deprecated: false,
        sort: format!("{:03}{}", field.order, field.name),
    }
}

/// What follows a key where nothing is known of its value.
fn open(ty: Ty) -> &'static str {
    match ty {
        Ty::Object(_)
        | Ty::List(_)
        | Ty::Map(_)
        | Ty::SchemaOrArray
        | Ty::SchemaOrBool
        | Ty::SchemaOrStrings => ":",
        _ => ": ",
    }
}

fn detail(field: &FieldDef) -> String {
    let ty = type_name(field.ty);
    if field.required { format!("{ty}, required") } else { ty }
}

pub(crate) fn type_name(ty: Ty) -> String {
    match ty {
        Ty::Bool => "boolean".to_owned(),
        Ty::Int32 | Ty::Int64 => "integer".to_owned(),
        Ty::Float64 => "number".to_owned(),
        Ty::String => "string".to_owned(),
        Ty::Bytes => "base64".to_owned(),
        Ty::Time => "time".to_owned(),
        Ty::Json => "any value".to_owned(),
        Ty::List(item) => format!("list of {}", type_name(item.ty)),
        Ty::Map(value) => format!("map of {}", type_name(value.ty)),
        Ty::Object(ty) => {
            if ty.name == "JSONSchemaProps" {
                "schema".to_owned()
            } else {
                "object".to_owned()
            }
        }
        Ty::SchemaOrArray => "schema".to_owned(),
        Ty::SchemaOrBool => "schema or boolean".to_owned(),
        Ty::SchemaOrStrings => "schema or names".to_owned(),
    }
}

/// The values that a field may have.
fn values(
    cursor: Cursor,
    field: &'static FieldDef,
    owner: Option<Node<'_>>,
    config: &Config,
) -> Vec<Completion> {
    if matches!(field.ty, Ty::Bool) && field.values.is_empty() {
        return ["true", "false"].iter().enumerate().map(|(i, text)| value(cursor, i, text, "")).collect();
    }
    let beside =
        owner.and_then(|map| map.get("type")).and_then(|entry| entry.value.str()).unwrap_or_default();
    let fits = |def: &&ValueDef| {
        (def.only_for.is_empty() || beside.is_empty() || def.only_for == beside)
            && def.since.is_none_or(|since| since <= config.kubernetes.0)
    };
    field
        .values
        .iter()
        .filter(fits)
        .enumerate()
        .map(|(i, def)| value(cursor, i, def.value, def.doc))
        .collect()
}

fn value(cursor: Cursor, index: usize, text: &str, doc: &str) -> Completion {
    Completion {
        label: text.to_owned(),
        kind: CompletionKind::Value,
        detail: None,
        documentation: doc.to_owned(),
        edit: Edit { range: cursor.word, new_text: text.to_owned() },
        snippet: false,
        plain: text.to_owned(),
        deprecated: false,
        sort: format!("{index:03}"),
    }
}
