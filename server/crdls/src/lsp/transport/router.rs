//! Which method answers a message, and when it may: the table of methods, the life of a session, each message's task.
//!
//! A row of the table is all the code that depends on the types of its method: reading the parameters, the call, and
//! writing the result as JSON. Must not know any method but those of the protocol's base.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use ls_types::MessageType;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::client::Client;
use super::jsonrpc::{Error, Id, JsonText, Request, Result};
use super::pending::{PendingRequests, RequestSubject};
use crdls_system::guard::last_panic;

tokio::task_local! {
    static METHOD: &'static str;
}

/// The message that is being handled, for the log: `in textDocument/hover`.
pub(crate) fn current_method() -> String {
    METHOD.try_with(|method| format!("in {method}")).unwrap_or_default()
}

/// The work that a message causes.
type Work = Pin<Box<dyn Future<Output = Result<JsonText>> + Send>>;

/// A method, and what of a service handles it.
pub(crate) struct Row<S> {
    method: &'static str,
    is_request: bool,
    handler: Box<dyn Fn(S, Value) -> Work>,
}

/// The result of a request: a value, or the JSON that a worker has written.
pub(crate) trait Answer {
    fn json(self) -> Result<JsonText>;
}

impl<T: Serialize> Answer for T {
    fn json(self) -> Result<JsonText> {
        JsonText::of(&self)
    }
}

impl Answer for JsonText {
    fn json(self) -> Result<JsonText> {
        Ok(self)
    }
}

/// The output of a method: a result of a request, nothing of a notification.
pub(crate) trait MethodOutput {
    const IS_REQUEST: bool;

    fn json(self) -> Result<JsonText>;
}

impl<A: Answer> MethodOutput for Result<A> {
    const IS_REQUEST: bool = true;

    fn json(self) -> Result<JsonText> {
        self.and_then(Answer::json)
    }
}

impl MethodOutput for () {
    const IS_REQUEST: bool = false;

    fn json(self) -> Result<JsonText> {
        Ok(JsonText::null())
    }
}

/// A row of the table.
pub(crate) fn method<S, P, F>(
    method: &'static str,
    handler: impl Fn(S, P) -> F + Copy + Send + 'static,
) -> Row<S>
where
    S: Send + 'static,
    P: DeserializeOwned + Send + 'static,
    F: Future<Output: MethodOutput> + Send + 'static,
{
    let work = move |service: S, params: Value| -> Work {
        Box::pin(async move { handler(service, read(params)?).await.json() })
    };
    Row { method, is_request: F::Output::IS_REQUEST, handler: Box::new(work) }
}

fn read<P: DeserializeOwned>(params: Value) -> Result<P> {
    serde_json::from_value(params).map_err(|err| Error::invalid_params(err.to_string()))
}

/// How far a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Started,
    Initialized,
    ShutDown,
}

const INITIALIZE: &str = "initialize";
const SHUTDOWN: &str = "shutdown";
const CANCEL: &str = "$/cancelRequest";

/// Hands each message to the method of a service.
pub(crate) struct Router<S> {
    service: S,
    rows: BTreeMap<&'static str, Row<S>>,
    client: Client,
    pending: PendingRequests,
    stage: Stage,
}

impl<S: Clone> Router<S> {
    /// The rows have `initialize`, which answers before its first await, and `shutdown`.
    pub(crate) fn new(service: S, rows: Vec<Row<S>>, client: Client) -> Self {
        let rows = rows.into_iter().map(|row| (row.method, row)).collect();
        Self { service, rows, client, pending: PendingRequests::default(), stage: Stage::Started }
    }

    /// True once the client asked to shut down.
    pub(crate) fn is_shut_down(&self) -> bool {
        self.stage == Stage::ShutDown
    }

