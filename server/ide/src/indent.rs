//! Indentation of a line that is being begun: after a line break, and after the dash of an item.
//!
//! Knows the structure above the line; must not know Kubernetes. Changes only the blanks that the line begins with, and
//! nothing if the structure does not decide: in texts over several lines, in flow style and in JSON.

use crdls_text::{Edit, TextRange};
use crdls_yaml::cursor::{Level, Way};
use crdls_yaml::json_stream::begins_with_brace;
use crdls_yaml::{Kind, Node};

use crate::{File, lines};

/// The key that was typed last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indentation {
    /// A line break: the line of the cursor is new.
    OfLine,
    /// The blank after a dash: the line of the cursor is a new item.
    OfItem,
}

/// So many lines above are looked at.
const MOST_LINES: usize = 1000;

/// The edit that indents the line of the cursor by the structure above it; `None` if it is indented so, or nothing
/// decides.
pub fn indentation(file: &File, offset: u32, typed: Indentation) -> Option<Edit> {
    let text = file.text();
    let start = lines::start(text, offset);
    let line = TextRange::new(start, lines::end(text, offset)).of(text);
    let written = line.trim_start_matches([' ', '\t']);
    let blanks = TextRange::new(start, start + (line.len() - written.len()) as u32);
    let column = match (typed, written) {
        (Indentation::OfLine, "") => LineAbove::directly(file, start)?.of_next_line(),
        (Indentation::OfItem, "-" | "- ") => {
            LineAbove::with_content(file, start)?.of_item(blanks.len() as usize)
        }
        _ => None,
    }?;
    let new_text = " ".repeat(column);
    (blanks.of(text) != new_text).then_some(Edit { range: blanks, new_text })
}

/// A line above the cursor, as the tree has it.
struct LineAbove<'t> {
    file: &'t File,
    /// Where the line after it begins.
    next: u32,
    start: u32,
    /// The line without blanks at its end.
    line: &'t str,
    /// The column of the last dash that it begins with.
    dash: Option<usize>,
    /// The column of what follows blanks and dashes.
    column: usize,
    way: Way<'t>,
}

impl<'t> LineAbove<'t> {
    /// The line before an offset at which a line begins.
    fn directly(file: &'t File, next: u32) -> Option<Self> {
        let text = file.text();
        let end = lines::before(text, next).trim_end_matches(['\n', '\r']).len() as u32;
        // Blank lines are above.
        if lines::next(text, end) != next {
            return None;
        }
        Self::at(file, next, end)
    }

    /// The last line before an offset that is neither blank nor a comment.
    fn with_content(file: &'t File, next: u32) -> Option<Self> {
        let before = lines::before(file.text(), next);
        let is_content = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let line = before.lines().rev().take(MOST_LINES).find(is_content)?;
        let end = line.as_ptr() as usize - before.as_ptr() as usize + line.len();
        Self::at(file, next, end as u32)
    }

    fn at(file: &'t File, next: u32, end: u32) -> Option<Self> {
        let text = file.text();
        let start = lines::start(text, end);
        let line = TextRange::new(start, end).of(text).trim_end();
        let document = file.tree().documents().get(file.document_at(start))?;
        if line.trim().is_empty() || begins_with_brace(document.range.of(text)) {
            return None;
        }
        let root = file.tree().root(text, document)?;
        let way = file.cursor(start + line.len() as u32).way(root, file.lines());
        let (mut dash, mut rest) = (None, line.trim_start_matches(' '));
        while rest == "-" || rest.starts_with("- ") {
            dash = Some(line.len() - rest.len());
            rest = rest.get(1..).unwrap_or_default().trim_start_matches(' ');
        }
        Some(Self { file, next, start, line, dash, column: line.len() - rest.len(), way })
    }

