//! Where the text of a key ends, when it is read as its author meant it: by lines and indentation, whatever is in it.

use crdls_text::{TextRange, line_start};

use super::{LanguageKind, MAX_TEXT};

/// The lines of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent<'t> {
    text: &'t str,
    /// From its first character to its last.
    pub(super) range: TextRange,
    /// The column of the key.
    pub(super) column: usize,
    /// The key is in a flow mapping.
    pub(super) in_flow: bool,
}

/// So many ends of one value are tried.
const MAX_ENDS: usize = 8;

impl<'t> Extent<'t> {
    /// The extent of the value of a key; `None` if there is no value.
    pub(super) fn of(text: &'t str, key: TextRange) -> Option<Self> {
        let Self { column, in_flow, .. } = Self::without_value(text, key)?;
        let behind = text.get(key.end as usize..)?;
        let colon = behind.find(|c| c != ' ')?;
        let rest = behind.get(colon..)?.strip_prefix(':')?;
        let start = key.end + colon as u32 + 1;
        let len = match in_flow {
            true => rest.lines().next().unwrap_or_default().len(),
            false => block_len(rest, column)?,
        };
        let written = rest.get(..len)?;
        let blank = written.len() - written.trim_start().len();
        let range = TextRange::new(start + blank as u32, start + written.trim_end().len().max(blank) as u32);
        (!range.is_empty()).then_some(Self { text, range, column, in_flow })
    }

    /// Of a key, without its value.
    pub(super) fn without_value(text: &'t str, key: TextRange) -> Option<Self> {
        let line = line_start(text, key.start);
        let before = text.get(line as usize..key.start as usize)?;
        let in_flow = before.trim_end().ends_with(['{', '[', ',']);
        let range = TextRange::empty(key.end);
        Some(Self { text, range, column: (key.start - line) as usize, in_flow })
    }

    /// How lines end here.
    pub(super) fn newline(&self) -> &'static str {
        let behind = self.text.get(self.range.start as usize..).unwrap_or_default();
        let line = behind.split_inclusive('\n').next().unwrap_or_default();
        if line.ends_with("\r\n") { "\r\n" } else { "\n" }
    }

    /// What the text may be: all of it, or without a comment at its end; in flow style, up to what may end it. Of
    /// sentences the shortest first.
    pub(super) fn values(&self, kind: LanguageKind) -> Vec<TextRange> {
        let written = self.range.of(self.text);
        let up_to = |end: usize| {
            let len = written.get(..end).unwrap_or(written).trim_end().len();
            TextRange::new(self.range.start, self.range.start + len as u32)
        };
        if self.in_flow {
            let ends = written.char_indices().filter(|(_, c)| matches!(c, ',' | '}' | ']'));
            let ends = ends.filter(|(at, _)| ends_flow(written.get(*at..).unwrap_or_default()));
            return ends.take(MAX_ENDS).map(|(at, _)| up_to(at)).filter(|range| !range.is_empty()).collect();
        }
        let last = written.rfind('\n').map_or(0, |at| at + 1);
        let comments = written.match_indices(" #").map(|(at, _)| at).filter(|at| *at >= last && *at > 0);
        let mut values: Vec<_> =
            std::iter::once(written.len()).chain(comments.take(MAX_ENDS)).map(up_to).collect();
        if kind == LanguageKind::Prose && values.len() > 1 {
            values.rotate_left(1);
        }
        values
    }
}

/// Whether what follows a value in flow style ends it: another key, or brackets up to the end of the line.
fn ends_flow(rest: &str) -> bool {
    if let Some(next) = rest.strip_prefix(',') {
        let next = next.trim_start();
        let name =
            next.len() - next.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-').len();
        return name > 0 && next.get(name..).is_some_and(|rest| rest.starts_with(": "));
    }
    let brackets = rest.trim_start_matches(['}', ']', ' ']);
    brackets.is_empty() || brackets.starts_with([',', '#'])
}

/// How long the value after a colon is in block style: to the end of its line, and the lines below that are indented
/// deeper than the key; nothing where that is too long to look at.
fn block_len(rest: &str, column: usize) -> Option<usize> {
    let (mut at, mut end) = (0, 0);
    for (number, line) in rest.split_inclusive('\n').enumerate() {
        let indent = indent(line);
        let is_blank = is_blank(line, indent);
        if number > 0 && !is_blank && indent <= column {
            break;
        }
        at += line.len();
        if at > MAX_TEXT {
            return None;
        }
        if !is_blank {
            end = at;
        }
    }
    Some(rest.get(..end)?.trim_end().len())
}

/// The number of spaces that a line begins with.
pub(super) fn indent(line: &str) -> usize {
    line.bytes().take_while(|byte| *byte == b' ').count()
}

/// Whether a line has nothing behind its indentation.
pub(super) fn is_blank(line: &str, indent: usize) -> bool {
    let is_visible = |rest: &[u8]| rest.first().is_some_and(u8::is_ascii_graphic);
    line.get(indent..).is_none_or(|rest| !is_visible(rest.as_bytes()) && rest.trim().is_empty())
}

/// The plain key that a line begins with, after its indentation and dashes.
pub(super) fn block_key(line: &str, indent: usize, start: u32) -> Option<TextRange> {
    let mut rest = line.get(indent..)?;
    while let Some(inner) = rest.strip_prefix("- ") {
        rest = inner.trim_start_matches(' ');
    }
    let len = rest.bytes().take_while(|byte| is_key(*byte)).count();
    let is_colon = |rest: &str| rest.trim_end_matches(['\n', '\r']) == ":" || rest.starts_with(": ");
    let at = start + (line.len() - rest.len()) as u32;
    (len > 0 && rest.get(len..).is_some_and(is_colon)).then(|| TextRange::new(at, at + len as u32))
}

/// The keys of flow mappings in a line that have one of some names.
pub(super) fn flow_keys<'l>(
    line: &'l str,
    start: u32,
    names: &'l [&str],
) -> impl Iterator<Item = TextRange> + use<'l> {
    // Most lines have none.
    let names = if memchr::memchr2(b'{', b',', line.as_bytes()).is_some() { names } else { &[] };
    names.iter().flat_map(move |name| {
        line.match_indices(name).filter_map(move |(at, _)| {
            let before = line.get(..at)?.trim_end();
            let is_key = before.ends_with(['{', ',']) && line.get(at + name.len()..)?.starts_with(": ");
            let at = start + at as u32;
            is_key.then(|| TextRange::new(at, at + name.len() as u32))
        })
    })
}

fn is_key(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'$')
}

/// The column of a key in block style whose value is a block scalar; nothing for other keys.
pub(super) fn block_scalar_column(text: &str, key: TextRange) -> Option<usize> {
    let rest = text.get(key.end as usize..)?.strip_prefix(':')?;
    block_header(rest.trim_start_matches(' '))?;
    let key = Extent::without_value(text, key)?;
    (!key.in_flow).then_some(key.column)
}

/// The length of the indicators that begin a block scalar.
pub(super) fn block_header(written: &str) -> Option<usize> {
    let first = written.lines().next().unwrap_or_default();
    let rest = first.strip_prefix(['|', '>'])?;
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
    let is_end = behind.trim().is_empty() || behind.trim_start_matches(' ').starts_with('#');
    is_end.then_some(first.len() - behind.len())
}
