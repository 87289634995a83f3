//! Expressions that compile, compiled once while they and the type of `self` stay the same.
//!
//! What becomes of an expression depends on its text, its terms and the library alone. The rules of a CRD stand in several
//! of its versions, are looked at by more than one check, and most of them are there again after each edit.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use crdls_minors::Minor;
use crdls_minors::trace::{note, traced};
use crdls_report::stop::checkpoint;

use super::compile::{Compiled, Good, Purpose, Terms, compile_anew, is_blank};
use super::declaration::Declaration;
use super::library::Library;

/// More expressions than this are not kept by a thread, and no longer text.
const MOST: usize = 64;
const MOST_BYTES: usize = 4 << 10;

/// So many of one text, the last ones: each is a type to compare with.
const MOST_OF_TEXT: usize = 8;

/// What an expression is compiled by, besides its text and the type of `self`.
type Inputs = (*const Library, Purpose, Minor, bool);

struct KnownExpression {
    inputs: Inputs,
    declaration: Arc<Declaration>,
    good: Good,
    /// The oldest minor by which it compiles to the same, see [`traced`].
    oldest: Minor,
}

#[derive(Default)]
struct KnownExpressions {
    by_text: HashMap<Box<str>, Vec<KnownExpression>>,
    number: usize,
    /// The last two declarations that were equal: the rules of a schema have one.
    equal: Option<[Arc<Declaration>; 2]>,
}

thread_local! {
    static KNOWN: RefCell<KnownExpressions> = RefCell::default();
}

/// Compiles an expression, or takes what was made of it before; `stored` where the CRD had it before.
pub fn compile(text: &str, purpose: Purpose, stored: bool, terms: Terms<'_>) -> Compiled {
    checkpoint();
    if is_blank(text, purpose) {
        return Compiled::Blank;
    }
    let library = if stored { Library::of_stored_rules } else { Library::of_new_rules }(terms.minor);
    let inputs = (std::ptr::from_ref(library), purpose, terms.minor, terms.optional_old_self);
    if let Some((good, oldest)) = KNOWN.with_borrow_mut(|known| known.find(text, inputs, terms.declaration)) {
        note(oldest);
        return Compiled::Good(good);
    }
    let (compiled, oldest) = traced(|| compile_anew(library, text, purpose, terms));
    if let Compiled::Good(good) = &compiled {
        let (declaration, good) = (Arc::clone(terms.declaration), good.clone());
        let known = KnownExpression { inputs, declaration, good, oldest };
        KNOWN.with_borrow_mut(|all| all.keep(text, known));
    }
    compiled
}

impl KnownExpressions {
    fn find(&mut self, text: &str, inputs: Inputs, declaration: &Arc<Declaration>) -> Option<(Good, Minor)> {
        let Self { by_text, equal, .. } = self;
        let mut is_same = |known: &Arc<Declaration>| {
            let is_equal = |[one, other]: &[Arc<Declaration>; 2]| {
                Arc::ptr_eq(one, known) && Arc::ptr_eq(other, declaration)
            };
            if Arc::ptr_eq(known, declaration) || equal.as_ref().is_some_and(is_equal) {
                return true;
            }
            let is_same = known == declaration;
            if is_same {
                *equal = Some([Arc::clone(known), Arc::clone(declaration)]);
            }
            is_same
        };
        let mut known = by_text.get(text)?.iter();
        let known = known.find(|known| known.inputs == inputs && is_same(&known.declaration))?;
        Some((known.good.clone(), known.oldest))
    }

    /// Keeps what is not too long for it; all else is forgotten where it would be too much.
    fn keep(&mut self, text: &str, known: KnownExpression) {
        if text.len() > MOST_BYTES {
            return;
        }
        if self.number == MOST {
            *self = Self::default();
        }
        let of_text = self.by_text.entry(text.into()).or_default();
        if of_text.len() == MOST_OF_TEXT {
            of_text.remove(0);
        } else {
            self.number += 1;
        }
        of_text.push(known);
    }
}

#[cfg(test)]
mod tests {
    use crdls_cel::types::Type;

    use super::*;

    fn good(text: &str, declaration: &Arc<Declaration>, minor: Minor) -> Good {
        let terms = Terms { declaration, minor, optional_old_self: false };
        match compile(text, Purpose::Rule, false, terms) {
            Compiled::Good(good) => good,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn text_of(max: i64) -> Arc<Declaration> {
        Arc::new(Declaration::scalar(Type::String, 2, max))
    }

    #[test]
    fn the_same_expression_on_an_equal_type_is_compiled_once() {
        let first = good("self == 'a'", &text_of(5), Minor::NEWEST);
        let is_same = |other: &Good| Arc::ptr_eq(&first.checked, &other.checked);
        assert!(is_same(&good("self == 'a'", &text_of(5), Minor::NEWEST)));
        // What it costs depends on the size.
        assert!(!is_same(&good("self == 'a'", &text_of(6), Minor::NEWEST)));
        assert!(!is_same(&good("self == 'a'", &text_of(5), Minor::OLDEST)));
        assert!(!is_same(&good("self == 'b'", &text_of(5), Minor::NEWEST)));
    }

    #[test]
    fn what_brought_a_function_is_noted_each_time() {
        let oldest = || traced(|| good("format.named('uuid').hasValue()", &text_of(5), Minor::NEWEST)).1;
        let first = oldest();
        assert!(first > Minor::OLDEST);
        assert_eq!(oldest(), first);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        for n in 0..2 * MOST {
            good(&format!("self != '{n}'"), &text_of(5), Minor::NEWEST);
        }
        for max in 0..2 * MOST_OF_TEXT as i64 {
            good("self == 'a'", &text_of(max), Minor::NEWEST);
        }
        let of_text = KNOWN.with_borrow(|known| known.by_text.get("self == 'a'").map(Vec::len));
        assert_eq!(of_text, Some(MOST_OF_TEXT));
        let kept = KNOWN.with_borrow(|known| known.by_text.values().map(Vec::len).sum::<usize>());
        assert!((1..=MOST).contains(&kept), "{kept}");
    }
}
