//! Requests that wait for their answers, and which of them are superseded: nobody looks at a hover of where the cursor
//! was, nor at the semantic tokens of a text that was edited since.
//!
//! Knows what supersedes the requests of each method; must not know how they are answered. Of two requests about the
//! same text both are answered: two windows may show two parts of it. Each request is answered by whoever removes it
//! from the table: its task when it ends, or who cancels it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::task::AbortHandle;

use super::jsonrpc::{Id, Request};

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
    ("textDocument/onTypeFormatting", SupersededBy::Edit),
    ("textDocument/prepareRename", SupersededBy::NewerRequest),
    ("textDocument/rangeFormatting", SupersededBy::Edit),
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
    subject: RequestSubject,
    /// Its text was edited since.
    edited: bool,
    task: AbortHandle,
}

/// The parts of a request that decide which messages concern it.
#[derive(Debug)]
pub(crate) struct RequestSubject {
    id: Id,
    method: &'static str,
    superseded_by: Option<SupersededBy>,
    document: String,
}

impl RequestSubject {
    /// The request of an id, by its method and parameters.
    pub(crate) fn new(id: Id, method: &'static str, params: &Value) -> Self {
        Self { id, method, superseded_by: superseded_by(method), document: document(params) }
    }
}

impl PendingRequests {
    /// True where a request with an id waits.
    pub(crate) fn has(&self, id: &Id) -> bool {
        self.requests().all.values().any(|request| request.subject.id == *id)
    }

    /// Adds a request, with the task that works on it: it is given the number of the request.
    pub(crate) fn add(&self, subject: RequestSubject, spawn: impl FnOnce(u64) -> AbortHandle) {
        // The task cannot remove the request before it is here.
        let mut requests = self.requests();
        requests.last += 1;
        let number = requests.last;
        let request = PendingRequest { subject, edited: false, task: spawn(number) };
        requests.all.insert(number, request);
    }

    /// Removes a request whose task has ended. True where it still waited.
    pub(crate) fn end(&self, number: u64) -> bool {
        self.requests().all.remove(&number).is_some()
    }

    /// Ends the work on a request and removes it. True where it waited.
    pub(crate) fn cancel(&self, id: &Id) -> bool {
        !self.cancel_all(|request| request.subject.id == *id).is_empty()
    }

    /// Does so with the requests that a message supersedes.
    pub(crate) fn supersede(&self, message: &Request) -> Vec<Id> {
        let method = &*message.method;
        let edit = method == EDIT;
        if !edit && superseded_by(method).is_none() {
            return Vec::new();
        }
        let document = document(&message.params);
        self.cancel_all(|request| {
            let subject = &request.subject;
            if subject.document != document {
                return false;
            }
            request.edited |= edit;
            let again = subject.method == method;
            match subject.superseded_by {
                None => false,
                Some(SupersededBy::NewerRequest) => again,
                Some(SupersededBy::Edit) => request.edited,
                Some(SupersededBy::NewerRequestAfterEdit) => again && request.edited,
            }
        })
    }

    fn cancel_all(&self, mut which: impl FnMut(&mut PendingRequest) -> bool) -> Vec<Id> {
        let mut ids = Vec::new();
        self.requests().all.retain(|_, request| {
            let cancelled = which(request);
            if cancelled {
                request.task.abort();
                ids.push(request.subject.id.clone());
            }
            !cancelled
        });
        ids
    }

    fn requests(&self) -> MutexGuard<'_, PendingTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn superseded_by(method: &str) -> Option<SupersededBy> {
    METHODS.iter().find(|(name, _)| *name == method).map(|(_, by)| *by)
}

