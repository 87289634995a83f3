//! Incremental updates: the smallest run of entries around an edit is parsed again, the rest is moved.
//!
//! The parse of an entry depends on
//!
//! * its text, with the lines below it that are no entries of their own;
//! * its position: the block, its column, the blocks around it and their depth, whether something rare precedes it,
//!   all of which the tree has;
//! * of the text after it, the indentation and the first two bytes of the next entry's line, unless something is
//!   broken. Then all text that was read or looked at together is a tie ([`Tree::ties`]);
//! * for a quote that is never closed, the text up to another quote or to the end of the document: it is looked for
//!   again ([`Tree::open_quotes`]) if the edit is in between.
//!
//! So a run of entries is parsed again by the same code, in the same state, and replaces the old one if no tie, old
//! or new, crosses its ends and the parser leaves it in the state of the old tree: at the start of what follows, in
//! the same block, at the same column, with or without something rare before it. Otherwise [`Needs`] says how far
//! the run has to grow. A property test compares the result with a parse from scratch.
//!
//! While something is broken, the parser looks at neighbors: it reads a line again as the value of the entry
//! before, looks up to 40 lines ahead, or tries a bracket as if it were closed further down. Each time it records
//! a tie; overlapping ties become one. A whole document is parsed again if the edit touches its first line, if it
//! has line breaks that only YAML knows, or text after `...`; the whole text if an edit may separate documents or
//! if it begins with a brace. `tests/tests/yaml_typing.rs` prints how many edits parse a whole document (hostile
//! edits at most 30 %, typing at most 1 %).
//!
//! An edit inside of a text in quotes that stays one line changes no node but its length, in flow style and JSON too, whose
//! collections are otherwise parsed as a whole.
//!
//! Ranges never split a character: nodes and tokens end at characters; offsets into a decoded scalar go through
//! `Decoded::source`; offsets of callers go through `File::boundary`.

use std::ops::Range;

use crdls_text::TextRange;

use crate::anchors::Anchors;
use crate::json_stream::{self, Reading};
use crate::parser::{self, Needs, Parent, Resume, Resumed};
use crate::raw::{RARE, Raw};
use crate::stream::Chunk;
use crate::tree::{Document, OpenQuote, Tree, has_opener};
use crate::{Kind, SyntaxError};

/// What the last edit cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reparsed {
    /// The text that was parsed again.
    pub range: TextRange,
    /// Whether that was all of it, or all of the document with the edit.
    pub whole: bool,
}

/// A run of entries of a block around an edit.
#[derive(Clone, Copy, Debug)]
struct Entries {
    kind: Kind,
    parent: Parent,
    depth: u32,
    /// Where the block starts.
    block: u32,
    /// The node of the first entry, and how many nodes they have together.
    index: usize,
    nodes: usize,
    /// The first is the first of the block.
    first: bool,
    /// From the first to what follows.
    range: TextRange,
    /// What follows is an entry of the same block.
    is_entry_after: bool,
    /// What follows is the end of the document.
    is_last: bool,
}

/// A text in quotes that is a key has to end within 1,024 characters: so long it may be where that is not looked at.
const MOST_QUOTED: usize = 1_000;

/// So many runs of entries are tried, each larger than the one before.
const ATTEMPTS: usize = 24;

impl Tree {
    /// Updates the tree after an edit that replaced `range` of the old text by `inserted` bytes and gave `text`.
    pub fn edit(&mut self, text: &str, range: TextRange, inserted: u32) -> Reparsed {
        let edit = Edit { range, inserted, text };
        if let Some(done) = self.edit_quoted(&edit).or_else(|| self.edit_document(&edit)) {
            return done;
        }
        *self = Self::parse(text);
        Reparsed { range: TextRange::new(0, text.len() as u32), whole: true }
    }

