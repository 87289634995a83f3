//! What the tolerant parser could not make sense of.

use crdls_text::TextRange;

/// A place where the text is not YAML. The tree around it is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The smallest text that shows it, never empty but at the end of the text.
    pub range: TextRange,
    /// What is wrong.
    pub kind: SyntaxErrorKind,
}

/// What is wrong with a place that is not YAML.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SyntaxErrorKind {
    /// A line in a mapping that has no `:`.
    MissingColon,
    /// An entry of a sequence that has no `- `.
    MissingDash,
    /// A quote that does not end.
    UnclosedQuote,
    /// A `[` or `{` that does not end.
    UnclosedBracket,
    /// Entries of a flow collection with no `,` between them.
    MissingComma,
    /// A line that is indented like none of its neighbours.
    BadIndent,
    /// A tab where indentation is counted.
    TabIndent,
    /// Text after a value that is complete.
    TrailingText,
    /// A block below a key that has a value already.
    ValueTwice,
    /// `key: - item` or `key: other: value` on one line.
    NestedOnOneLine,
    /// A character that can start nothing, as `@` or a backquote.
    BadStart,
    /// `|` or `>` with something behind it that is no indicator.
    BadBlockHeader,
    /// Collections nested deeper than [`crate::Tree::MAX_DEPTH`].
    TooDeep,
}

impl SyntaxErrorKind {
    /// What is wrong, as the start of a sentence: lower case, no final stop.
    pub const fn message(self) -> &'static str {
        match self {
            Self::MissingColon => "this line has no `:` after its key",
            Self::MissingDash => "this item of the list has no `- `",
            Self::UnclosedQuote => "this quote is never closed",
            Self::UnclosedBracket => "this bracket is never closed",
            Self::MissingComma => "a `,` is missing before this",
            Self::BadIndent => "this line is indented like none of its neighbours",
            Self::TabIndent => "a tab cannot indent YAML",
            Self::TrailingText => "this text stands after a value that is complete",
            Self::ValueTwice => "this block stands below a key that has a value already",
            Self::NestedOnOneLine => "a list or mapping cannot start on the line of its key",
            Self::BadStart => "a value cannot start with this character",
            Self::BadBlockHeader => "only `+`, `-` and a digit can follow `|` or `>`",
            Self::TooDeep => "this is nested too deep",
        }
    }

    /// What to do about it.
    pub const fn help(self) -> &'static str {
        match self {
            Self::MissingColon => {
                "write a `:` and a value behind it; if it belongs to the text above, indent it"
            }
            Self::MissingDash => "begin it with `- `, or indent it below the item that it belongs to",
            Self::UnclosedQuote => "write the same quote at the end of the text",
            Self::UnclosedBracket => "write `]` or `}` at its end",
            Self::MissingComma => {
                "write a `,` between the two; a text with quotes or brackets in it needs quotes"
            }
            Self::BadIndent => "indent it by as many spaces as the keys or items beside it",
            Self::TabIndent => "indent by spaces",
            Self::TrailingText => "remove it, or put the whole text into quotes",
            Self::ValueTwice => {
                "remove the value behind the key, or the block; a text with a `: ` in it needs quotes"
            }
            Self::NestedOnOneLine => "begin it on the next line; if it is a text, put it into quotes",
            Self::BadStart => "put the text into quotes",
            Self::BadBlockHeader => "begin the text on the next line",
            Self::TooDeep => "write it with fewer levels",
        }
    }
}
