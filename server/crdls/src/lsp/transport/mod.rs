//! The stream of messages: framing, the loop that handles each, what goes out, and when the server ends.
//!
//! Knows JSON-RPC and what supersedes what. Must not know how a message is answered. What holds for every message:
//!
//! - Each message is handled up to its first await before the next one is looked at. So a
//!   notification that changes state, and a request that takes its snapshot, before any await do so
//!   in the order of arrival, however many come at once.
//! - A panic ends its own message: a request is answered with an internal error.
//! - A request that another message supersedes is cancelled, and answered with `ContentModified`: editors show no
//!   error then.
//! - What is no message is answered or logged, and the loop goes on. The server loop of
//!   tower-lsp-server 0.23 ends at the first malformed message, and takes no more than a fixed
//!   number of messages while requests wait; so its service is used, and its loop is not.

pub(crate) mod framing;
pub(crate) mod outbox;
mod parent;
pub(crate) mod raw_answer;
mod superseded;
mod uris;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::time::Instant;

use futures_util::future::{Either, select};
use futures_util::{FutureExt, Sink, SinkExt};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, UnboundedSender};
use tower_lsp_server::ExitedError;
use tower_lsp_server::jsonrpc::{Error, ErrorCode, Id, Request, Response};
use tower_lsp_server::ls_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, MessageType,
};
use tower_service::Service;

pub(crate) use parent::Parent;

use framing::Frame;
use outbox::Outbox;
use superseded::{PendingRequests, PendingTicket};

use crate::guard::last_panic;

/// Both directions of the stream.
pub(crate) struct Stream {
    pub(crate) input: Receiver<Frame>,
    /// Bodies to be written.
    pub(crate) output: UnboundedSender<Vec<u8>>,
    /// The process that the client is, whose end is the end of the input.
    pub(crate) parent: Parent,
}

impl Stream {
    /// The next frame; `None` at the end of the input, or when the client's process has ended.
    async fn next(&mut self) -> Option<Frame> {
        match select(pin!(self.input.recv()), pin!(self.parent.ended())).await {
            Either::Left((frame, _)) => frame,
            Either::Right(_) => None,
        }
    }
}

/// Handles messages until `exit`, the end of the input or that of the client's process.
pub(crate) async fn serve<S, R>(mut service: S, mut replies: R, mut stream: Stream, outbox: Outbox)
where
    S: Service<Request, Response = Option<Response>, Error = ExitedError>,
    S::Future: Send + 'static,
    R: Sink<Response> + Unpin,
{
    let pending = PendingRequests::default();
    while let Some(frame) = stream.next().await {
        match parse(frame) {
            Incoming::Request(request) => {
                if let Some(why) = unreadable(&request) {
                    outbox.log(MessageType::WARNING, format!("malformed {}: {why}", request.method()));
                }
                // The service drops what begins so and it does not know, as it may of notifications alone.
                if let Some(id) = request.id().filter(|_| request.method().starts_with("$/")) {
                    send(&stream.output, &Response::from_error(id.clone(), Error::method_not_found()));
                    continue;
                }
                let exit = request.method() == "exit";
                for id in pending.outdated_by(&request) {
                    cancel(&mut service, &id);
                }
                let call = HandledMessage::new(&request, &pending);
                dispatch(&mut service, request, call, &stream.output, &outbox);
                if exit {
                    return;
                }
            }
            Incoming::Reply(reply) => drop(replies.send(reply).await),
            Incoming::Malformed(answer, why) => {
                outbox.log(MessageType::WARNING, format!("malformed message: {why}"));
                send(&stream.output, &answer);
            }
            Incoming::Garbage(text) => {
                outbox.log(MessageType::WARNING, format!("skipped what is no header: {text:?}"));
            }
        }
    }
}

/// Sends a message as the bytes of its body.
pub(crate) fn send<T: serde::Serialize>(output: &UnboundedSender<Vec<u8>>, message: &T) {
    if let Ok(body) = serde_json::to_vec(message) {
        // The receiver is dropped only when the client has ended.
        let _ = output.send(body);
    }
}

enum Incoming {
    Request(Request),
    Reply(Response),
    Malformed(Response, String),
    Garbage(String),
}

