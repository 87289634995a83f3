//! Following an edit: the smallest run of entries around it is parsed again, the rest is moved.
//!
//! An entry of a block can be parsed alone when the lines before it are complete without it and the
//! line behind it is an entry of its block or of one further out. Both hold in a document that is
//! not `nonlocal`; where the new text breaks either, the block around it is tried, and at last the
//! whole text. So the result equals a parse from scratch, which a property test holds to.

use crdls_text::TextRange;

use crate::anchors::Anchors;
use crate::parser::{self, Block};
use crate::tree::{Document, RARE, Raw, Tree};
use crate::{Kind, SyntaxError};

/// What the last edit cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reparsed {
    /// The text that was parsed again.
    pub range: TextRange,
    /// Whether that was all of it.
    pub whole: bool,
}

/// An entry around the edit.
struct Candidate {
    index: usize,
    /// The collection that holds it.
    kind: Kind,
    depth: u32,
    first: bool,
    /// Where the next line starts that belongs to something else.
    end: u32,
}

/// Deeper than this the whole document is parsed: so that the limit on nesting falls the same way.
const MAX_DEPTH: u32 = 64;

impl Tree {
    /// Follows an edit that replaced `range` of the old text by `inserted` bytes and gave `text`.
    pub fn edit(&mut self, text: &str, range: TextRange, inserted: u32) -> Reparsed {
        if let Some(done) = self.edit_document(text, range, inserted) {
            return done;
        }
        *self = Self::parse(text);
        Reparsed { range: TextRange::new(0, text.len() as u32), whole: true }
    }

    fn edit_document(&mut self, text: &str, range: TextRange, inserted: u32) -> Option<Reparsed> {
        let number =
            self.documents.iter().position(|d| d.range.start < range.start && range.end <= d.range.end)?;
        let document = *self.documents.get(number)?;
        let last = number + 1 == self.documents.len();
        let at_end = range.end == document.range.end && !last;
        if document.nonlocal || document.exotic || document.lost.is_some() || document.rare_tail || at_end {
            return None;
        }
        let edit = Edit { range, inserted, text };
        if edit.cuts_lines() || edit.breaks_oddly() {
            return None;
        }
        let candidates = self.candidates(&document, &edit);
        candidates.iter().rev().find_map(|candidate| self.reparse(number, candidate, &edit))
    }

    /// The entries around an edit, outermost first, but for those at whose start something else is in
    /// error: an item without its dash.
    fn candidates(&self, document: &Document, edit: &Edit<'_>) -> Vec<Candidate> {
        let range = edit.range;
        let mut found = Vec::new();
        let mut undashed = None;
        let mut end = document.range.end;
        let mut next = document.first as usize;
        let mut limit = (document.first + document.count) as usize;
        let mut collection = None;
        let (mut depth, mut first) = (0, false);
        while next < limit && depth <= MAX_DEPTH {
            let Some(raw) = self.nodes.get(next) else { break };
            let after = next + raw.size as usize;
            match raw.kind {
                Kind::BlockMap | Kind::BlockSeq if raw.start < range.start => {
                    collection = Some(raw.kind);
                    first = true;
                    depth += 1;
                    (next, limit) = (next + 1, after);
                    continue;
                }
                Kind::Pair | Kind::Item if collection.is_some() => {
                    let sibling = self.nodes.get(after).filter(|_| after < limit);
                    let region = sibling.map_or(end, |s| s.start);
                    if raw.start < range.start && range.end <= region {
                        let Some(kind) = collection.take() else { break };
                        let indicator = edit.text.as_bytes().get(raw.start as usize).copied();
                        if raw.kind == Kind::Item && indicator != Some(b'-') {
                            undashed = Some(raw.start);
                        }
                        if undashed != Some(raw.start) {
                            found.push(Candidate { index: next, kind, depth, first, end: region });
                        }
                        if raw.kind == Kind::Pair && indicator == Some(b'?') {
                            break; // a value that is not there stands where the key ends
                        }
                        end = region;
                        (next, limit) = (next + 1, after);
                        continue;
                    }
                }
                _ => {}
            }
            first = false;
            next = after.max(next + 1);
        }
        found
    }

