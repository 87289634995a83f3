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
//! - What is no message is answered or logged, and the loop goes on.
//!
//! From below: `jsonrpc` (messages), `client` (what goes out), `pending` (requests that wait), `router` (which method
//! handles a message), this loop.

pub(crate) mod client;
pub(crate) mod framing;
pub(crate) mod jsonrpc;
mod parent;
mod pending;
pub(crate) mod router;
mod uris;

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use ls_types::MessageType;
use tokio::sync::mpsc::Receiver;

pub(crate) use parent::Parent;

use client::Client;
use framing::Frame;
use jsonrpc::{Malformed, Message};
use router::Router;

/// The messages of the client, until it ends.
pub(crate) struct Input {
    pub(crate) frames: Receiver<Frame>,
    /// The process that the client is, whose end is the end of the input.
    pub(crate) parent: Parent,
}

impl Input {
    /// The next frame; `None` at the end of the input, or when the client's process has ended.
    async fn next(&mut self) -> Option<Frame> {
        let mut ended = pin!(self.parent.ended());
        let next = poll_fn(|cx| match self.frames.poll_recv(cx) {
            Poll::Pending => ended.as_mut().poll(cx).map(|()| None),
            ready => ready,
        });
        next.await
    }
}

/// Handles messages until `exit`, the end of the input or that of the client's process. True where the client asked to
/// shut down before.
pub(crate) async fn serve<S: Clone>(mut router: Router<S>, client: Client, mut input: Input) -> bool {
    while let Some(frame) = input.next().await {
        let body = match frame {
            Frame::Body(body) => body,
            Frame::Garbage(text) => {
                client.log(MessageType::WARNING, format!("skipped what is no header: {text:?}"));
                continue;
            }
        };
        match jsonrpc::parse(&body) {
            Ok(Message::Request(request)) if request.method == "exit" => break,
            Ok(Message::Request(request)) => router.handle(request),
            Ok(Message::Reply(id, result)) => client.take_reply(&id, result),
            Err(Malformed { id, error, why }) => {
                client.log(MessageType::WARNING, format!("malformed message: {why}"));
                client.answer(&id, Err(error));
            }
        }
    }
    router.is_shut_down()
}

#[cfg(test)]
mod tests;
