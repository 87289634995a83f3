//! Semantic tokens.

use crdls_ide::{SemanticKind, SemanticToken};
use ls_types::SemanticToken as EncodedToken;

use crate::PositionConverter;
use crate::json::JsonWriter;

/// How long a token mostly is.
const LENGTH: usize = 12;

/// The tokens as the protocol encodes them: each by its distance from the one before. `numbers`: those of the kinds that the
/// client shows.
pub fn encoded(
    found: &[SemanticToken],
    positions: &PositionConverter<'_>,
    numbers: &[(SemanticKind, u32)],
) -> Vec<EncodedToken> {
    let (mut line, mut column) = (0, 0);
    let mut data = Vec::with_capacity(found.len());
    for token in found {
        let Some((_, number)) = numbers.iter().find(|(kind, _)| *kind == token.kind) else { continue };
        let range = positions.range(token.range);
        let start = range.start;
        let same_line = start.line == line;
        data.push(EncodedToken {
            delta_line: start.line - line,
            delta_start: if same_line { start.character - column } else { start.character },
            length: range.end.character.saturating_sub(start.character),
            token_type: *number,
            token_modifiers_bitset: 0,
        });
        (line, column) = (start.line, start.character);
    }
    data
}

/// The `SemanticTokens` of the protocol, with an id by which the client can ask for what changed since.
pub fn tokens(id: Option<&str>, tokens: &[EncodedToken]) -> Vec<u8> {
    let mut out = JsonWriter::with_capacity(tokens.len() * LENGTH);
    out.push("{");
    if let Some(id) = id {
        out.string("\"resultId\":", id);
        out.push(",");
    }
    out.push("\"data\":");
    out.list(tokens, |out, token| {
        out.number("", token.delta_line);
        out.number(",", token.delta_start);
        out.number(",", token.length);
        out.number(",", token.token_type);
        out.number(",", token.token_modifiers_bitset);
    });
    out.push("}");
    out.written()
}

#[cfg(test)]
mod tests {
    use ls_types::SemanticTokens;

    use super::*;

    #[test]
    fn tokens_are_what_the_protocol_has() {
        let token = |n| EncodedToken { delta_line: n, length: 10 * n, ..EncodedToken::default() };
        let data: Vec<_> = (0..3).map(token).collect();
        for (id, data) in [(Some("7"), data), (None, Vec::new())] {
            let read: SemanticTokens = serde_json::from_slice(&tokens(id, &data)).expect("tokens");
            assert_eq!((read.result_id.as_deref(), read.data), (id, data));
        }
    }
}
