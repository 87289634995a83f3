//! All codes of findings.

use crdls_schema::Code;

pub use crate::generated::codes::ALL;

/// The code of that name.
pub fn by_code(name: &str) -> Option<&'static Code> {
    let at = ALL.binary_search_by(|code| code.name.cmp(name)).ok()?;
    ALL.get(at).copied()
}
