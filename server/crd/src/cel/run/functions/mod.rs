//! The code of the functions that Kubernetes adds to CEL, by overload. A library is one file with a table of
//! its overloads; add its table to [`bindings`].

mod lists;
mod regex;

use std::sync::OnceLock;

use crdls_cel::eval::{Bindings, PatternFunction};

/// The code of all overloads that rules can call.
pub fn bindings() -> &'static Bindings {
    static BINDINGS: OnceLock<Bindings> = OnceLock::new();
    BINDINGS.get_or_init(|| Bindings::with(&[lists::FUNCTIONS, regex::FUNCTIONS]))
}

/// Functions whose pattern is compiled beforehand where it is written out.
pub static PATTERNS: &[(&str, PatternFunction)] = regex::PATTERNS;
