//! Mappings and sequences by indentation.

use crdls_text::TextRange;

use super::Parser;
use super::run::{Outdent, Parent, Run};
use super::scalar::Quoted;
use crate::raw::BROKEN;
use crate::{Kind, SyntaxErrorKind, Tree};

impl Parser<'_, '_> {
    /// All of a document: one node, and junk where more follows. Returns the text behind `...`.
    pub(crate) fn root(&mut self) -> Option<TextRange> {
        let end = self.end() as u32;
        self.open_document();
        let mut first = true;
        while self.next_content() {
            if !first {
                self.fresh = false;
                self.junk_line(SyntaxErrorKind::TrailingText);
                continue;
            }
            self.block_node(Parent::ROOT);
            first = false;
        }
        self.lost.map(|at| TextRange::new(at as u32, end))
    }

    /// A `---` line and directives in front of the document.
    pub(super) fn open_document(&mut self) {
        if self.pos == self.line && self.at(0) == b'%' {
            self.rare();
        }
        // The first line has no line break in front: count its spaces here.
        self.pos = self.behind_spaces(self.pos);
        if self.at(0) == b'\t' || self.is_document_end(self.pos) {
            self.rare();
        }
        if self.is_document_end(self.pos) {
            self.lost = Some(self.pos);
            self.limit(self.pos);
        }
    }

    /// Entries of a block from the one here on, up to the end of the block or to where `run` stops. False, with
    /// nothing read, where the first entry makes another block of it.
    pub(super) fn entries(&mut self, kind: Kind, run: &mut Run) -> bool {
        let is_seq = kind == Kind::BlockSeq;
        let is_map = |parser: &mut Self| parser.at_key() || parser.key_follows(run.parent.col);
        if self.at_dash() != is_seq || !(is_seq || run.resumed || is_map(self)) {
            return false;
        }
        if is_seq {
            self.seq_entries(run)
        } else {
            self.map_entries(run)
        }
        true
    }

    /// A node in a block, at the first character of its content, which is right of `parent`.
    pub(super) fn block_node(&mut self, parent: Parent) {
        self.fresh = false;
        if self.depth >= Tree::MAX_DEPTH {
            return self.too_deep(parent.col);
        }
        self.depth += 1;
        if self.at_dash() {
            self.block_seq(parent);
        } else if self.at_key() || self.key_follows(parent.col) {
            self.block_map(parent);
        } else {
            self.block_leaf(parent);
        }
        self.depth -= 1;
    }

    /// Whether a text is followed by a line that starts with a key, deeper than `p`: then it is a
    /// key itself that has no colon yet. Lines that are indented deeper than the text may come between.
    fn key_follows(&mut self, p: i32) -> bool {
        if !self.starts_plain() && !self.at_quoted_line() {
            return false;
        }
        let Some((line, at)) = self.line_below() else { return false };
        let deeper = |(line, at): (usize, usize)| (at - line) as i32 > p;
        let key = if deeper((line, at)) && self.is_key_at(at) {
            Some(at)
        } else if (at - line) as i32 > self.col() {
            let (sibling, looked_to) = self.line_left_of(self.col());
            // What is found there, or not, decides.
            self.tie(self.pos, self.line_end(looked_to));
            sibling.filter(|found| deeper(*found) && self.is_key_at(found.1)).map(|(_, at)| at)
        } else {
            None
        };
        if let Some(at) = key {
            self.tie(self.pos, self.line_end(at));
        }
        key.is_some()
    }

    /// Whether a line starts with a key at the offset of its first character.
    fn is_key_at(&mut self, at: usize) -> bool {
        let mark = self.mark();
        self.pos = at;
        let key = self.at_key();
        self.back_to(mark);
        key
    }

