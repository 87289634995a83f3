//! Test suites for CRDs: which file is one, what is said of a case that fails, and the objects in its strings.
//!
//! Must not know how a case is run, nor when.

mod added;
mod failing;
mod objects;

use crdls_suite::Suite;

pub use added::with_case;
pub use failing::{case_title, failing_case, suite_title};
pub use objects::object_findings;

use crate::File;

/// Whether a file is a test suite.
pub fn is_suite(file: &File) -> bool {
    crdls_suite::suite_root(file.text(), file.tree()).is_some()
}

/// The test suite that a file is; `None` where it is none.
pub fn suite(file: &File) -> Option<Suite> {
    crdls_suite::read(file.text(), file.tree())
}
