//! Edits of documents, in the form that the client takes.
//!
//! Must not know what is edited.

use std::collections::HashMap;

use crdls_text::Edit;
use tower_lsp_server::ls_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    WorkspaceEdit,
};

use crate::lsp::protocol::features::ClientFeatures;
use crate::lsp::protocol::position::PositionConverter;
use crate::lsp::state::documents::Snapshot;

/// Edits of one text.
pub(crate) fn text_edits(positions: &PositionConverter<'_>, edits: &[Edit]) -> Vec<TextEdit> {
    let convert =
        |edit: &Edit| TextEdit { range: positions.range(edit.range), new_text: edit.new_text.clone() };
    edits.iter().map(convert).collect()
}

/// Edits of several documents; the versions that they are for are named where the client takes them.
pub(crate) fn workspace_edit(
    changed: Vec<(&Snapshot, Vec<TextEdit>)>,
    features: &ClientFeatures,
) -> WorkspaceEdit {
    if !features.versioned_edits {
        let changes: HashMap<_, _> =
            changed.into_iter().map(|(snapshot, edits)| (snapshot.uri.clone(), edits)).collect();
        return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
    }
    let document = |(snapshot, edits): (&Snapshot, Vec<TextEdit>)| TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier {
            uri: snapshot.uri.clone(),
            version: Some(snapshot.version),
        },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    };
    let documents = changed.into_iter().map(document).collect();
    WorkspaceEdit { document_changes: Some(DocumentChanges::Edits(documents)), ..WorkspaceEdit::default() }
}
