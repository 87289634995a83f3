//! What a cursor is at: the way of nodes to it, and the slot of the innermost that it is in.
//!
//! Works on text that is half there: a blank line belongs to the mapping at its column, a lone word below `items:` is a
//! key that is being typed. Knows nothing of what may stand there.

use std::borrow::Cow;

use crdls_text::{LineIndex, TextRange, floor_boundary};

use crate::{Entry, Kind, Node};

/// A cursor in a text, with the word that is being typed there.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    /// Where it is, between two characters.
    pub offset: u32,
    /// The bytes of the word around it; empty where there is none.
    pub word: TextRange,
    /// The line of the word, from 0.
    pub line: u32,
    /// The column in which the word starts, in bytes from 0.
    pub column: u32,
}

/// A node on the way to a cursor.
#[derive(Clone, Copy, Debug)]
pub struct Level<'t> {
    /// The entry of the mapping around it that it is the value of; `None` for an item of a list and for the first node.
    pub entry: Option<Entry<'t>>,
    /// The node.
    pub node: Node<'t>,
    /// The number of the item in the list around it, from 0.
    pub index: usize,
    /// The range with what leads to the node: its key, or the dash of an item.
    pub range: TextRange,
}

/// What a cursor is in of the innermost node on the way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// At a key of the mapping, or where a new one can begin.
    Key,
    /// Where a new item of the list can begin.
    Item,
    /// At a value that is neither, or where one can be written.
    Value,
}

/// The way to a cursor.
#[derive(Clone, Debug)]
pub struct Way<'t> {
    /// The nodes from the outermost inwards; never empty.
    pub levels: Vec<Level<'t>>,
    /// What the cursor is in of the last one.
    pub slot: Slot,
}

impl<'t> Level<'t> {
    fn root(node: Node<'t>) -> Self {
        Self { entry: None, node, index: 0, range: node.range() }
    }

    fn entry(entry: Entry<'t>) -> Self {
        Self { entry: Some(entry), node: entry.value, index: 0, range: entry.range }
    }

    /// The last item of a list that starts at an offset or before it.
    fn item_before(list: Node<'t>, offset: u32) -> Option<Self> {
        let items = list.item_ranges().enumerate().take_while(|(_, (_, range))| range.start <= offset);
        items.last().map(|(index, (node, range))| Self { entry: None, node, index, range })
    }

    /// The key that leads to the node; `None` for an item of a list, for the first node, and for a key that is no text.
    pub fn name(&self) -> Option<Cow<'t, str>> {
        self.entry?.key.str()
    }

    /// Whether an offset is in the key that leads to the node, or directly after.
    pub fn is_at_key(&self, offset: u32) -> bool {
        self.entry.is_some_and(|entry| entry.key.range().touches(offset))
    }

    /// The key, if an offset is in it, otherwise the node.
    pub fn part(&self, offset: u32) -> Node<'t> {
        self.entry.filter(|_| self.is_at_key(offset)).map_or(self.node, |entry| entry.key)
    }
}

/// The nodes from a root downwards, each the last in the one around it that starts at an offset or before it.
pub fn before<'t>(root: Node<'t>, offset: u32) -> Vec<Level<'t>> {
    let below = |node: Node<'t>| {
        let entry = node.entry_before(offset).map(Level::entry);
        entry.or_else(|| Level::item_before(node, offset))
    };
    std::iter::successors(Some(Level::root(root)), |level| below(level.node)).collect()
}

