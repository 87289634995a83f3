//! A document in braces written as JSON. kubectl reads `{kind: Oven}` as YAML; other tools that take JSON do not.

use crdls_report::Fix;
use crdls_text::Edit;
use crdls_values::double_quoted;
use crdls_values::json::Reader;
use crdls_yaml::json_stream::{begins_with_brace, is_json};
use crdls_yaml::{Node, Tree};

use super::super::request::fix;
use crate::File;

/// The quotes that the document at an offset lacks; nothing where more is missing to make JSON of it.
pub(super) fn quoted(file: &File, offset: u32) -> Option<Fix> {
    let document = file.tree().documents().get(file.document_at(offset))?;
    let source = document.range.of(file.text());
    let root = file.tree().root(file.text(), document)?;
    root.get("apiVersion").filter(|_| begins_with_brace(source) && !is_json(source))?;
    let mut edits = Vec::new();
    quote(root, &mut edits, 0)?;
    Edit::sort(&mut edits);
    let mut text = file.text().to_owned();
    edits.iter().rev().all(|edit| edit.apply(&mut text)).then_some(())?;
    let grown = text.len() as i64 - file.text().len() as i64;
    let end = (i64::from(document.range.end) + grown) as usize;
    is_json(text.get(document.range.start as usize..end)?).then(|| fix(TITLE, edits))?
}

const TITLE: &str = "quote keys and strings as in JSON";

fn quote(node: Node<'_>, edits: &mut Vec<Edit>, depth: u32) -> Option<()> {
    if depth > Tree::MAX_DEPTH {
        return None;
    }
    for entry in node.entries() {
        write(entry.key, double_quoted(&entry.key.str()?), edits);
        quote(entry.value, edits, depth + 1)?;
    }
    node.items().try_for_each(|item| quote(item, edits, depth + 1))?;
    if node.kind().is_scalar() {
        write(node, Reader::default().read(node).to_json(), edits);
    }
    Some(())
}

fn write(node: Node<'_>, json: String, edits: &mut Vec<Edit>) {
    if !is_json(node.source()) {
        edits.push(Edit { range: node.range(), new_text: json });
    }
}
