//! What goes to the client: answers, notifications, and requests that it answers.
//!
//! Sending never waits, so that it can be done under a lock: a publication that was decided before another one also
//! arrives before it. Must not know why something is sent.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ls_types::notification::{LogMessage, Notification};
use ls_types::request::Request;
use ls_types::{LogMessageParams, MessageType};
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use super::jsonrpc::{Body, Error, Id, JsonText, Result};

/// The client, as far as it is spoken to.
#[derive(Clone, Debug)]
pub(crate) struct Client(Arc<Connection>);

#[derive(Debug)]
struct Connection {
    /// What is to be written.
    output: UnboundedSender<Body>,
    /// Before `initialize` is answered the client gets nothing but its log.
    initialized: AtomicBool,
    tracing: AtomicBool,
    requests: Mutex<SentRequests>,
}

/// The requests that the client has not answered.
#[derive(Debug, Default)]
struct SentRequests {
    last: i64,
    waiting: BTreeMap<i64, oneshot::Sender<Result<Value>>>,
}

/// A notification that can be sent without any more work.
#[derive(Debug)]
pub(crate) struct PreparedNotification(Body);

impl PreparedNotification {
    /// `None` where the parameters are no JSON.
    pub(crate) fn of<N: Notification>(params: &N::Params) -> Option<Self> {
        let (method, params) = (JsonText::of(&N::METHOD).ok()?, JsonText::of(params).ok()?);
        Some(Self(Body::of([("method", method), ("params", params)])))
    }
}

impl Client {
    /// A client that reads bodies from a channel.
    pub(crate) fn new(output: UnboundedSender<Body>) -> Self {
        Self(Arc::new(Connection {
            output,
            initialized: AtomicBool::new(false),
            tracing: AtomicBool::new(false),
            requests: Mutex::default(),
        }))
    }

    /// From now on it gets more than its log.
    pub(crate) fn set_initialized(&self) {
        self.0.initialized.store(true, Ordering::Relaxed);
    }

    /// Writes to the client's log.
    pub(crate) fn log(&self, typ: MessageType, text: impl Into<String>) {
        let params = LogMessageParams { typ, message: text.into() };
        if let Some(PreparedNotification(body)) = PreparedNotification::of::<LogMessage>(&params) {
            self.write(body);
        }
    }

    /// Logs where the setting `trace` asks for it.
    pub(crate) fn trace(&self, text: impl FnOnce() -> String) {
        if self.0.tracing.load(Ordering::Relaxed) {
            self.log(MessageType::LOG, text());
        }
    }

    /// Whether [`Self::trace`] logs.
    pub(crate) fn set_tracing(&self, on: bool) {
        self.0.tracing.store(on, Ordering::Relaxed);
    }

    /// Sends a notification.
    pub(crate) fn notify<N: Notification>(&self, params: &N::Params) {
        self.send(PreparedNotification::of::<N>(params));
    }

    /// Sends a notification that was prepared before.
    pub(crate) fn send(&self, prepared: Option<PreparedNotification>) {
        if let Some(PreparedNotification(body)) = prepared.filter(|_| self.is_initialized()) {
            self.write(body);
        }
    }

    /// Sends a request, now. The future waits for its answer.
    pub(crate) fn request<R: Request>(
        &self,
        params: &R::Params,
    ) -> impl Future<Output = Result<R::Result>> + Send + use<R> {
        let sent = JsonText::of(params).and_then(|params| self.ask(R::METHOD, params));
        async move {
            // The sender lives until there is an answer.
            let result = sent?.await.unwrap_or_else(|_| Err(Error::internal_error()));
            serde_json::from_value(result?).map_err(|err| Error::new(Error::PARSE_ERROR, err.to_string()))
        }
    }

    /// Takes the answer to a request.
    pub(crate) fn take_reply(&self, id: &Id, result: Result<Value>) {
        let Id::Number(number) = id else { return };
        if let Some(asker) = self.requests().waiting.remove(number) {
            // Who asked may not wait any more.
            let _ = asker.send(result);
        }
    }

    /// Answers a request.
    pub(crate) fn answer(&self, id: &Id, result: Result<JsonText>) {
        let answered = result.map(|result| ("result", result));
        let member = answered.or_else(|error| JsonText::of(&error).map(|error| ("error", error)));
        if let (Ok(id), Ok(member)) = (JsonText::of(id), member) {
            self.write(Body::of([("id", id), member]));
        }
    }