    fn content(&self) -> &'t str {
        self.line.get(self.column..).unwrap_or_default()
    }

    /// The entry whose key the line has.
    fn entry(&self) -> Option<(usize, Level<'t>)> {
        let key = self.start + self.column as u32;
        let is_own = |level: &Level<'t>| level.entry.is_some_and(|entry| entry.key.range().start == key);
        self.way.levels.iter().copied().enumerate().find(|(_, level)| is_own(level))
    }

    /// The innermost value that the line ends in.
    fn value(&self) -> Option<Node<'t>> {
        self.way.levels.last().map(|level| level.node)
    }

    /// Whether the line is part of something that goes on over lines and has no structure of blocks: a text that began
    /// before it, quotes or brackets that are open.
    fn is_open(&self) -> bool {
        let end = self.start + self.line.len() as u32;
        self.way.levels.iter().any(|level| {
            let (node, range) = (level.node, level.node.range());
            match node.kind() {
                Kind::FlowMap | Kind::FlowSeq => node.is_broken() || range.end > end,
                kind if kind.is_scalar() && !node.is_empty() => {
                    let is_quoted = matches!(node.kind(), Kind::SingleQuoted | Kind::DoubleQuoted);
                    range.start < self.start || is_quoted && (node.is_broken() || range.end > end)
                }
                _ => false,
            }
        })
    }

    fn of_next_line(&self) -> Option<usize> {
        let is_block = |node: &Node<'_>| matches!(node.kind(), Kind::Literal | Kind::Folded);
        if self.line.starts_with("---") {
            return Some(0);
        }
        if let Some(block) = self.value().filter(is_block) {
            return Some(if block.range().start < self.start {
                self.line.len() - self.line.trim_start_matches(' ').len()
            } else {
                self.entry().map_or(self.dash, |_| Some(self.column))? + 2
            });
        }
        if self.is_open() || self.content().starts_with('#') {
            return None;
        }
        match (self.entry(), self.dash) {
            (Some((_, level)), _) if level.node.is_empty() => Some(self.column + 2),
            // What is below the key is indented already.
            (Some((_, level)), _) if level.node.range().start >= self.next => {
                Some(lines::column(self.file.text(), level.node.range().start))
            }
            (Some(_), _) => Some(self.column),
            (None, Some(dash)) if self.content().is_empty() => Some(dash + 2),
            (None, dash) => dash,
        }
    }

    /// `column`: that of the dash which was typed.
    fn of_item(&self, column: usize) -> Option<usize> {
        let is_block = self.value().is_some_and(|node| matches!(node.kind(), Kind::Literal | Kind::Folded));
        // What is below a key without a value is its value only since the dash was typed.
        let has_value = |level: &Level<'_>| {
            let end = self.start + self.line.len() as u32;
            let rest =
                level.entry.map(|entry| TextRange::new(entry.key.range().end, end).of(self.file.text()));
            let rest = rest.unwrap_or_default().trim_start().trim_start_matches(':').trim_start();
            !rest.is_empty() && !rest.starts_with(['#', '&', '!'])
        };
        if is_block || self.is_open_before_item() {
            return None;
        }
        match (self.entry(), self.dash) {
            (Some((_, level)), _) if !has_value(&level) && !self.line.starts_with("---") => {
                let dash = lines::block_style(self.file.text()).dash;
                (column >= self.column).then_some(self.column + dash)
            }
            (Some((at, _)), _) if column == self.column => self.dash_of(at.checked_sub(1)?),
            (None, Some(dash)) if column > dash && !self.content().is_empty() => Some(dash),
            _ => None,
        }
    }

    /// Whether it [is open](Self::is_open), apart from a plain text that goes on only with the item.
    fn is_open_before_item(&self) -> bool {
        let is_plain = self.value().is_some_and(|node| node.kind() == Kind::Plain);
        let began = self.value().is_some_and(|node| node.range().start < self.start);
        if is_plain { began } else { self.is_open() }
    }

    /// The column of the dash of a mapping on the way.
    fn dash_of(&self, level: usize) -> Option<usize> {
        let (list, item) = (self.way.levels.get(level.checked_sub(1)?)?, self.way.levels.get(level)?);
        let start = item.node.range().start;
        let before = TextRange::new(lines::start(self.file.text(), start), start).of(self.file.text());
        (list.node.kind() == Kind::BlockSeq).then(|| before.rfind('-'))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line of the cursor `|` after its key was typed.
    fn indented(marked: &str, typed: Indentation) -> String {
        let (before, behind) = marked.split_once('|').unwrap();
        let mut file = File::new(format!("{before}{behind}"));
        if let Some(edit) = indentation(&file, before.len() as u32, typed) {
            assert!(file.edit(&edit));
        }
        let at = lines::start(before, before.len() as u32);
        TextRange::new(at, lines::end(file.text(), at)).of(file.text()).to_owned()
    }

    #[test]
    fn a_line_begins_where_the_one_above_leads_to() {
        for (text, column) in [
            ("a:\n|", 2),
            ("a: 1\n  |", 0),
            ("a:\n  b: 1\n|", 2),
            ("a:\n  b: 1\n      |\n  c: 1\n", 2),
            ("a:\n- b: 1\n|", 2),
            ("a:\n- b:\n|", 4),
            ("a:\n- b\n    |", 0),
            ("a:\n-\n|", 2),
            ("a:\n- - b\n|", 2),
            ("a:\n  b: >-\n|", 4),
            ("a:\n  b: >-\n      c\n|", 6),
            ("- >-\n|", 2),
            ("a:\n|\n  b: 1\n", 2),
            ("a:\n|\n- b\n", 0),
            ("a: # why\n|", 2),
            ("a: {b: 1}\n  |", 0),
            ("a:\n  b: 1\n---\n  |", 0),
            // Nothing decides.
            ("a: 'b\n   |", 3),
            ("a: {b: 1,\n   |", 3),
            ("{\n   |", 3),
            ("# a\n   |", 3),
            ("a: b\n\n   |", 3),
            ("a: b\n  c\n   |", 3),
        ] {
            assert_eq!(indented(text, Indentation::OfLine), " ".repeat(column), "{text}");
        }
    }

    #[test]
    fn an_item_begins_where_its_list_is() {
        for (text, line) in [
            ("a:\n  - |", "  - "),
            ("x:\n- 1\na:\n  - |", "- "),
            ("x:\n  - 1\na:\n- |", "  - "),
            ("a:\n- b\n  - |", "- "),
            ("a:\n- b: 1\n  c: 2\n  - |", "- "),
            ("a:\n- b: 1\n  - |", "- "),
            ("a:\n- b: 1\n- |", "- "),
            ("x:\n- a:\n  - b\n    - |", "  - "),
            ("a:\n- b:\n    - |", "  - "),
            // Nothing decides.
            ("a: b\n  - |", "  - "),
            ("a:\n  b: >-\n    c\n    - |", "    - "),
            ("a: 'b\n  - |", "  - "),
            ("a:\n  b:\n- |", "- "),
            ("a:\n- b\n  - |c", "  - c"),
        ] {
            assert_eq!(indented(text, Indentation::OfItem), line, "{text}");
        }
    }
}
