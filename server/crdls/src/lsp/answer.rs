//! Answers that are written where they are made.
//!
//! The service makes a `serde_json::Value` of what a method returns, for a large outline a hundred thousand small
//! allocations, and writes that on the thread that reads messages. A method with a large answer writes it itself,
//! on its worker, and returns null: the bytes wait here, in the task of the request, until its response is sent.
//!
//! Must not know what is answered.

use std::cell::RefCell;

use serde::Serialize;
use tokio::task::futures::TaskLocalFuture;
use tower_lsp_server::jsonrpc::Response;

tokio::task_local! {
    static REQUEST: Handled;
}

/// A message that is being handled.
#[derive(Debug)]
pub(super) struct Handled {
    method: String,
    written: RefCell<Option<Vec<u8>>>,
}

/// The answer to one request, as JSON.
#[derive(Debug)]
pub(super) struct Written(Vec<u8>);

impl Written {
    /// Nothing where it cannot be written: the answer is null then.
    pub(super) fn of(answer: &impl Serialize) -> Option<Self> {
        serde_json::to_vec(answer).ok().map(Self)
    }

    /// Is sent as the result of the request that is being handled.
    pub(super) fn give(self) {
        // Outside of a request there is nobody to answer.
        let _ = REQUEST.try_with(|request| request.written.replace(Some(self.0)));
    }
}

/// The task of a message, in which an answer may be given.
pub(super) fn task<F: Future>(method: String, future: F) -> TaskLocalFuture<Handled, F> {
    REQUEST.scope(Handled { method, written: RefCell::default() }, future)
}

/// `in textDocument/hover`, for the log.
pub(super) fn during() -> String {
    REQUEST.try_with(|request| format!("in {}", request.method)).unwrap_or_default()
}

/// A response as the writer wants it, with the answer that was given in its task.
pub(super) fn body(response: &Response) -> Option<Vec<u8>> {
    let given = REQUEST.try_with(|request| request.written.take()).ok().flatten();
    match given.filter(|_| response.is_ok()) {
        Some(result) => {
            let mut body = br#"{"jsonrpc":"2.0","id":"#.to_vec();
            body.reserve(result.len() + 32);
            serde_json::to_writer(&mut body, response.id()).ok()?;
            body.extend_from_slice(br#","result":"#);
            body.extend_from_slice(&result);
            body.push(b'}');
            Some(body)
        }
        None => serde_json::to_vec(response).ok(),
    }
}