    /// An edit inside of a text in quotes, which is one line without escapes before and after; nothing of its document is
    /// broken or rare.
    fn edit_quoted(&mut self, edit: &Edit<'_>) -> Option<Reparsed> {
        let index = self.nodes.partition_point(|raw| raw.start < edit.range.start).checked_sub(1)?;
        let raw = *self.nodes.get(index)?;
        let quote = match raw.kind {
            Kind::SingleQuoted => b'\'',
            Kind::DoubleQuoted => b'"',
            _ => return None,
        };
        let is_inside = raw.flags == 0 && edit.range.end < raw.end;
        let range = edit.moved_range(raw.range());
        let inside = TextRange::new(range.start + 1, range.end - 1).of(edit.text).as_bytes();
        let is_ordinary = |byte: &u8| matches!(byte, b' '..=b'~') && *byte != quote && *byte != b'\\';
        if !is_inside
            || !edit.new_bytes().iter().all(is_ordinary)
            || memchr::memchr2(quote, b'\\', inside).is_some()
            || inside.len() > MOST_QUOTED
        {
            return None;
        }
        let number = self.documents.partition_point(|document| document.range.end < edit.range.end);
        let document = *self.documents.get(number)?;
        let is_cut_alike = |document: &Document| matches!(document.reading, Reading::Yaml | Reading::Json);
        if !self.is_plain(&document)
            || !document.range.covers(raw.range())
            || edit.cuts_lines(&document)
            || !self.documents.iter().all(is_cut_alike)
        {
            return None;
        }
        for around in self.nodes.iter_mut().take(index) {
            around.end = edit.moved(around.end);
        }
        let part = Self { nodes: vec![Raw { end: range.end, ..raw }], ..Self::default() };
        self.splice(number, index..index + 1, TextRange::empty(raw.end), part, edit);
        Some(Reparsed { range, whole: false })
    }

    /// Parses what is necessary of the document with the edit. `None` where documents may have to be cut anew.
    fn edit_document(&mut self, edit: &Edit<'_>) -> Option<Reparsed> {
        // JSON is cut where its values end.
        let was_json = self.documents.first().is_some_and(|document| document.reading != Reading::Yaml);
        if was_json || json_stream::begins_with_brace(edit.text) {
            return None;
        }
        let number = self.documents.iter().position(|d| d.range.covers(edit.range))?;
        let document = *self.documents.get(number)?;
        let is_last = number + 1 == self.documents.len();
        if edit.cuts_lines(&document) || (edit.range.end == document.range.end && !is_last) {
            return None;
        }
        self.edit_lead(number, edit)
            .or_else(|| self.edit_entries(number, edit))
            .or_else(|| self.reparse_document(number, edit))
    }

    /// A document whose parts can be parsed alone.
    fn divisible(&self, number: usize, edit: &Edit<'_>) -> Option<Document> {
        let odd = |document: &Document| document.exotic || document.lost.is_some() || edit.breaks_oddly();
        self.documents.get(number).copied().filter(|document| !odd(document))
    }

    /// An edit of the comments and empty lines before the first entry of a document, if that is what they still are.
    fn edit_lead(&mut self, number: usize, edit: &Edit<'_>) -> Option<Reparsed> {
        let document = self.divisible(number, edit).filter(|document| document.count > 1)?;
        let root = document.first as usize;
        let (block, entry) = (*self.nodes.get(root)?, *self.nodes.get(root + 1)?);
        let is_block = matches!(block.kind, Kind::BlockMap | Kind::BlockSeq);
        if !is_block || !edit.is_line_after(&entry, edit.range) {
            return None;
        }
        let mut part = Self::default();
        let range = TextRange::new(document.range.start, edit.moved(document.range.end));
        let (start, rare) = parser::lead(edit.text, range, &mut part)?;
        if start != edit.moved(entry.start) || rare != (block.flags & RARE != 0) {
            return None;
        }
        let (is_rare, lead) = (!part.errors.is_empty(), TextRange::new(range.start, start));
        self.splice(number, root..root, TextRange::new(range.start, entry.start), part, edit);
        self.note(number, is_rare, edit);
        Some(Reparsed { range: lead, whole: false })
    }