    /// Handles a message up to its first await; what comes then is a task.
    pub(crate) fn handle(&mut self, message: Request) {
        for id in self.pending.supersede(&message) {
            self.client.answer(&id, Err(Error::content_modified()));
        }
        if message.method == CANCEL && message.id.is_none() {
            return self.cancel(&message.params);
        }
        let row = match self.row(&message) {
            Ok(row) => row,
            // Who sends a notification is not told.
            Err(error) => return message.id.iter().for_each(|id| self.client.answer(id, Err(error.clone()))),
        };
        if row.is_request && message.id.is_none() {
            return;
        }
        let subject = message.id.clone().map(|id| RequestSubject::new(id, row.method, &message.params));
        let task = Task {
            method: row.method,
            id: message.id,
            start: Instant::now(),
            work: (row.handler)(self.service.clone(), message.params),
            client: self.client.clone(),
        };
        let method = row.method;
        let succeeded = run(task, subject, &self.pending);
        if method == INITIALIZE && succeeded {
            self.stage = Stage::Initialized;
            self.client.set_initialized();
        } else if method == SHUTDOWN {
            self.stage = Stage::ShutDown;
        }
    }

    /// The row of a message that may be handled now.
    fn row(&self, message: &Request) -> Result<&Row<S>> {
        let method = &*message.method;
        let Some(row) = self.rows.get(method) else {
            return Err(Error::new(Error::METHOD_NOT_FOUND, format!("Method not found: {method}")));
        };
        match self.stage {
            Stage::Started if method != INITIALIZE => Err(Error::not_initialized()),
            Stage::Initialized if method == INITIALIZE => Err(Error::invalid_request()),
            Stage::ShutDown => Err(Error::invalid_request()),
            _ => match &message.id {
                Some(id) if !row.is_request || self.pending.has(id) => Err(Error::invalid_request()),
                _ => Ok(row),
            },
        }
    }

    fn cancel(&self, params: &Value) {
        let id = params.get("id").and_then(Id::of);
        if let Some(id) = id.filter(|id| self.pending.cancel(id)) {
            self.client.answer(&id, Err(Error::request_cancelled()));
        }
    }
}

/// The task of a message.
struct Task {
    method: &'static str,
    /// `None` where it is a notification.
    id: Option<Id>,
    start: Instant,
    work: Work,
    client: Client,
}

impl Future for Task {
    type Output = Result<JsonText>;

    /// A panic is an error of this message alone.
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let method = self.method;
        let poll = || catch_unwind(AssertUnwindSafe(|| self.work.as_mut().poll(cx)));
        METHOD.sync_scope(method, poll).unwrap_or_else(|_| {
            let text = format!("internal error in {method}: {}", last_panic());
            self.client.log(MessageType::ERROR, text);
            Poll::Ready(Err(Error::internal_error()))
        })
    }
}

impl Task {
    /// Sends what came of it.
    fn finish(self, result: Result<JsonText>) {
        let Self { method, id, start, client, .. } = self;
        client.trace(|| format!("{method} {} µs", start.elapsed().as_micros()));
        match (id, result) {
            (Some(id), result) => client.answer(&id, result),
            // Of a change of a text: the texts differ from then on.
            (None, Err(error)) if error.code == Error::INVALID_PARAMS => {
                client.log(MessageType::WARNING, format!("malformed {method}: {error}"));
            }
            (None, _) => {}
        }
    }
}

/// Polls a task once, and spawns it where it waits. True where it has ended without an error.
fn run(mut task: Task, subject: Option<RequestSubject>, pending: &PendingRequests) -> bool {
    if let Poll::Ready(result) = Pin::new(&mut task).poll(&mut Context::from_waker(Waker::noop())) {
        let succeeded = result.is_ok();
        task.finish(result);
        return succeeded;
    }
    match subject {
        Some(subject) => pending.add(subject, |number| {
            let pending = pending.clone();
            let answered = async move {
                let result = (&mut task).await;
                // Otherwise it was answered when it was cancelled.
                if pending.end(number) {
                    task.finish(result);
                }
            };
            tokio::spawn(answered).abort_handle()
        }),
        None => drop(tokio::spawn(async move {
            let result = (&mut task).await;
            task.finish(result);
        })),
    }
    false
}
