//! A suggestion of what can stand at a cursor, and the templates that write it.
//!
//! Knows how a suggestion is written and shown; must not know what is suggested where.

mod template;

use crdls_text::Edit;

pub(crate) use template::{Style, Template};

/// A completion item: one thing that can stand at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is shown, and what is filtered by.
    pub label: String,
    /// What it is, for an icon.
    pub kind: CompletionKind,
    /// A few words after the label: a type, a default.
    pub detail: Option<String>,
    /// Markdown; may be empty.
    pub documentation: String,
    /// What is put in place of the word at the cursor. Where `snippet` is set, in the syntax of LSP
    /// snippets (`$1`, `${1:name}`, `$0`). Lines but the first are indented by what they have on top of the
    /// cursor's line.
    pub edit: Edit,
    /// Whether `edit` is in the syntax of LSP snippets.
    pub snippet: bool,
    /// What is put in the same place by clients without snippets.
    pub plain: String,
    /// Whether it is better not taken.
    pub deprecated: bool,
    /// Items are sorted by this text.
    pub sort: String,
    /// The one that is most likely meant.
    pub preselect: bool,
}

/// What a completion item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A key of a mapping.
    Key,
    /// A value of a key, or an item of a list.
    Value,
    /// A field of a value in an expression.
    Field,
    /// A whole piece of a manifest.
    Snippet,
    /// A function or macro of CEL.
    Function,
    /// A variable of a rule.
    Variable,
}