/// The document that the parameters of a message name; the empty text where they name none.
fn document(params: &Value) -> String {
    params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tokio::runtime::{Builder, Runtime};

    use super::*;

    /// Each request is that of a task that waits until it is aborted.
    struct Waiting {
        runtime: Runtime,
        requests: PendingRequests,
    }

    impl Waiting {
        fn new() -> Self {
            Self {
                runtime: Builder::new_current_thread().build().unwrap(),
                requests: PendingRequests::default(),
            }
        }

        fn ask(&self, id: i64, method: &'static str, uri: &str) -> u64 {
            let mut its_number = 0;
            let subject = RequestSubject::new(Id::Number(id), method, &params(uri));
            self.requests.add(subject, |number| {
                its_number = number;
                self.runtime.spawn(std::future::pending::<()>()).abort_handle()
            });
            its_number
        }

        fn supersede(&self, method: &str, uri: &str) -> Vec<i64> {
            let message = Request { id: None, method: method.to_owned(), params: params(uri) };
            let number = |id| if let Id::Number(id) = id { id } else { panic!("{id:?}") };
            self.requests.supersede(&message).into_iter().map(number).collect()
        }
    }

    fn params(uri: &str) -> Value {
        json!({"textDocument": {"uri": uri}})
    }

    /// Which of the messages, by their numbers, each one supersedes.
    fn outdated(messages: &[(&'static str, &str)]) -> Vec<Vec<i64>> {
        let waiting = Waiting::new();
        let step = |(number, (method, uri)): (usize, &(&'static str, &str))| {
            let found = waiting.supersede(method, uri);
            if *method != EDIT {
                waiting.ask(number as i64, method, uri);
            }
            found
        };
        messages.iter().enumerate().map(step).collect()
    }

    #[test]
    fn the_cursor_is_in_one_place() {
        let at_cursor = [
            "textDocument/completion",
            "textDocument/documentHighlight",
            "textDocument/hover",
            "textDocument/prepareRename",
            "textDocument/signatureHelp",
        ];
        for method in at_cursor {
            let asked = [(method, "a"), (EDIT, "a"), (method, "b"), (method, "a"), (method, "a")];
            assert_eq!(outdated(&asked), [vec![], vec![], vec![], vec![0], vec![3]], "{method}");
        }
        let asked = [("workspace/symbol", ""), (EDIT, "a"), ("workspace/symbol", "")];
        assert_eq!(outdated(&asked), [vec![], vec![], vec![0]]);
    }

    #[test]
    fn what_is_shown_is_shown_until_an_edit() {
        let shown = [
            "textDocument/codeAction",
            "textDocument/codeLens",
            "textDocument/documentLink",
            "textDocument/foldingRange",
            "textDocument/inlayHint",
            "textDocument/semanticTokens/full",
            "textDocument/semanticTokens/full/delta",
            "textDocument/semanticTokens/range",
        ];
        for method in shown {
            let asked = [(method, "a"), (method, "a"), (EDIT, "b"), (EDIT, "a"), (method, "a")];
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
    fn who_removes_a_request_is_the_only_one_that_answers_it() {
        let waiting = Waiting::new();
        let hover = waiting.ask(1, "textDocument/hover", "a");
        assert!(waiting.requests.has(&Id::Number(1)));
        assert_eq!(waiting.supersede("textDocument/hover", "a"), [1]);
        assert!(!waiting.requests.end(hover), "it was answered when it was superseded");
        assert!(waiting.supersede("textDocument/hover", "a").is_empty());
        // The id may be used again, which the first task does not know.
        let rename = waiting.ask(1, "textDocument/rename", "a");
        assert!(!waiting.requests.end(hover));
        assert!(waiting.requests.cancel(&Id::Number(1)));
        assert!(!waiting.requests.cancel(&Id::Number(1)));
        assert!(!waiting.requests.end(rename));
        let rename = waiting.ask(2, "textDocument/rename", "a");
        assert!(waiting.supersede(EDIT, "a").is_empty());
        assert!(waiting.requests.end(rename), "its task answers it");
        assert!(!waiting.requests.has(&Id::Number(2)));
    }

    #[test]
    fn a_request_that_is_cancelled_ends() {
        let waiting = Waiting::new();
        let subject = RequestSubject::new(Id::Number(1), "textDocument/hover", &params("a"));
        let task = waiting.runtime.spawn(std::future::pending::<()>());
        waiting.requests.add(subject, |_| task.abort_handle());
        waiting.requests.cancel(&Id::Number(1));
        assert!(waiting.runtime.block_on(task).unwrap_err().is_cancelled());
    }
}
