//! From characters to tokens: scannerc.go (go.yaml.in/yaml/v2 v2.4.4). This module dispatches and
//! keeps indentation; the tokens' own texts are scanned by its children.
//!
//! Knows the characters and the level of nesting; must not know the grammar.

mod block_scalar;
mod directive;
mod escape;
mod fold;
mod indicator;
mod plain;
mod quoted;
mod tag;

use super::reader::{Mark, Reader};
use super::simple_key::{SimpleKey, SimpleKeys};
use super::token::{Kind, Notes, Queue, Token};
use super::{Checked, Refusal};
use fold::Fold;

/// `max_indents` and `max_flow_level` of the library.
const MAX_DEPTH: usize = 10_000;

#[derive(Debug)]
pub(super) struct Scanner<'t> {
    reader: Reader<'t>,
    queue: Queue<'t>,
    /// Whether the head of the queue is known to be no key.
    available: bool,
    keys: SimpleKeys,
    key_allowed: bool,
    flow_level: usize,
    /// The column of the block collection that is open, -1 outside of all.
    indent: isize,
    indents: Vec<isize>,
    notes: Notes,
    fold: Fold,
}

impl<'t> Scanner<'t> {
    /// Values of scalars are made only where they are kept; what is refused does not depend on it.
    pub(super) fn new(text: &'t str, keep_values: bool) -> Self {
        Self {
            reader: Reader::new(text),
            queue: Queue::default(),
            available: false,
            keys: SimpleKeys::new(),
            key_allowed: true,
            flow_level: 0,
            indent: -1,
            indents: Vec::new(),
            notes: Notes::default(),
            fold: Fold::new(keep_values),
        }
    }