    /// Parses the smallest run of entries around the edit again.
    fn edit_entries(&mut self, number: usize, edit: &Edit<'_>) -> Option<Reparsed> {
        let document = self.divisible(number, edit)?;
        let touched = self.ties.iter().filter(|tie| tie.meets(edit.range));
        let mut hull = touched.fold(edit.range, |hull, tie| hull.join(*tie));
        hull.start = self.ask_again(&document, edit).map_or(hull.start, |quote| quote.min(hull.start));
        let mut column = i32::MAX;
        for _ in 0..ATTEMPTS {
            let entries = self.around(&document, hull, column, edit)?;
            if let Some(tie) = self.tie_across(entries.range) {
                hull = hull.join(tie);
                continue;
            }
            match self.reparse(number, &entries, edit) {
                Ok(range) => return Some(Reparsed { range, whole: false }),
                Err(Needs::Collection(ends_at)) => {
                    hull.start = entries.block.checked_sub(1)?;
                    column = column.min(ends_at);
                }
                Err(Needs::Before) => hull.start = entries.range.start.checked_sub(1)?,
                Err(Needs::UpTo(end)) => {
                    hull.end = hull.end.max(edit.unmoved(end)).max(entries.range.end + 1)
                }
            }
        }
        None
    }

    /// Looks again for the ends of open quotes that were looked for where the edit is. Returns the first quote
    /// that is closed now.
    fn ask_again(&mut self, document: &Document, edit: &Edit<'_>) -> Option<u32> {
        let end = edit.moved(document.range.end);
        let asked = |quote: &&mut OpenQuote| quote.at < edit.range.start && edit.range.start <= quote.to;
        let inside = |quote: &&mut OpenQuote| document.range.start <= quote.at;
        let mut closed = None;
        for quote in self.open_quotes.iter_mut().filter(inside).filter(asked) {
            match parser::open_quote(edit.text, *quote, end) {
                Some(looked_to) => quote.to = looked_to,
                None => closed = closed.or(Some(quote.at)),
            }
        }
        closed
    }

    /// A tie that reaches over the start or the end of a range.
    fn tie_across(&self, range: TextRange) -> Option<TextRange> {
        let across = |offset: u32| {
            let next = self.ties.partition_point(|tie| tie.end <= offset);
            self.ties.get(next).copied().filter(|tie| tie.start < offset)
        };
        across(range.start).or_else(|| across(range.end))
    }

    /// The smallest run of entries with all of `hull` in it, of a block that is no deeper than `column`.
    fn around(&self, document: &Document, hull: TextRange, column: i32, edit: &Edit<'_>) -> Option<Entries> {
        let document_end = (document.first + document.count) as usize;
        let (mut next, mut limit) = (document.first as usize, document_end);
        let (mut parent, mut depth) = (Parent::ROOT, 0);
        let mut found = None;
        while let Some((index, block)) = self.block_before(next..limit, hull.start) {
            depth += 1;
            let Some((first, last)) = self.run_in(index, hull, edit) else { break };
            let Some(entry) = self.nodes.get(first).filter(|raw| i32::from(raw.indent) <= column) else {
                break;
            };
            let is_entry_after = last < index + block.size as usize;
            let after = self.nodes.get(last).filter(|_| last < document_end);
            let end = after.map_or(document.range.end, |raw| raw.start);
            if after.is_none_or(|raw| edit.is_line_after(raw, hull)) {
                found = Some(Entries {
                    kind: block.kind,
                    parent,
                    depth,
                    block: block.start,
                    index: first,
                    nodes: last - first,
                    first: first == index + 1,
                    range: TextRange::new(entry.start, end),
                    is_entry_after,
                    is_last: after.is_none(),
                });
            }
            parent = match entry.kind {
                Kind::Item => {
                    let in_map = parent.is_at(edit.column(block.start, document));
                    Parent::seq(i32::from(entry.indent), in_map)
                }
                // A value that is not there stands where the explicit key ends.
                Kind::Pair if edit.is_indicator(entry.start, b'?') => break,
                _ => Parent::map(i32::from(entry.indent)),
            };
            (next, limit) = (first + 1, first + entry.size as usize);
        }
        found
    }

    /// The last block collection among siblings that starts at or before an offset.
    fn block_before(&self, siblings: Range<usize>, offset: u32) -> Option<(usize, Raw)> {
        let is_block = |raw: &Raw| matches!(raw.kind, Kind::BlockMap | Kind::BlockSeq);
        self.siblings(siblings).filter(|(_, raw)| is_block(raw) && raw.start <= offset).last()
    }

