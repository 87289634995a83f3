//! The language server on standard input and output.
//!
//! Knows the protocol; analyses nothing: what is found, proposed and explained comes from
//! `crdls_ide` as plain data, and is put into the protocol's terms here. Nothing but the protocol is
//! written to standard output.

mod actions;
mod answer;
mod backend;
mod checking;
mod completion;
mod configuration;
mod diagnostics;
mod documents;
mod edits;
mod expressions;
mod features;
mod framing;
mod index;
mod lenses;
mod manifests;
mod markup;
mod navigation;
mod outbox;
mod position;
mod scan;
mod session;
mod settings;
mod structure;
mod superseded;
mod symbols;
mod tokens;
mod transport;
mod views;
mod work;
mod workspace;

use std::io::{self, BufReader};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use futures_util::StreamExt;
use tokio::runtime::Builder;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, UnboundedSender, channel, unbounded_channel};
use tower_lsp_server::LspService;

use backend::Backend;
use framing::Frame;
use outbox::Outbox;
use session::Session;
use transport::Stream;

use crate::cli::loud;

/// Messages that wait to be handled; the client is not read beyond them.
const WAITING: usize = 1024;

/// A body that is not written, but ends the writer. No message is empty.
const THE_END: Vec<u8> = Vec::new();

/// Serves until the client says `exit` or is gone. True where it asked to shut down before.
pub(crate) fn run() -> bool {
    loud();
    keep_small();
    let runtime = match Builder::new_multi_thread().enable_time().build() {
        Ok(runtime) => runtime,
        Err(err) => {
            eprintln!("crdls lsp: {err}");
            return false;
        }
    };
    let shut_down = Arc::new(AtomicBool::new(false));
    let (output, bodies) = unbounded_channel();
    let writer = thread::spawn(move || write_all(bodies));
    runtime.block_on(serve(output.clone(), shut_down.clone()));
    // Work that is still under way has nobody to tell; what was said before is written.
    let _ = output.send(THE_END);
    let _ = writer.join();
    runtime.shutdown_background();
    shut_down.load(Ordering::Relaxed)
}

/// Memory is taken page by page. Huge pages make a check a seventh faster, and a server that has been edited in
/// for a while twice as large.
fn keep_small() {
    // A kernel that cannot do it leaves things as they are.
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_thp_disable(true);
}

async fn serve(output: UnboundedSender<Vec<u8>>, shut_down: Arc<AtomicBool>) {
    let (outbox, said) = Outbox::new();
    let for_session = outbox.clone();
    let backend = |client| Backend(Session::new(client, for_session, shut_down));
    let (service, socket) = LspService::build(backend)
        .custom_method("crdls/text", Backend::text)
        .custom_method("crdls/status", Backend::status)
        .custom_method("crdls/effective", Backend::effective)
        .custom_method("crdls/cost", Backend::cost)
        .custom_method("crdls/columns", Backend::columns)
        .custom_method("crdls/explain", Backend::explain)
        .custom_method("crdls/rules", Backend::rules)
        .finish();
    let (mut requests, replies) = socket.split();
    let requests_out = output.clone();
    tokio::spawn(async move {
        while let Some(request) = requests.next().await {
            transport::send(&requests_out, &request);
        }
    });
    tokio::spawn(outbox::forward(service.inner().0.client.clone(), said));
    let stream = Stream { input: read_all(), output };
    transport::serve(service, replies, stream, outbox).await;
}

fn read_all() -> Receiver<Frame> {
    let (tx, rx) = channel(WAITING);
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin());
        while let Ok(Some(frame)) = framing::read(&mut input) {
            if tx.blocking_send(frame).is_err() {
                break;
            }
        }
    });
    rx
}

fn write_all(mut bodies: UnboundedReceiver<Vec<u8>>) {
    let mut output = io::stdout().lock();
    while let Some(body) = bodies.blocking_recv() {
        // Where the client is gone the end of the input says so too.
        if body == THE_END || framing::write(&mut output, &body).is_err() {
            break;
        }
    }
}
