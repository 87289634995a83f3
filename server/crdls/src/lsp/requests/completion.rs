//! Completion items.
//!
//! Must not know what is completed.

use crdls_ide::{Completion, CompletionKind};
use crdls_text::Edit;
use ls_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionItemTag, CompletionList,
    CompletionResponse, CompletionTextEdit, Documentation, InsertReplaceEdit, InsertTextFormat,
    InsertTextMode, TextEdit,
};

use crate::lsp::protocol::features::ClientFeatures;
use crate::lsp::protocol::markup;
use crate::lsp::state::documents::Snapshot;

/// More items are not sent at once: while a word is typed, the client asks again for those that fit it.
const MOST_ITEMS: usize = 100;

/// The items at an offset, those that fit what is typed where there are too many.
pub(crate) fn response(
    snapshot: &Snapshot,
    offset: u32,
    mut found: Vec<Completion>,
    features: &ClientFeatures,
) -> CompletionResponse {
    let is_incomplete = found.len() > MOST_ITEMS;
    if is_incomplete {
        found.retain(|item| {
            let typed = typed(snapshot, offset, item);
            fits(typed, &filter_text(typed, item))
        });
        found.truncate(MOST_ITEMS);
    }
    let items = found.into_iter().map(|item| convert(snapshot, offset, item, features)).collect();
    match is_incomplete {
        true => CompletionResponse::List(CompletionList { is_incomplete, items }),
        false => CompletionResponse::Array(items),
    }
}

/// The item of a completion at an offset.
pub(crate) fn convert(
    snapshot: &Snapshot,
    offset: u32,
    completion: Completion,
    features: &ClientFeatures,
) -> CompletionItem {
    let snippet = completion.snippet && features.snippets;
    let filter_text = filter_text(typed(snapshot, offset, &completion), &completion);
    let plain = completion.snippet && !snippet;
    let new_text = if plain { &completion.plain } else { &completion.edit.new_text };
    let new_text = match features.indents || snippet && features.indents_snippets {
        true => new_text.clone(),
        false => completion.with_indentation(snapshot.file.text(), new_text),
    };
    let text_edit = Some(edit(snapshot, offset, &completion, new_text, features));
    let additional = |edit: &Edit| TextEdit {
        range: features.encoding.range(&snapshot.file, edit.range),
        new_text: edit.new_text.clone(),
    };
    let additional: Vec<_> = completion.additional.iter().map(additional).collect();
    let documentation = markup::content(completion.documentation, features.completion_markdown);
    let empty = documentation.value.is_empty();
    let details = completion.detail.clone().filter(|_| features.label_details);
    CompletionItem {
        label: completion.label,
        label_details: details
            .map(|what| CompletionItemLabelDetails { detail: None, description: Some(what) }),
        kind: Some(kind(completion.kind)),
        detail: completion.detail,
        documentation: (!empty).then_some(Documentation::MarkupContent(documentation)),
        tags: (completion.deprecated && features.completion_tags)
            .then(|| vec![CompletionItemTag::DEPRECATED]),
        deprecated: (completion.deprecated && features.deprecated_flag && !features.completion_tags)
            .then_some(true),
        sort_text: Some(completion.sort),
        // Neovim shows an item with an edit whatever is typed, unless it has a text to filter by.
        filter_text: Some(filter_text),
        preselect: (completion.preselect && features.preselect).then_some(true),
        insert_text_format: features.snippets.then_some(if snippet {
            InsertTextFormat::SNIPPET
        } else {
            InsertTextFormat::PLAIN_TEXT
        }),
        insert_text_mode: features.indents.then_some(InsertTextMode::ADJUST_INDENTATION),
        text_edit,
        additional_text_edits: (!additional.is_empty()).then_some(additional),
        ..CompletionItem::default()
    }
}

/// The edit of the word, or where the client chooses also that of the part before the cursor.
fn edit(
    snapshot: &Snapshot,
    offset: u32,
    completion: &Completion,
    new_text: String,
    features: &ClientFeatures,
) -> CompletionTextEdit {
    let replace = features.encoding.range(&snapshot.file, completion.edit.range);
    match completion.inserted(offset).filter(|_| features.insert_replace) {
        Some(insert) => {
            let insert = features.encoding.range(&snapshot.file, insert);
            CompletionTextEdit::InsertAndReplace(InsertReplaceEdit { new_text, insert, replace })
        }
        None => CompletionTextEdit::Edit(TextEdit { range: replace, new_text }),
    }
}

/// The text between the start of the edit and the cursor, with which clients filter items.
fn typed<'s>(snapshot: &'s Snapshot, offset: u32, completion: &Completion) -> &'s str {
    let start = completion.edit.range.start as usize;
    snapshot.file.text().get(start..(offset as usize).max(start)).unwrap_or_default()
}

/// The text that fits what is typed: the label, the label after a quote, or the inserted text where the label is a
/// description. Neovim wants it to begin as the text that is replaced does, which the plus of a marker is not part of.
fn filter_text(typed: &str, completion: &Completion) -> String {
    let name = completion.label.strip_prefix('+').filter(|name| name.starts_with(char::is_alphabetic));
    let label = name.filter(|_| !typed.starts_with('+')).unwrap_or(&completion.label);
    if fits(typed, label) {
        return label.to_owned();
    }
    let quoted = typed.get(..1).filter(|quote| matches!(*quote, "\"" | "'"));
    let quoted = quoted.map(|quote| format!("{quote}{label}"));
    // A marker is looked for by its name, not by its example.
    let lines = completion.plain.lines().map(str::trim).filter(|line| !line.is_empty() && name.is_none());
    let written = lines.map(str::to_owned).next();
    let fitting = [quoted, written].into_iter().flatten().find(|text| fits(typed, text));
    fitting.unwrap_or_else(|| label.to_owned())
}

/// Whether the letters of one text are in the other, in their order and in any case.
fn fits(typed: &str, text: &str) -> bool {
    let mut letters = text.chars().flat_map(char::to_lowercase);
    typed.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted))
}

fn kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Key => CompletionItemKind::PROPERTY,
        CompletionKind::Field => CompletionItemKind::FIELD,
        CompletionKind::Value => CompletionItemKind::VALUE,
        CompletionKind::Snippet => CompletionItemKind::SNIPPET,
        CompletionKind::Function => CompletionItemKind::FUNCTION,
        CompletionKind::Variable => CompletionItemKind::VARIABLE,
        CompletionKind::Operator => CompletionItemKind::OPERATOR,
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn letters_are_looked_for_in_their_order() {
        for (typed, text, fit) in [
            ("", "a", true),
            ("xkv", "x-kubernetes-validations", true),
            ("TYP", "type", true),
            ("\"ty", "type", false),
            ("\"ty", "\"type", true),
            ("ba", "ab", false),
        ] {
            assert_eq!(fits(typed, text), fit, "{typed} in {text}");
        }
    }
}
