//! What the server sends of its own accord, in order.
//!
//! Sending never waits, so that it can be done under a lock: a publication that was decided before another one also
//! arrives before it. Must not know why something is sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp_server::Client;
use tower_lsp_server::ls_types::notification::Notification;
use tower_lsp_server::ls_types::{Diagnostic, MessageType, Uri};

use crate::lsp::protocol::features::Refresh;

/// Where notifications and requests to the client are put.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    tx: UnboundedSender<Outgoing>,
    tracing: Arc<AtomicBool>,
}

/// A message to the client.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// A line of its log.
    Log(MessageType, String),
    /// The findings of a document, all of them.
    Publish { uri: Uri, diagnostics: Vec<Diagnostic>, version: Option<i32> },
    /// The client is to ask again for something.
    Refresh(Refresh),
    /// Test suites may be others now, or come to something else.
    TestsChanged,
}

/// `crdls/testsChanged`, to a client that announces `experimental.tests`.
enum TestsChanged {}

impl Notification for TestsChanged {
    type Params = ();
    const METHOD: &'static str = "crdls/testsChanged";
}

impl Outbox {
    /// An outbox, and what [`forward`] takes from it.
    pub(crate) fn new() -> (Self, UnboundedReceiver<Outgoing>) {
        let (tx, rx) = unbounded_channel();
        (Self { tx, tracing: Arc::default() }, rx)
    }

    /// Writes to the client's log.
    pub(crate) fn log(&self, kind: MessageType, text: impl Into<String>) {
        self.send(Outgoing::Log(kind, text.into()));
    }

    /// Logs where the setting `trace` asks for it.
    pub(crate) fn trace(&self, text: impl FnOnce() -> String) {
        if self.tracing.load(Ordering::Relaxed) {
            self.log(MessageType::LOG, text());
        }
    }

    /// Whether [`Self::trace`] logs.
    pub(crate) fn set_tracing(&self, on: bool) {
        self.tracing.store(on, Ordering::Relaxed);
    }

    /// Sends a message, without waiting.
    pub(crate) fn send(&self, message: Outgoing) {
        // The receiver is dropped only when the server ends.
        let _ = self.tx.send(message);
    }
}

/// Passes messages on to the client, until the server ends.
pub(crate) async fn forward(client: Client, mut messages: UnboundedReceiver<Outgoing>) {
    while let Some(message) = messages.recv().await {
        match message {
            Outgoing::Log(kind, text) => client.log_message(kind, text).await,
            Outgoing::Publish { uri, diagnostics, version } => {
                client.publish_diagnostics(uri, diagnostics, version).await;
            }
            Outgoing::Refresh(what) => {
                tokio::spawn(refresh(client.clone(), what));
            }
            Outgoing::TestsChanged => client.send_notification::<TestsChanged>(()).await,
        }
    }
}

/// A client that refuses asks when it likes.
async fn refresh(client: Client, what: Refresh) {
    let _ = match what {
        Refresh::Diagnostics => client.workspace_diagnostic_refresh().await,
        Refresh::Lenses => client.code_lens_refresh().await,
        Refresh::Hints => client.inlay_hint_refresh().await,
        Refresh::Tokens => client.semantic_tokens_refresh().await,
    };
}
