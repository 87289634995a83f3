//! Large answers, serialized by the worker that made them.
//!
//! The service makes a `serde_json::Value` of what a method returns, for a large outline a hundred thousand small
//! allocations, and serializes that on the thread that reads messages. A method with a large answer serializes it
//! itself, on its worker, and returns null: the bytes are kept here, in the task of the request, until its response is
//! sent. Must not know what is answered.

use std::cell::RefCell;

use serde::Serialize;
use tokio::task::futures::TaskLocalFuture;
use tower_lsp_server::jsonrpc::Response;

tokio::task_local! {
    static REQUEST: RequestScope;
}

/// The message that a task handles.
#[derive(Debug)]
pub(crate) struct RequestScope {
    method: String,
    answer: RefCell<Option<Vec<u8>>>,
}

/// The result of one request, as JSON.
#[derive(Debug)]
pub(crate) struct RawAnswer(Vec<u8>);

impl RawAnswer {
    /// `None` where it cannot be serialized: the answer is null then.
    pub(crate) fn of(answer: &impl Serialize) -> Option<Self> {
        serde_json::to_vec(answer).ok().map(Self)
    }

    /// Makes it the result of the request that is being handled.
    pub(crate) fn give(self) {
        // Outside of a request there is nobody to answer.
        let _ = REQUEST.try_with(|request| request.answer.replace(Some(self.0)));
    }
}

/// The task of a message, within which [`RawAnswer::give`] can be called.
pub(crate) fn task<F: Future>(method: String, future: F) -> TaskLocalFuture<RequestScope, F> {
    REQUEST.scope(RequestScope { method, answer: RefCell::default() }, future)
}

/// The request that is being handled, for the log: `in textDocument/hover`.
pub(crate) fn current_method() -> String {
    REQUEST.try_with(|request| format!("in {}", request.method)).unwrap_or_default()
}

/// A response as the bytes of its body, with the answer that was given in its task.
pub(crate) fn body(response: &Response) -> Option<Vec<u8>> {
    let given = REQUEST.try_with(|request| request.answer.take()).ok().flatten();
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
