//! Tokens of Go.

use crdls_text::TextRange;

/// What a token is. Only what declarations need is told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Ident,
    Int,
    /// A floating-point or imaginary number.
    Float,
    Char,
    String,
    Comment,
    Package,
    Import,
    Type,
    Const,
    Var,
    Func,
    Struct,
    Interface,
    Map,
    Chan,
    /// Any other keyword.
    Keyword,
    ParenOpen,
    ParenClose,
    BracketOpen,
    BracketClose,
    BraceOpen,
    BraceClose,
    Comma,
    Dot,
    Ellipsis,
    Star,
    Assign,
    Tilde,
    Pipe,
    Arrow,
    Minus,
    /// Any other operator.
    Operator,
    /// A semicolon of the text.
    Semicolon,
    /// A semicolon that the scanner inserts at the end of a line.
    LineEnd,
    /// A character that begins no token.
    Illegal,
    Eof,
}

/// A token with its range, and the line that it starts on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub start: u32,
    pub end: u32,
    pub line: u32,
    /// The offset of the start of its line.
    pub line_start: u32,
}

impl Token {
    pub(crate) fn range(self) -> TextRange {
        TextRange::new(self.start, self.end)
    }
}

/// The kind of a word: a keyword or an identifier.
pub(crate) fn word(text: &[u8]) -> Kind {
    match text {
        b"package" => Kind::Package,
        b"import" => Kind::Import,
        b"type" => Kind::Type,
        b"const" => Kind::Const,
        b"var" => Kind::Var,
        b"func" => Kind::Func,
        b"struct" => Kind::Struct,
        b"interface" => Kind::Interface,
        b"map" => Kind::Map,
        b"chan" => Kind::Chan,
        b"break" | b"case" | b"continue" | b"default" | b"defer" | b"else" | b"fallthrough" | b"for"
        | b"go" | b"goto" | b"if" | b"range" | b"return" | b"select" | b"switch" => Kind::Keyword,
        _ => Kind::Ident,
    }
}

/// Whether a line can end after the keyword, so that a semicolon is inserted.
pub(crate) fn ends_line(keyword: &[u8]) -> bool {
    matches!(keyword, b"break" | b"continue" | b"fallthrough" | b"return")
}