    /// Whether the lines below go on with a text that is indented deeper than `n`, and with neither a key nor an item.
    pub(super) fn text_follows(&mut self, n: i32) -> bool {
        let Some((line, at)) = self.line_below() else { return false };
        if (at - line) as i32 <= n || self.byte(at) == b'\t' {
            return false;
        }
        self.tie(self.pos, self.line_end(at));
        let mark = self.mark();
        (self.line, self.pos) = (line, at);
        // A key that has no colon yet is a word.
        let is_word = !self.slice(at, self.trimmed_line_end()).contains(&b' ');
        let text = !(self.at_dash() || self.at_key() || is_word && self.key_follows(n));
        if let Some((_, below)) = self.line_below().filter(|_| is_word) {
            self.tie(self.pos, self.line_end(below));
        }
        self.back_to(mark);
        text
    }

    /// A value that is no block collection, at least not on this line.
    fn block_leaf(&mut self, parent: Parent) {
        self.properties();
        if self.pos >= self.end() || self.break_len(self.pos) > 0 || self.at(0) == b'#' {
            return self.below(parent, parent.takes_keys && !parent.takes_dashes);
        }
        self.inline(parent.col);
        self.finish_line();
    }

    /// A scalar, an alias or a flow collection.
    fn inline(&mut self, p: i32) {
        match self.at(0) {
            b'"' | b'\'' => self.quoted(Quoted::InBlock(p)),
            b'|' | b'>' => self.block_scalar(p),
            b'[' | b'{' => self.flow(p),
            b'*' => self.alias(),
            _ => self.plain(p),
        }
    }

    /// The value on the lines below a key, a dash or properties, if there is one.
    fn below(&mut self, parent: Parent, seq_at_column: bool) {
        let at = self.pos;
        if self.next_content() {
            let c = self.col();
            if c > parent.col {
                return self.block_node(parent);
            }
            if seq_at_column && c == parent.col && self.at_dash() {
                self.fresh = false;
                self.depth += 1;
                self.block_seq(parent);
                self.depth -= 1;
                return;
            }
        }
        self.empty(at);
    }

    fn block_map(&mut self, parent: Parent) {
        let map = self.open(Kind::BlockMap, self.pos);
        self.map_entries(&mut Run::new(self.col(), parent));
        self.close(map, self.written_to());
    }

    /// The entries of a mapping, from the one here on.
    pub(super) fn map_entries(&mut self, run: &mut Run) {
        loop {
            self.fresh = false;
            run.starts(self.out.nodes.len());
            self.map_entry(run.n);
            if !self.next_entry(run) {
                break;
            }
            if self.at_dash() {
                if run.parent.takes_dashes && self.col() <= run.n {
                    break;
                }
                if self.col() == run.n && self.list_below_value(run) && !self.next_entry(run) {
                    break;
                }
            }
        }
    }

    /// Goes to the next entry of a block. False where the block ends, or is read no further.
    fn next_entry(&mut self, run: &mut Run) -> bool {
        loop {
            if !self.next_content() || self.pos >= run.stop {
                return false;
            }
            let c = self.col();
            if c > run.n {
                if self.indented_too_deep(run) {
                    continue;
                }
            } else if c < run.n {
                match self.outdented(run) {
                    Outdent::Ends => return false,
                    Outdent::Sibling(n) => run.n = n,
                }
            }
            return true;
        }
    }

    /// One entry of a mapping at column `n`: a pair, or junk.
    pub(super) fn map_entry(&mut self, n: i32) {
        let start = self.pos;
        if self.at_dash() {
            return self.junk_block(n, SyntaxErrorKind::NestedOnOneLine);
        }
        if self.at(0) == b'?' && self.blank_or_end(start + 1) {
            return self.explicit_entry(n);
        }
        let pair = self.open_entry(Kind::Pair, n);
        if self.key() {
            self.value(n);
        } else if self.at(0) == b':' && self.blank_or_end(start + 1) {
            self.rare();
            self.empty(start);
            self.pos += 1;
            self.value(n);
        } else if matches!(self.at(0), b'[' | b'{' | b'*' | b'&' | b'!') {
            self.out.nodes.truncate(pair);
            return self.junk_block(n, SyntaxErrorKind::MissingColon);
        } else {
            if let Some(raw) = self.out.nodes.get_mut(pair) {
                raw.flags |= BROKEN;
            }
            self.key_without_colon();
            self.finish_line();
            if self.text_follows(n) {
                // The text of a value whose colon and header are still to be written.
                self.empty(self.pos);
                self.junk_below(start, n);
            } else {
                self.below(Parent::map(n), true);
            }
        }
        self.close(pair, self.written_to());
    }

