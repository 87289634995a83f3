//! What the thing under the cursor is.

use crdls_crd::Config;
use crdls_text::TextRange;

use crate::File;

/// An explanation, in Markdown, of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    pub range: TextRange,
    pub markdown: String,
}

/// Explains what stands at an offset.
pub fn hover(file: &File, offset: u32, config: &Config) -> Option<Hover> {
    let _ = (file, offset, config);
    None
}
