//! The fields of a CRD's manifest, explained by the tables.
//!
//! Knows what a field is for and what it may be; must not know what is written around it.

use std::fmt::Write as _;

use crdls_manifest::fields::{FieldDef, Ty};
use crdls_minors::Minor;
use crdls_report::Config;
use crdls_text::TextRange;
use crdls_yaml::cursor::Level;

use crate::manifest_position::Shape;

/// An explanation, in Markdown, of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// What it explains, in bytes.
    pub range: TextRange,
    /// The explanation, never empty.
    pub markdown: String,
}

/// Explains the field at an offset by the tables. `around`: the nodes down to it; `shape`: what the first may hold.
pub(crate) fn field(around: &[Level<'_>], shape: Shape, offset: u32, config: &Config) -> Option<Hover> {
    let [_, above @ .., last] = around else { return None };
    let Shape::Struct { ty, .. } = above.iter().try_fold(shape, Shape::level)? else { return None };
    let (field, entry) = (ty.field(&last.name()?)?, last.entry?);
    if last.is_at_key(offset) {
        return Some(Hover { range: entry.key.range(), markdown: explain(field, config) });
    }
    let is_here = last.node.kind().is_scalar() && last.node.range().touches(offset);
    let markdown = explain_value(field, &last.node.str().filter(|_| is_here)?)?;
    Some(Hover { range: last.node.range(), markdown })
}

/// A field: its type, what it is for, what it may be.
fn explain(field: &FieldDef, config: &Config) -> String {
    format!("**`{}`** — {}\n\n{}", field.name, type_words(field), about(field, config.kubernetes))
}

/// `list of string, required`
pub(crate) fn type_words(field: &FieldDef) -> String {
    let required = if field.required { ", required" } else { "" };
    format!("{}{required}", type_name(field.ty))
}

/// What a field is for, its default and values, and where and since when it exists.
pub(crate) fn about(field: &FieldDef, minor: Minor) -> String {
    let mut text = field.doc.trim().to_owned();
    if !field.default.is_empty() {
        let _ = write!(text, "\n\nDefault: `{}`", field.default);
    }
    if !field.values.is_empty() {
        text.push('\n');
        for value in field.values.iter().filter(|v| v.known_in(minor)) {
            let _ = write!(text, "\n- `{}`: {}", value.value, value.doc.trim());
        }
    }
    if !field.only_for.is_empty() {
        let types: Vec<_> = field.only_for.iter().map(|type_| format!("`type: {type_}`")).collect();
        let _ = write!(text, "\n\nFor {}.", types.join(" and "));
    }
    if let Some(since) = field.since {
        let _ = write!(text, "\n\nSince Kubernetes {since}.");
    }
    if field.structural_only {
        text.push_str("\n\nNot inside `allOf`, `anyOf`, `oneOf` and `not`.");
    }
    text
}

fn explain_value(field: &FieldDef, value: &str) -> Option<String> {
    let def = field.values.iter().find(|def| def.value == value)?;
    let since = def.since.map(|since| format!("\n\nSince Kubernetes {since}.")).unwrap_or_default();
    Some(format!("**`{}: {}`**\n\n{}{since}", field.name, def.value, def.doc.trim()))
}

/// The type of a field, as authors call it.
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
