use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::sink::drain;
use serde_json::json;
use tokio::sync::mpsc::{channel, unbounded_channel};

use super::*;

/// Panics where a method asks for it: at once, or after an await; otherwise answers null.
struct Fragile;

impl Service<Request> for Fragile {
    type Response = Option<Response>;
    type Error = ExitedError;
    type Future = Pin<Box<dyn Future<Output = Result<Option<Response>, ExitedError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), ExitedError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let (method, id, _) = request.into_parts();
        assert_ne!(method, "now");
        Box::pin(async move {
            tokio::task::yield_now().await;
            assert_ne!(method, "later");
            Ok(id.map(|id| Response::from_ok(id, Value::Null)))
        })
    }
}

/// What is written when some bodies come in.
fn exchange(bodies: &[Value]) -> Vec<Value> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    let (tx, input) = channel(bodies.len());
    for body in bodies {
        tx.try_send(Frame::Body(body.to_string().into())).unwrap();
    }
    drop(tx);
    let (output, mut written) = unbounded_channel();
    let (outbox, _said) = Outbox::new();
    runtime.block_on(serve(Fragile, drain(), Stream { input, output, parent: Parent::default() }, outbox));
    let read = std::iter::from_fn(|| written.blocking_recv());
    let mut messages: Vec<Value> = read.map(|body| serde_json::from_slice(&body).unwrap()).collect();
    messages.sort_by_key(|message| message["id"].as_i64());
    messages
}

#[test]
fn a_panic_ends_its_own_message() {
    let message = |id: i64, method: &str| json!({"jsonrpc": "2.0", "id": id, "method": method});
    let notification = json!({"jsonrpc": "2.0", "method": "later"});
    let answers = exchange(&[message(1, "now"), message(2, "later"), notification, message(3, "fine")]);
    let codes: Vec<_> = answers.iter().map(|answer| answer["error"]["code"].as_i64()).collect();
    assert_eq!(codes, [Some(-32603), Some(-32603), None]);
    assert_eq!(answers.last().map(|answer| answer["id"].as_i64()), Some(Some(3)));
}
