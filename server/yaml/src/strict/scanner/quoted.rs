//! Quoted scalars (`yaml_parser_scan_flow_scalar`).

use super::super::Checked;
use super::super::reader::class;
use super::super::token::Token;
use super::Scanner;

/// Why a run of characters inside quotes ended.
enum RunEnd {
    BlankBreakOrQuote,
    EscapedBreak,
}

impl<'t> Scanner<'t> {
    pub(super) fn scan_quoted(&mut self, quote: u8) -> Checked<Token<'t>> {
        let start = self.reader.mark();
        self.reader.skip();
        self.fold.start();
        loop {
            self.reader.need(4)?;
            if self.at_any_document_marker() {
                return Err(self.refuse("found unexpected document indicator"));
            }
            if self.reader.is_end(self.reader.pos()) {
                return Err(self.refuse("found unexpected end of stream"));
            }
            let mut new_line = matches!(self.quoted_run(quote)?, RunEnd::EscapedBreak);
            self.reader.need(1)?;
            if self.reader.peek() == quote {
                break;
            }
            self.skip_quoted_blanks(&mut new_line)?;
            if new_line {
                self.fold.join_lines();
            } else {
                self.fold.join_blanks();
            }
        }
        self.reader.skip();
        Ok(self.folded_token(start))
    }

    fn quoted_run(&mut self, quote: u8) -> Checked<RunEnd> {
        let stops = class::BLANK | class::BREAK | if quote == b'"' { class::DOUBLE } else { class::SINGLE };
        loop {
            let from = self.reader.pos();
            let to = self.reader.skip_until(from, stops);
            if to > from {
                self.fold.push(self.reader.slice(from, to));
                self.reader.advance(to, 2)?;
            }
            match self.reader.peek() {
                b'\\' if self.reader.break_length(to + 1) > 0 => {
                    self.skip_escaped_break()?;
                    return Ok(RunEnd::EscapedBreak);
                }
                b'\\' => self.scan_escape()?,
                b'\'' if self.reader.byte(to + 1) == b'\'' && quote == b'\'' => {
                    self.fold.push("'");
                    self.reader.skip();
                    self.reader.skip();
                    self.reader.need(2)?;
                }
                0xC2 | 0xE2 if !self.reader.is_break_or_end(to) => self.push_character()?,
                _ => return Ok(RunEnd::BlankBreakOrQuote),
            }
        }
    }

    /// Adds a character that begins like a line break but is not one.
    fn push_character(&mut self) -> Checked {
        let from = self.reader.pos();
        self.reader.skip();
        self.fold.push(self.reader.slice(from, self.reader.pos()));
        self.reader.need(2)
    }

    fn skip_escaped_break(&mut self) -> Checked {
        self.reader.need(3)?;
        self.reader.skip();
        self.reader.next_line(self.reader.break_length(self.reader.pos()));
        Ok(())
    }

    fn skip_quoted_blanks(&mut self, new_line: &mut bool) -> Checked {
        loop {
            let at = self.reader.pos();
            let length = self.reader.break_length(at);
            if length > 0 {
                self.reader.need(2)?;
                self.take_break(new_line, length);
                self.reader.need(1)?;
            } else if self.reader.is_blank(at) {
                let end = self.reader.skip_while(at, |byte| matches!(byte, b' ' | b'\t'));
                if !*new_line {
                    self.fold.push_blank(self.reader.slice(at, end));
                }
                self.reader.advance(end, 1)?;
            } else {
                return Ok(());
            }
        }
    }
}