    /// Nodes in a part of the list, without those below them.
    fn siblings(&self, nodes: Range<usize>) -> impl Iterator<Item = (usize, Raw)> {
        let mut next = nodes.start;
        std::iter::from_fn(move || {
            let raw = (next < nodes.end).then(|| self.nodes.get(next).copied())??;
            let index = next;
            next += raw.size.max(1) as usize;
            Some((index, raw))
        })
    }

    /// Entries of a block with all of `hull` in them: the node of the first, and the node after the last, in or after
    /// the block.
    fn run_in(&self, block: usize, hull: TextRange, edit: &Edit<'_>) -> Option<(usize, usize)> {
        let end = block + self.nodes.get(block)?.size as usize;
        let is_entry = |raw: &Raw| matches!(raw.kind, Kind::Pair | Kind::Item);
        let mut first = None;
        for (index, raw) in self.siblings(block + 1..end).filter(|(_, raw)| is_entry(raw)) {
            // What is in front of an entry depends on its first two bytes, or on all of an item without its dash.
            let lacks_dash = raw.kind == Kind::Item && !edit.is_indicator(raw.start, b'-');
            if !lacks_dash && raw.start <= hull.start && raw.start + 2 <= edit.range.start {
                first = Some(index);
            } else if first.is_some() && edit.is_line_after(&raw, hull) {
                return first.map(|first| (first, index));
            }
        }
        first.map(|first| (first, end))
    }

    /// Parses entries again, and puts them in place of the old ones. Returns their range.
    fn reparse(&mut self, number: usize, entries: &Entries, edit: &Edit<'_>) -> Result<TextRange, Needs> {
        let Some(document) = self.documents.get(number).copied() else {
            return Err(Needs::Collection(i32::MAX));
        };
        let Entries { kind, parent, depth, index, nodes, first, range, is_entry_after, is_last, .. } =
            *entries;
        let end = edit.moved(range.end);
        let is_rare = |index: usize| self.nodes.get(index).is_some_and(|raw| raw.flags & RARE != 0);
        let resume = Resume {
            kind,
            parent,
            depth,
            first,
            rare: is_rare(index),
            line: edit.line_start(range.start, &document),
            column: self.nodes.get(index).map_or(0, |raw| i32::from(raw.indent)),
            text: TextRange::new(range.start, edit.moved(document.range.end)),
            end,
            is_entry_after,
        };
        let mut part = Self::default();
        let Resumed { rare, written_to } = parser::entries(edit.text, resume, &mut part)?;
        if !is_last && rare != is_rare(index + nodes) {
            return Err(Needs::UpTo(end + 1));
        }
        let grown = part.nodes.len() as i64 - nodes as i64;
        self.grow_ancestors(document.first as usize, index, nodes, grown, written_to, edit);
        if let Some(document) = self.documents.get_mut(number).filter(|_| is_last) {
            document.rare_tail = rare;
        }
        // What stands at the end of the document belongs to it.
        let region = TextRange::new(range.start, range.end + u32::from(is_last));
        let is_rare = !part.errors.is_empty() || part.nodes.iter().any(|raw| raw.flags & RARE != 0);
        self.splice(number, index..index + nodes, region, part, edit);
        self.note(number, is_rare, edit);
        Ok(TextRange::new(range.start, end))
    }

