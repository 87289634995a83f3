//! The fields of a test suite: explained and completed as those of an object whose schema is known.
//!
//! Must not know the objects in the strings of a suite.

use std::sync::LazyLock;

use crdls_manifest::objects::{Kind, kind};
use crdls_report::Config;
use crdls_resource::{Index, ServedVersion};
use crdls_yaml::{Node, Tree};

use super::completion::in_suite;
use super::{FieldSearch, PositionKind, markdown, steps};
use crate::{Completion, File, FileContext, Hover, field_page};

static SCHEMA: LazyLock<Index> = LazyLock::new(|| {
    const TEXT: &str = include_str!("suite.yaml");
    let mut index = Index::default();
    index.read("", 0, TEXT, &Tree::parse(TEXT), &Config::default());
    index
});

/// What says of a suite which fields it has.
fn version() -> Option<ServedVersion<'static>> {
    let indexed = SCHEMA.all().next()?;
    Some(ServedVersion { indexed, version: indexed.served("v1")? })
}

/// The document at an offset, where it is a suite or is becoming one.
fn suite_at(file: &File, offset: u32) -> Option<Node<'_>> {
    let document = file.tree().documents().get(file.document_at(offset))?;
    let root = file.tree().root(file.text(), document)?;
    let begun = root.get("crdName").is_some() && root.get("kind").is_none();
    (begun || kind(root) == Kind::Suite).then_some(root)
}

/// Whether an offset is in a suite.
pub(crate) fn is_in_suite(file: &File, offset: u32) -> bool {
    suite_at(file, offset).is_some()
}

/// Explains the field of a suite at an offset.
pub(crate) fn hover(file: &File, offset: u32) -> Option<Hover> {
    let (object, by) = (suite_at(file, offset)?, version()?);
    let search = FieldSearch { object, offset, by, name: "", crds: &SCHEMA };
    let found = search.find(object, by.version.schema(), Vec::new())?;
    if !matches!(found.found, PositionKind::Field { written: Some(_) }) || !found.range.touches(offset) {
        return None;
    }
    let page = field_page(by.indexed, by.version, &steps::names(&found.steps)).ok()?;
    let markdown = markdown::field(&steps::shown(&found.steps), &page, &[], None);
    Some(Hover { range: found.range, markdown })
}

/// Everything that can stand at an offset of a suite, unordered.
pub(crate) fn completions(
    file: &File,
    offset: u32,
    context: FileContext<'_>,
    config: &Config,
) -> Vec<Completion> {
    let (Some(root), Some(by)) = (suite_at(file, offset), version()) else { return Vec::new() };
    let schema = by.version.schema();
    schema.map(|schema| in_suite(file, offset, context, config, (root, schema))).unwrap_or_default()
}
