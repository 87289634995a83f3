//! A session with the language server: every request is answered once, no answer is an internal error, the server has
//! the text that the edits make, and its diagnostics are those of documents that are opened afresh.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crdls_text::LineIndex;
use serde_json::{Value, json};

use super::Seeds;
use crate::generate::edits::boundary;

/// A server that says nothing for so long hangs.
const PATIENCE: Duration = Duration::from_secs(60);

const INTERNAL_ERROR: i64 = -32603;

pub(super) fn run(bytes: &[u8], seeds: &Seeds) {
    let Some(program) = &seeds.program else { return };
    let mut session = Session::start(program);
    for line in String::from_utf8_lossy(bytes).lines() {
        let Ok(step) = serde_json::from_str::<Value>(line) else { continue };
        session.step(&step);
    }
    session.end();
}

struct Session {
    child: Child,
    stdin: ChildStdin,
    messages: Receiver<Value>,
    /// The text and the version of each open document.
    documents: [Option<(String, i64)>; 2],
    asked: i64,
    open_requests: BTreeSet<i64>,
}

fn uri(document: usize) -> String {
    format!("file:///torture/{document}.yaml")
}

impl Session {
    fn start(program: &Path) -> Self {
        let mut child = Command::new(program)
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let (stdin, stdout) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let (send, messages) = channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while read(&mut stdout).is_some_and(|message| send.send(message).is_ok()) {}
        });
        let mut session = Self {
            child,
            stdin,
            messages,
            documents: [None, None],
            asked: 0,
            open_requests: BTreeSet::new(),
        };
        let capabilities = json!({
            "general": {"positionEncodings": ["utf-8"]},
            "textDocument": {"diagnostic": {}},
            "workspace": {"diagnostics": {"refreshSupport": true}},
        });
        session.ask("initialize", json!({"processId": null, "rootUri": null, "capabilities": capabilities}));
        session.settle();
        session.notify("initialized", json!({}));
        session
    }

    fn step(&mut self, step: &Value) {
        let number = |key: &str| step[key].as_u64().unwrap_or_default() as usize;
        let text = step["text"].as_str().unwrap_or_default();
        if step["open"].is_u64() {
            self.open(number("open") % 2, text);
        } else if step["change"].is_u64() {
            self.change(number("change") % 2, number("from"), number("to"), text);
        } else if let Some(method) = step["ask"].as_str() {
            self.ask_at(method, number("document") % 2, number("at"));
        } else if step["cancel"].is_u64() {
            // Also a request that is answered already, and one that is not made yet.
            let id = self.asked + 1 - number("cancel") as i64;
            self.notify("$/cancelRequest", json!({ "id": id }));
        }
    }

    fn open(&mut self, document: usize, text: &str) {
        if self.documents[document].take().is_some() {
            self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri(document)}}));
        }
        self.documents[document] = Some((text.to_owned(), 1));
        let item = json!({"uri": uri(document), "languageId": "yaml", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    fn change(&mut self, document: usize, from: usize, to: usize, new: &str) {
        let Some((text, version)) = &mut self.documents[document] else { return };
        let from = boundary(text, from % (text.len() + 1));
        let to = boundary(text, to.clamp(from, text.len().max(from))).max(from);
        let range = json!({"start": position(text, from), "end": position(text, to)});
        if split_line_end(text, from) || split_line_end(text, to) {
            return;
        }
        text.replace_range(from..to, new);
        *version += 1;
        let identifier = json!({"uri": uri(document), "version": *version});
        let change = json!({"range": range, "text": new});
        self.notify(
            "textDocument/didChange",
            json!({"textDocument": identifier, "contentChanges": [change]}),
        );
    }

    fn ask_at(&mut self, method: &str, document: usize, at: usize) {
        let Some((text, _)) = &self.documents[document] else { return };
        let at = position(text, boundary(text, at % (text.len() + 1)));
        let params = json!({
            "textDocument": {"uri": uri(document)},
            "position": at,
            "range": {"start": {"line": 0, "character": 0}, "end": at},
            "context": {"includeDeclaration": true, "diagnostics": []},
            "newName": "renamed",
        });
        self.ask(&format!("textDocument/{method}"), params);
    }

    /// Waits for all answers, and compares what the server has with what it should have.
    fn end(mut self) {
        self.settle();
        let before = self.state();
        for (document, (open, state)) in self.documents.clone().into_iter().zip(&before).enumerate() {
            if let Some((text, _)) = open {
                assert_eq!(state["text"], json!(text), "the text of document {document}");
                self.open(document, &text);
            }
        }
        let fresh = self.state();
        assert_eq!(before, fresh, "the diagnostics of documents that are opened afresh");
        self.ask("shutdown", Value::Null);
        self.settle();
        self.notify("exit", Value::Null);
        let status = self.child.wait().expect("the server ends");
        assert_eq!(status.code(), Some(0), "the server's status");
    }

    /// The text and the diagnostics of each document.
    fn state(&mut self) -> Vec<Value> {
        let open: Vec<_> = (0..2).map(|document| self.documents[document].is_some()).collect();
        let of = |session: &mut Self, method: &str, document: usize| {
            session.ask(method, json!({"textDocument": {"uri": uri(document)}}));
            session.settle()["result"].take()
        };
        let mut states = Vec::new();
        for (document, open) in open.into_iter().enumerate() {
            states.push(if open {
                let text = of(self, "crdls/text", document)["text"].take();
                json!({"text": text, "items": of(self, "textDocument/diagnostic", document)["items"]})
            } else {
                Value::Null
            });
        }
        states
    }

    fn ask(&mut self, method: &str, params: Value) {
        self.asked += 1;
        self.open_requests.insert(self.asked);
        self.send(&json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}));
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let sent = write!(self.stdin, "Content-Length: {}\r\n\r\n{body}", body.len());
        sent.and_then(|()| self.stdin.flush()).expect("the server reads");
    }

    /// Waits until all requests are answered; the last answer.
    fn settle(&mut self) -> Value {
        let mut last = Value::Null;
        while !self.open_requests.is_empty() {
            let message = self.messages.recv_timeout(PATIENCE);
            let message =
                message.unwrap_or_else(|why| panic!("no answer to {:?}: {why}", self.open_requests));
            if message["method"].is_string() {
                if !message["id"].is_null() {
                    self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": null}));
                }
                continue;
            }
            let id = message["id"].as_i64().unwrap_or_default();
            assert!(self.open_requests.remove(&id), "an answer to nothing that is open: {message}");
            assert_ne!(message["error"]["code"], INTERNAL_ERROR, "{message}");
            last = message;
        }
        last
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether an offset lies inside of `\r\n`, which no position means.
fn split_line_end(text: &str, at: usize) -> bool {
    text[..at].ends_with('\r') && text[at..].starts_with('\n')
}

fn position(text: &str, at: usize) -> Value {
    let at = LineIndex::new(text).line_col(at as u32);
    json!({"line": at.line, "character": at.col})
}

/// The next message; `None` at the end.
fn read(from: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            header => {
                if let Some(value) = header.strip_prefix("Content-Length: ") {
                    length = value.parse().ok()?;
                }
            }
        }
    }
    let mut body = vec![0; length];
    from.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
