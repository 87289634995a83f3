//! Tokens: their kinds, and how each kind is written.

use crdls_text::TextRange;

/// A piece of the text. The tokens of a text are adjacent and cover all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Byte offsets in the expression.
    pub range: TextRange,
}

/// What a token is: trivia, a literal or name, an operator or bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A run of spaces, tabs, form feeds and line breaks.
    Whitespace,
    /// From `//` to the end of the line, without the line break.
    Comment,
    /// Characters that start no token; the lexer reported them.
    Unknown,

    /// `1`, `0x1f`; a sign is a token of its own (NUM_INT).
    Int,
    /// `1u`, `0x1fU` (NUM_UINT)
    Uint,
    /// `1.5`, `.5`, `1e3`; a sign is a token of its own (NUM_FLOAT).
    Double,
    /// A string literal with its prefix and quotes; invalid ones are kept as strings.
    String,
    /// A bytes literal with its prefix and quotes; invalid ones are kept as bytes.
    Bytes,
    /// `true`
    True,
    /// `false`
    False,
    /// `null`
    Null,
    /// A name; also a word of [`RESERVED`] that is not one of [`KEYWORDS`].
    Ident,
    /// A name between backquotes.
    EscapedIdent,

    /// `in`
    In,
    /// `==`
    EqEq,
    /// `!=`
    NotEq,
    /// `<`
    Less,
    /// `<=`
    LessEq,
    /// `>`
    Greater,
    /// `>=`
    GreaterEq,
    /// `&&`
    AndAnd,
    /// `||`
    OrOr,
    /// `+`
    Plus,
    /// `-`, the operator or a sign
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `%`
    Percent,
    /// `!`
    Bang,
    /// `?` of a conditional or of the optional syntax
    Question,
    /// `:` of a conditional, an entry or a field
    Colon,
    /// `.` before a field, a method or an absolute name
    Dot,
    /// `,`
    Comma,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,

    /// The end of the text; empty.
    End,
}

impl TokenKind {
    /// Whether the parser skips it.
    pub fn is_trivia(self) -> bool {
        matches!(self, Self::Whitespace | Self::Comment | Self::Unknown)
    }

    /// Whether an expression can begin with it.
    pub fn starts_expression(self) -> bool {
        use TokenKind::*;
        matches!(
            self,
            Int | Uint
                | Double
                | String
                | Bytes
                | True
                | False
                | Null
                | Ident
                | Minus
                | Bang
                | Dot
                | OpenParen
                | OpenBracket
                | OpenBrace
        )
    }

    /// Whether an expression can end with it.
    pub fn ends_expression(self) -> bool {
        use TokenKind::*;
        matches!(
            self,
            Int | Uint
                | Double
                | String
                | Bytes
                | True
                | False
                | Null
                | Ident
                | EscapedIdent
                | CloseParen
                | CloseBracket
                | CloseBrace
        )
    }

    /// The closing bracket of an opening one.
    pub fn closer(self) -> Option<TokenKind> {
        match self {
            Self::OpenParen => Some(Self::CloseParen),
            Self::OpenBracket => Some(Self::CloseBracket),
            Self::OpenBrace => Some(Self::CloseBrace),
            _ => None,
        }
    }

    /// Whether it is a closing bracket.
    pub fn is_closer(self) -> bool {
        matches!(self, Self::CloseParen | Self::CloseBracket | Self::CloseBrace)
    }

    /// How a token of this kind is written; `None` where its text varies.
    pub fn text(self) -> Option<&'static str> {
        PUNCTUATION.iter().chain(KEYWORDS).find(|(_, kind)| *kind == self).map(|(text, _)| *text)
    }
}

/// Operators and brackets; the longest of those with a common prefix comes first.
pub const PUNCTUATION: &[(&str, TokenKind)] = &[
    ("==", TokenKind::EqEq),
    ("!=", TokenKind::NotEq),
    ("<=", TokenKind::LessEq),
    ("<", TokenKind::Less),
    (">=", TokenKind::GreaterEq),
    (">", TokenKind::Greater),
    ("&&", TokenKind::AndAnd),
    ("||", TokenKind::OrOr),
    ("+", TokenKind::Plus),
    ("-", TokenKind::Minus),
    ("*", TokenKind::Star),
    ("/", TokenKind::Slash),
    ("%", TokenKind::Percent),
    ("!", TokenKind::Bang),
    ("?", TokenKind::Question),
    (":", TokenKind::Colon),
    (".", TokenKind::Dot),
    (",", TokenKind::Comma),
    ("(", TokenKind::OpenParen),
    (")", TokenKind::CloseParen),
    ("[", TokenKind::OpenBracket),
    ("]", TokenKind::CloseBracket),
    ("{", TokenKind::OpenBrace),
    ("}", TokenKind::CloseBrace),
];

/// Words that are tokens of their own and can never be a name.
pub const KEYWORDS: &[(&str, TokenKind)] = &[
    ("in", TokenKind::In),
    ("true", TokenKind::True),
    ("false", TokenKind::False),
    ("null", TokenKind::Null),
];

/// Words that are names to the grammar, but cannot be the name of a variable or function
/// (cel-go, parser.reservedIds). As a field, method or message name they are allowed.
pub const RESERVED: &[&str] = &[
    "as",
    "break",
    "const",
    "continue",
    "else",
    "false",
    "for",
    "function",
    "if",
    "import",
    "in",
    "let",
    "loop",
    "package",
    "namespace",
    "null",
    "return",
    "true",
    "var",
    "void",
    "while",
];

/// Words that other languages have as operators between two values, each with CEL's operator.
pub const FOREIGN_OPERATORS: &[(&str, &str)] = &[
    ("and", "&&"),
    ("or", "||"),
    ("eq", "=="),
    ("ne", "!="),
    ("is", "=="),
    ("equals", "=="),
    ("gt", ">"),
    ("lt", "<"),
];
