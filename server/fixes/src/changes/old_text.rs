//! Entries and items of the old text, as they are written again in the new one: with their comments, at another
//! indentation.
//!
//! Knows block style; must not know Kubernetes.

use crdls_text::{Edit, TextRange};
use crdls_yaml::{Kind, Node};

use super::super::edit::lines;

/// The lines of an entry or an item, without their indentation, and with the comments above it.
#[derive(Debug)]
pub(super) struct OldText(Vec<String>);

impl OldText {
    /// `range`: the entry whose value a node is, or the item. `edits` of the text are made in it. `None` where it does
    /// not begin a line.
    pub(super) fn of(value: Node<'_>, range: TextRange, mut edits: Vec<Edit>) -> Option<Self> {
        let text = value.text();
        if !lines::is_first(text, range.start) {
            return None;
        }
        let (column, start) = (lines::column(text, range.start), with_comments(text, range.start));
        let whole = TextRange::new(lines::start(text, start), lines::content_end(value, range));
        let mut old = whole.of(text).to_owned();
        Edit::sort(&mut edits);
        for Edit { range, new_text } in edits.into_iter().rev() {
            let start = range.start.checked_sub(whole.start)?;
            let inside = TextRange::new(start, range.end.checked_sub(whole.start)?);
            Edit { range: inside, new_text }.apply(&mut old).then_some(())?;
        }
        let unindented = |line: &str| {
            let blanks = line.len() - line.trim_start_matches(' ').len();
            line.get(blanks.min(column)..).unwrap_or_default().to_owned()
        };
        Some(Self(old.lines().map(unindented).collect()))
    }

    /// As lines at a column, the first of which is indented already.
    fn at(&self, column: usize, newline: &str) -> String {
        let pad = " ".repeat(column);
        let line = |line: &String| if line.is_empty() { String::new() } else { format!("{pad}{line}") };
        let lines: Vec<_> = self.0.iter().map(line).collect();
        lines.join(newline).trim_start_matches(' ').to_owned()
    }

    /// The edit that adds it to a block mapping or list, after one of its parts, otherwise before the first one.
    pub(super) fn added(&self, to: Node<'_>, after: Option<usize>) -> Option<Edit> {
        let text = to.text();
        let parts: Vec<(Node<'_>, TextRange)> = match to.kind() {
            Kind::BlockMap => to.entries().map(|entry| (entry.value, entry.range)).collect(),
            Kind::BlockSeq => to.item_ranges().collect(),
            _ => return None,
        };
        let (_, first) = parts.first()?;
        let (column, newline) = (lines::column(text, first.start), lines::newline(text));
        let (pad, own) = (" ".repeat(column), self.at(column, newline));
        match after {
            Some(index) => {
                let (value, range) = *parts.get(index)?;
                let at = lines::end(text, lines::content_end(value, range));
                Some(Edit { range: TextRange::empty(at), new_text: format!("{newline}{pad}{own}") })
            }
            None => {
                let at = TextRange::empty(with_comments(text, first.start));
                Some(Edit { range: at, new_text: format!("{own}{newline}{pad}") })
            }
        }
    }
}

/// Where the comments directly above an entry or an item begin that are indented as it is; itself where there is none.
fn with_comments(text: &str, at: u32) -> u32 {
    let column = lines::column(text, at);
    let mut first = at;
    loop {
        let line = lines::start(text, first);
        let Some(above) = line.checked_sub(1).filter(|_| lines::is_first(text, first)) else { return first };
        let start = lines::start(text, above.saturating_sub(u32::from(lines::newline(text) == "\r\n")));
        let comment = start + column as u32;
        let is_comment = lines::behind(text, comment).starts_with('#') && lines::is_first(text, comment);
        if !is_comment || comment >= line {
            return first;
        }
        first = comment;
    }
}
