//! Lines that begin with `%` (`yaml_parser_scan_directive`).

use super::super::Checked;
use super::super::reader::Mark;
use super::super::token::{Kind, Token};
use super::{Scanner, token};

impl<'t> Scanner<'t> {
    pub(super) fn fetch_directive(&mut self) -> Checked {
        self.leave_document()?;
        let token = self.scan_directive()?;
        self.queue.push(token);
        Ok(())
    }

    fn scan_directive(&mut self) -> Checked<Token<'t>> {
        let start = self.reader.mark();
        self.reader.skip();
        let token = match self.scan_directive_name()? {
            "YAML" => self.scan_version(start)?,
            "TAG" => self.scan_tag_directive(start)?,
            _ => return Err(self.refuse("found unknown directive name")),
        };
        self.reader.need(1)?;
        self.skip_blanks()?;
        self.skip_comment()?;
        self.end_line("did not find expected comment or line break")?;
        Ok(token)
    }

    fn scan_directive_name(&mut self) -> Checked<&'t str> {
        self.reader.need(1)?;
        let name = self.take_name()?;
        if name.is_empty() {
            return Err(self.refuse("could not find expected directive name"));
        }
        if !self.reader.is_blank_break_or_end(self.reader.pos()) {
            return Err(self.refuse("found unexpected non-alphabetical character"));
        }
        Ok(name)
    }

    fn scan_version(&mut self, start: Mark) -> Checked<Token<'t>> {
        self.reader.need(1)?;
        self.skip_blanks()?;
        let major = self.scan_version_number()?;
        if self.reader.peek() != b'.' {
            return Err(self.refuse("did not find expected digit or '.' character"));
        }
        self.reader.skip();
        let minor = self.scan_version_number()?;
        Ok(Token { note: major * 100 + minor, ..token(Kind::VersionDirective, start) })
    }

    fn scan_version_number(&mut self) -> Checked<usize> {
        const LONGEST: usize = 2;
        self.reader.need(1)?;
        let start = self.reader.pos();
        let end = self.reader.skip_while(start, |byte| byte.is_ascii_digit());
        self.reader.advance(end.min(start + LONGEST), 1)?;
        if end > start + LONGEST {
            return Err(self.refuse("found extremely long version number"));
        }
        match self.reader.slice(start, end).parse() {
            Ok(number) => Ok(number),
            Err(_) => Err(self.refuse("did not find expected version number")),
        }
    }

    fn scan_tag_directive(&mut self, start: Mark) -> Checked<Token<'t>> {
        self.reader.need(1)?;
        self.skip_blanks()?;
        let handle = self.scan_tag_handle(true)?;
        self.reader.need(1)?;
        if !self.reader.is_blank(self.reader.pos()) {
            return Err(self.refuse("did not find expected whitespace"));
        }
        self.skip_blanks()?;
        let prefix = self.scan_tag_uri("")?;
        self.reader.need(1)?;
        if !self.reader.is_blank_break_or_end(self.reader.pos()) {
            return Err(self.refuse("did not find expected whitespace or line break"));
        }
        Ok(Token { text: handle, note: self.notes.add(prefix), ..token(Kind::TagDirective, start) })
    }
}
