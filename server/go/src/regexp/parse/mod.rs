//! Go's pattern syntax as `regexp.Compile` reads it: `syntax.Parse` of Go with `syntax.Perl`.
//!
//! One pass over the text with a stack of finished parts; nothing recurses with the nesting of the
//! pattern except what Go's limit of 1,000 levels bounds. The text is UTF-8, so Go's `invalid UTF-8`
//! cannot occur. The tree is Go's own, factored alternatives included: the limits look at it.

mod alternatives;
mod brackets;
mod escape;
mod factor;
mod groups;
mod limits;
mod repeat;
mod stack;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::error::{Error, Reason};
use super::ranges::RangeSet;
use super::tree::{Assertion, Flags, Kind, NodeId, Tree};
use limits::Limits;

/// What a pattern says.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) tree: Tree,
    pub(super) root: NodeId,
}

pub(super) fn parse(pattern: &str) -> Result<Parsed, Error> {
    let mut parser = Parser {
        pattern,
        at: 0,
        flags: Flags::default(),
        tree: Tree::new(),
        stack: Vec::new(),
        open: Vec::new(),
        limits: Limits::new(),
        properties: BTreeMap::new(),
        last_posix_end: pattern.rfind(":]").unwrap_or(0),
    };
    let root = parser.pattern()?;
    Ok(Parsed { tree: parser.tree, root })
}

struct Parser<'p> {
    pattern: &'p str,
    at: usize,
    flags: Flags,
    tree: Tree,
    /// Finished parts, between the marks of open groups and bars.
    stack: Vec<NodeId>,
    /// Where the open groups begin.
    open: Vec<usize>,
    limits: Limits,
    /// The classes of `\p{…}` by name and folding: a pattern may name one a thousand times.
    properties: BTreeMap<(&'p str, bool), Option<Arc<RangeSet>>>,
    /// Where the last `:]` is: no need to look for one from each `[:` after it.
    last_posix_end: usize,
}

impl<'p> Parser<'p> {
    fn pattern(&mut self) -> Result<NodeId, Error> {
        let mut repetition = None;
        while let Some(byte) = self.byte(0) {
            repetition = self.token(byte, repetition)?;
        }
        self.finish_alternatives()?;
        match (self.stack.as_slice(), self.open.last()) {
            (&[root], _) => Ok(root),
            (_, open) => {
                let start = open.copied().unwrap_or(0);
                Err(Error::quoting(self.pattern, Reason::MissingParen, start..start + 1))
            }
        }
    }

    /// Reads one token. Returns where it starts if it is a repetition, for none may follow at once.
    fn token(&mut self, byte: u8, repetition: Option<usize>) -> Result<Option<usize>, Error> {
        match byte {
            b'*' => return self.repeat(Kind::Star, 1, repetition).map(Some),
            b'+' => return self.repeat(Kind::Plus, 1, repetition).map(Some),
            b'?' => return self.repeat(Kind::Quest, 1, repetition).map(Some),
            b'{' => return self.brace(repetition),
            b'(' => self.open_group()?,
            b')' => self.close_group()?,
            b'|' => self.bar()?,
            b'^' => self.caret()?,
            b'$' => self.dollar()?,
            b'.' => self.dot()?,
            b'[' => self.bracket()?,
            b'\\' => self.backslash()?,
            _ => self.character()?,
        }
        Ok(None)
    }

    fn caret(&mut self) -> Result<(), Error> {
        let look = if self.flags.multi_line { Assertion::LineStart } else { Assertion::TextStart };
        self.skip_and_push(1, Kind::Assertion(look))
    }

    fn dollar(&mut self) -> Result<(), Error> {
        let look = if self.flags.multi_line { Assertion::LineEnd } else { Assertion::TextEnd };
        self.skip_and_push(1, Kind::Assertion(look))
    }

    fn dot(&mut self) -> Result<(), Error> {
        let kind = if self.flags.dot_newline { Kind::Any } else { Kind::AnyButNewline };
        self.skip_and_push(1, kind)
    }

    fn character(&mut self) -> Result<(), Error> {
        match self.next_char() {
            Some(character) => self.push_literal(character.into()),
            None => Ok(()),
        }
    }

    fn skip_and_push(&mut self, bytes: usize, kind: Kind) -> Result<(), Error> {
        self.at += bytes;
        self.push_new(kind)
    }

    fn rest(&self) -> &'p str {
        self.pattern.get(self.at..).unwrap_or_default()
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.pattern.as_bytes().get(self.at + ahead).copied()
    }

    fn next_char(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn error(&self, reason: Reason, range: Range<usize>) -> Error {
        Error::at(reason, self.pattern, range)
    }

    /// An error of all that was read since `start`.
    fn error_since(&self, start: usize, reason: Reason) -> Error {
        self.error(reason, start..self.at)
    }
}
