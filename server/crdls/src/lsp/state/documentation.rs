//! Documentation of completion items that is too long for the list: clients ask for it item by item.
//!
//! Must not know what is completed.

use ls_types::{CompletionItem, CompletionResponse, Documentation};
use serde_json::json;

/// Longer documentation is left out of lists, in bytes.
const LONG: usize = 200;

/// The long documentation of the items of the last list.
#[derive(Debug, Default)]
pub(crate) struct LongDocumentation {
    /// The number of the list.
    list: u64,
    texts: Vec<Documentation>,
}

impl LongDocumentation {
    /// Takes long documentation out of a list, and drops that of the list before.
    pub(crate) fn take(&mut self, response: &mut CompletionResponse) {
        let items = match response {
            CompletionResponse::Array(items) => items,
            CompletionResponse::List(list) => &mut list.items,
        };
        self.list += 1;
        self.texts.clear();
        for item in items {
            if item.documentation.as_ref().is_some_and(is_long) {
                item.data = Some(json!([self.list, self.texts.len()]));
                self.texts.extend(item.documentation.take());
            }
        }
    }

    /// An item with its documentation, as long as it is one of the last list.
    pub(crate) fn resolve(&self, item: CompletionItem) -> CompletionItem {
        let data = item.data.clone().and_then(|data| serde_json::from_value::<(u64, usize)>(data).ok());
        let number = data.filter(|(list, _)| *list == self.list).map(|(_, number)| number);
        match number.and_then(|number| self.texts.get(number)) {
            Some(text) => CompletionItem { documentation: Some(text.clone()), ..item },
            None => item,
        }
    }
}

fn is_long(documentation: &Documentation) -> bool {
    let text = match documentation {
        Documentation::String(text) => text,
        Documentation::MarkupContent(content) => &content.value,
    };
    text.len() > LONG
}
