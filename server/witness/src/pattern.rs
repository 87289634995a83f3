//! Patterns, compiled once while they stay the same.
//!
//! The same pattern stands in many fields and in several versions of a CRD, and an object with such a field is made many
//! times over.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crdls_go::regexp::{self, MatchMemo};

/// More bytes of patterns than this are not kept by a thread.
const MOST: usize = 64 << 10;

#[derive(Default)]
struct KnownPatterns {
    patterns: HashMap<Box<str>, Option<Rc<MatchMemo>>>,
    /// Bytes of all patterns.
    bytes: usize,
}

thread_local! {
    static KNOWN: RefCell<KnownPatterns> = RefCell::default();
}

/// A pattern by its text; `None` where Go does not accept it.
pub(super) fn compiled(text: &str) -> Option<Rc<MatchMemo>> {
    let known = |known: &KnownPatterns| known.patterns.get(text).cloned();
    KNOWN.with_borrow(known).unwrap_or_else(|| {
        let pattern = regexp::compile(text).ok().map(|regexp| Rc::new(MatchMemo::from(regexp)));
        KNOWN.with_borrow_mut(|known| known.keep(text, pattern.clone()));
        pattern
    })
}

impl KnownPatterns {
    /// Keeps what is not too long for it; all else is forgotten where it would be too much.
    fn keep(&mut self, text: &str, pattern: Option<Rc<MatchMemo>>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_compiled_once() {
        let pattern = compiled("^[a-z]{2,9}$").expect("a pattern");
        assert!(Rc::ptr_eq(&pattern, &compiled("^[a-z]{2,9}$").expect("a pattern")));
        assert!(compiled("[").is_none());
    }
}
