//! Expressions, read once while they stay the same.
//!
//! What an expression reads as depends on its text and the library alone. The rules of a CRD stand in several
//! of its versions, are looked at by more than one check, and are there again after each edit.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crdls_cel::lower::{Parsed, parse_expression};

use super::library::Library;

/// More bytes of text than this are not kept by a thread. A CRD with many rules has half of it.
const MOST: usize = 16 << 10;

#[derive(Default)]
struct ParsedRules {
    /// By the library, which there is one of for each minor.
    by_library: HashMap<*const Library, HashMap<Box<str>, Rc<Parsed>>>,
    /// Bytes of all texts.
    bytes: usize,
}

thread_local! {
    static KNOWN: RefCell<ParsedRules> = RefCell::default();
}

/// An expression with its macros expanded.
pub fn parsed(text: &str, library: &'static Library) -> Rc<Parsed> {
    let known = |known: &ParsedRules| known.by_library.get(&std::ptr::from_ref(library))?.get(text).cloned();
    KNOWN.with_borrow(known).unwrap_or_else(|| {
        let parsed = Rc::new(parse_expression(text, &library.dialect));
        KNOWN.with_borrow_mut(|known| known.keep(text, library, &parsed));
        parsed
    })
}

impl ParsedRules {
    /// Keeps what is not too long for it; all else is forgotten where it would be too much.
    fn keep(&mut self, text: &str, library: &'static Library, parsed: &Rc<Parsed>) {
        if text.len() > MOST {
            return;
        }
        if self.bytes + text.len() > MOST {
            *self = Self::default();
        }
        self.bytes += text.len();
        self.by_library.entry(library).or_default().insert(text.into(), Rc::clone(parsed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crdls_minors::Minor;

    #[test]
    fn the_same_text_is_read_once_for_each_library() {
        let [old, new] = [Minor::OLDEST, Minor::NEWEST].map(Library::of_new_rules);
        let first = parsed("self.a == 1", new);
        assert!(Rc::ptr_eq(&first, &parsed("self.a == 1", new)));
        assert!(!Rc::ptr_eq(&first, &parsed("self.a == 1", old)));
        assert!(!Rc::ptr_eq(&first, &parsed("self.a == 2", new)));
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let library = Library::of_new_rules(Minor::NEWEST);
        let long = |n: usize| format!("{n} == {}", "1 + ".repeat(1000) + "1");
        for n in 0..100 {
            parsed(&long(n), library);
        }
        parsed(&"x".repeat(MOST + 1), library);
        let texts = KNOWN.with_borrow(|known| {
            known.by_library.values().flatten().map(|(text, _)| text.len()).collect::<Vec<_>>()
        });
        assert!(texts.iter().sum::<usize>() <= MOST && texts.len() > 1, "{texts:?}");
    }
}
