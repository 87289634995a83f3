//! The parts of markers, for highlighting.

use crdls_text::TextRange;

use crate::grammar::{Value, ValueKind};
use crate::program::GoFile;

/// A part of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it is.
    pub range: TextRange,
    /// What it is.
    pub kind: TokenKind,
}

/// What a part of a marker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// The name with its plus.
    Name,
    /// The name of an argument.
    Argument,
    /// A text.
    String,
    /// A number.
    Number,
    /// `true` or `false`.
    Keyword,
}

/// The tokens of the markers of a file that its version reads, in the order of the text.
pub fn tokens(file: &GoFile) -> Vec<Token> {
    let mut found = Vec::new();
    for parsed in file.markers.markers().iter().filter_map(|read| read.parsed.as_deref()) {
        let name = TextRange::new(parsed.range.start, parsed.name.end);
        found.push(Token { range: name, kind: TokenKind::Name });
        parsed.value.iter().for_each(|value| push(value, &mut found));
        for argument in &parsed.arguments {
            found.push(Token { range: argument.name_range, kind: TokenKind::Argument });
            argument.value.iter().for_each(|value| push(value, &mut found));
        }
    }
    found.retain(|token| !token.range.is_empty());
    found.sort_by_key(|token| token.range.start);
    found
}

fn push(value: &Value, found: &mut Vec<Token>) {
    let kind = match &value.kind {
        ValueKind::Int(_) | ValueKind::Number(_) => TokenKind::Number,
        ValueKind::Bool(_) => TokenKind::Keyword,
        ValueKind::String(_) | ValueKind::Raw(_) => TokenKind::String,
        ValueKind::List(items) => return items.iter().for_each(|item| push(item, found)),
        ValueKind::Map(entries) => {
            for (key, value) in entries {
                found.push(Token { range: key.range(), kind: TokenKind::Argument });
                push(value, found);
            }
            return;
        }
    };
    found.push(Token { range: value.range, kind });
}
