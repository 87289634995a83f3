//! `oldSelf` used as an optional value where it is none, and as a plain value where it is optional.
//!
//! Mirrors what `compileRule` of k8s.io/apiextensions-apiserver (pkg/apiserver/schema/cel/compilation.go) declares
//! `oldSelf` as: optional with `optionalOldSelf: true`.

use crdls_cel::checker::{CheckError, CheckErrorKind};

use super::explanation::Explanation;
use crdls_rules::{Compiled, OPTIONAL_METHODS, Purpose, Terms, compile};

/// Whether an expression with errors compiles with the other value of `optionalOldSelf`.
pub(super) fn is_cause(text: &str, purpose: Purpose, terms: Terms<'_>) -> bool {
    let other = Terms { optional_old_self: !terms.optional_old_self, ..terms };
    text.contains("oldSelf") && matches!(compile(text, purpose, false, other), Compiled::Good(_))
}

/// An error that is the use of `oldSelf` as the optional value that it is not; nothing for other errors.
pub(super) fn method(error: &CheckError, text: &str, terms: Terms<'_>) -> Option<Explanation> {
    let CheckErrorKind::NoMatchingOverload { function, target: Some(_), .. } = &error.kind else {
        return None;
    };
    // A macro such as `optMap` calls `hasValue`.
    let called = error.range.of(text).strip_prefix("oldSelf")?.trim_start().strip_prefix('.')?.trim_start();
    let written = called.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
    let is_method = [function, written].iter().all(|name| OPTIONAL_METHODS.contains(name));
    (is_method && !terms.optional_old_self)
        .then(|| needed(format!("`oldSelf.{written}()` needs `optionalOldSelf: true`")))
}

/// What to say of an expression that the other value of `optionalOldSelf` makes right.
pub(super) fn explain(terms: Terms<'_>) -> Explanation {
    if !terms.optional_old_self {
        return needed("`oldSelf` is an optional value only with `optionalOldSelf: true`".to_owned());
    }
    Explanation::new("`oldSelf` is an optional value, because `optionalOldSelf` is true")
        .why("the rule runs when an object is created too, without an old value")
        .help("write `!oldSelf.hasValue() || …`, with `oldSelf.value()` for the old value, or remove `optionalOldSelf`")
}

fn needed(message: String) -> Explanation {
    Explanation::new(message)
        .why(
            "without `optionalOldSelf`, `oldSelf` is the old value itself, and the rule runs only on updates",
        )
        .help("add `optionalOldSelf: true` to the rule")
}
