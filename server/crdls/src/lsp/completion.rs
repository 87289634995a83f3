//! Proposals as completion items.

use crdls_ide::{Completion, CompletionKind};
use tower_lsp_server::ls_types::{
    CompletionItem, CompletionItemKind, CompletionItemTag, CompletionTextEdit, Documentation,
    InsertTextFormat, InsertTextMode, TextEdit,
};

use super::documents::Snapshot;
use super::features::Features;
use super::markup;

pub(super) fn convert(snapshot: &Snapshot, completion: Completion, features: &Features) -> CompletionItem {
    let snippet = completion.snippet && features.snippets;
    let plain = completion.snippet && !snippet;
    let new_text = if plain { completion.plain } else { completion.edit.new_text };
    let range = features.encoding.range(&snapshot.file, completion.edit.range);
    let documentation = markup::content(completion.documentation, features.completion_markdown);
    let empty = documentation.value.is_empty();
    CompletionItem {
        // Neovim takes a proposal that edits for one that was filtered, unless it says by what.
        filter_text: Some(completion.label.clone()),
        label: completion.label,
        kind: Some(kind(completion.kind)),
        detail: completion.detail,
        documentation: (!empty).then_some(Documentation::MarkupContent(documentation)),
        tags: (completion.deprecated && features.completion_tags)
            .then(|| vec![CompletionItemTag::DEPRECATED]),
        sort_text: Some(completion.sort),
        preselect: completion.preselect.then_some(true),
        insert_text_format: Some(if snippet {
            InsertTextFormat::SNIPPET
        } else {
            InsertTextFormat::PLAIN_TEXT
        }),
        insert_text_mode: features.indents.then_some(InsertTextMode::ADJUST_INDENTATION),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text })),
        ..CompletionItem::default()
    }
}

fn kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Key => CompletionItemKind::PROPERTY,
        CompletionKind::Field => CompletionItemKind::FIELD,
        CompletionKind::Value => CompletionItemKind::VALUE,
        CompletionKind::Snippet => CompletionItemKind::SNIPPET,
        CompletionKind::Function => CompletionItemKind::FUNCTION,
        CompletionKind::Variable => CompletionItemKind::VARIABLE,
    }
}
