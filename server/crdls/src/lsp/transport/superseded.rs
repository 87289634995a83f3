//! Requests that wait for their answers, and which of them are superseded: nobody looks at a hover of where the cursor
//! was, nor at the semantic tokens of a text that was edited since.
//!
//! Knows what supersedes the requests of each method; must not know how they are answered. Of two requests about the
//! same text both are answered: two windows may show two parts of it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tower_lsp_server::jsonrpc::{Id, Request};

/// What supersedes a request of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SupersededBy {
    /// Any newer request of the method: there is one cursor, or one line where a query is typed. Not an edit alone:
    /// not every client asks again after each letter.
    NewerRequest,
    /// An edit: the client asks again for what it shows.
    Edit,
    /// A newer request of the method after an edit: clients ask for it once.
    NewerRequestAfterEdit,
}

const METHODS: &[(&str, SupersededBy)] = &[
    ("textDocument/codeAction", SupersededBy::Edit),
    ("textDocument/codeLens", SupersededBy::Edit),
    ("textDocument/completion", SupersededBy::NewerRequest),
    ("textDocument/documentHighlight", SupersededBy::NewerRequest),
    ("textDocument/documentLink", SupersededBy::Edit),
    ("textDocument/documentSymbol", SupersededBy::NewerRequestAfterEdit),
    ("textDocument/foldingRange", SupersededBy::Edit),
    ("textDocument/hover", SupersededBy::NewerRequest),
    ("textDocument/inlayHint", SupersededBy::Edit),
    ("textDocument/prepareRename", SupersededBy::NewerRequest),
    ("textDocument/selectionRange", SupersededBy::NewerRequestAfterEdit),
    ("textDocument/semanticTokens/full", SupersededBy::Edit),
    ("textDocument/semanticTokens/full/delta", SupersededBy::Edit),
    ("textDocument/semanticTokens/range", SupersededBy::Edit),
    ("textDocument/signatureHelp", SupersededBy::NewerRequest),
    ("workspace/symbol", SupersededBy::NewerRequest),
];

const EDIT: &str = "textDocument/didChange";

/// The requests that wait for their answers.
#[derive(Clone, Debug, Default)]
pub(crate) struct PendingRequests(Arc<Mutex<PendingTable>>);

#[derive(Debug, Default)]
struct PendingTable {
    /// By the order in which they came.
    all: BTreeMap<u64, PendingRequest>,
    last: u64,
}

#[derive(Debug)]
struct PendingRequest {
    id: Id,
    method: String,
    superseded_by: SupersededBy,
    document: String,
    /// Its text was edited since.
    edited: bool,
    superseded: bool,
}

/// One of the requests; it is removed from them when this is dropped.
#[derive(Debug)]
pub(crate) struct PendingTicket {
    requests: PendingRequests,
    number: u64,
}

impl PendingRequests {
    /// The requests that a message supersedes, each returned once.
    pub(crate) fn outdated_by(&self, message: &Request) -> Vec<Id> {
        let (method, document) = (message.method(), document(message));
        let edit = method == EDIT;
        if !edit && superseded_by(method).is_none() {
            return Vec::new();
        }
        let mut ids = Vec::new();
        for request in self.requests().all.values_mut().filter(|request| request.document == document) {
            request.edited |= edit;
            let again = request.method == method;
            let superseded = match request.superseded_by {
                SupersededBy::NewerRequest => again,
                SupersededBy::Edit => request.edited,
                SupersededBy::NewerRequestAfterEdit => again && request.edited,
            };
            if superseded && !std::mem::replace(&mut request.superseded, true) {
                ids.push(request.id.clone());
            }
        }
        ids
    }

    /// Adds a request, where it is one that can be superseded.
    pub(crate) fn add(&self, request: &Request) -> Option<PendingTicket> {
        let (id, superseded_by) = (request.id()?.clone(), superseded_by(request.method())?);
        let (method, document) = (request.method().to_owned(), document(request));
        let mut requests = self.requests();
        requests.last += 1;
        let number = requests.last;
        let request =
            PendingRequest { id, method, superseded_by, document, edited: false, superseded: false };
        requests.all.insert(number, request);
        Some(PendingTicket { requests: self.clone(), number })
    }

    fn requests(&self) -> MutexGuard<'_, PendingTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PendingTicket {
    /// Whether a later message superseded the request.
    pub(crate) fn is_superseded(&self) -> bool {
        self.requests.requests().all.get(&self.number).is_some_and(|request| request.superseded)
    }
}

impl Drop for PendingTicket {
    fn drop(&mut self) {
        self.requests.requests().all.remove(&self.number);
    }
}

fn superseded_by(method: &str) -> Option<SupersededBy> {
    METHODS.iter().find(|(name, _)| *name == method).map(|(_, by)| *by)
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

    /// Which of the messages, by their numbers, each one supersedes.
    fn outdated(messages: &[(&str, &str)]) -> Vec<Vec<i64>> {
        let (waiting, mut tickets) = (PendingRequests::default(), Vec::new());
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
        let waiting = PendingRequests::default();
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
