//! Changes inside a scalar's text, in its style.

use crdls_text::{Edit, TextRange};
use crdls_yaml::{Kind, Node};

use super::super::value::Value;
use super::{lines, replace};

/// Edits of a scalar's text as edits of the file; `text` is what it says then. Where the style cannot hold
/// that, the scalar is written anew in quotes.
pub(in super::super) fn within(node: Node<'_>, edits: &[Edit], text: &str) -> Option<Vec<Edit>> {
    if node.anchor().is_some() || node.tag().is_some() {
        return None;
    }
    if node.kind() == Kind::Plain && !is_plain(text, !is_in_block(node)) {
        let one_line = !text.contains('\n');
        return Some(vec![replace(node, None, &Value::text(text)).filter(|_| one_line)?]);
    }
    let decoded = node.decoded();
    let written = |edit: &Edit| {
        let range = match edit.range.is_empty() {
            true => TextRange::empty(insertion(&decoded, edit.range.start)),
            false => decoded.source_range(edit.range),
        };
        Some(Edit { range, new_text: in_style(node.kind(), &edit.new_text)? })
    };
    edits.iter().map(written).collect()
}

/// What is put after a word stands after it in the file too, and not on the line that follows.
fn insertion(decoded: &crdls_yaml::Decoded<'_>, at: u32) -> u32 {
    let before = decoded.text().get(..at as usize).and_then(|text| text.chars().next_back());
    match before.filter(|c| !c.is_whitespace()) {
        Some(c) => decoded.source_range(TextRange::new(at - c.len_utf8() as u32, at)).end,
        None => decoded.source(at),
    }
}

fn in_style(kind: Kind, text: &str) -> Option<String> {
    match kind {
        _ if text.contains(char::is_control) => None,
        Kind::Plain => Some(text.to_owned()),
        kind => kind.piece(text),
    }
}

/// Whether a text can stand without quotes.
fn is_plain(text: &str, flow: bool) -> bool {
    let indicators = |c: char| "!&*-?:,[]{}#|>@`\"'%=~".contains(c) || c.is_whitespace();
    let in_flow = |c: char| ",[]{}".contains(c);
    let begins_otherwise = text.is_empty() || text.starts_with(indicators);
    let ends_otherwise = [": ", " #"].iter().any(|end| text.contains(end)) || text.ends_with([':', ' ']);
    let cut = flow && text.contains(in_flow);
    ![begins_otherwise, ends_otherwise, cut].contains(&true)
}

/// Whether a value stands after a key or dash in block style.
fn is_in_block(node: Node<'_>) -> bool {
    let text = node.text();
    let start = node.range().start;
    let before = TextRange::new(lines::start(text, start), start).of(text);
    let dashes = before.trim_start_matches([' ', '-']);
    let key = dashes.trim_end().strip_suffix(':').unwrap_or(dashes.trim_end());
    !key.contains(['{', '[', ','])
}
