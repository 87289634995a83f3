//! All codes of findings.

use crdls_crd::codes::CLAIMED_NAME;
use crdls_schema::Code;

pub use crate::generated::codes::ALL;

/// The codes of findings about several CRDs, which are reported once for all objects and copies that they concern.
pub const ONCE: [&Code; 1] = [&CLAIMED_NAME];

/// The code of that name.
pub fn by_code(name: &str) -> Option<&'static Code> {
    let at = ALL.binary_search_by(|code| code.name.cmp(name)).ok()?;
    ALL.get(at).copied()
}