    /// Nodes around the entries: those that end with them end with their new text, the others are moved.
    fn grow_ancestors(
        &mut self,
        root: usize,
        index: usize,
        removed: usize,
        grown: i64,
        last_end: u32,
        edit: &Edit<'_>,
    ) {
        let mut next = root;
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

    /// Parses a document again that stays where it was cut.
    fn reparse_document(&mut self, number: usize, edit: &Edit<'_>) -> Option<Reparsed> {
        let old = *self.documents.get(number)?;
        let range = TextRange::new(old.range.start, edit.moved(old.range.end));
        let start = if edit.text.starts_with('\u{feff}') { 3 } else { 0 };
        if old.range.is_empty() || range.is_empty() || (number == 0 && range.start != start) {
            return None;
        }
        let mut part = Self::default();
        let Document { read_from, bad_separator, reading, .. } = old;
        let chunk = Chunk { range, read_from, bad_separator, reading };
        parser::document(edit.text, chunk, &mut part);
        let new = part.documents.pop()?;
        if let Some(document) = self.documents.get_mut(number) {
            *document = Document { first: old.first, count: old.count, range: old.range, ..new };
        }
        let nodes = old.first as usize..(old.first + old.count) as usize;
        self.splice(number, nodes, TextRange::new(old.range.start, old.range.end + 1), part, edit);
        Some(Reparsed { range, whole: true })
    }

    /// Puts what was parsed again in place of what was in `region`, and moves what is after it.
    fn splice(&mut self, number: usize, nodes: Range<usize>, region: TextRange, part: Tree, edit: &Edit<'_>) {
        let grown = part.nodes.len() as i64 - nodes.len() as i64;
        for raw in self.nodes.iter_mut().skip(nodes.end) {
            raw.start = edit.moved(raw.start);
            raw.end = edit.moved(raw.end);
        }
        let has_anchors = !self.anchors.is_empty() || part.nodes.iter().any(|raw| raw.kind == Kind::Anchor);
        self.nodes.splice(nodes, part.nodes);
        let range = |range: &mut TextRange| *range = edit.moved_range(*range);
        splice_by_place(&mut self.comments, part.comments, region, |c| c.start, range);
        splice_by_place(&mut self.ties, part.ties, region, |t| t.start, range);
        splice_by_place(
            &mut self.errors,
            part.errors,
            region,
            |e: &SyntaxError| e.range.start,
            |e| range(&mut e.range),
        );
        let quote =
            |quote: &mut OpenQuote| (quote.at, quote.to) = (edit.moved(quote.at), edit.moved(quote.to));
        splice_by_place(&mut self.open_quotes, part.open_quotes, region, |q| q.at, quote);
        self.move_documents(number, grown, edit);
        if has_anchors {
            self.anchors = Anchors::of(&self.nodes, edit.text);
        }
    }

    fn move_documents(&mut self, number: usize, grown: i64, edit: &Edit<'_>) {
        for (i, document) in self.documents.iter_mut().enumerate().skip(number) {
            document.range.end = edit.moved(document.range.end);
            if i == number {
                document.count = (i64::from(document.count) + grown) as u32;
                // Without one before, one is new where the edit is.
                let looked_at = if document.has_opener { document.range } else { edit.around(document) };
                document.has_opener = has_opener(edit.text, looked_at);
                continue;
            }
            document.range.start = edit.moved(document.range.start);
            document.read_from = edit.moved(document.read_from);
            document.first = (i64::from(document.first) + grown) as u32;
            for range in [&mut document.lost, &mut document.bad_separator].into_iter().flatten() {
                *range = edit.moved_range(*range);
            }
        }
    }

    /// Notes whether a document is damaged and rare. `part_is_rare`: something is, in what was parsed again.
    fn note(&mut self, number: usize, part_is_rare: bool, edit: &Edit<'_>) {
        let Some(document) = self.documents.get(number).copied() else { return };
        let TextRange { start, end } = document.range;
        let tie = self.ties.get(self.ties.partition_point(|tie| tie.start < start));
        let quote = self.open_quotes.get(self.open_quotes.partition_point(|quote| quote.at < start));
        let damaged = tie.is_some_and(|tie| tie.start <= end) || quote.is_some_and(|quote| quote.at <= end);
        let rare = if document.rare {
            parser::is_rare(edit.text, &document, self)
        } else {
            part_is_rare || document.rare_tail || parser::has_rare_characters(edit.new_bytes())
        };
        if let Some(document) = self.documents.get_mut(number) {
            (document.damaged, document.rare) = (damaged, rare);
        }
    }
}

/// Replaces what lies in `region` of a list sorted by place, and moves what follows.
fn splice_by_place<T>(
    list: &mut Vec<T>,
    new: Vec<T>,
    region: TextRange,
    start: impl Fn(&T) -> u32,
    moves: impl Fn(&mut T),
) {
    let from = list.partition_point(|item| start(item) < region.start);
    let to = list.partition_point(|item| start(item) < region.end).max(from);
    list.iter_mut().skip(to).for_each(moves);
    list.splice(from..to, new);
}

struct Edit<'t> {
    range: TextRange,
    inserted: u32,
    /// The text after the edit.
    text: &'t str,
}