    /// The next token. How far the scanner reads ahead for it decides which of several errors is
    /// met first, so it must not be asked earlier than the library's parser asks.
    #[inline]
    pub(super) fn peek(&mut self) -> Checked<Token<'t>> {
        if !self.available {
            while self.head_may_be_key()? {
                self.fetch()?;
            }
            self.available = true;
        }
        self.queue.head().copied().ok_or_else(|| self.refuse("unknown problem parsing YAML content"))
    }

    pub(super) fn drop_head(&mut self) {
        self.queue.drop_head();
        self.available = false;
    }

    pub(super) fn take_note(&mut self, note: usize) -> String {
        self.notes.take(note)
    }

    /// Whether more must be read before the head of the queue can be handed out.
    #[inline]
    fn head_may_be_key(&mut self) -> Checked<bool> {
        if self.queue.is_empty() {
            return Ok(true);
        }
        match self.keys.level_of(self.queue.head_number()) {
            Some(level) => self.key_is_possible(level),
            None => Ok(false),
        }
    }

    fn fetch(&mut self) -> Checked {
        self.reader.need(1)?;
        self.skip_to_next_token()?;
        let column = self.signed_column();
        self.unroll_indent(column);
        self.reader.need(4)?;
        let at = self.reader.pos();
        if self.reader.is_end(at) {
            return self.fetch_stream_end();
        }
        let spaced = self.reader.is_blank_break_or_end(at + 1);
        match self.reader.peek() {
            b'%' if self.reader.at_line_start() => self.fetch_directive(),
            b'-' if self.reader.at_document_marker(b'-') => self.fetch_document_marker(Kind::DocumentStart),
            b'.' if self.reader.at_document_marker(b'.') => self.fetch_document_marker(Kind::DocumentEnd),
            b'[' => self.fetch_flow_start(Kind::FlowSequenceStart),
            b'{' => self.fetch_flow_start(Kind::FlowMappingStart),
            b']' => self.fetch_flow_end(Kind::FlowSequenceEnd),
            b'}' => self.fetch_flow_end(Kind::FlowMappingEnd),
            b',' => self.fetch_flow_entry(),
            b'-' if spaced => self.fetch_block_entry(),
            b'?' if spaced || self.flow_level > 0 => self.fetch_key(),
            b':' if spaced || self.flow_level > 0 => self.fetch_value(),
            b'*' => self.fetch_scalar_like(|scanner| scanner.scan_anchor(Kind::Alias)),
            b'&' => self.fetch_scalar_like(|scanner| scanner.scan_anchor(Kind::Anchor)),
            b'!' => self.fetch_scalar_like(Self::scan_tag),
            b'|' if self.flow_level == 0 => self.fetch_block_scalar(true),
            b'>' if self.flow_level == 0 => self.fetch_block_scalar(false),
            b'\'' => self.fetch_scalar_like(|scanner| scanner.scan_quoted(b'\'')),
            b'"' => self.fetch_scalar_like(|scanner| scanner.scan_quoted(b'"')),
            b' ' | b'\t' | b'|' | b'>' | b'#' | b'%' | b'@' | b'`' => {
                Err(self.refuse("found character that cannot start any token"))
            }
            _ => self.fetch_scalar_like(Self::scan_plain),
        }
    }

    fn skip_to_next_token(&mut self) -> Checked {
        loop {
            self.reader.need(1)?;
            if self.reader.at_line_start() && self.reader.buffer_begins_with_bom() {
                self.reader.skip();
            }
            self.reader.need(1)?;
            let tabs = self.flow_level > 0 || !self.key_allowed;
            let blank = |byte| byte == b' ' || tabs && byte == b'\t';
            self.reader.advance(self.reader.skip_while(self.reader.pos(), blank), 1)?;
            self.skip_comment()?;
            let length = self.reader.break_length(self.reader.pos());
            if length == 0 {
                return Ok(());
            }
            self.reader.need(2)?;
            self.reader.next_line(length);
            if self.flow_level == 0 {
                self.key_allowed = true;
            }
        }
    }

    fn skip_comment(&mut self) -> Checked {
        if self.reader.peek() == b'#' {
            self.reader.advance(self.reader.line_end(self.reader.pos()), 1)?;
        }
        Ok(())
    }

    fn skip_blanks(&mut self) -> Checked {
        let end = self.reader.skip_while(self.reader.pos(), |byte| matches!(byte, b' ' | b'\t'));
        self.reader.advance(end, 1)
    }

    fn signed_column(&mut self) -> isize {
        isize::try_from(self.reader.column()).unwrap_or(isize::MAX)
    }

    /// Opens a block collection where `mark` is further right than the one that is open.
    fn roll_indent(&mut self, number: usize, kind: Kind, mark: Mark) -> Checked {
        let column = isize::try_from(mark.column).unwrap_or(isize::MAX);
        if self.flow_level > 0 || self.indent >= column {
            return Ok(());
        }
        self.indents.push(self.indent);
        self.indent = column;
        if self.indents.len() > MAX_DEPTH {
            return Err(self.refuse("exceeded max depth of 10000"));
        }
        self.queue.insert(number, token(kind, mark));
        Ok(())
    }

    /// Closes the block collections that lie further right than `column`.
    #[inline]
    fn unroll_indent(&mut self, column: isize) {
        while self.flow_level == 0 && self.indent > column {
            let mark = self.reader.mark();
            self.queue.push(token(Kind::BlockEnd, mark));
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    fn key_is_possible(&mut self, level: usize) -> Checked<bool> {
        let key = self.keys.get(level);
        if !key.possible {
            return Ok(false);
        }
        if !key.is_out_of_reach(&mut self.reader) {
            return Ok(true);
        }
        if key.required {
            return Err(self.missing_colon());
        }
        self.keys.give_up(level);
        Ok(false)
    }

    fn save_key(&mut self) -> Checked {
        if !self.key_allowed {
            return Ok(());
        }
        let mark = self.reader.mark();
        let required = self.flow_level == 0 && usize::try_from(self.indent) == Ok(mark.column);
        self.remove_key()?;
        self.keys.save(SimpleKey { possible: true, required, token: self.queue.next_number(), mark });
        Ok(())
    }

    fn remove_key(&mut self) -> Checked {
        let key = self.keys.get(self.keys.top());
        match (key.possible, key.required) {
            (true, true) => Err(self.missing_colon()),
            (true, false) => {
                self.keys.remove_top();
                Ok(())
            }
            (false, _) => Ok(()),
        }
    }

    #[cold]
    fn missing_colon(&self) -> Box<Refusal> {
        self.refuse("could not find expected ':'")
    }

    /// The library's `fail` for an error of the scanner: it names no line in the first one.
    #[cold]
    fn refuse(&self, problem: &str) -> Box<Refusal> {
        let line = self.reader.line();
        Refusal::at_line(self.reader.pos(), (line > 0).then_some(line + 1), problem)
    }
}

fn token<'t>(kind: Kind, mark: Mark) -> Token<'t> {
    Token { kind, at: mark.at, line: mark.line, text: "", note: 0 }
}
