//! A comment that ignores advice where there is none.

use crdls_report::{Finding, Path, code};
use crdls_text::TextRange;

code!(UNUSED_IGNORE, "unused-ignore", Warning, advice, "a comment ignores advice that is not reported there");

/// What is wrong with a comment, or with a code in it.
pub(super) fn unused(range: TextRange, message: &str) -> Finding {
    Finding::new(&UNUSED_IGNORE, range, &Path::EMPTY, message)
}
