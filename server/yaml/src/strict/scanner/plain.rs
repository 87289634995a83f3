//! Plain scalars (`yaml_parser_scan_plain_scalar`).

use super::super::Checked;
use super::super::reader::{Mark, class};
use super::super::token::{Kind, NO_NOTE, Token};
use super::{Scanner, token};

impl<'t> Scanner<'t> {
    pub(super) fn scan_plain(&mut self) -> Checked<Token<'t>> {
        let start = self.reader.mark();
        let mut end = start.at;
        let mut new_line = false;
        let mut folded = false;
        self.fold.start();
        loop {
            self.reader.need(4)?;
            if self.at_any_document_marker() || self.reader.peek() == b'#' {
                break;
            }
            let from = self.reader.pos();
            let to = self.plain_run_end(from);
            if to > from {
                folded |= new_line;
                self.join_run(&mut new_line, from, to);
                self.reader.advance(to, 2)?;
                end = to;
            }
            if self.reader.is_end(to) || !self.reader.is_blank_break_or_end(to) {
                break;
            }
            self.reader.need(1)?;
            self.skip_plain_blanks(&mut new_line)?;
            if self.flow_level == 0 && self.signed_column() <= self.indent {
                break;
            }
        }
        if new_line {
            self.key_allowed = true;
        }
        if folded {
            return Ok(self.folded_token(start));
        }
        Ok(Token { text: self.reader.slice(start.at, end), ..token(Kind::Plain, start) })
    }

    pub(super) fn at_any_document_marker(&self) -> bool {
        self.reader.at_document_marker(b'-') || self.reader.at_document_marker(b'.')
    }

    fn join_run(&mut self, new_line: &mut bool, from: usize, to: usize) {
        if std::mem::take(new_line) {
            self.fold.join_lines();
        } else {
            self.fold.join_blanks();
        }
        self.fold.push(self.reader.slice(from, to));
    }

    /// The end of the characters that belong to the scalar without doubt.
    fn plain_run_end(&self, from: usize) -> usize {
        let flow = if self.flow_level > 0 { class::FLOW } else { 0 };
        let stops = class::BLANK | class::BREAK | class::COLON | flow;
        let mut at = from;
        loop {
            at = self.reader.skip_until(at, stops);
            let ends = match self.reader.byte(at) {
                b':' => self.reader.is_blank_break_or_end(at + 1),
                0xC2 | 0xE2 => self.reader.is_break_or_end(at),
                _ => true,
            };
            if ends {
                return at;
            }
            at += 1;
        }
    }

    fn skip_plain_blanks(&mut self, new_line: &mut bool) -> Checked {
        loop {
            let at = self.reader.pos();
            let length = self.reader.break_length(at);
            if length > 0 {
                self.reader.need(2)?;
                self.take_break(new_line, length);
            } else if *new_line && self.reader.peek() == b'\t' && self.signed_column() <= self.indent {
                return Err(self.refuse("found a tab character that violates indentation"));
            } else if self.reader.is_blank(at) {
                let end = self.reader.skip_while(at, |byte| byte == b' ').max(at + 1);
                if !*new_line {
                    self.fold.push_blank(self.reader.slice(at, end));
                }
                self.reader.advance(end, 1)?;
                continue;
            } else {
                return Ok(());
            }
            self.reader.need(1)?;
        }
    }

    pub(super) fn take_break(&mut self, new_line: &mut bool, length: usize) {
        let text = self.reader.break_text(self.reader.pos(), length);
        if std::mem::replace(new_line, true) {
            self.fold.push_more_breaks(text);
        } else {
            self.fold.push_first_break(text);
        }
        self.reader.next_line(length);
    }

    pub(super) fn folded_token(&mut self, start: Mark) -> Token<'t> {
        let note = self.fold.finish().map_or(NO_NOTE, |value| self.notes.add(value));
        Token { note, ..token(Kind::Text, start) }
    }
}
