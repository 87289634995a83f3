//! Signatures, colours and hints of expressions.

use crdls_ide::{Hint, SemanticKind, SemanticToken, Signatures};
use tower_lsp_server::ls_types::{
    Documentation, InlayHint, InlayHintLabel, InlayHintTooltip, ParameterInformation, ParameterLabel,
    SemanticToken as Word, SemanticTokenType, SemanticTokens, SemanticTokensLegend, SignatureHelp,
    SignatureInformation,
};

use super::documents::Snapshot;
use super::features::Features;
use super::markup;
use super::position::Places;

pub(super) fn signature_help(found: Signatures, features: &Features) -> SignatureHelp {
    let documentation = markup::content(found.documentation, features.signature_markdown);
    let documentation =
        (!documentation.value.is_empty()).then_some(Documentation::MarkupContent(documentation));
    let active = found.argument as u32;
    let signature = |its: crdls_ide::Signature| {
        let parameter = |(start, end): &(usize, usize)| ParameterInformation {
            label: if features.label_offsets {
                // Signatures are ASCII.
                ParameterLabel::LabelOffsets([*start as u32, *end as u32])
            } else {
                ParameterLabel::Simple(its.label.get(*start..*end).unwrap_or_default().to_owned())
            },
            documentation: None,
        };
        SignatureInformation {
            parameters: Some(its.parameters.iter().map(parameter).collect()),
            documentation: documentation.clone(),
            active_parameter: Some(active),
            label: its.label,
        }
    };
    SignatureHelp {
        active_signature: Some(found.active as u32),
        active_parameter: Some(active),
        signatures: found.signatures.into_iter().map(signature).collect(),
    }
}

/// The kinds of words as the protocol calls them, in the order of their numbers.
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
];

pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: KINDS.iter().map(|(_, name)| name.clone()).collect(),
        token_modifiers: Vec::new(),
    }
}

/// Each word by its distance from the one before.
pub(super) fn words(snapshot: &Snapshot, found: &[SemanticToken], features: &Features) -> SemanticTokens {
    let (mut line, mut column) = (0, 0);
    let mut data = Vec::with_capacity(found.len());
    let places = features.encoding.places(&snapshot.file);
    for token in found {
        let range = places.range(token.range);
        let Some(number) = KINDS.iter().position(|(kind, _)| *kind == token.kind) else { continue };
        let start = range.start;
        let same_line = start.line == line;
        data.push(Word {
            delta_line: start.line - line,
            delta_start: if same_line { start.character - column } else { start.character },
            length: range.end.character.saturating_sub(start.character),
            token_type: number as u32,
            token_modifiers_bitset: 0,
        });
        (line, column) = (start.line, start.character);
    }
    SemanticTokens { result_id: None, data }
}

pub(super) fn inlay_hint(places: &Places<'_>, hint: Hint) -> InlayHint {
    InlayHint {
        position: places.position(hint.offset),
        label: InlayHintLabel::String(hint.label),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(hint.tooltip)),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}
