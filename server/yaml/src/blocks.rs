//! Searches over the stored nodes, without a view of each: a large text has hundreds of thousands, and an edit asks again.

use crdls_text::{LineIndex, TextRange};

use crate::tree::{Document, Tree};
use crate::{Kind, Node};

/// An entry of a mapping or an item of a sequence that takes more than a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TallBlock {
    /// The text of the block, without blanks and line ends after it.
    pub range: TextRange,
    /// The line that it starts on, from 0.
    pub first_line: u32,
    /// The line that it ends on.
    pub last_line: u32,
    /// How many blocks it is in, itself among them.
    pub depth: u32,
}

impl Tree {
    /// The entries and items of a document that take more than a line, in the order of the text.
    pub fn tall_blocks(&self, text: &str, lines: &LineIndex, document: &Document) -> Vec<TallBlock> {
        let mut found = Vec::new();
        // Where the nodes of the blocks end that the next node may be in.
        let mut around: Vec<u32> = Vec::new();
        let mut line = lines.line_col(document.range.start).line;
        let (mut index, end) = (document.first, document.first + document.count);
        while index < end {
            let raw = self.raw(index);
            if !matches!(raw.kind, Kind::Pair | Kind::Item) {
                index += 1;
                continue;
            }
            while around.last().is_some_and(|end| *end <= index) {
                around.pop();
            }
            let mut line_end = lines.line(line).map_or(u32::MAX, |line| line.end);
            while line_end <= raw.start && line + 1 < lines.lines() {
                line += 1;
                line_end = lines.line(line).map_or(u32::MAX, |line| line.end);
            }
            let last_line = (raw.end > line_end).then(|| {
                let range =
                    TextRange::new(raw.start, raw.start + raw.range().of(text).trim_end().len() as u32);
                (range, lines.line_col_from(line, range.end).line)
            });
            let Some((range, last_line)) = last_line.filter(|(_, last)| *last > line) else {
                // Nothing in it takes more than a line either.
                index += raw.size.max(1);
                continue;
            };
            around.push(index + raw.size);
            found.push(TallBlock { range, first_line: line, last_line, depth: around.len() as u32 });
            index += 1;
        }
        found
    }
}

impl Node<'_> {
    /// Where the tags below the node start, and the keys that are written like one of some and have such a value, in the
    /// order of the text. `is_such`: of the range of a value.
    pub fn tags_and_keys(self, keys: &[&str], is_such: impl Fn(TextRange) -> bool) -> Vec<u32> {
        // A bit for each length: most keys have another one.
        let lengths = keys.iter().fold(0_u64, |lengths, key| lengths | 1_u64.wrapping_shl(key.len() as u32));
        let is_one = |range: TextRange| {
            lengths.wrapping_shr(range.len()) & 1 == 1 && keys.contains(&range.of(self.text()))
        };
        let (stored, mut found) = (self.stored(), Vec::new());
        for (at, raw) in stored.iter().enumerate() {
            match raw.kind {
                Kind::Tag => found.push(raw.start),
                Kind::Pair => {
                    let parts = stored.get(at + 1..at + raw.size as usize).unwrap_or_default();
                    let mut parts =
                        parts.iter().filter(|part| !matches!(part.kind, Kind::Tag | Kind::Anchor));
                    if let Some(key) = parts.next().filter(|key| is_one(key.range()))
                        && parts.next().is_none_or(|value| is_such(value.range()))
                    {
                        found.push(key.start);
                    }
                }
                _ => {}
            }
        }
        // A tag of a key stands before it.
        found.sort_unstable();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_several_lines_are_in_the_order_of_the_text() {
        let text = "a: 1\nb:\n  - c\n  - d: {e: 1,\n      f: 2}\n    g: |\n      h\n\ni: 'j\n  k'\n";
        let (tree, lines) = (Tree::parse(text), LineIndex::new(text));
        let blocks = tree.tall_blocks(text, &lines, &tree.documents()[0]);
        let found: Vec<_> = blocks.iter().map(|b| (b.first_line, b.last_line, b.depth)).collect();
        assert_eq!(found, [(1, 6, 1), (3, 6, 2), (3, 4, 3), (5, 6, 3), (8, 9, 1)]);
        assert_eq!(blocks[0].range.of(text).lines().last(), Some("      h"));
    }

    #[test]
    fn tags_and_keys_are_found_below_a_node() {
        let text = "rule: a\nx: {rule: !b c, 'rule': d, rules: rule}\ny: [rule, rule: 1]\n";
        let tree = Tree::parse(text);
        let root = tree.root(text, &tree.documents()[0]).expect("a root");
        let starts = |at: &u32, start: &str| text.get(*at as usize..).unwrap_or_default().starts_with(start);
        let found = root.tags_and_keys(&["rule"], |_| true);
        let expected = ["rule: a", "rule: !b", "!b", "rule: 1"];
        assert_eq!(found.len(), expected.len(), "{found:?}");
        assert!(found.iter().zip(expected).all(|(at, expected)| starts(at, expected)), "{found:?}");
        let inner = root.get("x").expect("an entry").value;
        assert_eq!(inner.tags_and_keys(&["rule"], |_| true).len(), 2);
        let is_long = |value: TextRange| value.len() > 1;
        let found = root.tags_and_keys(&["rule", "rules"], is_long);
        assert!(
            matches!(&found[..], [tag, key] if starts(tag, "!b") && starts(key, "rules: rule")),
            "{found:?}"
        );
    }
}
