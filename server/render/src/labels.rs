//! Names of severities and counts, which several formats share.
//!
//! Must not know a format.

use crdls_report::Severity;

/// The name of a severity, the same in all output and in the settings.
pub const fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information => "info",
        Severity::Hint => "hint",
    }
}

/// `a.yaml and 3 more`: the first of some names; empty where there are none.
pub fn first_and_more(names: &[impl AsRef<str>]) -> String {
    let first = names.first().map_or("", AsRef::as_ref);
    match names.len().saturating_sub(1) {
        0 => first.to_owned(),
        more => format!("{first} and {more} more"),
    }
}

/// `1 error`, `2 errors`.
pub fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
