//! Lines that are indented like none of their neighbours.
//!
//! The library gives up here. While a file is typed such a line is mostly one that was moved or not
//! finished, so it is read as the sibling or child that it most likely is, and its neighbours keep
//! their place.

use crdls_text::TextRange;

use super::Parser;
use super::run::{Outdent, Parent, Run};
use crate::raw::{BROKEN, MULTILINE, Raw};
use crate::{Kind, SyntaxErrorKind};

/// How many lines are looked at to tell a line that slipped from a block that starts elsewhere.
const LOOKAHEAD: usize = 40;

impl Parser<'_, '_> {
    /// The line starts left of the block's column.
    pub(super) fn outdented(&mut self, run: &Run) -> Outdent {
        let Run { n, parent, .. } = *run;
        let c = self.col();
        let dash = self.at_dash();
        let taken = if dash { parent.takes_dashes } else { parent.takes_keys };
        if c < parent.col || (c == parent.col && (taken || !self.slipped_to(parent, dash))) {
            return Outdent::Ends;
        }
        let start = self.start_of(run.entry);
        let (next, looked_to) = self.column_below(n);
        if next == n && c > parent.col && parent.takes_keys && self.ends_with_colon() {
            if parent != Parent::ROOT {
                self.tie(start, looked_to);
            }
            return Outdent::Ends; // its block is at this column: it belongs further out
        }
        self.bad_indent();
        self.tie(start, looked_to);
        Outdent::Sibling(if next == c && c > parent.col { c } else { n })
    }

    /// Where the text of an entry starts that was read.
    fn start_of(&self, entry: Option<usize>) -> usize {
        entry.and_then(|entry| self.out.nodes.get(entry)).map_or(self.pos, |raw| raw.start as usize)
    }

    /// Whether the line is a key with nothing behind it.
    fn ends_with_colon(&self) -> bool {
        let end = self.trimmed_line_end();
        self.byte(end.saturating_sub(1)) == b':'
    }

    /// Whether a line at the column of a parent that cannot take it is one of the block's own.
    fn slipped_to(&mut self, parent: Parent, dash: bool) -> bool {
        !dash && parent.takes_dashes && self.at_key()
    }

    /// The line starts right of the block's column, below an entry that is complete. Returns whether it was
    /// read as part of what is above it; else it is an entry that slipped, still to be read.
    pub(super) fn indented_too_deep(&mut self, run: &mut Run) -> bool {
        let start = self.start_of(run.previous.or(run.entry));
        self.unknown_before |= run.resumed && run.previous.is_none();
        let (below, looked_to) = self.column_below(i32::MAX);
        self.tie(start, looked_to);
        let Some(entry) = run.entry else { return false };
        if !self.is_taken_above(run, entry, below) {
            self.bad_indent();
            return false;
        }
        self.tie_block_below(start, run.entry, run.n);
        true
    }

    /// Ties all that was just read below an entry as a block in a mapping at column `n`, where the entry does not
    /// say so.
    fn tie_block_below(&mut self, start: usize, entry: Option<usize>, n: i32) {
        let says_so = |raw: &Raw| raw.kind == Kind::Pair && i32::from(raw.indent) == n;
        if !entry.and_then(|entry| self.out.nodes.get(entry)).is_none_or(says_so) {
            self.tie(start, self.pos);
        }
    }

    /// Reads the line, and what is below it, as part of an entry, if it can be that: of `entry` or of the one
    /// before it.
    fn is_taken_above(&mut self, run: &mut Run, entry: usize, below: i32) -> bool {
        let Run { n, previous, .. } = *run;
        if !(self.at_dash() || self.at_key()) {
            self.junk_block(n, SyntaxErrorKind::TrailingText);
            self.extend(entry);
            return true;
        }
        if let Some(previous) = previous.filter(|&p| self.waits_for_block(p, entry) && !self.at_dash()) {
            self.adopt(n, entry, previous);
            (run.entry, run.previous) = (Some(previous), None);
            return true;
        }
        if (below < self.col() && below >= 0) || !self.drop_value(entry) {
            return false;
        }
        self.block_node(Parent::map(n));
        self.extend(entry);
        true
    }

    /// A list at the column of the mapping that it stands in, below an entry that has a value: it is
    /// read as the value that was meant. False, with nothing read, where the entry cannot take it.
    pub(super) fn list_below_value(&mut self, run: &Run) -> bool {
        let start = self.start_of(run.entry);
        self.tie(start, self.line_end(self.pos));
        let Some(entry) = run.entry.filter(|&entry| self.drop_value(entry)) else { return false };
        self.fresh = false;
        self.depth += 1;
        self.block_seq(Parent::map(run.n));
        self.depth -= 1;
        self.extend(entry);
        self.tie_block_below(start, Some(entry), run.n);
        true
    }

    /// The value of an entry, if it is a scalar or broken, gives way to the block below it.
    fn drop_value(&mut self, entry: usize) -> bool {
        let Some(value) = self.droppable_value(entry) else { return false };
        if let Some(raw) = self.out.nodes.get_mut(value) {
            raw.kind = Kind::Junk;
            raw.flags |= BROKEN;
        }
        let range = TextRange::new(self.pos as u32, self.trimmed_line_end() as u32);
        self.error(range, SyntaxErrorKind::ValueTwice);
        true
    }

