//! Patterns and texts that they match, worked out once while they stay the same.
//!
//! What a pattern matches depends on its text alone. The same pattern stands in many fields and in several versions of a
//! CRD, and an object with such a field is made many times over.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use crdls_go::regexp::{self, MatchMemo};

/// More bytes of patterns than this are not kept by a thread, and of one pattern no more texts, and none that are longer.
const MOST: usize = 64 << 10;
const MOST_EXAMPLES: usize = 16;
const LONGEST_EXAMPLE: usize = 256;

/// A pattern that Go accepts.
pub(super) struct Pattern {
    regexp: MatchMemo,
    /// A text for each range of lengths that was asked for.
    examples: RefCell<HashMap<RangeInclusive<usize>, Option<String>>>,
}

#[derive(Default)]
struct KnownPatterns {
    patterns: HashMap<Box<str>, Option<Rc<Pattern>>>,
    /// Bytes of all patterns.
    bytes: usize,
}

thread_local! {
    static KNOWN: RefCell<KnownPatterns> = RefCell::default();
}

/// A pattern by its text; `None` where Go does not accept it.
pub(super) fn compiled(text: &str) -> Option<Rc<Pattern>> {
    let known = |known: &KnownPatterns| known.patterns.get(text).cloned();
    KNOWN.with_borrow(known).unwrap_or_else(|| {
        let regexp = regexp::compile(text).map(MatchMemo::from).ok();
        let pattern = regexp.map(|regexp| Rc::new(Pattern { regexp, examples: RefCell::default() }));
        KNOWN.with_borrow_mut(|known| known.keep(text, pattern.clone()));
        pattern
    })
}

impl KnownPatterns {
    /// Keeps what is not too long for it; all else is forgotten where it would be too much.
    fn keep(&mut self, text: &str, pattern: Option<Rc<Pattern>>) {
        if text.len() > MOST {
            return;
        }
        if self.bytes + text.len() > MOST {
            *self = Self::default();
        }
        self.bytes += text.len();
        self.patterns.insert(text.into(), pattern);
    }
}

impl Pattern {
    /// Whether it matches a text.
    pub(super) fn is_match(&self, text: &str) -> bool {
        self.regexp.is_match(text)
    }

    /// A text with so many characters that it matches, see [`regexp::Regexp::example`].
    pub(super) fn example(&self, lengths: RangeInclusive<usize>) -> Option<String> {
        let known = self.examples.borrow().get(&lengths).cloned();
        known.unwrap_or_else(|| {
            let example = self.regexp.regexp().example(lengths.clone());
            if example.as_ref().is_some_and(|example| example.len() > LONGEST_EXAMPLE) {
                return example;
            }
            let mut examples = self.examples.borrow_mut();
            if examples.len() == MOST_EXAMPLES {
                examples.clear();
            }
            examples.insert(lengths, example.clone());
            example
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_worked_out_once_for_each_range() {
        let pattern = compiled("^[a-z]{2,9}$").expect("a pattern");
        for _ in 0..2 {
            assert_eq!(
                pattern.example(2..=3),
                regexp::compile("^[a-z]{2,9}$").expect("a pattern").example(2..=3)
            );
            assert_eq!(pattern.example(10..=12), None);
        }
        assert_eq!(pattern.examples.borrow().len(), 2);
        assert!(Rc::ptr_eq(&pattern, &compiled("^[a-z]{2,9}$").expect("a pattern")));
        assert!(compiled("[").is_none());
    }
}
