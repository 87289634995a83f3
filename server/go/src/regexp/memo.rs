//! Which of a few texts a pattern matches: searches validate objects with the same texts many times over.

use std::cell::RefCell;
use std::collections::HashMap;

use foldhash::quality::FixedState;

use super::Regexp;

/// So many texts of a pattern are kept, and none that are longer than this.
const MOST: usize = 64;
const LONGEST: usize = 256;

/// A pattern that keeps whether it matches the last texts.
#[derive(Debug)]
pub struct MatchMemo {
    regexp: Regexp,
    known: RefCell<HashMap<Box<str>, bool, FixedState>>,
}

impl MatchMemo {
    /// Whether the pattern matches somewhere in a text, see [`Regexp::is_match`].
    pub fn is_match(&self, text: &str) -> bool {
        if text.len() > LONGEST {
            return self.regexp.is_match(text);
        }
        let known = self.known.borrow().get(text).copied();
        known.unwrap_or_else(|| {
            let is_match = self.regexp.is_match(text);
            let mut known = self.known.borrow_mut();
            if known.len() == MOST {
                known.clear();
            }
            known.insert(text.into(), is_match);
            is_match
        })
    }

    /// The pattern.
    pub const fn regexp(&self) -> &Regexp {
        &self.regexp
    }
}

impl From<Regexp> for MatchMemo {
    fn from(regexp: Regexp) -> Self {
        Self { regexp, known: RefCell::default() }
    }
}
