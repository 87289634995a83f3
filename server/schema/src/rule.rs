//! What a rule declares: its code, how grave it is, one line, and its page.

use crate::Severity;

/// The declaration of a rule. It stands beside the check; [`crdls_check::codes::ALL`] lists all.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Kebab-case name of the problem.
    pub code: &'static str,
    pub severity: Severity,
    /// One line: what is wrong, as a noun phrase or sentence without final stop.
    pub summary: &'static str,
    /// Whether it is the API server's, and may be lowered but not silenced.
    pub server: bool,
    /// The page, Markdown: server/crd/rules/<code>.md.
    pub page: &'static str,
}

/// Declares a rule: `rule!(MISSING_TYPE, "missing-type", Error, server, "a schema has no `type`");`
/// or, for advice of our own, `advice` in place of `server`.
#[macro_export]
macro_rules! rule {
    ($name:ident, $code:literal, $severity:ident, $origin:ident, $summary:literal) => {
        #[doc = $summary]
        pub static $name: $crate::Rule = $crate::Rule {
            code: $code,
            severity: $crate::Severity::$severity,
            summary: $summary,
    server: $crate::rule!(@ $origin),
            page: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../crd/rules/", $code, ".md")),
        };
    };
    (@ server) => {
        true
    };
    (@ advice) => {
        false
    };
}
