//! Anchors and aliases: `&name` names a node, `*name` stands for it further down.
//!
//! Knows YAML alone; must not know what the nodes mean.

use crdls_text::{TextRange, line_start};
use crdls_yaml::cursor::around;
use crdls_yaml::{Kind, Node};

use crate::suggestion::Insertion;
use crate::{Completion, CompletionKind, File, Hover};

/// The anchors above that an alias at an offset can name; `None` where no alias is being written.
pub(crate) fn completions(file: &File, offset: u32) -> Option<Vec<Completion>> {
    let cursor = file.cursor(offset);
    let text = file.text();
    let before = text.get(..cursor.word.start as usize)?.strip_suffix('*')?;
    let line = before.rsplit(['\n', '\r']).next()?.trim_end_matches(' ');
    let begins = line.ends_with([':', '-', '[', ',', '{']) || line.is_empty();
    let inner = innermost(file, offset);
    let in_text = |node: Node<'_>| node.kind().is_scalar() && node.kind() != Kind::Plain;
    if !begins || inner.is_some_and(in_text) {
        return None;
    }
    let range = TextRange::new(cursor.word.start - 1, cursor.word.end);
    let document = file.tree().documents().get(file.document_at(offset))?;
    // A node cannot be part of itself.
    let mut anchors: Vec<_> = file
        .tree()
        .anchors(text, document)
        .filter(|(_, node)| {
            node.range().end <= range.start || node.is_empty() && node.range().start < range.start
        })
        .collect();
    anchors.reverse();
    let mut found: Vec<Completion> = Vec::new();
    for (name, node) in anchors {
        let label = format!("*{name}");
        if found.iter().any(|other| other.label == label) {
            continue;
        }
        let sort = format!("{:04}", found.len());
        let made = Insertion::plain(range, label.clone()).completion(&label, CompletionKind::Value, sort);
        found.push(Completion { documentation: shown(node), ..made });
    }
    Some(found)
}

/// Where the anchor of the alias at an offset is.
pub(crate) fn definition(file: &File, offset: u32) -> Option<TextRange> {
    alias_at(file, offset)?.alias_target()
}

/// What the alias at an offset stands for.
pub(crate) fn hover(file: &File, offset: u32) -> Option<Hover> {
    let alias = alias_at(file, offset)?;
    let line = file.lines().line_col(alias.alias_target()?.start).line + 1;
    let markdown = format!("{}\n\nThe anchor is on line {line}.", shown(alias.resolved()?));
    Some(Hover { range: alias.range(), markdown })
}

fn alias_at(file: &File, offset: u32) -> Option<Node<'_>> {
    innermost(file, offset).filter(|node| node.kind() == Kind::Alias && node.range().touches(offset))
}

/// The smallest node that touches an offset.
fn innermost(file: &File, offset: u32) -> Option<Node<'_>> {
    let document = file.tree().documents().get(file.document_at(offset))?;
    Some(around(file.tree().root(file.text(), document)?, offset).last()?.part(offset))
}

/// A node as it is written, its lines as far left as they can be.
fn shown(node: Node<'_>) -> String {
    let range = node.range();
    let column = (range.start - line_start(node.text(), range.start)) as usize;
    let outdented = |line: &str| {
        let blank = line.len() - line.trim_start_matches(' ').len();
        line.get(blank.min(column)..).unwrap_or_default().to_owned()
    };
    let lines: Vec<_> = node.source().trim_end().lines().map(outdented).collect();
    let source = lines.join("\n");
    let ticks = "`".repeat(3.max(crate::screen::longest_run(&source) + 1));
    format!("{ticks}yaml\n{source}\n{ticks}")
}
