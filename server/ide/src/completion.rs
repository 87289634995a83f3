//! What can stand at the cursor.

use crdls_crd::Config;
use crdls_text::Edit;

use crate::File;

/// One proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    pub label: String,
    pub kind: CompletionKind,
    /// A few words behind the label: a type, a default.
    pub detail: Option<String>,
    /// Markdown.
    pub documentation: String,
    /// What is put in place of the word at the cursor. Where `snippet` is set, in the syntax of LSP
    /// snippets (`$1`, `${1:name}`, `$0`).
    pub edit: Edit,
    pub snippet: bool,
    /// Plain text for clients without snippets.
    pub plain: String,
    pub deprecated: bool,
    /// Proposals are sorted by this.
    pub sort: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    Key,
    Value,
    Snippet,
    Function,
    Variable,
}

/// Everything that can stand at an offset, the sensible things first.
pub fn completions(file: &File, offset: u32, config: &Config) -> Vec<Completion> {
    let _ = (file, offset, config);
    Vec::new()
}
