//! A suggestion of what can stand at a cursor, and the templates that write it.
//!
//! Knows how a suggestion is written and shown; must not know what is suggested where.

mod template;

use crdls_text::Edit;

pub(crate) use template::{Style, Template};

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
    /// snippets (`$1`, `${1:name}`, `$0`). Lines but the first are indented by what they have on top of the
    /// cursor's line.
    pub edit: Edit,
    pub snippet: bool,
    /// Plain text for clients without snippets.
    pub plain: String,
    pub deprecated: bool,
    /// Proposals are sorted by this.
    pub sort: String,
    /// The one that is most likely meant.
    pub preselect: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    Key,
    Value,
    /// A field of a value in an expression.
    Field,
    Snippet,
    Function,
    Variable,
}
