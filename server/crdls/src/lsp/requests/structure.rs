//! Folding ranges, selection ranges and document links.
//!
//! Must not know what a manifest means.

use std::path::Path;

use crdls_check::KUSTOMIZATION_FILES;
use crdls_ide::holds_manifests;
use crdls_text::TextRange;
use ls_types::{DocumentLink, Position, Range, SelectionRange, Uri};

use crate::lsp::protocol::features::ClientFeatures;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::transport::jsonrpc::JsonText;
use crdls_system::files::is_kustomization;

/// The folding ranges as JSON; only those of outer blocks where the client has a limit. `None` without manifests.
pub(crate) fn folds(snapshot: &Snapshot, features: &ClientFeatures) -> Option<JsonText> {
    if !holds_manifests(&snapshot.file) {
        return None;
    }
    let mut found = crdls_ide::folds(&snapshot.file);
    if let Some(limit) = features.fold_limit.filter(|limit| found.len() > *limit) {
        found.sort_by_key(|fold| (fold.depth, fold.range.start));
        found.truncate(limit);
        found.sort_by_key(|fold| fold.range.start);
    }
    // Only characters are counted.
    let positions = (!features.fold_lines).then(|| features.encoding.converter(&snapshot.file));
    Some(JsonText::written(crdls_wire::folds(&found, snapshot.file.lines(), positions.as_ref())))
}

/// The growing ranges around each of some positions; of a position that is not in the text only itself. `None` without
/// manifests.
pub(crate) fn selections(
    snapshot: &Snapshot,
    positions: &[Position],
    features: &ClientFeatures,
) -> Option<Vec<SelectionRange>> {
    let converter = features.encoding.converter(&snapshot.file);
    let around = |position: &Position| {
        let offset = features.encoding.offset(&snapshot.file, *position);
        let found = offset.map(|offset| crdls_ide::selection(&snapshot.file, offset, &snapshot.config));
        let nest = |parent: Option<SelectionRange>, range| {
            Some(SelectionRange { range: converter.range(range), parent: parent.map(Box::new) })
        };
        let nested = found.unwrap_or_default().into_iter().rev().fold(None, nest);
        nested.unwrap_or(SelectionRange { range: Range::new(*position, *position), parent: None })
    };
    holds_manifests(&snapshot.file).then(|| positions.iter().map(around).collect())
}

/// The links in a document; `None` if it has neither manifests nor a kustomization.
pub(crate) fn links(snapshot: &Snapshot, features: &ClientFeatures) -> Option<Vec<DocumentLink>> {
    let path = snapshot.uri.to_file_path();
    if !holds_manifests(&snapshot.file) && !path.as_deref().is_some_and(is_kustomization) {
        return None;
    }
    let (found, files) = (crdls_ide::links(&snapshot.file), crdls_ide::named_files(&snapshot.file));
    if found.is_empty() && files.is_empty() {
        return Some(Vec::new());
    }
    let positions = features.encoding.converter(&snapshot.file);
    let folder = path.as_deref().and_then(Path::parent);
    let pages = found.into_iter().filter_map(|link| Some((link.range, link.target.parse().ok()?)));
    let files = files.into_iter().filter_map(|link| Some((link.range, named_file(folder?, &link.target)?)));
    let link = |(range, target): (TextRange, Uri)| DocumentLink {
        range: positions.range(range),
        target: Some(target),
        tooltip: None,
        data: None,
    };
    Some(pages.chain(files).map(link).collect())
}

/// The file that a path from a folder leads to; of a folder its kustomization. `None` if there is none.
fn named_file(folder: &Path, path: &str) -> Option<Uri> {
    let path = folder.join(path).canonicalize().ok()?;
    let file = match path.is_dir() {
        true => KUSTOMIZATION_FILES.iter().map(|name| path.join(name)).find(|file| file.is_file())?,
        false => path,
    };
    Uri::from_file_path(file)
}
