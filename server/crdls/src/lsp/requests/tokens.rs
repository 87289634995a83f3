//! Semantic tokens: those of a document, of a part, or what changed since the client asked last.
//!
//! Must not know what a token means.

use std::sync::Arc;

use crdls_ide::{SemanticKind, SemanticToken};
use ls_types::{
    SemanticToken as EncodedToken, SemanticTokenType, SemanticTokensDelta, SemanticTokensEdit,
    SemanticTokensLegend,
};

use crate::lsp::protocol::features::ClientFeatures;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::session::Session;
use crate::lsp::transport::jsonrpc::{JsonText, Result};

/// The kinds of tokens and their types in the protocol, in the order of the legend.
const KINDS: &[(SemanticKind, SemanticTokenType)] = &[
    (SemanticKind::Variable, SemanticTokenType::VARIABLE),
    (SemanticKind::Parameter, SemanticTokenType::PARAMETER),
    (SemanticKind::Field, SemanticTokenType::PROPERTY),
    (SemanticKind::Function, SemanticTokenType::FUNCTION),
    (SemanticKind::Method, SemanticTokenType::METHOD),
    (SemanticKind::Macro, SemanticTokenType::MACRO),
    (SemanticKind::Keyword, SemanticTokenType::KEYWORD),
    (SemanticKind::String, SemanticTokenType::STRING),
    (SemanticKind::Number, SemanticTokenType::NUMBER),
    (SemanticKind::Operator, SemanticTokenType::OPERATOR),
    (SemanticKind::Comment, SemanticTokenType::COMMENT),
    (SemanticKind::Extension, SemanticTokenType::DECORATOR),
];

/// The type of a token where the client does not show the type of its kind.
const NEAREST: &[(SemanticKind, SemanticTokenType)] = &[
    (SemanticKind::Parameter, SemanticTokenType::VARIABLE),
    (SemanticKind::Method, SemanticTokenType::FUNCTION),
    (SemanticKind::Macro, SemanticTokenType::FUNCTION),
    (SemanticKind::Field, SemanticTokenType::VARIABLE),
    (SemanticKind::Extension, SemanticTokenType::KEYWORD),
];

/// The types of tokens that the client shows.
pub(crate) fn legend(features: &ClientFeatures) -> SemanticTokensLegend {
    let known = KINDS.iter().map(|(_, name)| name).filter(|name| features.token_types.contains(name));
    SemanticTokensLegend { token_types: known.cloned().collect(), token_modifiers: Vec::new() }
}

/// The number in the legend of each kind that has one.
fn numbers(features: &ClientFeatures) -> Vec<(SemanticKind, u32)> {
    let legend = legend(features).token_types;
    let number = |kind: &SemanticKind| {
        let mut names = KINDS.iter().chain(NEAREST).filter(|(named, _)| named == kind).map(|(_, name)| name);
        names.find_map(|name| legend.iter().position(|known| known == name))
    };
    KINDS.iter().filter_map(|(kind, _)| Some((*kind, number(kind)? as u32))).collect()
}

/// All tokens of a document, kept so that later only changes need to be sent.
pub(crate) fn all(session: &Session, snapshot: &Snapshot) -> Arc<[EncodedToken]> {
    let found = crdls_ide::semantic_tokens(&snapshot.file, None, &snapshot.config);
    let tokens: Arc<[EncodedToken]> = encoded(snapshot, &found, session.features()).into();
    if session.features().token_deltas {
        session.keep_tokens(snapshot, &tokens);
    }
    tokens
}

/// The tokens as the protocol encodes them.
pub(crate) fn encoded(
    snapshot: &Snapshot,
    found: &[SemanticToken],
    features: &ClientFeatures,
) -> Vec<EncodedToken> {
    let positions = features.encoding.converter(&snapshot.file);
    crdls_wire::encoded(found, &positions, &numbers(features))
}

/// All tokens, with an id by which the client can ask for what changed since.
pub(crate) fn full(snapshot: &Snapshot, tokens: &[EncodedToken]) -> JsonText {
    JsonText::written(crdls_wire::tokens(Some(&snapshot.generation.to_string()), tokens))
}

/// The changes since the tokens that the client has; all tokens where these are not known.
pub(crate) fn since(
    snapshot: &Snapshot,
    before: Option<&[EncodedToken]>,
    tokens: &[EncodedToken],
) -> Result<JsonText> {
    let Some(before) = before else { return Ok(full(snapshot, tokens)) };
    let result_id = Some(snapshot.generation.to_string());
    JsonText::of(&SemanticTokensDelta { result_id, edits: edits(before, tokens) })
}

/// How many numbers encode a token.
const NUMBERS: usize = 5;

/// The one edit that turns some tokens into others; none where they are equal.
fn edits(before: &[EncodedToken], tokens: &[EncodedToken]) -> Vec<SemanticTokensEdit> {
    let head = before.iter().zip(tokens).take_while(|(a, b)| a == b).count();
    let (old, new) = (before.get(head..).unwrap_or_default(), tokens.get(head..).unwrap_or_default());
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (removed, added) = (old.len() - tail, new.get(..new.len() - tail).unwrap_or_default());
    if removed == 0 && added.is_empty() {
        return Vec::new();
    }
    vec![SemanticTokensEdit {
        start: (head * NUMBERS) as u32,
        delete_count: (removed * NUMBERS) as u32,
        data: Some(added.to_vec()),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_leads_from_one_to_the_other() {
        let word = |length: &u32| EncodedToken { length: *length, ..EncodedToken::default() };
        for (before, after) in [
            (vec![1, 2, 3], vec![1, 2, 3]),
            (vec![1, 2, 3], vec![1, 9, 9, 3]),
            (vec![1, 1, 1], vec![1, 1]),
            (vec![], vec![4]),
            (vec![4, 5], vec![]),
        ] {
            let (old, new): (Vec<_>, Vec<_>) =
                (before.iter().map(word).collect(), after.iter().map(word).collect());
            let mut made = old.clone();
            for edit in edits(&old, &new) {
                let (start, count) = (edit.start as usize / NUMBERS, edit.delete_count as usize / NUMBERS);
                made.splice(start..start + count, edit.data.unwrap_or_default());
            }
            assert_eq!(made, new);
        }
    }
}
