//! What completion offers.

use crdls_text::TextRange;

/// Something that can be typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is shown.
    pub label: String,
    /// What it writes.
    pub text: String,
    /// What it replaces.
    pub range: TextRange,
    /// What it is.
    pub kind: CompletionKind,
    /// What it means, in Markdown.
    pub doc: String,
    /// Whether upstream prefers another one.
    pub deprecated: bool,
}

/// What a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A marker.
    Marker,
    /// An argument of one.
    Argument,
    /// A value.
    Value,
    /// A field of a type.
    Field,
}

impl Completion {
    /// An item that shows what it writes.
    pub(super) fn plain(text: String, kind: CompletionKind, range: TextRange) -> Self {
        Self { label: text.clone(), text, range, kind, doc: String::new(), deprecated: false }
    }
}
