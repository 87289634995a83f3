//! What can be wrong with an expression as text, in words for its author.

use std::fmt::Display;

use crdls_text::TextRange;

use super::{Token, TokenKind};

/// One thing that keeps the text from being an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The kind of mistake.
    pub kind: SyntaxErrorKind,
    /// The smallest text that has to change; empty where something is missing.
    pub range: TextRange,
    /// Where the server sees it, as a byte offset; `None` where it names no place.
    pub at: Option<u32>,
    /// The message for the author.
    pub message: String,
}

/// The kinds of mistakes in the text of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SyntaxErrorKind {
    UnknownCharacter,
    UnclosedString,
    BadEscape,
    EscapedName,
    MissingExpression,
    MissingName,
    Missing,
    Unexpected,
    ReservedWord,
    Literal,
    Macro,
    Unsupported,
    Limit,
}

use SyntaxErrorKind as Kind;

impl SyntaxError {
    fn new(kind: Kind, range: TextRange, at: u32, message: impl Into<String>) -> Self {
        Self { kind, range, at: Some(at), message: message.into() }
    }

    pub(crate) fn unknown_character(range: TextRange, text: &str) -> Self {
        let found = range.of(text);
        let message = match UNKNOWN.iter().find(|(wrong, _)| *wrong == found) {
            Some((_, hint)) => format!("`{found}` is no operator: {hint}"),
            None => format!("unexpected character `{}`", found.escape_debug()),
        };
        Self::new(Kind::UnknownCharacter, range, range.start, message)
    }

    pub(crate) fn unclosed_string(range: TextRange, at: u32, quote: u8, width: usize) -> Self {
        let quotes: String = std::iter::repeat_n(char::from(quote), width).collect();
        Self::new(Kind::UnclosedString, range, at, format!("this string has no closing `{quotes}`"))
    }

    pub(crate) fn bad_escape(range: TextRange, at: u32) -> Self {
        let message = "not an escape of CEL: write a backslash as `\\\\`, or put `r` before the string";
        Self::new(Kind::BadEscape, range, at, message)
    }

    pub(crate) fn escaped_name(range: TextRange, closed: bool) -> Self {
        let message =
            if closed { "there is no name between these backquotes" } else { "no closing backquote" };
        Self::new(Kind::EscapedName, range, range.start, message)
    }

    /// An expression should stand where `found` stands.
    pub(crate) fn missing_expression(after: u32, found: Token, text: &str, role: &str) -> Self {
        let range = if found.kind == TokenKind::End { TextRange::empty(after) } else { found.range };
        let message = format!("expected {role}, found {}", shown(found, text));
        Self::new(Kind::MissingExpression, range, found.range.start, message)
    }

    pub(crate) fn missing_name(after: u32, found: Token, text: &str, role: &str) -> Self {
        let range = if found.kind == TokenKind::End { TextRange::empty(after) } else { found.range };
        let message = match found.kind {
            TokenKind::In | TokenKind::True | TokenKind::False | TokenKind::Null => {
                format!("`{}` is a word of the language and cannot be {role}", found.range.of(text))
            }
            _ => format!("expected {role}, found {}", shown(found, text)),
        };
        Self::new(Kind::MissingName, range, found.range.start, message)
    }

    pub(crate) fn missing(wanted: &str, after: u32, found: Token, text: &str) -> Self {
        let range = if found.kind == TokenKind::End { TextRange::empty(after) } else { found.range };
        let message = format!("expected {wanted}, found {}", shown(found, text));
        Self::new(Kind::Missing, range, found.range.start, message)
    }

    /// A token that nothing waits for.
    pub(crate) fn unexpected(found: Token, text: &str) -> Self {
        let message = format!("{} is not expected here", shown(found, text));
        Self::new(Kind::Unexpected, found.range, found.range.start, message)
    }

    /// The words are cel-go's.
    pub(crate) fn reserved(range: TextRange, at: u32, word: &str) -> Self {
        Self::new(Kind::ReservedWord, range, at, format!("reserved identifier: {word}"))
    }

    /// The words are cel-go's.
    pub(crate) fn literal(range: TextRange, message: impl Into<String>) -> Self {
        Self::new(Kind::Literal, range, range.start, message)
    }

    /// The words are cel-go's.
    pub(crate) fn in_macro(range: TextRange, at: u32, message: impl Into<String>) -> Self {
        Self::new(Kind::Macro, range, at, message)
    }

    /// The words are cel-go's, `what` with what stands before it.
    pub(crate) fn unsupported(range: TextRange, at: u32, what: &str) -> Self {
        Self::new(Kind::Unsupported, range, at, format!("unsupported syntax{what}"))
    }

    /// A limit of the server's; it names no place. The words are cel-go's.
    pub(crate) fn limit(range: TextRange, message: impl Display) -> Self {
        Self { kind: Kind::Limit, range, at: None, message: message.to_string() }
    }
}

/// Characters often written in place of an operator.
const UNKNOWN: &[(&str, &str)] = &[
    ("=", "write `==` to compare"),
    ("&", "write `&&` for and"),
    ("|", "write `||` for or"),
    (";", "an expression is one value without statements"),
    ("#", "a comment starts with `//`"),
];

fn shown(token: Token, text: &str) -> String {
    match token.kind {
        TokenKind::End => "the end of the expression".to_owned(),
        _ => format!("`{}`", token.range.of(text)),
    }
}
