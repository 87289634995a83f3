//! Go's errors for an invalid pattern. Knows the messages, not when they apply.

use std::fmt;
use std::ops::Range;

/// Why `regexp.Compile` rejects a pattern; `Display` is Go's message, character by character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    reason: Reason,
    quoted: String,
    range: Range<usize>,
}

impl Error {
    /// Go quotes the offending text itself.
    pub(super) fn at(reason: Reason, pattern: &str, range: Range<usize>) -> Error {
        let quoted = pattern.get(range.clone()).unwrap_or_default().to_owned();
        Error { reason, quoted, range }
    }

    /// Go quotes something else (mostly the whole pattern) although the error is at `range`.
    pub(super) fn quoting(quoted: &str, reason: Reason, range: Range<usize>) -> Error {
        Error { reason, quoted: quoted.to_owned(), range }
    }

    /// The bytes of the pattern that the user has to change. Never empty.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error parsing regexp: {}: `{}`", self.reason.text(), self.quoted)
    }
}

impl std::error::Error for Error {}

/// Go's `syntax.ErrorCode`, without those that text in UTF-8 cannot cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    CharacterRange,
    Escape,
    NamedCapture,
    PerlSyntax,
    NestedRepetition,
    RepeatCount,
    MissingBracket,
    MissingParen,
    MissingRepeatArgument,
    TrailingBackslash,
    UnexpectedParen,
    NestingDepth,
    TooLarge,
}

impl Reason {
    fn text(self) -> &'static str {
        match self {
            Reason::CharacterRange => "invalid character class range",
            Reason::Escape => "invalid escape sequence",
            Reason::NamedCapture => "invalid named capture",
            Reason::PerlSyntax => "invalid or unsupported Perl syntax",
            Reason::NestedRepetition => "invalid nested repetition operator",
            Reason::RepeatCount => "invalid repeat count",
            Reason::MissingBracket => "missing closing ]",
            Reason::MissingParen => "missing closing )",
            Reason::MissingRepeatArgument => "missing argument to repetition operator",
            Reason::TrailingBackslash => "trailing backslash at end of expression",
            Reason::UnexpectedParen => "unexpected )",
            Reason::NestingDepth => "expression nests too deeply",
            Reason::TooLarge => "expression too large",
        }
    }
}