    /// Parses an entry again. `None` where its new text is not entries of its block and nothing else.
    fn reparse(&mut self, number: usize, candidate: &Candidate, edit: &Edit<'_>) -> Option<Reparsed> {
        let old = *self.nodes.get(candidate.index)?;
        let column = edit.column(old.start)?;
        // The next sibling starts behind its indentation.
        let end = edit.line_start_before(candidate.end, old.start)?;
        let behind = self.nodes.get(candidate.index + old.size as usize);
        if old.flags & RARE != 0 || behind.is_some_and(|raw| edit.leans_on(raw, candidate.end)) {
            return None;
        }
        if end < edit.range.end || (end == edit.range.end && edit.moved(end) < edit.text.len() as u32) {
            return None;
        }
        let range = TextRange::new(old.start, edit.moved(end));
        let mut part = Self::empty();
        let block = Block { kind: candidate.kind, column, depth: candidate.depth, first: candidate.first };
        if !parser::entries(edit.text, range, block, &mut part) {
            return None;
        }
        let region = TextRange::new(old.start, end);
        self.splice(number, candidate.index, part, region, edit);
        Some(Reparsed { range, whole: false })
    }

    fn splice(&mut self, number: usize, index: usize, part: Tree, region: TextRange, edit: &Edit<'_>) {
        let removed = self.nodes.get(index).map_or(0, |raw| raw.size) as usize;
        let added = part.nodes.len();
        let last_end = last_entry(&part.nodes).map_or(region.start, |raw| raw.end);
        let grown = added as i64 - removed as i64;
        self.grow_ancestors(number, index, removed, grown, last_end, edit);
        for raw in self.nodes.iter_mut().skip(index + removed) {
            raw.start = edit.moved(raw.start);
            raw.end = edit.moved(raw.end);
        }
        self.nodes.splice(index..index + removed, part.nodes);
        splice_by_place(
            &mut self.comments,
            part.comments,
            region,
            |c| c.start,
            |c| c.start = edit.moved(c.start),
            |c| c.end = edit.moved(c.end),
        );
        splice_by_place(
            &mut self.errors,
            part.errors,
            region,
            |e: &SyntaxError| e.range.start,
            |e| e.range.start = edit.moved(e.range.start),
            |e| e.range.end = edit.moved(e.range.end),
        );
        self.move_documents(number, grown, edit);
        self.anchors = Anchors::of(self, edit.text);
    }

    /// Nodes around the entry: those that end with it end with its new text, the others are moved.
    fn grow_ancestors(
        &mut self,
        number: usize,
        index: usize,
        removed: usize,
        grown: i64,
        last_end: u32,
        edit: &Edit<'_>,
    ) {
        let mut next = self.documents.get(number).map_or(0, |d| d.first as usize);
        while next < index {
            let Some(raw) = self.nodes.get_mut(next) else { return };
            let after = next + raw.size as usize;
            if after <= index {
                next = after;
                continue;
            }
            raw.end = if after == index + removed { last_end } else { edit.moved(raw.end) };
            raw.size = (i64::from(raw.size) + grown) as u32;
            next += 1;
        }
    }

    fn move_documents(&mut self, number: usize, grown: i64, edit: &Edit<'_>) {
        for (i, document) in self.documents.iter_mut().enumerate().skip(number) {
            document.range.end = edit.moved(document.range.end);
            if i == number {
                document.count = (i64::from(document.count) + grown) as u32;
                continue;
            }
            document.range.start = edit.moved(document.range.start);
            document.read_from = edit.moved(document.read_from);
            document.first = (i64::from(document.first) + grown) as u32;
            for range in [&mut document.lost, &mut document.bad_separator].into_iter().flatten() {
                *range = TextRange::new(edit.moved(range.start), edit.moved(range.end));
            }
        }
        let Some(document) = self.documents.get(number).copied() else { return };
        let rare = parser::is_rare(edit.text, &document, self);
        if let Some(document) = self.documents.get_mut(number) {
            document.rare = rare;
        }
    }
}

/// The last of the entries in a list of nodes.
fn last_entry(nodes: &[Raw]) -> Option<&Raw> {
    let mut last = None;
    let mut next = 0;
    while let Some(raw) = nodes.get(next) {
        last = Some(raw);
        next += raw.size.max(1) as usize;
    }
    last
}

