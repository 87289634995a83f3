//! A language server as a process: messages are written to it, and read on a thread.
//!
//! Must not know what a message means.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A running server, which ends with its owner.
#[derive(Debug)]
pub struct Server<T> {
    child: Child,
    stdin: Option<ChildStdin>,
    /// Received messages, each with a note of the moment.
    pub messages: Receiver<(T, Value)>,
}

impl<T: Send + 'static> Server<T> {
    /// Starts a program. `moment`: what is noted when a message of the process arrives.
    pub fn start(command: &mut Command, moment: fn(u32) -> T) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let (process, mut output) = (child.id(), BufReader::new(child.stdout.take().expect("a pipe")));
        let (tx, messages) = channel();
        thread::spawn(move || {
            while read(&mut output).is_some_and(|message| tx.send((moment(process), message)).is_ok()) {}
        });
        let stdin = child.stdin.take();
        Self { child, stdin, messages }
    }

    /// The number of the process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        self.send_body(&message.to_string());
    }

    /// Sends the text of a message.
    pub fn send_body(&mut self, body: &str) {
        self.send_raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// Sends bytes.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        self.stdin.as_mut().expect("open").write_all(bytes).expect("the server reads");
    }

    /// Closes the input of the server.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// The status of a server that ends in some time.
    pub fn ended(&mut self, patience: Duration) -> ExitStatus {
        let start = Instant::now();
        while start.elapsed() < patience {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the server does not end");
    }
}

impl<T> Drop for Server<T> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The next message; `None` at the end.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        output.read_line(&mut line).ok()?;
        match line.strip_prefix("Content-Length: ") {
            Some(number) => length = number.trim().parse().ok(),
            None if line == "\r\n" => break,
            None => return None,
        }
    }
    let mut body = vec![0; length?];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
