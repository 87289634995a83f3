//! All codes of findings.

use crdls_crd::codes::CLAIMED_NAME;
use crdls_report::Code;

pub use crate::generated::codes::ALL;

/// The codes of findings about several CRDs, which are reported once for all objects and copies that they concern.
pub const ONCE: [&Code; 1] = [&CLAIMED_NAME];

/// Codes that had another name, each with the present one. The old names are accepted wherever a user names a code.
pub const RENAMED: [(&str, &str); 14] = [
    ("cel-unseen", "rule-on-untyped-schema"),
    ("claimed-name", "conflicting-names"),
    ("column-leads-nowhere", "unknown-column-path"),
    ("column-of-another-type", "column-type-mismatch"),
    ("enum-of-another-type", "enum-type-mismatch"),
    ("fragment", "incomplete-crd"),
    ("gone-version", "removed-api-version"),
    ("holds-nothing", "always-pruned-object"),
    ("lost-marker", "unattached-marker"),
    ("lost-text", "text-after-document-end"),
    ("near-kind", "similar-kind"),
    ("refused-marker", "invalid-marker"),
    ("scale-leads-nowhere", "unknown-scale-path"),
    ("scale-of-another-type", "scale-type-mismatch"),
];

/// The present name of a code; other names are returned unchanged.
pub fn present_name(name: &str) -> &str {
    RENAMED.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new)
}

/// The code of that name, which may be an old one.
pub fn by_code(name: &str) -> Option<&'static Code> {
    let name = present_name(name);
    let at = ALL.binary_search_by(|code| code.name.cmp(name)).ok()?;
    ALL.get(at).copied()
}
