//! An entry or an item less.

use crdls_text::{Edit, TextRange};
use crdls_yaml::{Kind, Node};

use super::lines;

/// What an entry or an item holds, and its whole range.
pub(in super::super) type Part<'t> = (Node<'t>, TextRange);

/// The entries of a mapping or the items of a list.
pub(in super::super) fn parts(node: Node<'_>) -> Vec<Part<'_>> {
    let entries = node.entries().map(|entry| (entry.value, entry.range));
    entries.chain(node.item_ranges()).collect()
}

/// Takes the n-th part out of a mapping or a list that has these [`parts`].
pub(in super::super) fn remove(node: Node<'_>, parts: &[Part<'_>], index: usize) -> Option<Edit> {
    let flow = matches!(node.kind(), Kind::FlowMap | Kind::FlowSeq);
    let (value, range) = *parts.get(index)?;
    if parts.len() == 1 {
        return Some(last(node, value, range, flow));
    }
    if flow {
        let range = match parts.get(index + 1) {
            Some((_, next)) => TextRange::new(range.start, next.start),
            None => TextRange::new(parts.get(index.checked_sub(1)?)?.1.end, range.end),
        };
        return Some(Edit { range, new_text: String::new() });
    }
    Some(Edit { range: block(node.text(), value, range)?, new_text: String::new() })
}

/// The lines of an entry; after a dash, up to what comes next.
fn block(text: &str, value: Node<'_>, range: TextRange) -> Option<TextRange> {
    let end = lines::content_end(value, range);
    let next = lines::next(text, end);
    if lines::is_first(text, range.start) {
        let start = lines::start(text, range.start);
        if next == lines::end(text, end) {
            // The last line has no line break: the one before it goes.
            let before = lines::before(text, start);
            let start = before.strip_suffix('\n').map_or(before, |b| b.strip_suffix('\r').unwrap_or(b)).len();
            return Some(TextRange::new(start as u32, next));
        }
        return Some(TextRange::new(start, next));
    }
    let rest = lines::behind(text, next);
    let blanks = rest.len() - rest.trim_start().len();
    (blanks < rest.len()).then(|| TextRange::new(range.start, next + blanks as u32))
}

/// Of a collection without its only part remains an empty one.
fn last(node: Node<'_>, value: Node<'_>, range: TextRange, flow: bool) -> Edit {
    let empty = if node.kind().is_map() { "{}" } else { "[]" };
    if flow {
        return Edit { range: node.range(), new_text: empty.to_owned() };
    }
    let text = node.text();
    let before = lines::before(text, range.start).trim_end();
    let line = before.get(lines::start(text, before.len() as u32) as usize..).unwrap_or_default();
    let end = lines::content_end(value, range);
    if before.ends_with(':') && !line.contains('#') {
        return Edit { range: TextRange::new(before.len() as u32, end), new_text: format!(" {empty}") };
    }
    Edit { range: TextRange::new(range.start, end), new_text: empty.to_owned() }
}