    /// `? key`, and `: value` on the next line of its column.
    fn explicit_entry(&mut self, n: i32) {
        self.rare();
        let pair = self.open_entry(Kind::Pair, n);
        self.pos += 1;
        self.compact(Parent::map(n), true);
        let more = self.next_content();
        if more && self.col() == n && self.at(0) == b':' && self.blank_or_end(self.pos + 1) {
            self.fresh = false;
            self.pos += 1;
            self.compact(Parent::map(n), true);
        } else {
            self.empty(self.written_to());
        }
        self.close(pair, self.written_to());
    }

    /// The value behind the colon of an implicit key.
    fn value(&mut self, n: i32) {
        self.skip_blanks();
        self.properties();
        if self.pos >= self.end() || self.break_len(self.pos) > 0 || self.comment_here() {
            return self.below(Parent::map(n), true);
        }
        self.inline(n);
        self.finish_line();
    }

    /// Whether a comment starts here: `#` with a blank or a line break in front.
    fn comment_here(&self) -> bool {
        self.at(0) == b'#' && matches!(self.byte(self.pos.wrapping_sub(1)), b' ' | b'\t' | b'\n')
    }

    /// A node behind `- `, `? ` or `: `, where a block may start on the same line.
    fn compact(&mut self, parent: Parent, seq_at_column: bool) {
        if self.at(0) == b'\t' || (self.at(0) == b' ' && self.blanks_hold_tab()) {
            self.rare();
        }
        self.skip_blanks();
        if self.pos >= self.end() || self.break_len(self.pos) > 0 || self.at(0) == b'#' {
            return self.below(parent, seq_at_column);
        }
        self.block_node(parent);
    }

    fn blanks_hold_tab(&self) -> bool {
        let rest = self.slice(self.pos, self.end());
        rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).any(|b| *b == b'\t')
    }

    pub(super) fn block_seq(&mut self, parent: Parent) {
        let seq = self.open(Kind::BlockSeq, self.pos);
        self.seq_entries(&mut Run::new(self.col(), parent));
        self.close(seq, self.written_to());
    }

    /// The items of a sequence, from the one here on.
    fn seq_entries(&mut self, run: &mut Run) {
        let in_map = run.parent.is_at(run.n);
        loop {
            self.fresh = false;
            run.starts(self.out.nodes.len());
            if self.at_dash() {
                self.item(run.n, in_map);
            } else {
                self.item_without_dash(run.n, in_map);
            }
            if !self.next_entry(run) || (in_map && !self.at_dash()) {
                break;
            }
        }
    }

    pub(super) fn item(&mut self, n: i32, in_map: bool) {
        let item = self.open_entry(Kind::Item, n);
        self.pos += 1;
        self.compact(Parent::seq(n, in_map), false);
        self.close(item, self.written_to());
    }

    fn item_without_dash(&mut self, n: i32, in_map: bool) {
        let item = self.open_entry(Kind::Item, n);
        let range = TextRange::new(self.pos as u32, self.trimmed_line_end() as u32);
        self.error(range, SyntaxErrorKind::MissingDash);
        let parent = Parent::seq(n, in_map);
        // Lines at the column go on with a mapping, but not with a text.
        let is_map = self.at_key() || self.key_follows(n - 1);
        self.block_node(if is_map { Parent { col: n - 1, ..parent } } else { parent });
        self.close(item, self.written_to());
    }
}