/// The nodes from a root down to an offset: up to the one whose key the offset is in, or in which no other has it.
pub fn around(root: Node<'_>, offset: u32) -> Vec<Level<'_>> {
    let mut levels = before(root, offset);
    let outside = levels.iter().skip(1).take_while(|level| level.range.touches(offset)).count() + 1;
    let key = levels.iter().position(|level| level.is_at_key(offset)).map_or(outside, |key| key + 1);
    levels.truncate(outside.min(key));
    levels
}

impl Cursor {
    /// The cursor at an offset of a text.
    pub fn at(text: &str, lines: &LineIndex, offset: u32) -> Self {
        let offset = floor_boundary(text, offset);
        let before = text.get(..offset as usize).unwrap_or_default();
        let behind = text.get(offset as usize..).unwrap_or_default();
        let mut start = before.trim_end_matches(is_word).len() as u32;
        // The dash of an item is no part of a word, though its blank is yet to come.
        if ends_with_bare_dash(before) {
            start = offset;
        }
        let end = offset + (behind.len() - behind.trim_start_matches(is_word).len()) as u32;
        let at = lines.line_col(start);
        Self { offset, word: TextRange::new(start, end), line: at.line, column: at.col }
    }

    /// The way from a node to the cursor. `lines`: those of the whole text.
    pub fn way<'t>(self, root: Node<'t>, lines: &LineIndex) -> Way<'t> {
        let mut levels = vec![Level::root(root)];
        let mut node = root;
        // Bounded by the depth of the tree.
        loop {
            let (slot, next) = match node.kind() {
                kind if kind.is_map() => (Slot::Key, self.entry(node, lines).map(Level::entry)),
                kind if kind.is_seq() => (Slot::Item, self.item(node, lines)),
                _ => (Slot::Value, None),
            };
            let Some(level) = next else { return Way { levels, slot } };
            levels.push(level);
            node = level.node;
        }
    }

    /// The entry of a mapping whose value the cursor is in; `None` where it is at a key.
    fn entry<'t>(self, map: Node<'t>, lines: &LineIndex) -> Option<Entry<'t>> {
        let entry = map.entry_before(self.word.start)?;
        let key = entry.key.range();
        let is_typed = key.touches(self.offset) || (entry.broken && key.touches(self.word.start));
        (!is_typed && self.is_in_value(map, entry, lines)).then_some(entry)
    }

    /// Whether it is after the colon of an entry, on its line or deeper below.
    pub fn is_in_value(self, map: Node<'_>, entry: Entry<'_>, lines: &LineIndex) -> bool {
        let (key, value) = (entry.key.range(), entry.value.range());
        if map.kind() == Kind::FlowMap {
            let between = TextRange::new(key.end, self.word.start.max(key.end)).of(map.text());
            return (!entry.value.is_empty() && value.touches(self.offset))
                || (between.contains(':') && !between.contains(','));
        }
        // What is typed on a blank line as far left as the key ends the text of a block scalar.
        let ends_text = matches!(entry.value.kind(), Kind::Literal | Kind::Folded) && {
            let rest = map.text().get(self.word.start as usize..).unwrap_or_default();
            rest.lines().next().is_none_or(|rest| rest.trim().is_empty())
        };
        let inside = !ends_text && value.contains(self.word.start);
        // Nor can anything but an item stand between a key and the list at its column.
        let in_list = entry.value.kind() == Kind::BlockSeq && self.offset <= value.start;
        let key = lines.line_col(key.start);
        self.line == key.line || self.column > key.col || inside || in_list
    }

    /// The item of a list that it is in; `None` where a new one can begin.
    fn item<'t>(self, list: Node<'t>, lines: &LineIndex) -> Option<Level<'t>> {
        let item = Level::item_before(list, self.word.start)?;
        let is_inside = match list.kind() {
            Kind::FlowSeq => item.node.range().touches(self.offset),
            _ => {
                let dash = lines.line_col(item.range.start);
                self.line == dash.line || self.column > dash.col
            }
        };
        is_inside.then_some(item)
    }
}

/// Whether the last line of a text is the beginning of an item whose dash has no blank yet.
pub fn ends_with_bare_dash(before: &str) -> bool {
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    line.strip_suffix('-')
        .is_some_and(|line| !line.ends_with('-') && line.trim_start_matches([' ', '-']).is_empty())
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '$' | '/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tree;

    /// The keys on the way to `|`, with `-` for an item, and the slot.
    fn way(marked: &str) -> (String, Slot) {
        let (before, behind) = marked.split_once('|').unwrap();
        let text = format!("{before}{behind}");
        let (tree, lines) = (Tree::parse(&text), LineIndex::new(&text));
        let root = tree.root(&text, &tree.documents()[0]).unwrap();
        let way = Cursor::at(&text, &lines, before.len() as u32).way(root, &lines);
        let steps = way.levels[1..].iter().map(|level| level.name().map_or("-".into(), Cow::into_owned));
        (steps.collect::<Vec<_>>().join("."), way.slot)
    }

    #[test]
    fn the_column_of_a_blank_line_says_what_it_belongs_to() {
        let cases = [
            ("a:\n  b: 1\n  |\n", "a", Slot::Key),
            ("a:\n  b: 1\n|\n", "", Slot::Key),
            ("a:\n  b:\n    |\n", "a.b", Slot::Value),
            ("a:\n- b: 1\n  |\n", "a.-", Slot::Key),
            ("a:\n- b: 1\n|\nc: 1\n", "", Slot::Key),
            ("a:\n  - b: 1\n  |\n", "a", Slot::Item),
            ("a: |x\n", "a", Slot::Value),
            ("a|: x\n", "", Slot::Key),
            ("a: {b: |}\n", "a.b", Slot::Value),
            ("a: {b: 1, |}\n", "a", Slot::Key),
            ("a: [b, |]\n", "a", Slot::Item),
            ("a: [b|]\n", "a.-", Slot::Value),
        ];
        for (text, keys, slot) in cases {
            assert_eq!(way(text), (keys.to_owned(), slot), "{text}");
        }
    }

    #[test]
    fn a_blank_line_as_far_left_as_the_key_is_no_text_of_its_block() {
        assert_eq!(way("a:\n  b: >-\n    x\n  |\n"), ("a".to_owned(), Slot::Key));
        assert_eq!(way("a:\n  b: >-\n    x|\n"), ("a.b".to_owned(), Slot::Value));
        assert_eq!(way("a:\n  b: >-\n  |  x\n"), ("a.b".to_owned(), Slot::Value));
    }
}