/// Replaces what lies in `region` of a list sorted by place, and moves what follows.
fn splice_by_place<T>(
    list: &mut Vec<T>,
    new: Vec<T>,
    region: TextRange,
    start: impl Fn(&T) -> u32,
    move_start: impl Fn(&mut T),
    move_end: impl Fn(&mut T),
) {
    let from = list.partition_point(|item| start(item) < region.start);
    let to = list.partition_point(|item| start(item) < region.end).max(from);
    for item in list.iter_mut().skip(to) {
        move_start(item);
        move_end(item);
    }
    list.splice(from..to, new);
}

struct Edit<'t> {
    range: TextRange,
    inserted: u32,
    /// The text after the edit.
    text: &'t str,
}

impl Edit<'_> {
    /// Where an offset behind the edit went.
    fn moved(&self, offset: u32) -> u32 {
        if offset < self.range.end { offset } else { offset - self.range.len() + self.inserted }
    }

    /// Whether a line may now separate documents, or end one.
    fn cuts_lines(&self) -> bool {
        let bytes = self.text.as_bytes();
        let start = self.range.start as usize;
        let before = bytes.get(..start).unwrap_or_default();
        let line = memchr::memrchr(b'\n', before).map_or(0, |i| i + 1);
        let end = start + self.inserted as usize;
        let rest = bytes.get(end..).unwrap_or_default();
        let line_end = memchr::memchr(b'\n', rest).map_or(bytes.len(), |n| end + n);
        let lines = bytes.get(line..line_end).unwrap_or_default();
        lines.split(|b| *b == b'\n').any(|l| l.starts_with(b"---") || l.starts_with(b"..."))
    }

    /// Whether line breaks came with it that only YAML knows: a lone `\r`, which it may have cut out
    /// of a `\r\n`, NEL, LS, PS.
    fn breaks_oddly(&self) -> bool {
        let bytes = self.text.as_bytes();
        let (start, end) = (self.range.start as usize, self.range.start as usize + self.inserted as usize);
        let lone = |i: usize| bytes.get(i) == Some(&b'\r') && bytes.get(i + 1) != Some(&b'\n');
        let new = self.text.get(start..end).unwrap_or_default();
        new.contains(['\u{85}', '\u{2028}', '\u{2029}']) || (start.saturating_sub(1)..end).any(lone)
    }

    /// Whether the node behind an entry hangs together with it: it is junk, or something rare between
    /// the two is its mark, or it is an item without its dash, which a mapping in front would take.
    fn leans_on(&self, behind: &Raw, end: u32) -> bool {
        let dash = self.text.as_bytes().get(self.moved(behind.start) as usize) == Some(&b'-');
        behind.start < end || behind.flags & RARE != 0 || (behind.kind == Kind::Item && !dash)
    }

    /// Column of an offset before the edit.
    fn column(&self, offset: u32) -> Option<i32> {
        let before = self.text.as_bytes().get(..offset as usize)?;
        let line = memchr::memrchr(b'\n', before).map_or(0, |i| i + 1);
        // Text in front that is not indentation has to be ASCII dashes and blanks, as a column is in bytes.
        let column = before.get(line..)?;
        let column = if line == 0 && column.starts_with(&[0xEF, 0xBB, 0xBF]) { return None } else { column };
        column.iter().all(|b| matches!(b, b' ' | b'-')).then_some(column.len() as i32)
    }

    /// The start of the line that an offset behind the edit is on, as an offset of the old text; the
    /// offset itself at the end of the text.
    fn line_start_before(&self, offset: u32, floor: u32) -> Option<u32> {
        let moved = self.moved(offset);
        if moved as usize == self.text.len() {
            return Some(offset);
        }
        let before = self.text.as_bytes().get(..moved as usize)?;
        let spaces = before.iter().rev().take_while(|b| matches!(b, b' ' | b'-')).count() as u32;
        let start = offset.checked_sub(spaces)?;
        let at_line_start = before.get(..(moved - spaces) as usize)?.last() == Some(&b'\n');
        (at_line_start && start > floor).then_some(start)
    }
}
