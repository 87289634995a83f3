//! Requests that wait for their answers, and which of them are pointless by now: nobody looks at a hover of where the
//! cursor was, nor at the colours of a text that was edited since.
//!
//! Knows what methods are about; must not know how they are answered. An older request that is about the same text as
//! a newer one is answered as well as that: two windows may show two parts of it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tower_lsp_server::jsonrpc::{Id, Request};

/// What a method is about, and so what makes its request pointless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    /// There is one cursor, or one line where a query is typed: any newer request of the method. No edit by itself:
    /// not each client asks again behind each letter.
    Cursor,
    /// An edit: the client asks again for what it shows.
    Shown,
    /// A newer request of the method behind an edit. Clients ask for it once.
    Text,
}

const METHODS: &[(&str, About)] = &[
    ("textDocument/codeAction", About::Shown),
    ("textDocument/codeLens", About::Shown),
    ("textDocument/completion", About::Cursor),
    ("textDocument/documentHighlight", About::Cursor),
    ("textDocument/documentLink", About::Shown),
    ("textDocument/documentSymbol", About::Text),
    ("textDocument/foldingRange", About::Shown),
    ("textDocument/hover", About::Cursor),
    ("textDocument/inlayHint", About::Shown),
    ("textDocument/prepareRename", About::Cursor),
    ("textDocument/selectionRange", About::Text),
    ("textDocument/semanticTokens/full", About::Shown),
    ("textDocument/semanticTokens/full/delta", About::Shown),
    ("textDocument/semanticTokens/range", About::Shown),
    ("textDocument/signatureHelp", About::Cursor),
    ("workspace/symbol", About::Cursor),
];

const EDIT: &str = "textDocument/didChange";

/// The requests that wait.
#[derive(Clone, Debug, Default)]
pub(super) struct Waiting(Arc<Mutex<Requests>>);

#[derive(Debug, Default)]
struct Requests {
    /// By the order in which they came.
    all: BTreeMap<u64, Waits>,
    last: u64,
}

#[derive(Debug)]
struct Waits {
    id: Id,
    method: String,
    about: About,
    document: String,
    /// Its text was edited since.
    edited: bool,
    superseded: bool,
}

/// A request that waits.
#[derive(Debug)]
pub(super) struct Ticket {
    waiting: Waiting,
    number: u64,
}

impl Waiting {
    /// The requests that a message makes pointless, each told once.
    pub(super) fn outdated_by(&self, message: &Request) -> Vec<Id> {
        let (method, document) = (message.method(), document(message));
        let edit = method == EDIT;
        if !edit && about(method).is_none() {
            return Vec::new();
        }
        let mut ids = Vec::new();
        for waits in self.requests().all.values_mut().filter(|waits| waits.document == document) {
            waits.edited |= edit;
            let again = waits.method == method;
            let pointless = match waits.about {
                About::Cursor => again,
                About::Shown => waits.edited,
                About::Text => again && waits.edited,
            };
            if pointless && !std::mem::replace(&mut waits.superseded, true) {
                ids.push(waits.id.clone());
            }
        }
        ids
    }

    /// A request begins to wait, where it is one that may become pointless.
    pub(super) fn add(&self, request: &Request) -> Option<Ticket> {
        let (id, about) = (request.id()?.clone(), about(request.method())?);
        let (method, document) = (request.method().to_owned(), document(request));
        let mut requests = self.requests();
        requests.last += 1;
        let number = requests.last;
        let waits = Waits { id, method, about, document, edited: false, superseded: false };
        requests.all.insert(number, waits);
        Some(Ticket { waiting: self.clone(), number })
    }

    fn requests(&self) -> MutexGuard<'_, Requests> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket {
    pub(super) fn is_superseded(&self) -> bool {
        self.waiting.requests().all.get(&self.number).is_some_and(|waits| waits.superseded)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.waiting.requests().all.remove(&self.number);
    }
}

fn about(method: &str) -> Option<About> {
    METHODS.iter().find(|(name, _)| *name == method).map(|(_, about)| *about)
}

/// The document that a message names; the empty text where it names none.
fn document(message: &Request) -> String {
    let uri = message.params().and_then(|params| params.pointer("/textDocument/uri"));
    uri.and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn message(id: Option<i64>, method: &str, uri: &str) -> Request {
        let mut message =
            json!({"jsonrpc": "2.0", "method": method, "params": {"textDocument": {"uri": uri}}});
        if let Some(id) = id {
            message["id"] = json!(id);
        }
        serde_json::from_value(message).unwrap()
    }

    /// Which of the messages, by their numbers, each one makes pointless.
    fn outdated(messages: &[(&str, &str)]) -> Vec<Vec<i64>> {
        let (waiting, mut tickets) = (Waiting::default(), Vec::new());
        let step = |(number, (method, uri)): (usize, &(&str, &str))| {
            let id = (*method != EDIT).then_some(number as i64);
            let message = message(id, method, uri);
            let found = waiting.outdated_by(&message);
            tickets.extend(waiting.add(&message));
            found.into_iter().map(|id| serde_json::to_value(id).unwrap().as_i64().unwrap()).collect()
        };
        messages.iter().enumerate().map(step).collect()
    }

    #[test]
    fn the_cursor_is_in_one_place() {
        for method in ["completion", "documentHighlight", "hover", "prepareRename", "signatureHelp"] {
            let method = format!("textDocument/{method}");
            let asked = [(&*method, "a"), (EDIT, "a"), (&*method, "b"), (&*method, "a"), (&*method, "a")];
            assert_eq!(outdated(&asked), [vec![], vec![], vec![], vec![0], vec![3]], "{method}");
        }
        let asked = [("workspace/symbol", ""), (EDIT, "a"), ("workspace/symbol", "")];
        assert_eq!(outdated(&asked), [vec![], vec![], vec![0]]);
    }

    #[test]
    fn what_is_shown_is_shown_until_an_edit() {
        let methods = ["codeAction", "codeLens", "documentLink", "foldingRange", "inlayHint"];
        let colours = ["semanticTokens/full", "semanticTokens/full/delta", "semanticTokens/range"];
        for method in methods.into_iter().chain(colours) {
            let method = format!("textDocument/{method}");
            let asked = [(&*method, "a"), (&*method, "a"), (EDIT, "b"), (EDIT, "a"), (&*method, "a")];
            assert_eq!(outdated(&asked), [vec![], vec![], vec![], vec![0, 1], vec![]], "{method}");
        }
    }

    #[test]
    fn an_outline_is_of_use_until_there_is_another() {
        for method in ["textDocument/documentSymbol", "textDocument/selectionRange"] {
            let asked =
                [(method, "a"), (method, "a"), (EDIT, "a"), ("textDocument/hover", "a"), (method, "a")];
            assert_eq!(outdated(&asked), [vec![], vec![], vec![], vec![], vec![0, 1]], "{method}");
        }
    }

    #[test]
    fn what_was_answered_is_forgotten() {
        let waiting = Waiting::default();
        let hover = message(Some(1), "textDocument/hover", "a");
        let ticket = waiting.add(&hover).unwrap();
        assert!(!ticket.is_superseded());
        assert_eq!(waiting.outdated_by(&hover).len(), 1);
        assert!(ticket.is_superseded());
        drop(ticket);
        assert!(waiting.outdated_by(&hover).is_empty());
        // Of others there is nothing to forget.
        assert!(waiting.add(&message(Some(2), "textDocument/rename", "a")).is_none());
        assert!(waiting.add(&message(None, "textDocument/hover", "a")).is_none());
    }
}
