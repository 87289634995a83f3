//! Properties in the order of their names.

use crdls_report::Fix;
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Entry, Kind, Node};

use super::super::edit::lines;
use super::super::request::fix;
use super::{CursorPath, is_shared};

pub(super) fn properties(way: &CursorPath<'_>) -> Option<Fix> {
    // Where the cursor is at the key, or at one of the properties' names.
    let end = way.end()?;
    let map = [0, 1]
        .into_iter()
        .filter_map(|steps| end.above(steps))
        .find(|target| target.name() == "properties")?;
    let at_name = map.node.entries().any(|entry| entry.key.range().meets(way.cursor));
    if end.name() != "properties" && !at_name {
        return None;
    }
    fix("sort the properties by name", vec![sorted(map.node)?])
}

/// The lines of the entries, each with the comments above it, in the order of their keys.
fn sorted(map: Node<'_>) -> Option<Edit> {
    let text = map.text();
    let entries: Vec<Entry<'_>> = map.entries().collect();
    let in_order = entries.is_sorted_by(|a, b| a.key.source() <= b.key.source());
    let apart = entries.iter().all(|entry| lines::is_first(text, entry.range.start));
    if map.kind() != Kind::BlockMap || in_order || !apart || is_shared(map, 0) {
        return None;
    }
    let starts: Vec<u32> = entries.iter().map(|entry| above(text, entry.range.start)).collect();
    let last = entries.last()?;
    let end = lines::next(text, lines::content_end(last.value, last.range));
    let ends = starts.iter().skip(1).copied().chain([end]);
    let mut parts: Vec<(&str, &str)> = entries
        .iter()
        .zip(starts.iter().zip(ends))
        .map(|(entry, (start, end))| (entry.key.source(), TextRange::new(*start, end).of(text)))
        .collect();
    parts.sort_by_key(|(key, _)| *key);
    let newline = lines::newline(text);
    let mut new_text = String::new();
    for (_, part) in parts {
        if !new_text.is_empty() && !new_text.ends_with(['\n', '\r']) {
            new_text.push_str(newline);
        }
        new_text.push_str(part);
    }
    let first = *starts.first()?;
    let whole = TextRange::new(first, end);
    if !whole.of(text).ends_with(['\n', '\r']) {
        new_text.truncate(new_text.trim_end_matches(['\n', '\r']).len());
    }
    Some(Edit { range: whole, new_text })
}

/// Where an entry's lines begin: with the comments right above it.
fn above(text: &str, offset: u32) -> u32 {
    let mut start = lines::start(text, offset);
    while lines::has_comment_above(text, start) {
        start = lines::start(text, start - 1);
    }
    start
}
