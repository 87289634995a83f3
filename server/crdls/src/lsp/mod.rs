//! The language server on standard input and output.
//!
//! Knows the protocol; analyses nothing: what is found, completed and explained comes from `crdls_ide` as plain data,
//! and is put into the protocol's terms here. Nothing but the protocol is written to standard output. Must not know the
//! command line.
//!
//! From below: `protocol` (terms), `transport` (messages), `workspace` (files and settings), `state` (the session),
//! `checking` (diagnostics), `reload` (what is read again), `requests` (answers), `backend` (which message calls what).

mod backend;
mod checking;
mod protocol;
mod reload;
mod requests;
mod state;
mod transport;
mod workspace;

use std::io::{self, BufReader};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use futures_util::StreamExt;
use tokio::runtime::{Builder, Handle};
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, UnboundedSender, channel, unbounded_channel};
use tower_lsp_server::LspService;

use backend::Backend;
use state::session::Session;
use state::workers::{background, thread_count};
use transport::framing::{self, Frame};
use transport::outbox::{self, Outbox};
use transport::{Parent, Stream};

use crate::guard::loud;

/// Messages that wait to be handled; the client is not read beyond them.
const WAITING: usize = 1024;

/// A body that is not written, but ends the writer. No message is empty.
const THE_END: Vec<u8> = Vec::new();

/// Serves until the client sends `exit` or ends. True where it asked to shut down before.
pub(crate) fn run() -> bool {
    loud();
    keep_small();
    // Without a limit many short pieces of work start many threads, each with memory of its own.
    let runtime = Builder::new_multi_thread().enable_time().max_blocking_threads(thread_count()).build();
    let (runtime, background) = match runtime.and_then(|runtime| Ok((runtime, background()?))) {
        Ok(runtimes) => runtimes,
        Err(err) => {
            eprintln!("crdls lsp: {err}");
            return false;
        }
    };
    let shut_down = Arc::new(AtomicBool::new(false));
    let (output, bodies) = unbounded_channel();
    let writer = thread::spawn(move || write_all(bodies));
    runtime.block_on(serve(output.clone(), background.handle().clone(), shut_down.clone()));
    // Nobody waits for work that is still under way; what was sent before is written.
    let _ = output.send(THE_END);
    let _ = writer.join();
    runtime.shutdown_background();
    background.shutdown_background();
    shut_down.load(Ordering::Relaxed)
}

/// Has memory taken page by page. Huge pages make a check a seventh faster, and a server after a while of edits twice
/// as large.
fn keep_small() {
    // Where the kernel cannot do it nothing changes.
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_thp_disable(true);
}

async fn serve(output: UnboundedSender<Vec<u8>>, background: Handle, shut_down: Arc<AtomicBool>) {
    let ((outbox, messages), parent) = (Outbox::new(), Parent::default());
    let (its_outbox, its_parent) = (outbox.clone(), parent.clone());
    let backend = |client| Backend(Session::new(client, its_outbox, background, its_parent, shut_down));
    let (service, socket) = LspService::build(backend)
        .custom_method("crdls/text", Backend::text)
        .custom_method("crdls/memory", Backend::memory)
        .custom_method("crdls/status", Backend::status)
        .custom_method("crdls/effective", Backend::effective)
        .custom_method("crdls/changes", Backend::changes)
        .custom_method("crdls/cost", Backend::cost)
        .custom_method("crdls/columns", Backend::columns)
        .custom_method("crdls/explain", Backend::explain)
        .custom_method("crdls/rules", Backend::rules)
        .custom_method("crdls/tests", Backend::tests)
        .custom_method("crdls/runTests", Backend::run_tests)
        .finish();
    let (mut requests, replies) = socket.split();
    let requests_out = output.clone();
    tokio::spawn(async move {
        while let Some(request) = requests.next().await {
            transport::send(&requests_out, &request);
        }
    });
    tokio::spawn(outbox::forward(service.inner().0.client.clone(), messages));
    let stream = Stream { input: read_all(), output, parent };
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
        // Where the client has ended so has the input.
        if body == THE_END || framing::write(&mut output, &body).is_err() {
            break;
        }
    }
}
