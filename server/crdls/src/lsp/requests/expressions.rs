//! Signature help in CEL expressions, and inlay hints.
//!
//! Must not know types, nor costs.

use crdls_ide::{Hint, Signatures};
use ls_types::{
    Documentation, InlayHint, InlayHintLabel, InlayHintTooltip, ParameterInformation, ParameterLabel,
    SignatureHelp, SignatureInformation,
};

use crate::lsp::protocol::features::ClientFeatures;
use crate::lsp::protocol::markup;
use crdls_wire::PositionConverter;

/// The signatures of the call at the cursor.
pub(crate) fn signature_help(found: Signatures, features: &ClientFeatures) -> SignatureHelp {
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
            active_parameter: features.active_parameter.then_some(active),
            label: its.label,
        }
    };
    SignatureHelp {
        active_signature: Some(found.active as u32),
        active_parameter: Some(active),
        signatures: found.signatures.into_iter().map(signature).collect(),
    }
}

/// A hint next to the text.
pub(crate) fn inlay_hint(positions: &PositionConverter<'_>, hint: Hint) -> InlayHint {
    InlayHint {
        position: positions.position(hint.offset),
        label: InlayHintLabel::String(hint.label),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(hint.tooltip)),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}
