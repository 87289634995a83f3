//! What a pattern was asked for last: searches validate and make objects with the same texts many times over.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::RangeInclusive;

use foldhash::quality::FixedState;

use super::Regexp;

/// More bytes than this are not kept of the texts of a pattern, and no text that is longer than a quarter of it.
const MOST: usize = 32 << 10;
/// Bytes that a text is counted as besides its own.
const ENTRY: usize = 64;

/// A pattern that keeps which texts it matches, and its examples.
#[derive(Debug)]
pub struct MatchMemo {
    regexp: Regexp,
    known: RefCell<KeptTexts>,
}

#[derive(Debug, Default)]
struct KeptTexts {
    matches: HashMap<Box<str>, bool, FixedState>,
    /// A text for each range of lengths.
    examples: HashMap<RangeInclusive<usize>, Option<String>, FixedState>,
    bytes: usize,
}

impl MatchMemo {
    /// Whether the pattern matches somewhere in a text, see [`Regexp::is_match`].
    pub fn is_match(&self, text: &str) -> bool {
        let known = self.known.borrow().matches.get(text).copied();
        known.unwrap_or_else(|| {
            let is_match = self.regexp.is_match(text);
            self.known.borrow_mut().keep(text.len(), |known| {
                known.matches.insert(text.into(), is_match);
            });
            is_match
        })
    }

    /// A text with so many characters that the pattern matches, see [`Regexp::example`].
    pub fn example(&self, lengths: RangeInclusive<usize>) -> Option<String> {
        let known = self.known.borrow().examples.get(&lengths).cloned();
        known.unwrap_or_else(|| {
            let example = self.regexp.example(lengths.clone());
            self.known.borrow_mut().keep(example.as_ref().map_or(0, String::len), |known| {
                known.examples.insert(lengths, example.clone());
            });
            example
        })
    }
}

impl KeptTexts {
    /// Keeps a text of so many bytes, if it is not too long; all else is forgotten where it would be too much.
    fn keep(&mut self, bytes: usize, insert: impl FnOnce(&mut Self)) {
        if bytes > MOST / 4 {
            return;
        }
        if self.bytes + ENTRY + bytes > MOST {
            *self = Self::default();
        }
        self.bytes += ENTRY + bytes;
        insert(self);
    }
}

impl From<Regexp> for MatchMemo {
    fn from(regexp: Regexp) -> Self {
        Self { regexp, known: RefCell::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memo(pattern: &str) -> MatchMemo {
        super::super::compile(pattern).expect("a pattern").into()
    }

    #[test]
    fn an_example_is_worked_out_once_for_each_range() {
        let pattern = memo("^[a-z]{2,9}$");
        for _ in 0..2 {
            assert_eq!(pattern.example(2..=3), pattern.regexp.example(2..=3));
            assert_eq!(pattern.example(10..=12), None);
        }
        assert_eq!(pattern.known.borrow().examples.len(), 2);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let pattern = memo("^a+$");
        for n in 1..MOST / 16 {
            assert!(pattern.is_match(&"a".repeat(n)));
            let known = pattern.known.borrow();
            assert!(known.matches.keys().map(|text| text.len()).sum::<usize>() <= MOST);
            assert!(known.matches.len() <= MOST / ENTRY);
        }
        assert!(!pattern.is_match(&"b".repeat(MOST)));
        assert!(pattern.known.borrow().matches.values().all(|is_match| *is_match));
    }
}
