//! What the server says of itself, in the order in which it was said.
//!
//! Saying it never waits, so it can be done under a lock: a publication that was decided before
//! another one also arrives before it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp_server::Client;
use tower_lsp_server::ls_types::{Diagnostic, MessageType, Uri};

use super::features::Refresh;

#[derive(Clone, Debug)]
pub(super) struct Outbox {
    tx: UnboundedSender<Said>,
    tracing: Arc<AtomicBool>,
}

#[derive(Debug)]
pub(super) enum Said {
    Log(MessageType, String),
    Publish {
        uri: Uri,
        diagnostics: Vec<Diagnostic>,
        version: Option<i32>,
    },
    /// The client shall ask again for something.
    Refresh(Refresh),
}

impl Outbox {
    pub(super) fn new() -> (Self, UnboundedReceiver<Said>) {
        let (tx, rx) = unbounded_channel();
        (Self { tx, tracing: Arc::default() }, rx)
    }

    pub(super) fn log(&self, kind: MessageType, text: impl Into<String>) {
        self.say(Said::Log(kind, text.into()));
    }

    /// Logs where the setting `trace` asks for it.
    pub(super) fn trace(&self, text: impl FnOnce() -> String) {
        if self.tracing.load(Ordering::Relaxed) {
            self.log(MessageType::LOG, text());
        }
    }

    pub(super) fn set_tracing(&self, on: bool) {
        self.tracing.store(on, Ordering::Relaxed);
    }

    pub(super) fn say(&self, said: Said) {
        // The receiver is gone only when the server ends.
        let _ = self.tx.send(said);
    }
}

/// Passes on what was said, until the server ends.
pub(super) async fn forward(client: Client, mut said: UnboundedReceiver<Said>) {
    while let Some(said) = said.recv().await {
        match said {
            Said::Log(kind, text) => client.log_message(kind, text).await,
            Said::Publish { uri, diagnostics, version } => {
                client.publish_diagnostics(uri, diagnostics, version).await;
            }
            Said::Refresh(what) => {
                tokio::spawn(refresh(client.clone(), what));
            }
        }
    }
}

/// A client that says no to it asks when it likes.
async fn refresh(client: Client, what: Refresh) {
    let _ = match what {
        Refresh::Diagnostics => client.workspace_diagnostic_refresh().await,
        Refresh::Lenses => client.code_lens_refresh().await,
        Refresh::Hints => client.inlay_hint_refresh().await,
        Refresh::Tokens => client.semantic_tokens_refresh().await,
    };
}
