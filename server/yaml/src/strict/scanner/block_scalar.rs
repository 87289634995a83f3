//! Literal and folded scalars (`yaml_parser_scan_block_scalar`).

use super::super::Checked;
use super::super::token::Token;
use super::Scanner;

/// What the header asks for: `|+`, `>-2` and the like.
#[derive(Default)]
struct Header {
    keep_first_break: bool,
    keep_more_breaks: bool,
    indent: Option<u8>,
}

impl<'t> Scanner<'t> {
    pub(super) fn scan_block_scalar(&mut self, literal: bool) -> Checked<Token<'t>> {
        let start = self.reader.mark();
        self.reader.skip();
        let header = self.scan_header()?;
        self.fold.start();
        let outer = usize::try_from(self.indent).unwrap_or(0);
        let given = header.indent.map(|indent| outer + usize::from(indent));
        let indent = self.skip_block_breaks(given)?;
        self.reader.need(1)?;
        let mut after_indented = false;
        while self.reader.column() == indent && !self.reader.is_end(self.reader.pos()) {
            let indented = self.reader.is_blank(self.reader.pos());
            self.fold.join_block_lines(!literal && !after_indented && !indented);
            after_indented = indented;
            self.take_line()?;
            self.skip_block_breaks(Some(indent))?;
        }
        self.fold.chomp(header.keep_first_break, header.keep_more_breaks);
        Ok(self.folded_token(start))
    }

    fn take_line(&mut self) -> Checked {
        let from = self.reader.pos();
        let to = self.reader.line_end(from);
        self.fold.push(self.reader.slice(from, to));
        self.reader.advance(to, 1)?;
        self.reader.need(2)?;
        let length = self.reader.break_length(to);
        if length > 0 {
            self.fold.push_first_break(self.reader.break_text(to, length));
            self.reader.next_line(length);
        }
        Ok(())
    }

    /// Indentation and empty lines. Where the indentation is not known yet, the widest of these
    /// lines and the first with text decide it.
    fn skip_block_breaks(&mut self, indent: Option<usize>) -> Checked<usize> {
        let mut widest = 0;
        loop {
            self.reader.need(1)?;
            let at = self.reader.pos();
            let column = self.reader.column();
            let room = indent.map_or(usize::MAX, |indent| indent.saturating_sub(column));
            let spaces = (self.reader.skip_while(at, |byte| byte == b' ') - at).min(room);
            self.reader.advance(at + spaces, 1)?;
            widest = widest.max(column + spaces);
            if spaces < room && self.reader.peek() == b'\t' {
                return Err(self.refuse("found a tab character where an indentation space is expected"));
            }
            let length = self.reader.break_length(at + spaces);
            if length == 0 {
                break;
            }
            self.reader.need(2)?;
            self.fold.push_more_breaks(self.reader.break_text(at + spaces, length));
            self.reader.next_line(length);
        }
        let least = usize::try_from(self.indent + 1).unwrap_or(0).max(1);
        Ok(indent.unwrap_or(widest.max(least)))
    }

    fn scan_header(&mut self) -> Checked<Header> {
        let mut header = Header { keep_first_break: true, ..Header::default() };
        self.reader.need(1)?;
        if self.scan_chomping(&mut header) {
            self.reader.need(1)?;
            self.scan_indent(&mut header)?;
        } else if self.scan_indent(&mut header)? {
            self.reader.need(1)?;
            self.scan_chomping(&mut header);
        }
        self.reader.need(1)?;
        self.skip_blanks()?;
        self.skip_comment()?;
        self.end_line("did not find expected comment or line break")?;
        Ok(header)
    }

    /// Over the line break or the end of the text, which must be next.
    pub(super) fn end_line(&mut self, problem: &str) -> Checked {
        let at = self.reader.pos();
        if !self.reader.is_break_or_end(at) {
            return Err(self.refuse(problem));
        }
        let length = self.reader.break_length(at);
        if length > 0 {
            self.reader.need(2)?;
            self.reader.next_line(length);
        }
        Ok(())
    }

    fn scan_chomping(&mut self, header: &mut Header) -> bool {
        match self.reader.peek() {
            b'+' => header.keep_more_breaks = true,
            b'-' => header.keep_first_break = false,
            _ => return false,
        }
        self.reader.skip();
        true
    }

    fn scan_indent(&mut self, header: &mut Header) -> Checked<bool> {
        match self.reader.peek() {
            b'0' => return Err(self.refuse("found an indentation indicator equal to 0")),
            digit @ b'1'..=b'9' => header.indent = Some(digit - b'0'),
            _ => return Ok(false),
        }
        self.reader.skip();
        Ok(true)
    }
}
