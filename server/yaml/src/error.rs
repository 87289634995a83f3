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
    /// What is wrong with a text, which is shown in backticks: lower case, no final stop.
    pub fn message(self, shown: &str) -> String {
        match self {
            Self::MissingColon => format!("{shown} has no `:` after it"),
            Self::MissingDash => format!("{shown} has no `- ` before it, in a list"),
            Self::UnclosedQuote => format!("{shown} has no closing quote"),
            Self::UnclosedBracket => format!("{shown} has no closing bracket"),
            Self::MissingComma => format!("{shown} has no `,` before it"),
            Self::BadIndent => format!("{shown} does not have the indentation of the lines around it"),
            Self::TabIndent => "a tab cannot indent YAML".to_owned(),
            Self::TrailingText => format!("{shown} follows a value that is complete"),
            Self::ValueTwice => format!("{shown} follows a key that already has a value"),
            Self::NestedOnOneLine => format!("{shown} cannot start a list or mapping on the line of its key"),
            Self::BadStart => format!("a value cannot start with {shown}"),
            Self::BadBlockHeader => format!("only `+`, `-` and a digit can follow `|` or `>`, got {shown}"),
            Self::TooDeep => format!("{shown} is nested too deep"),
        }
    }

    /// Whether it leaves in doubt where the lines around it belong.
    pub const fn misplaces(self) -> bool {
        !matches!(
            self,
            Self::MissingColon
                | Self::UnclosedQuote
                | Self::UnclosedBracket
                | Self::MissingComma
                | Self::BadStart
        )
    }

    /// What to do about it.
    pub const fn help(self) -> &'static str {
        match self {
            Self::MissingColon => "write `:` and a value after it; if it continues the text above, indent it",
            Self::MissingDash => "write `- ` before it, or indent it below the item that it belongs to",
            Self::UnclosedQuote => "write the same quote at the end of the text",
            Self::UnclosedBracket => "write `]` or `}` at its end",
            Self::MissingComma => {
                "write `,` between the two values; put a text that contains quotes or brackets into quotes"
            }
            Self::BadIndent => "indent it by as many spaces as the keys or items next to it",
            Self::TabIndent => "indent with spaces",
            Self::TrailingText => "remove it, or put the whole text into quotes",
            Self::ValueTwice => {
                "remove the value after the key, or the block; put a text that contains `: ` into quotes"
            }
            Self::NestedOnOneLine => "write it on the next line; if it is a text, put it into quotes",
            Self::BadStart => "put the text into quotes",
            Self::BadBlockHeader => "write the text on the next line",
            Self::TooDeep => "write it with fewer levels",
        }
    }
}
