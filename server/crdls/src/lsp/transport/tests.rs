use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::sync::mpsc::{channel, unbounded_channel};

use super::jsonrpc::{Error, JsonText, Result};
use super::router::{Row, method};
use super::*;

/// Numbers that messages add and ask for.
#[derive(Clone, Default)]
struct Notes(Arc<Mutex<Vec<i64>>>);

impl Notes {
    async fn initialize(self, _: Value) -> Result<bool> {
        Ok(true)
    }

    async fn shutdown(self, (): ()) -> Result<()> {
        Ok(())
    }

    async fn add(self, number: i64) {
        self.0.lock().unwrap().push(number);
        tokio::task::yield_now().await;
    }

    async fn all(self, (): ()) -> Result<JsonText> {
        let all = self.0.lock().unwrap().clone();
        tokio::task::yield_now().await;
        JsonText::of(&all)
    }

    async fn fail(self, later: bool) -> Result<()> {
        if later {
            tokio::task::yield_now().await;
        }
        panic!("as was asked for")
    }

    async fn wait(self, _: Value) -> Result<()> {
        std::future::pending().await
    }
}

fn rows() -> Vec<Row<Notes>> {
    vec![
        method("initialize", Notes::initialize),
        method("shutdown", Notes::shutdown),
        method("add", Notes::add),
        method("all", Notes::all),
        method("fail", Notes::fail),
        method("failUnasked", |notes: Notes, later: bool| async move { drop(notes.fail(later).await) }),
        method("textDocument/hover", Notes::wait),
    ]
}

/// The messages that are written when some come in, answers by their ids and the log before them; and whether the
/// client asked to shut down.
fn exchange(bodies: &[Value]) -> (Vec<Value>, bool) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    let (tx, frames) = channel(bodies.len());
    for body in bodies {
        tx.try_send(Frame::Body(body.to_string().into())).unwrap();
    }
    drop(tx);
    let (output, mut written) = unbounded_channel();
    let client = Client::new(output);
    let router = Router::new(Notes::default(), rows(), client.clone());
    let shut_down =
        runtime.block_on(async { serve(router, client, Input { frames, parent: Parent::default() }).await });
    let read = std::iter::from_fn(|| written.blocking_recv());
    let mut messages: Vec<Value> = read.map(|body| serde_json::from_slice(&body.bytes()).unwrap()).collect();
    messages.sort_by_key(|message| message["id"].as_i64());
    (messages, shut_down)
}

fn ask(id: i64, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

fn notify(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

/// The result or the code of the error of each answer, in the order of their ids, after `initialize`.
fn answers(bodies: &[Value]) -> Vec<(i64, Value)> {
    let bodies: Vec<_> =
        std::iter::once(ask(0, "initialize", json!({}))).chain(bodies.iter().cloned()).collect();
    let answer = |message: Value| {
        let result = message.get("result").unwrap_or(&message["error"]["code"]).clone();
        message["id"].as_i64().map(|id| (id, result))
    };
    exchange(&bodies).0.into_iter().filter_map(answer).skip(1).collect()
}

#[test]
fn a_panic_ends_its_own_message() {
    let failed = json!(Error::INTERNAL_ERROR);
    let answers = answers(&[
        notify("failUnasked", json!(false)),
        notify("failUnasked", json!(true)),
        ask(1, "fail", json!(false)),
        ask(2, "fail", json!(true)),
        ask(3, "all", Value::Null),
    ]);
    assert_eq!(answers, [(1, failed.clone()), (2, failed), (3, json!([]))]);
}

#[test]
fn messages_begin_in_the_order_of_arrival() {
    let messages: Vec<_> = (1..=100)
        .flat_map(|number| [notify("add", json!(number)), ask(number, "all", Value::Null)])
        .collect();
    for (number, all) in answers(&messages) {
        assert_eq!(all, json!((1..=number).collect::<Vec<_>>()));
    }
}

#[test]
fn a_session_has_a_start_and_an_end() {
    let all = |id| ask(id, "all", Value::Null);
    let (written, shut_down) = exchange(&[
        notify("add", json!(1)),
        all(0),
        ask(1, "shutdown", Value::Null),
        ask(2, "initialize", json!({})),
        ask(3, "initialize", json!({})),
        all(4),
        ask(5, "shutdown", Value::Null),
        all(6),
        ask(7, "initialize", json!({})),
        notify("add", json!(1)),
        notify("exit", Value::Null),
        all(8),
    ]);
    let codes: Vec<_> = written.iter().map(|answer| answer["error"]["code"].as_i64()).collect();
    let (early, invalid) = (Some(Error::SERVER_NOT_INITIALIZED), Some(Error::INVALID_REQUEST));
    assert_eq!(codes, [early, early, None, invalid, None, None, invalid, invalid]);
    assert_eq!(written[4]["result"], json!([]));
    assert!(shut_down);
    assert!(!exchange(&[ask(0, "initialize", json!({})), notify("exit", Value::Null)]).1);
}

#[test]
fn what_no_method_takes_is_refused_or_ignored() {
    let mut without_params = ask(1, "all", Value::Null);
    without_params.as_object_mut().unwrap().remove("params");
    let answers = answers(&[
        without_params,
        ask(2, "all", json!({})),
        ask(3, "fail", Value::Null),
        ask(4, "unheardOf", Value::Null),
        ask(5, "$/unheardOf", Value::Null),
        ask(6, "$/cancelRequest", json!({"id": 1})),
        ask(7, "add", json!(1)),
        notify("all", Value::Null),
        notify("unheardOf", Value::Null),
        notify("$/unheardOf", Value::Null),
        notify("$/cancelRequest", json!({"id": {}})),
    ]);
    let codes = [Error::INVALID_PARAMS, Error::INVALID_PARAMS, Error::METHOD_NOT_FOUND];
    let codes =
        codes.into_iter().chain([Error::METHOD_NOT_FOUND, Error::METHOD_NOT_FOUND, Error::INVALID_REQUEST]);
    let expected = std::iter::once(json!([])).chain(codes.map(Value::from));
    assert_eq!(answers, (1..).zip(expected).collect::<Vec<_>>());
}

#[test]
fn a_notification_that_cannot_be_read_is_logged() {
    let (written, _) = exchange(&[ask(0, "initialize", json!({})), notify("add", json!("one"))]);
    let logged = written[0]["params"]["message"].as_str().unwrap_or_default();
    assert!(logged.starts_with("malformed add: invalid type"), "{logged}");
}

#[test]
fn a_request_that_waits_is_answered_once() {
    let hover = |id, uri: &str| ask(id, "textDocument/hover", json!({"textDocument": {"uri": uri}}));
    let cancel = |id| notify("$/cancelRequest", json!({ "id": id }));
    let answers = answers(&[
        hover(1, "a"),
        // While the first one waits its id is taken.
        hover(1, "b"),
        cancel(1),
        cancel(1),
        hover(2, "a"),
        hover(3, "a"),
        hover(4, "b"),
        cancel(4),
        cancel(3),
        // Now it is free.
        hover(4, "b"),
        cancel(4),
    ]);
    let codes = [
        (1, Error::INVALID_REQUEST),
        (1, Error::REQUEST_CANCELLED),
        (2, Error::CONTENT_MODIFIED),
        (3, Error::REQUEST_CANCELLED),
        (4, Error::REQUEST_CANCELLED),
        (4, Error::REQUEST_CANCELLED),
    ];
    assert_eq!(answers, codes.map(|(id, code)| (id, json!(code))));
}
