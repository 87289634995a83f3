//! Names of severities and counts, which several formats share.
//!
//! Must not know a format.

use crdls_schema::Severity;

/// The severity as JSON and the settings have it.
pub(crate) const fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information => "information",
        Severity::Hint => "hint",
    }
}

/// `1 error`, `2 errors`.
pub(crate) fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