    /// The value of an entry that can give way to a block below it: a scalar or a broken collection.
    fn droppable_value(&self, entry: usize) -> Option<usize> {
        let (value, raw) = self.value_of(entry)?;
        let scalar = raw.kind.is_scalar() && raw.flags & MULTILINE == 0;
        (scalar || raw.flags & BROKEN != 0).then_some(value)
    }

    /// The last content node directly in an entry.
    fn value_of(&self, entry: usize) -> Option<(usize, Raw)> {
        let parent = self.out.nodes.get(entry).filter(|raw| matches!(raw.kind, Kind::Pair | Kind::Item))?;
        let end = entry + parent.size as usize;
        let mut found = None;
        let mut next = entry + 1;
        while next < end {
            let raw = *self.out.nodes.get(next)?;
            if raw.kind.is_content() {
                found = Some((next, raw));
            }
            next += raw.size as usize;
        }
        found
    }

    /// Whether an entry is a key without a value, right in front of another entry.
    fn waits_for_block(&self, previous: usize, entry: usize) -> bool {
        self.value_of(previous).is_some_and(|(value, raw)| raw.kind == Kind::Empty && value + 1 == entry)
    }

    /// `entry` slipped left, out of the block of the key before it: gives it back, with what follows.
    fn adopt(&mut self, n: i32, entry: usize, previous: usize) {
        let map = entry - 1;
        let start = self.out.nodes.get(entry).map_or(0, |raw| raw.start);
        let range = TextRange::new(start, self.out.nodes.get(entry).map_or(start, |raw| raw.end));
        self.error(range, SyntaxErrorKind::BadIndent);
        if let Some(raw) = self.out.nodes.get_mut(map) {
            (raw.kind, raw.start) = (Kind::BlockMap, start);
        }
        self.depth += 1;
        self.map_entries(&mut Run::new(self.col(), Parent::map(n)));
        self.depth -= 1;
        self.close(map, self.written_to());
        self.close(previous, self.written_to());
    }

    /// The nodes written since belong to the entry.
    fn extend(&mut self, entry: usize) {
        if self.out.nodes.get(entry).is_some_and(|raw| matches!(raw.kind, Kind::Pair | Kind::Item)) {
            self.close(entry, self.written_to());
        }
    }

    fn bad_indent(&mut self) {
        let range = TextRange::new(self.line as u32, self.pos as u32);
        let range = if range.is_empty() {
            TextRange::new(self.pos as u32, self.trimmed_line_end() as u32)
        } else {
            range
        };
        self.error(range, SyntaxErrorKind::BadIndent);
    }

    /// The column of the first line of content below this one that starts at or left of `limit`, -1 where
    /// there is none near; and how far the text was looked at.
    fn column_below(&self, limit: i32) -> (i32, usize) {
        let (found, looked_to) = self.line_left_of(limit);
        (found.map_or(-1, |(line, at)| (at - line) as i32), looked_to)
    }

    /// The next line left of a column: its start and its first character.
    pub(super) fn line_left_of(&self, limit: i32) -> (Option<(usize, usize)>, usize) {
        let mut from = self.pos;
        for _ in 0..LOOKAHEAD {
            let Some((line, at)) = self.line_behind(from) else { return (None, self.lines_behind(from)) };
            if (at - line) as i32 <= limit {
                return (Some((line, at)), at);
            }
            from = at;
        }
        (None, from)
    }

    /// Where the lines end that are looked at for one of content, where none is near.
    fn lines_behind(&self, from: usize) -> usize {
        let mut breaks = memchr::memchr_iter(b'\n', self.slice(from, self.end()));
        breaks.nth(LOOKAHEAD).map_or(self.end(), |n| from + n + 1)
    }

    /// The next line of content, if one is near: its start and its first character.
    pub(super) fn line_below(&self) -> Option<(usize, usize)> {
        self.line_behind(self.pos)
    }

    fn line_behind(&self, from: usize) -> Option<(usize, usize)> {
        let mut at = from;
        for _ in 0..LOOKAHEAD {
            at = self.line_end(at);
            let line;
            (line, at) = self.line_behind_break(at)?;
            if at < self.end() && self.break_len(at) == 0 && self.byte(at) != b'#' {
                return Some((line, at));
            }
        }
        None
    }

    /// Turns a line and all deeper lines below it into junk.
    pub(super) fn junk_block(&mut self, n: i32, kind: SyntaxErrorKind) {
        let start = self.pos;
        self.fresh = false;
        self.junk_line(kind);
        self.junk_below(start, n);
    }

    /// All lines below that are indented deeper than `n` become junk, and are read together with what starts at `start`.
    pub(super) fn junk_below(&mut self, start: usize, n: i32) {
        loop {
            if !self.next_content() || self.col() <= n {
                return self.tie(start, self.pos);
            }
            self.fresh = false;
            let range = TextRange::new(self.pos as u32, self.trimmed_line_end() as u32);
            self.leaf(Kind::Junk, range, BROKEN);
            self.pos = self.line_end(self.pos);
        }
    }

    /// A block nested too deep becomes junk, and an empty node.
    pub(super) fn too_deep(&mut self, p: i32) {
        self.empty(self.pos);
        self.junk_block(p, SyntaxErrorKind::TooDeep);
    }
}
