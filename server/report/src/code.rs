//! Codes of findings: what each is called, how severe it is, one line, and its page.

/// How much a finding matters, the most severe first. Errors are what the server refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The server refuses the object.
    Error,
    /// The server accepts it and warns, or it is probably not what is meant.
    Warning,
    /// Worth knowing.
    Information,
    /// A suggestion.
    Hint,
}

/// The declaration of a code. It stands with the check that reports it, by [`code!`](crate::code!).
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// Kebab-case name of the problem, unique among all codes.
    pub name: &'static str,
    /// How severe a finding is where no setting says otherwise.
    pub severity: Severity,
    /// One line: what is wrong, as a noun phrase or a sentence without a final stop.
    pub summary: &'static str,
    /// Whether the finding is the API server's: it can be lowered, and not be silenced.
    pub server: bool,
    /// The page in Markdown: `server/crd/rules/<name>.md`.
    pub page: &'static str,
}

/// Declares a code: `code!(MISSING_TYPE, "missing-type", Error, server, "a schema has no `type`");`,
/// with `advice` in place of `server` for advice of our own.
#[macro_export]
macro_rules! code {
    ($constant:ident, $name:literal, $severity:ident, $origin:ident, $summary:literal) => {
        #[doc = $summary]
        pub static $constant: $crate::Code = $crate::Code {
            name: $name,
            severity: $crate::Severity::$severity,
            summary: $summary,
    server: $crate::code!(@ $origin),
            page: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../crd/rules/", $name, ".md")),
        };
    };
    (@ server) => {
        true
    };
    (@ advice) => {
        false
    };
}
