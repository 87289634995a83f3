//! Parentheses, named captures and flags.

use super::Parser;
use crate::regexp::error::{Error, Reason};
use crate::regexp::tree::{Flags, Kind};

impl Parser<'_> {
    pub(super) fn open_group(&mut self) -> Result<(), Error> {
        let start = self.at;
        if self.byte(1) == Some(b'?') {
            let named = ["(?P<", "(?<"].into_iter().find(|prefix| self.opens_name(prefix));
            return match named {
                Some(prefix) => self.named_capture(start, prefix.len()),
                None => self.flags(start),
            };
        }
        self.at += 1;
        self.open_capture(start)
    }

    /// A named capture begins only if something follows the angle bracket.
    fn opens_name(&self, prefix: &str) -> bool {
        self.rest().strip_prefix(prefix).is_some_and(|name| !name.is_empty())
    }

    fn open_capture(&mut self, start: usize) -> Result<(), Error> {
        self.open.push(start);
        self.push_new(Kind::Open { captures: true })
    }

    /// The names need not differ from one another.
    fn named_capture(&mut self, start: usize, prefix: usize) -> Result<(), Error> {
        let Some(end) = self.rest().find('>') else {
            return Err(self.error(Reason::NamedCapture, start..self.pattern.len()));
        };
        let name = self.pattern.get(start + prefix..start + end).unwrap_or_default();
        self.at += end + 1;
        if name.is_empty() || !name.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric()) {
            return Err(self.error_since(start, Reason::NamedCapture));
        }
        self.open_capture(start)
    }

    /// `(?i)`, `(?i-s:` and their like. Mirrors the second half of `parser.parsePerlFlags`.
    fn flags(&mut self, start: usize) -> Result<(), Error> {
        self.at += 2;
        let mut flags = self.flags;
        let mut minus = false;
        let mut awaited = false;
        while let Some(letter) = self.next_char() {
            match letter {
                'i' | 'm' | 's' | 'U' => {
                    set_flag(&mut flags, letter, !minus);
                    awaited = false;
                }
                '-' if !minus => {
                    minus = true;
                    awaited = true;
                }
                ')' | ':' if !awaited => return self.apply_flags(start, flags, letter == ':'),
                _ => break,
            }
        }
        Err(self.error_since(start, Reason::PerlSyntax))
    }

    fn apply_flags(&mut self, start: usize, flags: Flags, group: bool) -> Result<(), Error> {
        if group {
            self.open.push(start);
            // The mark remembers the flags outside.
            self.push_new(Kind::Open { captures: false })?;
        }
        self.flags = flags;
        Ok(())
    }

    pub(super) fn close_group(&mut self) -> Result<(), Error> {
        self.finish_alternatives()?;
        let (inside, open) = (self.stack.pop(), self.stack.pop());
        let (Some(inside), Some(open)) = (inside, open) else {
            let here = self.at..self.at + 1;
            return Err(Error::quoting(self.pattern, Reason::UnexpectedParen, here));
        };
        self.at += 1;
        self.open.pop();
        self.flags = self.tree[open].flags;
        let Kind::Open { captures: true } = self.tree[open].kind else { return self.push(inside) };
        let node = self.tree.node_mut(open);
        node.kind = Kind::Capture;
        node.subs = vec![inside];
        self.push(open)
    }
}

fn set_flag(flags: &mut Flags, letter: char, on: bool) {
    match letter {
        'i' => flags.fold = on,
        'm' => flags.multi_line = on,
        's' => flags.dot_newline = on,
        _ => flags.lazy = on,
    }
}
