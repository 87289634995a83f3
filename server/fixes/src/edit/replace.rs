//! Another value for a key or an item.

use crdls_text::{Edit, TextRange};
use crdls_values::double_quoted;
use crdls_yaml::{Entry, Kind, Node, single_quoted};

use super::super::value::Value;
use super::lines;
use crdls_yaml::json_stream::begins_with_brace;

/// Writes a value in place of another, in the other's quotes where both are texts. `entry`: the pair
/// whose value it is.
pub(in super::super) fn replace(node: Node<'_>, entry: Option<Entry<'_>>, value: &Value) -> Option<Edit> {
    if node.anchor().is_some() || node.tag().is_some() {
        return None;
    }
    match node.kind() {
        Kind::Plain | Kind::SingleQuoted | Kind::DoubleQuoted
            if value.has_members()
                && entry.is_some_and(|e| lines::is_block_key(node.text(), e.key.range().start)) =>
        {
            behind_colon(node, entry?, value)
        }
        Kind::Plain | Kind::SingleQuoted | Kind::DoubleQuoted => {
            Some(Edit { range: node.range(), new_text: in_quotes_of(node, value) })
        }
        Kind::FlowMap | Kind::FlowSeq => {
            Some(Edit { range: node.range(), new_text: value.flow(begins_with_brace(node.text())) })
        }
        Kind::Empty | Kind::BlockMap | Kind::BlockSeq | Kind::Literal | Kind::Folded => {
            behind_colon(node, entry?, value)
        }
        _ => None,
    }
}

fn in_quotes_of(node: Node<'_>, value: &Value) -> String {
    match (node.kind(), value) {
        (Kind::DoubleQuoted, Value::Text(text)) => double_quoted(text),
        (Kind::SingleQuoted, Value::Text(text)) if !text.contains(char::is_control) => single_quoted(text),
        (_, value) => value.flow(begins_with_brace(node.text())),
    }
}

/// All from a key's colon to the end of its value; none where a comment stands between.
fn behind_colon(node: Node<'_>, entry: Entry<'_>, value: &Value) -> Option<Edit> {
    let text = node.text();
    let key = entry.key.range();
    let colon = key.end + lines::behind(text, key.end).find(':')? as u32 + 1;
    let blank = |range: TextRange| range.of(text).chars().all(|c| c.is_whitespace() || c == ':');
    if !blank(TextRange::new(key.end, colon)) {
        return None;
    }
    if node.is_empty() {
        let flow = !lines::is_block_key(text, key.start);
        let new_text = if flow {
            format!(" {}", value.flow(begins_with_brace(node.text())))
        } else {
            below(text, key, colon, value)?
        };
        return Some(Edit { range: TextRange::empty(colon), new_text });
    }
    if !blank(TextRange::new(colon, node.range().start)) {
        return None;
    }
    let end = lines::content_end(node, node.range());
    Some(Edit { range: TextRange::new(colon, end), new_text: below(text, key, colon, value)? })
}

/// What stands after a colon in block style; on the same line where something follows there.
fn below(text: &str, key: TextRange, colon: u32, value: &Value) -> Option<String> {
    let rest = TextRange::new(colon, lines::end(text, colon)).of(text).trim();
    if rest.starts_with('#') {
        return Some(format!(" {}", value.flow(false)));
    }
    Some(value.behind_key(lines::column(text, key.start), lines::block_style(text)))
}
