//! A check of a document that is under way, or done.
//!
//! Must not know what is checked.

use std::sync::Arc;

use crdls_ide::FileFinding;
use crdls_report::stop::Stop;
use tokio::sync::watch;

use super::workers::StopOnDrop;
use crate::lsp::transport::jsonrpc::Result;

/// The result of a check: `None` until it is done; an error where there is a fault in crdls itself.
pub(crate) type CheckResult = Option<Result<Arc<[FileFinding]>>>;

/// A check of one generation of a document, shared by all who ask for its findings. Dropping it stops it.
#[derive(Debug)]
pub(crate) struct RunningCheck {
    _stop: StopOnDrop,
    result: watch::Receiver<CheckResult>,
}

impl RunningCheck {
    /// A check that is about to begin, what stops it, and where its result goes.
    pub(crate) fn new() -> (Self, Stop, watch::Sender<CheckResult>) {
        let (stop, (sender, result)) = (Stop::default(), watch::channel(None));
        (Self { _stop: StopOnDrop(stop.clone()), result }, stop, sender)
    }

    /// Where the result will be.
    pub(crate) fn result(&self) -> watch::Receiver<CheckResult> {
        self.result.clone()
    }
}
