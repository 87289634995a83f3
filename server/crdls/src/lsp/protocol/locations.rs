//! Documents by their URIs, and locations in them.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use crdls_ide::File;
use crdls_resource::Index;
use crdls_text::TextRange;
use ls_types::{Location, Uri};

use crdls_system::files::name;
use crdls_wire::Encoding;

/// The path that a `file` URI names.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    uri.to_file_path().filter(|_| uri.scheme().as_str() == "file").map(Cow::into_owned)
}

/// The name of a document in the index of CRDs: clients write one URI in several ways.
pub(crate) fn document_name(uri: &Uri) -> String {
    path(uri).and_then(Uri::from_file_path).map_or_else(|| uri.to_string(), |uri| uri.to_string())
}

/// A range in a CRD of the index; `None` where the index has no text of that name, or the name is no URI.
pub(crate) fn location_in_crd(
    crds: &Index,
    source: &str,
    range: TextRange,
    encoding: Encoding,
) -> Option<Location> {
    let file = File::new(Arc::clone(crds.text_of(source)?));
    Some(Location { uri: source.parse().ok()?, range: encoding.range(&file, range) })
}

/// The path of a document, or its URI where it is not a file.
pub(crate) fn path_or_uri(uri: &Uri) -> String {
    path(uri).map_or_else(|| uri.to_string(), |path| name(&path))
}
