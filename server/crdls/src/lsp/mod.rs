//! The language server on standard input and output.
//!
//! Knows the protocol; analyses nothing: what is found, completed and explained comes from `crdls_ide` as plain data,
//! and is put into the protocol's terms here. Nothing but the protocol is written to standard output. Must not know the
//! command line.
//!
//! From below: `protocol` (terms), `transport` (messages), `workspace` (files and settings), `state` (the session),
//! `checking` (diagnostics), `reload` (what is read again), `requests` (answers), `backend` (which message calls what).
//!
//! Work runs on worker threads over a snapshot (`Arc<File>`). Background work (comparisons, test suites, files
//! that are not open) has threads with a lower priority. Work that nobody waits for any more is stopped: a check
//! by an edit, a request by `$/cancelRequest`, by an edit or by a newer request (`transport/pending.rs`). The
//! analysis passes checkpoints (`report/src/stop.rs`) and unwinds at the first one after the stop. A change that
//! does not fit leaves the document silent until its whole text arrives.
//!
//! The CRDs of files are read in the background (`workspace/scan.rs`): only files that mention CRDs are parsed,
//! and a CRD is decoded when something asks for it. In the index, open documents override files. After the files,
//! the kustomizations that include CRDs are built, and after an edit those again that read the file
//! (`reload/built.rs`).
//!
//! Diagnostics are pushed, or pulled by clients that support it. Files that are not open are checked for their
//! custom resources 300 ms after the last change (`checking/closed.rs`). Of findings with one cause, an editor
//! shows the first (`fixes/src/one_cause.rs`): while the line of a key is empty, its block belongs to the mapping
//! above it. The same applies if no member of a mapping or list fits its schema: the parent or its schema is
//! probably still being typed. The remaining findings are marked rather than removed, because fixes are verified
//! against all findings. The CLI reports all of them.
//!
//! An open document is compared with its old state (the setting `since`) 250 ms after its findings are delivered
//! (`checking/compared.rs`); suites run in the same way (`checking/tested.rs`). Large answers are written
//! as JSON by the worker that made them. Settings come in layers: `crdls.toml` of the folder,
//! then the editor's. A code lens carries a command, which the client runs if it announced the name and otherwise
//! the server (`requests/commands.rs`).

mod backend;
mod checking;
mod protocol;
mod reload;
mod requests;
mod state;
mod transport;
mod workspace;

use std::fs::File;
use std::io::{self, BufReader, BufWriter};
use std::thread;

use tokio::runtime::{Builder, Handle};
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, UnboundedSender, channel, unbounded_channel};

use backend::{Backend, methods};
use state::session::Session;
use state::workers::{background, thread_count};
use transport::client::Client;
use transport::framing::{self, Frame};
use transport::jsonrpc::Body;
use transport::router::Router;
use transport::{Input, Parent};

use crdls_system::guard::loud;

/// Messages that wait to be handled; the client is not read beyond them.
const WAITING: usize = 1024;

/// A body that is not written, but ends the writer.
const THE_END: Body = Body::empty();

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
    let (output, bodies) = unbounded_channel();
    let writer = thread::spawn(move || write_all(bodies));
    let shut_down = runtime.block_on(serve(output.clone(), background.handle().clone()));
    // Nobody waits for work that is still under way; what was sent before is written.
    let _ = output.send(THE_END);
    let _ = writer.join();
    runtime.shutdown_background();
    background.shutdown_background();
    shut_down
}

/// Has memory taken page by page. Huge pages make a check a seventh faster, and a server after a while of edits twice
/// as large.
fn keep_small() {
    // Where the kernel cannot do it nothing changes.
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_thp_disable(true);
}

async fn serve(output: UnboundedSender<Body>, background: Handle) -> bool {
    let (client, parent) = (Client::new(output), Parent::default());
    let backend = Backend(Session::new(client.clone(), background, parent.clone()));
    let router = Router::new(backend, methods::rows(), client.clone());
    transport::serve(router, client, Input { frames: read_all(), parent }).await
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

fn write_all(mut bodies: UnboundedReceiver<Body>) {
    // Where there is no output nobody reads.
    let Ok(mut output) = output() else { return };
    widen();
    while let Some(body) = bodies.blocking_recv() {
        // Where the client has ended so has the input.
        if body == THE_END || framing::write(&mut output, body.pieces()).is_err() {
            break;
        }
    }
}

/// Has a pipe to the client hold an answer of a megabyte: with 64 kB, server and client take turns 16 times.
fn widen() {
    // More needs privileges. What is no pipe, as the socket of Neovim and VS Code, stays as it is.
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(io::stdout(), 1 << 20);
}

/// Standard output without the search for line ends, which in an answer of a megabyte takes as long as to make it.
fn output() -> io::Result<BufWriter<File>> {
    let output = io::stdout();
    #[cfg(unix)]
    let output = std::os::fd::AsFd::as_fd(&output).try_clone_to_owned()?;
    #[cfg(windows)]
    let output = std::os::windows::io::AsHandle::as_handle(&output).try_clone_to_owned()?;
    Ok(BufWriter::new(File::from(output)))
}
