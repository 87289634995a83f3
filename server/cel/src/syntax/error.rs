//! What can be wrong with an expression as text: each kind is a constructor, the messages are for its author.

use std::fmt::Display;

use crdls_text::TextRange;

use super::{Token, TokenKind};

/// One reason why the text is not an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The kind of mistake, by which fixes are chosen.
    pub kind: SyntaxErrorKind,
    /// The smallest text that has to change; empty where something is missing.
    pub range: TextRange,
    /// The byte offset at which the server reports it; `None` for [`SyntaxErrorKind::Limit`].
    pub at: Option<u32>,
    /// The message for the author.
    pub message: String,
}

/// The kinds of mistakes in the text of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SyntaxErrorKind {
    /// A character that starts no token: `=`, `#`, a run outside ASCII.
    UnknownCharacter,
    /// A string or bytes literal without its closing quotes.
    UnclosedString,
    /// A backslash in a string or bytes literal that starts no escape of the grammar.
    BadEscape,
    /// Backquotes that are not closed, or have no name between them.
    EscapedName,
    /// Another token, or the end, where the grammar expects a value.
    MissingExpression,
    /// Another token, or the end, where the grammar expects a name: after a dot, or in a message literal.
    MissingName,
    /// Another token, or the end, where the grammar expects a comma, a colon or a closing bracket.
    Missing,
    /// A token that fits nowhere: after the whole expression, or a `!` after a `-`.
    Unexpected,
    /// A word of [`super::RESERVED`] as a variable or function.
    ReservedWord,
    /// A literal without a value: a number out of range, an escape that is no Unicode code point or that
    /// bytes do not have.
    Literal,
    /// An argument that a macro does not accept.
    Macro,
    /// Syntax that the environment does not enable, see [`crate::lower::Dialect`].
    Unsupported,
    /// The expression, or its expansion, exceeds a limit on length, nesting or size.
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
            Some((_, hint)) => format!("`{found}` is not a CEL operator; {hint}"),
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

    /// An expression is expected where `found` is.
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

    /// A token that the grammar does not expect.
    pub(crate) fn unexpected(found: Token, text: &str) -> Self {
        let message = format!("unexpected {}", shown(found, text));
        Self::new(Kind::Unexpected, found.range, found.range.start, message)
    }

    /// The message is cel-go's.
    pub(crate) fn reserved(range: TextRange, at: u32, word: &str) -> Self {
        Self::new(Kind::ReservedWord, range, at, format!("reserved identifier: {word}"))
    }

    /// The message is cel-go's.
    pub(crate) fn literal(range: TextRange, message: impl Into<String>) -> Self {
        Self::new(Kind::Literal, range, range.start, message)
    }

    /// The message is cel-go's.
    pub(crate) fn in_macro(range: TextRange, at: u32, message: impl Into<String>) -> Self {
        Self::new(Kind::Macro, range, at, message)
    }

    /// The message is cel-go's; `what` begins with its separator.
    pub(crate) fn unsupported(range: TextRange, at: u32, what: &str) -> Self {
        Self::new(Kind::Unsupported, range, at, format!("unsupported syntax{what}"))
    }

    /// A limit on the expression as a whole, which is reported without a position.
    pub(crate) fn limit(range: TextRange, message: impl Display) -> Self {
        Self { kind: Kind::Limit, range, at: None, message: message.to_string() }
    }
}

/// Characters often written instead of an operator.
const UNKNOWN: &[(&str, &str)] = &[
    ("=", "use `==` to compare"),
    ("&", "use `&&` for and"),
    ("|", "use `||` for or"),
    (";", "an expression is one value without statements"),
    ("#", "a comment starts with `//`"),
];

fn shown(token: Token, text: &str) -> String {
    match token.kind {
        TokenKind::End => "the end of the expression".to_owned(),
        _ => format!("`{}`", token.range.of(text)),
    }
}