fn parse(frame: Frame) -> Incoming {
    let body = match frame {
        Frame::Body(body) => body,
        Frame::Garbage(text) => return Incoming::Garbage(text),
    };
    let mut value: Value = match serde_json::from_slice(&body) {
        Ok(value) => value,
        Err(err) => {
            return Incoming::Malformed(
                Response::from_error(Id::Null, Error::parse_error()),
                err.to_string(),
            );
        }
    };
    let id = value.get("id").and_then(|id| Id::deserialize(id).ok()).unwrap_or_default();
    uris::encode(value.get_mut("params").unwrap_or(&mut Value::Null));
    let message = if value.get("method").is_some() {
        serde_json::from_value(value).map(Incoming::Request)
    } else {
        complete_reply(&mut value);
        serde_json::from_value(value).map(Incoming::Reply)
    };
    message.unwrap_or_else(|err| {
        Incoming::Malformed(Response::from_error(id, Error::invalid_request()), err.to_string())
    })
}

/// Some clients leave out a result that is null; a request would wait for it forever.
fn complete_reply(value: &mut Value) {
    let Some(reply) = value.as_object_mut() else { return };
    if reply.contains_key("id") && !reply.contains_key("error") {
        reply.entry("result").or_insert(Value::Null);
    }
}

/// Why a notification about a text cannot be read: it will be dropped, and the texts differ from then on.
fn unreadable(request: &Request) -> Option<String> {
    let params = request.params().unwrap_or(&Value::Null);
    match request.method() {
        "textDocument/didOpen" => DidOpenTextDocumentParams::deserialize(params).err(),
        "textDocument/didChange" => DidChangeTextDocumentParams::deserialize(params).err(),
        "textDocument/didSave" => DidSaveTextDocumentParams::deserialize(params).err(),
        "textDocument/didClose" => DidCloseTextDocumentParams::deserialize(params).err(),
        _ => None,
    }
    .map(|err| err.to_string())
}

/// Cancels a request as if the client had: the work on it stops.
fn cancel<S: Service<Request>>(service: &mut S, id: &Id) {
    let params = serde_json::json!({ "id": id });
    // The service does it before the first await.
    drop(service.call(Request::build("$/cancelRequest").params(params).finish()).now_or_never());
}

fn dispatch<S>(
    service: &mut S,
    request: Request,
    call: HandledMessage,
    output: &UnboundedSender<Vec<u8>>,
    outbox: &Outbox,
) where
    S: Service<Request, Response = Option<Response>, Error = ExitedError>,
    S::Future: Send + 'static,
{
    let (output, outbox) = (output.clone(), outbox.clone());
    let future = match catch_unwind(AssertUnwindSafe(|| service.call(request))) {
        Ok(future) => future,
        Err(panic) => return call.finish(Err(panic), &output, &outbox),
    };
    let mut whole = Box::pin(raw_answer::task(call.method.clone(), async move {
        let result = AssertUnwindSafe(future).catch_unwind().await;
        call.finish(result, &output, &outbox);
    }));
    if (&mut whole).now_or_never().is_none() {
        tokio::spawn(whole);
    }
}

/// A message that is being handled.
struct HandledMessage {
    id: Option<Id>,
    method: String,
    start: Instant,
    /// Of one that can be superseded.
    ticket: Option<PendingTicket>,
}

/// What became of a message: handled, or ended by a panic.
type HandlerResult = Result<Result<Option<Response>, ExitedError>, Box<dyn Any + Send>>;

impl HandledMessage {
    fn new(request: &Request, pending: &PendingRequests) -> Self {
        let (id, method) = (request.id().cloned(), request.method().to_owned());
        Self { id, method, start: Instant::now(), ticket: pending.add(request) }
    }

    fn finish(self, result: HandlerResult, output: &UnboundedSender<Vec<u8>>, outbox: &Outbox) {
        outbox.trace(|| format!("{} {} µs", self.method, self.start.elapsed().as_micros()));
        let response = match result {
            Ok(result) => result.ok().flatten().map(|response| self.answered(response)),
            Err(_) => {
                let text = format!("internal error in {}: {}", self.method, last_panic());
                outbox.log(MessageType::ERROR, text);
                self.id.map(|id| Response::from_error(id, Error::internal_error()))
            }
        };
        if let Some(body) = response.and_then(|response| raw_answer::body(&response)) {
            // The receiver is dropped only when the client has ended.
            let _ = output.send(body);
        }
    }

    /// A request that was cancelled because it was superseded is answered with `ContentModified`.
    fn answered(&self, response: Response) -> Response {
        let cancelled = response.error().is_some_and(|err| err.code == ErrorCode::RequestCancelled);
        match &self.ticket {
            Some(ticket) if cancelled && ticket.is_superseded() => {
                Response::from_error(response.id().clone(), Error::content_modified())
            }
            _ => response,
        }
    }
}

#[cfg(test)]
mod tests;