impl Edit<'_> {
    /// The bytes that came, and the other half of a line break that they end with.
    fn new_bytes(&self) -> &[u8] {
        let bytes = self.text.as_bytes();
        let (start, end) = (self.range.start as usize, self.range.start as usize + self.inserted as usize);
        let half = bytes.get(start..end).is_some_and(|new| new.ends_with(b"\r"));
        bytes.get(start..end + usize::from(half)).unwrap_or_default()
    }

    /// The inserted bytes, and one on each side if the document has it.
    fn around(&self, document: &Document) -> TextRange {
        let TextRange { start, end } = document.range;
        let (from, to) = (self.range.start.saturating_sub(1), self.range.start + self.inserted + 1);
        TextRange::new(from.max(start), to.min(end))
    }

    /// Where an offset after the edit went.
    fn moved(&self, offset: u32) -> u32 {
        if offset < self.range.end { offset } else { offset - self.range.len() + self.inserted }
    }

    fn moved_range(&self, range: TextRange) -> TextRange {
        TextRange::new(self.moved(range.start), self.moved(range.end))
    }

    /// Where an offset of the new text was, at least if it is after the edit.
    fn unmoved(&self, offset: u32) -> u32 {
        let after = offset.checked_sub(self.range.start + self.inserted);
        after.map_or(self.range.end, |after| after + self.range.end)
    }

    /// Whether a line may now separate documents, or end one.
    fn cuts_lines(&self, document: &Document) -> bool {
        let bytes = self.text.as_bytes();
        let start = self.range.start as usize;
        let line = self.line_start(self.range.start, document) as usize;
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
        let from = start.saturating_sub(1);
        let with_before = bytes.get(from..end).unwrap_or_default();
        let is_lone = |i: usize| bytes.get(from + i + 1) != Some(&b'\n');
        let new = self.text.get(start..end).unwrap_or_default();
        let is_odd =
            |i: usize| new.get(i..).is_some_and(|rest| rest.starts_with(['\u{85}', '\u{2028}', '\u{2029}']));
        memchr::memchr_iter(b'\r', with_before).any(is_lone)
            || memchr::memchr2_iter(0xC2, 0xE2, new.as_bytes()).any(is_odd)
    }

    /// Whether this indicator of a block stands at an offset before the edit.
    fn is_indicator(&self, offset: u32, indicator: u8) -> bool {
        let mut rest = self.text.as_bytes().iter().skip(offset as usize);
        rest.next() == Some(&indicator)
            && rest.next().is_none_or(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'))
    }

    /// Where the line starts that an offset before the edit is on.
    fn line_start(&self, offset: u32, document: &Document) -> u32 {
        let before = self.text.as_bytes().get(..offset as usize).unwrap_or_default();
        let line = memchr::memrchr(b'\n', before).map_or(0, |i| i as u32 + 1);
        line.max(document.range.start)
    }

    /// Column of an offset before the edit.
    fn column(&self, offset: u32, document: &Document) -> i32 {
        offset.saturating_sub(self.line_start(offset, document)) as i32
    }

    /// Whether a node starts a line after the edit and all of `hull`, with nothing but spaces in front as before.
    fn is_line_after(&self, raw: &Raw, hull: TextRange) -> bool {
        if raw.start < self.range.end {
            return false;
        }
        let before = self.text.as_bytes().get(..self.moved(raw.start) as usize).unwrap_or_default();
        let column = before.iter().rev().take_while(|b| **b == b' ').count();
        let line = (raw.start as usize).saturating_sub(column) as u32;
        let breaks = before.len().checked_sub(column + 1).and_then(|at| before.get(at)) == Some(&b'\n');
        // Of a line right after the edit a part may be gone.
        let is_entry = matches!(raw.kind, Kind::Pair | Kind::Item);
        let is_same = line > self.range.end || (is_entry && column == usize::from(raw.indent));
        breaks && is_same && line >= self.range.end.max(hull.end)
    }
}
