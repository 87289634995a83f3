//! What grows around a cursor: a word, its expression, its scalar, and then entry by entry up to the file.

use crdls_cel::lower::parse_expression;
use crdls_report::Config;
use crdls_rules::Library;
use crdls_text::TextRange;
use crdls_yaml::{Node, cursor};

use super::mention::unquoted;
use crate::File;

/// The ranges around an offset, the smallest first; each holds the one before, the last is the whole text.
pub fn selection(file: &File, offset: u32, config: &Config) -> Vec<TextRange> {
    let offset = file.boundary(offset);
    let mut around = vec![file.range()];
    if let Some(document) = file.tree().documents().get(file.document_at(offset)) {
        around.push(trimmed(file, document.range));
        let root = file.tree().root(file.text(), document);
        root.into_iter().for_each(|root| climb(file, root, offset, config, &mut around));
    }
    let mut grown: Vec<TextRange> = Vec::new();
    for range in around.into_iter().filter(|range| range.touches(offset)) {
        if grown.last().is_none_or(|last| last.covers(range) && *last != range) {
            grown.push(range);
        }
    }
    grown.reverse();
    grown
}

fn trimmed(file: &File, range: TextRange) -> TextRange {
    let text = range.of(file.text());
    TextRange::new(range.start, range.start + text.trim_end().len() as u32)
}

/// From a node down to the word at an offset.
fn climb(file: &File, root: Node<'_>, offset: u32, config: &Config, around: &mut Vec<TextRange>) {
    let levels = cursor::around(root, offset);
    let ranges = levels.iter().flat_map(|level| [level.range, level.part(offset).range()]);
    around.extend(ranges.map(|range| trimmed(file, range)));
    let Some(last) = levels.last() else { return };
    let node = last.part(offset);
    let in_key = last.is_at_key(offset);
    if in_key && !node.kind().is_scalar() {
        return climb(file, node, offset, config, around);
    }
    let is_expression = !in_key && matches!(last.name().as_deref(), Some("rule" | "messageExpression"));
    if !node.kind().is_scalar() {
        return;
    }
    around.extend([node.range(), unquoted(node)]);
    if is_expression {
        expression(node, offset, config, around);
    }
    around.push(word(file.text(), offset));
}

/// The parts of an expression, from the whole inwards.
fn expression(node: Node<'_>, offset: u32, config: &Config, around: &mut Vec<TextRange>) {
    let decoded = node.decoded();
    let tree = parse_expression(decoded.text(), &Library::of_new_rules(config.kubernetes).dialect).tree;
    let ranges = tree.ids().map(|id| decoded.source_range(tree.node(id).range));
    let mut parts: Vec<_> = ranges.filter(|range| range.touches(offset)).collect();
    parts.sort_by_key(|range| std::cmp::Reverse(range.len()));
    around.append(&mut parts);
}

fn word(text: &str, offset: u32) -> TextRange {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let (before, behind) = text.split_at_checked(offset as usize).unwrap_or((text, ""));
    let start = before.trim_end_matches(is_word).len() as u32;
    let end = offset + (behind.len() - behind.trim_start_matches(is_word).len()) as u32;
    TextRange::new(start, end)
}
