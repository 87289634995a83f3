//! What changed in a document since its old state, where a request asks for it.
//!
//! Must not know how changes are found.

use crate::lsp::checking::differences;
use crate::lsp::protocol::markup;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::session::Session;

/// A hover with what changed at an offset since the old state of the document.
pub(crate) fn with_changes(
    session: &Session,
    snapshot: &Snapshot,
    offset: u32,
    own: Option<crdls_ide::Hover>,
) -> Option<crdls_ide::Hover> {
    let found = differences(session, snapshot).map(|(found, _)| found).unwrap_or_default();
    let here = found.hovers.iter().filter(|note| note.range.touches(offset));
    here.fold(own, |own, note| Some(markup::with_text(own, note.range, &note.text)))
}