    fn ask(&self, method: &str, params: JsonText) -> Result<oneshot::Receiver<Result<Value>>> {
        if !self.is_initialized() {
            return Err(Error::not_initialized());
        }
        let (asker, answer) = oneshot::channel();
        let mut requests = self.requests();
        requests.last += 1;
        let number = requests.last;
        requests.waiting.insert(number, asker);
        drop(requests);
        let (id, method) = (JsonText::of(&number)?, JsonText::of(&method)?);
        self.write(Body::of([("id", id), ("method", method), ("params", params)]));
        Ok(answer)
    }

    fn is_initialized(&self) -> bool {
        self.0.initialized.load(Ordering::Relaxed)
    }

    fn requests(&self) -> MutexGuard<'_, SentRequests> {
        self.0.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, body: Body) {
        // The receiver is dropped only when the client has ended.
        let _ = self.0.output.send(body);
    }
}

#[cfg(test)]
mod tests {
    use ls_types::request::{CodeLensRefresh, ShowDocument};
    use ls_types::{ShowDocumentParams, notification};
    use serde_json::json;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    use super::*;

    fn client() -> (Client, UnboundedReceiver<Body>) {
        let (output, written) = unbounded_channel();
        (Client::new(output), written)
    }

    fn written(bodies: &mut UnboundedReceiver<Body>) -> Vec<Value> {
        std::iter::from_fn(|| bodies.try_recv().ok())
            .map(|body| serde_json::from_slice(&body.bytes()).unwrap())
            .collect()
    }

    fn wait<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
    }

    fn show(client: &Client) -> impl Future<Output = Result<bool>> + use<> {
        let uri = "file:///a".parse().unwrap();
        let params = ShowDocumentParams { uri, external: None, take_focus: None, selection: None };
        let shown = client.request::<ShowDocument>(&params);
        async { shown.await.map(|shown| shown.success) }
    }

    #[test]
    fn nothing_but_the_log_is_sent_before_the_start() {
        let (client, mut bodies) = client();
        client.notify::<notification::TelemetryEvent>(&ls_types::OneOf::Right(vec![]));
        assert_eq!(wait(show(&client)), Err(Error::not_initialized()));
        client.log(MessageType::INFO, "early");
        client.trace(|| "not asked for".to_owned());
        let params = json!({"type": 3, "message": "early"});
        let log = json!({"jsonrpc": "2.0", "method": "window/logMessage", "params": params});
        assert_eq!(written(&mut bodies), [log]);
    }

    #[test]
    fn each_request_has_its_own_answer() {
        let (client, mut bodies) = client();
        client.set_initialized();
        let [first, second, third] = [show(&client), show(&client), show(&client)];
        // Nobody waits for this one.
        drop(client.request::<CodeLensRefresh>(&()));
        let ids: Vec<_> = written(&mut bodies).iter().map(|body| body["id"].as_i64()).collect();
        assert_eq!(ids, [Some(1), Some(2), Some(3), Some(4)]);
        client.take_reply(&Id::Number(2), Ok(json!({"success": true})));
        client.take_reply(&Id::Number(1), Err(Error::new(7, "no")));
        client.take_reply(&Id::Number(3), Ok(json!(5)));
        client.take_reply(&Id::Number(4), Ok(Value::Null));
        client.take_reply(&Id::Number(4), Ok(Value::Null));
        client.take_reply(&Id::Null, Ok(Value::Null));
        assert_eq!(wait(second), Ok(true));
        assert_eq!(wait(first), Err(Error::new(7, "no")));
        assert_eq!(wait(third).unwrap_err().code, Error::PARSE_ERROR);
    }

    #[test]
    fn an_answer_is_a_result_or_an_error() {
        let (client, mut bodies) = client();
        client.answer(&Id::Number(1), Ok(JsonText::null()));
        client.answer(&Id::String("a".to_owned()), Err(Error::new(-1, "no")));
        let expected = [
            json!({"jsonrpc": "2.0", "id": 1, "result": null}),
            json!({"jsonrpc": "2.0", "id": "a", "error": {"code": -1, "message": "no"}}),
        ];
        assert_eq!(written(&mut bodies), expected);
    }
}
