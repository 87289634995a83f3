//! Flow style unfolded into lines.

use crdls_report::Fix;
use crdls_text::Edit;
use crdls_yaml::{Kind, Node};

use super::super::edit::lines;
use super::super::request::fix;
use super::super::resolved_path::ResolvedPath;
use super::CursorPath;

pub(super) fn unfolded(way: &CursorPath<'_>) -> Option<Fix> {
    let is_flow = |target: &&ResolvedPath<'_>| matches!(target.node.kind(), Kind::FlowMap | Kind::FlowSeq);
    let target = way.targets.iter().find(is_flow)?;
    let (node, text) = (target.node, target.node.text());
    // A manifest in JSON stays one; what a comment stands in is left to people.
    let parent = target.up()?.node;
    let plain =
        !node.source().contains(['#', '&', '*', '!']) && node.entries().count() + node.items().count() > 0;
    if !plain || !matches!(parent.kind(), Kind::BlockMap | Kind::BlockSeq) {
        return None;
    }
    let newline = lines::newline(text);
    let written = match parent.kind() {
        Kind::BlockSeq => {
            let column = lines::column(text, node.range().start);
            block(node, column, newline, 0)?
        }
        _ => {
            let entry = parent.entries().find(|entry| entry.value.id() == node.id())?;
            let own = lines::column(text, entry.range.start);
            let column = if node.kind() == Kind::FlowMap { own + 2 } else { own };
            format!("{newline}{}{}", " ".repeat(column), block(node, column, newline, 0)?)
        }
    };
    let mut range = node.range();
    // The blank between the colon and a value that moves to the next line.
    if written.starts_with(newline) {
        range.start -= u32::from(lines::before(text, range.start).ends_with(' '));
    }
    fix("unfold into lines", vec![Edit { range, new_text: written }])
}

/// Deeper than any schema in one line.
const MAX_DEPTH: u32 = 100;

/// A node at a column, its first line without the blanks before it.
fn block(node: Node<'_>, column: usize, newline: &str, depth: u32) -> Option<String> {
    if depth > MAX_DEPTH {
        return None;
    }
    let between = format!("{newline}{}", " ".repeat(column));
    let parts: Option<Vec<String>> = if node.kind().is_map() {
        node.entries()
            .map(|entry| {
                let key = entry.key.source();
                let value = entry.value;
                // A template's `{{ … }}` reads as a mapping that is a key.
                if entry.key.kind().is_map() || entry.key.kind().is_seq() {
                    return None;
                }
                let inner = if value.kind().is_map() { column + 2 } else { column };
                Some(match is_full(value) {
                    true => {
                        let pad = " ".repeat(inner);
                        format!("{key}:{newline}{pad}{}", block(value, inner, newline, depth + 1)?)
                    }
                    false => format!("{key}: {}", scalar(value)?).trim_end().to_owned(),
                })
            })
            .collect()
    } else {
        let item = |item: Node<'_>| match is_full(item) {
            true => Some(format!("- {}", block(item, column + 2, newline, depth + 1)?)),
            false => Some(format!("- {}", scalar(item)?)),
        };
        node.items().map(item).collect()
    };
    Some(parts?.join(&between))
}

/// Whether a node has members or items, which are written on lines of their own.
fn is_full(node: Node<'_>) -> bool {
    node.entries().next().is_some() || node.items().next().is_some()
}

/// What is written as it stands: a scalar on one line, an empty collection.
fn scalar(node: Node<'_>) -> Option<&str> {
    Some(node.source()).filter(|source| !source.contains(['\n', '\r']))
}
