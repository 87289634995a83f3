//! Edits of documents, in the form that the client takes; and those that format.
//!
//! Must not know what is edited.

use std::collections::HashMap;

use crdls_ide::Indentation;
use crdls_text::Edit;
use ls_types::{
    AnnotatedTextEdit, ChangeAnnotation, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier,
    Range, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};

use crate::lsp::protocol::features::ClientFeatures;
use crate::lsp::state::documents::Snapshot;
use crdls_wire::{Encoding, PositionConverter};

/// Edits of one text.
pub(crate) fn text_edits(positions: &PositionConverter<'_>, edits: &[Edit]) -> Vec<TextEdit> {
    let convert =
        |edit: &Edit| TextEdit { range: positions.range(edit.range), new_text: edit.new_text.clone() };
    edits.iter().map(convert).collect()
}

/// The edits that format the expressions in a range; `None` if the range is not in the text.
pub(crate) fn formatted(snapshot: &Snapshot, range: Range, encoding: Encoding) -> Option<Vec<TextEdit>> {
    let range = encoding.text_range(&snapshot.file, range)?;
    let edits = crdls_ide::formatted(&snapshot.file, range);
    Some(text_edits(&encoding.converter(&snapshot.file), &edits))
}

/// The edit that indents the line of the cursor, after a character was typed.
pub(crate) fn indented(
    snapshot: &Snapshot,
    offset: u32,
    typed: &str,
    encoding: Encoding,
) -> Option<Vec<TextEdit>> {
    let typed = match typed {
        "\n" => Indentation::OfLine,
        " " => Indentation::OfItem,
        _ => return None,
    };
    let edit = crdls_ide::indentation(&snapshot.file, offset, typed)?;
    Some(text_edits(&encoding.converter(&snapshot.file), &[edit]))
}

/// Edits of one file.
pub(crate) struct FileEdits {
    pub(crate) uri: Uri,
    /// The version that they are for; `None` of a file that is not open.
    pub(crate) version: Option<i32>,
    pub(crate) edits: Vec<TextEdit>,
}

/// The annotation of edits in files that are not open, which the user cannot see otherwise.
const CLOSED: &str = "closed";

/// Edits of several files; the versions that they are for are named where the client takes them. Those of files that
/// are not open are to be confirmed, where the client can ask.
pub(crate) fn workspace_edit(changed: Vec<FileEdits>, features: &ClientFeatures) -> WorkspaceEdit {
    if !features.versioned_edits {
        let changes: HashMap<_, _> = changed.into_iter().map(|file| (file.uri, file.edits)).collect();
        return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
    }
    let asks = features.change_annotations && changed.iter().any(|file| file.version.is_none());
    let document = |file: FileEdits| {
        let annotated = |text_edit| match asks && file.version.is_none() {
            true => OneOf::Right(AnnotatedTextEdit { text_edit, annotation_id: CLOSED.to_owned() }),
            false => OneOf::Left(text_edit),
        };
        TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri: file.uri, version: file.version },
            edits: file.edits.into_iter().map(annotated).collect(),
        }
    };
    let documents = changed.into_iter().map(document).collect();
    let closed = || ChangeAnnotation {
        label: "Files that are not open".to_owned(),
        needs_confirmation: Some(true),
        description: None,
    };
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(documents)),
        change_annotations: asks.then(|| HashMap::from([(CLOSED.to_owned(), closed())])),
        ..WorkspaceEdit::default()
    }
}
