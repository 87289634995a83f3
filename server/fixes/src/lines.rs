//! Lines of a text: where they start and end, and how far they are indented.

use crdls_text::TextRange;
pub use crdls_text::line_start as start;
use crdls_yaml::Node;

/// How block style is written in a file.
#[derive(Clone, Copy, Debug)]
pub struct BlockStyle {
    /// How lines end.
    pub newline: &'static str,
    /// How many columns the dashes of a list stand right of its key.
    pub dash: usize,
}

/// The text before an offset; empty where it is past the end.
pub fn before(text: &str, offset: u32) -> &str {
    text.get(..offset as usize).unwrap_or_default()
}

/// The text from an offset on; empty where it is past the end.
pub fn behind(text: &str, offset: u32) -> &str {
    text.get(offset as usize..).unwrap_or_default()
}

/// Where the line of an offset ends, its line break not counted.
pub fn end(text: &str, offset: u32) -> u32 {
    offset + behind(text, offset).find(['\n', '\r']).unwrap_or(behind(text, offset).len()) as u32
}

/// Where the line after the one of an offset starts.
pub fn next(text: &str, offset: u32) -> u32 {
    let end = end(text, offset);
    let rest = behind(text, end);
    let width = if rest.starts_with("\r\n") { 2 } else { usize::from(!rest.is_empty()) };
    end + width as u32
}

/// The characters before an offset on its line.
pub fn column(text: &str, offset: u32) -> usize {
    TextRange::new(start(text, offset), offset).of(text).chars().count()
}

/// Whether nothing but blanks stands before an offset on its line.
pub fn is_first(text: &str, offset: u32) -> bool {
    TextRange::new(start(text, offset), offset).of(text).bytes().all(|byte| byte == b' ')
}

/// The line break that a text has.
pub fn newline(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if before(text, at as u32).ends_with('\r') => "\r\n",
        None if text.contains('\r') => "\r",
        _ => "\n",
    }
}

/// How a file writes block style: its line break, and its lists as the first one near its beginning; with dashes below
/// the key where it has none.
pub fn block_style(text: &str) -> BlockStyle {
    const LINES: usize = 1000;
    let mut key: Option<usize> = None;
    let mut dash = 0;
    for line in text.lines().take(LINES).filter(|line| !line.trim().is_empty()) {
        let content = line.trim_start_matches(' ');
        let column = line.len() - content.len();
        if let (Some(key), true) = (key, content.starts_with("- ")) {
            dash = column.saturating_sub(key).min(8);
            break;
        }
        let entry = content.trim_start_matches("- ").trim_start_matches(' ');
        let opens = entry.trim_end().ends_with(':') && !entry.starts_with('#');
        key = opens.then_some(line.len() - entry.len());
    }
    BlockStyle { newline: newline(text), dash }
}

/// Where something of the tree ends: blank lines after it are not its own, but those that a block scalar
/// keeps.
pub fn content_end(node: Node<'_>, range: TextRange) -> u32 {
    let source = range.of(node.text());
    let trimmed = range.start + source.trim_end().len() as u32;
    if !keeps_blanks(node) {
        return trimmed;
    }
    let last = source.strip_suffix('\n').map_or(source, |source| source.strip_suffix('\r').unwrap_or(source));
    range.start + last.len() as u32
}

/// Whether the last thing in a node is a block scalar whose blank lines count (`|+`).
fn keeps_blanks(node: Node<'_>) -> bool {
    if let Some(last) = node.entries().last() {
        return keeps_blanks(last.value);
    }
    if let Some(last) = node.items().last() {
        return keeps_blanks(last);
    }
    let header = node.source().lines().next().unwrap_or_default();
    header.starts_with(['|', '>']) && header.contains('+')
}

/// Whether the line above an offset's is a comment.
pub fn has_comment_above(text: &str, offset: u32) -> bool {
    let above = before(text, start(text, offset)).trim_end_matches(['\n', '\r']);
    above.get(start(above, above.len() as u32) as usize..).unwrap_or_default().trim_start().starts_with('#')
}

/// Whether a key stands in block style: before it on its line are blanks and dashes alone.
pub fn is_block_key(text: &str, offset: u32) -> bool {
    TextRange::new(start(text, offset), offset)
        .of(text)
        .bytes()
        .all(|byte| matches!(byte, b' ' | b'-' | b'?'))
}
