//! A suggestion of what can stand at a cursor, and the templates that write it.
//!
//! Knows how a suggestion is written and shown; must not know what is suggested where.
//!
//! `yaml/src/cursor.rs` finds what the cursor is at, although the text is incomplete: the nodes around it, and
//! whether it is at a key, a new item or a value. `completion`, `instance/completion`, `expression` and `anchors`
//! decide what is offered. A `Template` is the text of a suggestion, independent of its position; an
//! `InsertionPoint` describes the position: the word, the quotes around it, block style, flow style or JSON, a
//! missing colon or comma. Inside closed quotes, a string is inserted between the quotes. Anything else replaces
//! the whole word (`Completion::only_replaces`). `tests/tests/completion_edits.rs` accepts every suggestion in
//! each way that editors do.

mod insertion;
mod template;
mod yaml_value;

use crdls_text::{Edit, TextRange};

pub(crate) use insertion::{Insertion, InsertionPoint};
pub(crate) use template::{RenderedTemplate, Style, Template};

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
    /// Edits besides `edit`, none of them at its place: quotes that the expression around it needs.
    pub additional: Vec<Edit>,
    /// What is put in the same place by clients without snippets.
    pub plain: String,
    /// Whether it is wrong where an editor leaves what stands after the cursor, a closing quote for example.
    pub only_replaces: bool,
    /// Whether it is better not taken.
    pub deprecated: bool,
    /// Items are sorted by this text.
    pub sort: String,
    /// The one that is most likely meant.
    pub preselect: bool,
}

impl Completion {
    /// What is replaced where the text after a cursor stays; none where the whole of `edit` has to be replaced.
    pub fn inserted(&self, cursor: u32) -> Option<TextRange> {
        let range = self.edit.range;
        let inside = range.start <= cursor && cursor <= range.end;
        (inside && !self.only_replaces).then(|| TextRange::new(range.start, cursor))
    }

    /// One of the texts of this item as editors need it that do not indent lines themselves: with the
    /// indentation of the line in `text` at which it is put in.
    pub fn with_indentation(&self, text: &str, written: &str) -> String {
        let before = text.get(..self.edit.range.start as usize).unwrap_or_default();
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        let indent = line.get(..line.len() - line.trim_start_matches(' ').len()).unwrap_or_default();
        written.replace('\n', &format!("\n{indent}"))
    }
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
    /// An operator between two values of an expression.
    Operator,
}
