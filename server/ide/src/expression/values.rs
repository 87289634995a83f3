//! The values that the schema lists, as literals of an expression.

use crdls_cel::syntax::{Token, TokenKind};
use crdls_go::go_quote;
use crdls_text::TextRange;
use crdls_values::JsonValue;
use crdls_yaml::Kind;

use super::Expression;
use super::expected::Expected;
use crate::suggestion::{Insertion, InsertionPoint};
use crate::{Completion, CompletionKind};

/// The values that are expected in place of a word, each as a literal.
pub(super) fn literals(
    expression: &Expression<'_>,
    expected: &Expected,
    point: &InsertionPoint<'_>,
    replaced: TextRange,
) -> Vec<Completion> {
    // The other quotes need no escapes.
    let quote = if expression.style == Kind::SingleQuoted { '"' } else { '\'' };
    let completion = |(rank, value): (usize, &JsonValue)| {
        let literal = match value {
            JsonValue::Str(text) => format!("{quote}{}{quote}", escaped(text, quote)),
            JsonValue::Int(number) => number.to_string(),
            _ => return None,
        };
        let new_text = expression.in_scalar(&literal, point)?;
        Some(value_at(replaced, &literal, new_text, rank))
    };
    expected.values.iter().enumerate().filter_map(completion).collect()
}

/// The texts that are expected in a literal, between its quotes.
pub(super) fn texts(
    expression: &Expression<'_>,
    literal: Token,
    point: &InsertionPoint<'_>,
    at: u32,
    cursor: u32,
) -> Vec<Completion> {
    let source = literal.range.of(expression.text.text());
    let quote = source.chars().next().filter(|quote| matches!(quote, '"' | '\''));
    let Some(quote) = quote.filter(|quote| {
        literal.kind == TokenKind::String && !source.starts_with(&quote.to_string().repeat(3))
    }) else {
        return Vec::new();
    };
    let closed = source.len() > 1 && source.ends_with(quote);
    let end = if closed { literal.range.end - 1 } else { at };
    let range = expression.source(TextRange::new(literal.range.start + 1, end), cursor);
    let close = if closed { String::new() } else { quote.to_string() };
    let completion = |(rank, value): (usize, &JsonValue)| {
        let JsonValue::Str(text) = value else { return None };
        let new_text = expression.in_scalar(&format!("{}{close}", escaped(text, quote)), point)?;
        Some(value_at(range, text, new_text, rank))
    };
    expression.expected(literal.range).values.iter().enumerate().filter_map(completion).collect()
}

fn value_at(range: TextRange, label: &str, new_text: String, rank: usize) -> Completion {
    let written = Insertion::plain(range, new_text);
    written.completion(label, CompletionKind::Value, format!("000{rank:04}"))
}

/// A text between quotes of the language.
fn escaped(text: &str, quote: char) -> String {
    let quoted = go_quote(text);
    let inside = quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or_default();
    match quote {
        '\'' => inside.replace("\\\"", "\"").replace('\'', "\\'"),
        _ => inside.to_owned(),
    }
}

impl Expression<'_> {
    /// A piece of the expression as the scalar of the file has it; none where the scalar cannot hold it.
    pub(super) fn in_scalar(&self, piece: &str, point: &InsertionPoint<'_>) -> Option<String> {
        if self.style.is_scalar() && self.style != Kind::Plain {
            return self.style.piece(piece);
        }
        // On one line, the whole gets quotes where it needs them.
        let ends = !self.one_line && [": ", " #"].iter().any(|end| piece.contains(end));
        let in_flow = point.style().flow && piece.contains([',', '[', ']', '{', '}']);
        (!ends && !in_flow).then(|| piece.to_owned())
    }
}
