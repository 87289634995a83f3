//! A key is added to a mapping, an item to a list.

use crdls_text::{Edit, TextRange};
use crdls_yaml::{Entry, Kind, Node};

use super::super::value::{Value, word};
use super::lines;
use crdls_yaml::json_stream::begins_with_brace;

/// Adds a key to a mapping, at its place by the alphabet where the others are so sorted.
pub(in super::super) fn insert(map: Node<'_>, key: &str, value: &Value) -> Option<Edit> {
    let text = map.text();
    match map.kind() {
        Kind::FlowMap => {
            let json = map.entries().next().is_some_and(|first| first.key.kind() == Kind::DoubleQuoted)
                || (map.entries().next().is_none() && begins_with_brace(text));
            into_flow(
                map,
                map.entries().last().map(|e| e.range),
                &format!("{}: {}", word(key, json), value.flow(json)),
            )
        }
        Kind::BlockMap => {
            let style = lines::block_style(text);
            let line = |column| format!("{}:{}", word(key, false), value.behind_key(column, style));
            into_block(map, key, line, None)
        }
        _ => None,
    }
}

/// Adds an item at the end of a list.
pub(in super::super) fn push(list: Node<'_>, value: &Value) -> Option<Edit> {
    let text = list.text();
    let last = list.item_ranges().last();
    match (list.kind(), last) {
        (Kind::FlowSeq, last) => {
            let json = last.is_some_and(|(item, _)| item.kind() == Kind::DoubleQuoted);
            into_flow(list, last.map(|(_, range)| range), &value.flow(json))
        }
        (Kind::BlockSeq, Some((item, range))) => {
            let at = lines::end(text, lines::content_end(item, range));
            let pad = " ".repeat(lines::column(text, range.start));
            let new_text = format!("{}{pad}- {}", lines::newline(text), value.flow(false));
            Some(Edit { range: TextRange::empty(at), new_text })
        }
        _ => None,
    }
}

/// After the last part of a flow collection, on a line of its own where that has one.
fn into_flow(node: Node<'_>, last: Option<TextRange>, written: &str) -> Option<Edit> {
    let text = node.text();
    let Some(last) = last else {
        let source = node.source();
        let braces = (source.get(..1)?, source.get(source.len().checked_sub(1)?..)?);
        let new_text = format!("{}{written}{}", braces.0, braces.1);
        let empty = source.len() >= 2 && source.get(1..source.len() - 1)?.trim().is_empty();
        return empty.then(|| Edit { range: node.range(), new_text });
    };
    let between = if lines::is_first(text, last.start) {
        format!(",{}{}", lines::newline(text), " ".repeat(lines::column(text, last.start)))
    } else {
        ", ".to_owned()
    };
    Some(Edit { range: TextRange::empty(last.end), new_text: format!("{between}{written}") })
}

/// A line into a block mapping, made for its column; not inside of `avoid`.
pub(super) fn into_block(
    map: Node<'_>,
    key: &str,
    line: impl Fn(usize) -> String,
    avoid: Option<TextRange>,
) -> Option<Edit> {
    let text = map.text();
    let entries: Vec<Entry<'_>> = map.entries().collect();
    let first = entries.first()?;
    let column = lines::column(text, first.range.start);
    let sorted = entries.len() > 1 && entries.is_sorted_by_key(|entry| entry.key.source());
    let before = entries.iter().filter(|entry| entry.key.source() < key).count();
    if sorted && before == 0 && !lines::has_comment_above(text, first.range.start) {
        let new_text = format!("{}{}{}", line(column), lines::newline(text), " ".repeat(column));
        return Some(Edit { range: TextRange::empty(first.range.start), new_text });
    }
    let wanted = if sorted { before.max(1) - 1 } else { entries.len() - 1 };
    let ends = entries.iter().map(|e| lines::end(text, lines::content_end(e.value, e.range)));
    let ends: Vec<u32> = ends.collect();
    let free = |at: &&u32| avoid.is_none_or(|avoid| **at < avoid.start || avoid.end < **at);
    let at = ends.get(wanted).filter(free).or_else(|| ends.iter().rev().find(free))?;
    let new_text = format!("{}{}{}", lines::newline(text), " ".repeat(column), line(column));
    Some(Edit { range: TextRange::empty(*at), new_text })
}
