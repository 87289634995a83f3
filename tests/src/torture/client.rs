//! A client of the language server for the tests: starts the program, sends requests and notifications, and waits for
//! the answers.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crdls_text::LineIndex;
use serde_json::{Value, json};

use crate::server::Server;

/// A server that says nothing for so long hangs.
const PATIENCE: Duration = Duration::from_secs(60);

const INTERNAL_ERROR: i64 = -32603;

pub(super) struct Client {
    server: Server<Moment>,
    asked: i64,
    open_requests: BTreeMap<i64, Request>,
    /// The requests that were answered and not taken since.
    answered: Vec<Answered>,
    /// What the server announced that it can do.
    pub(super) announced: Value,
}

struct Request {
    method: String,
    sent: Moment,
}

/// A request and the time from its sending to the arrival of its answer.
#[derive(Clone, Debug)]
pub(super) struct Answered {
    pub(super) method: String,
    pub(super) took: Duration,
    /// The CPU time that the server used meanwhile, for this request and anything else; `None` where the system does
    /// not report it.
    pub(super) cpu: Option<Duration>,
}

/// When something was sent or arrived, and the CPU time that the server had used by then.
#[derive(Clone, Copy, Debug)]
struct Moment {
    at: Instant,
    cpu: Option<Duration>,
}

impl Moment {
    fn now(process: u32) -> Self {
        Self { at: Instant::now(), cpu: cpu_time(process) }
    }
}

/// The CPU time that a process has used, with its threads that ended: Linux has it in steps of 10 ms, as the 14th and
/// 15th field of `stat`; the second, the name, ends with the last parenthesis. `None` on other systems.
fn cpu_time(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let after_name = stat.rsplit_once(')')?.1;
    let ticks: Vec<u64> = after_name.split_whitespace().skip(11).take(2).flat_map(str::parse).collect();
    (ticks.len() == 2).then(|| Duration::from_millis(10 * ticks.iter().sum::<u64>()))
}

impl Client {
    /// Starts the program and initializes the session, with a folder as the workspace or without one.
    pub(super) fn start(program: &Path, folder: Option<&Path>) -> Self {
        let mut command = Command::new(program);
        command.args(["lsp", "--stdio"]).stderr(Stdio::null());
        let mut client = Self {
            server: Server::start(&mut command, Moment::now),
            asked: 0,
            open_requests: BTreeMap::new(),
            answered: Vec::new(),
            announced: Value::Null,
        };
        let root = folder.map(file_uri);
        let params = json!({"processId": null, "rootUri": root, "capabilities": capabilities()});
        client.ask("initialize", params);
        client.announced = client.settle()["result"]["capabilities"].take();
        client.notify("initialized", json!({}));
        client
    }

    /// The number of the process.
    pub(super) fn process(&self) -> u32 {
        self.server.process()
    }

    /// The id of the last request.
    pub(super) fn last_request(&self) -> i64 {
        self.asked
    }

    pub(super) fn ask(&mut self, method: &str, params: Value) {
        self.asked += 1;
        let sent = Moment::now(self.process());
        self.open_requests.insert(self.asked, Request { method: method.to_owned(), sent });
        self.server.send(&json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}));
    }

    pub(super) fn notify(&mut self, method: &str, params: Value) {
        self.server.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Waits until all requests are answered; the last answer.
    pub(super) fn settle(&mut self) -> Value {
        let mut last = Value::Null;
        while !self.open_requests.is_empty() {
            let (arrived, message) = self.server.messages.recv_timeout(PATIENCE).unwrap_or_else(|why| {
                let open: Vec<_> = self.open_requests.values().map(|request| &request.method).collect();
                panic!("no answer to {open:?}: {why}")
            });
            if message["method"].is_string() {
                if !message["id"].is_null() {
                    self.server.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": null}));
                }
                continue;
            }
            let request = self.open_requests.remove(&message["id"].as_i64().unwrap_or_default());
            let Request { method, sent } =
                request.unwrap_or_else(|| panic!("an answer to nothing that is open: {message}"));
            assert_ne!(message["error"]["code"], INTERNAL_ERROR, "{message}");
            self.answered.push(Answered {
                method,
                took: arrived.at.saturating_duration_since(sent.at),
                cpu: arrived.cpu.zip(sent.cpu).map(|(arrived, sent)| arrived.saturating_sub(sent)),
            });
            last = message;
        }
        last
    }

    /// The requests answered since this was called last, in the order of their answers.
    pub(super) fn take_answered(&mut self) -> Vec<Answered> {
        std::mem::take(&mut self.answered)
    }

    /// Ends the server as an editor does; its status.
    pub(super) fn shut_down(&mut self) -> ExitStatus {
        self.ask("shutdown", Value::Null);
        self.settle();
        self.notify("exit", Value::Null);
        self.server.ended(PATIENCE)
    }
}

/// Whether an offset lies inside of `\r\n`, which no position means.
pub(super) fn split_line_end(text: &str, at: usize) -> bool {
    text[..at].ends_with('\r') && text[at..].starts_with('\n')
}

/// The position of an offset, in UTF-8.
pub(super) fn position(text: &str, at: usize) -> Value {
    let at = LineIndex::new(text).line_col(at as u32);
    json!({"line": at.line, "character": at.col})
}

/// The URI of a file or folder.
pub(super) fn file_uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// What makes the server announce all that it can do, but for what would make its answers hard to compare: numbers of
/// findings in diagnostics.
fn capabilities() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-8"]},
        "textDocument": {
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
            "codeLens": {},
            "completion": {"completionItem": {"snippetSupport": true, "insertReplaceSupport": true}},
            "diagnostic": {"relatedInformation": true},
            "documentLink": {},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            "foldingRange": {},
            "inlayHint": {},
            "linkedEditingRange": {},
            "rename": {"prepareSupport": true},
            "selectionRange": {},
            "semanticTokens": {
                "formats": ["relative"],
                "requests": {"full": {"delta": true}, "range": true},
                "tokenTypes": ["type", "property", "variable", "function", "keyword", "string", "operator"],
                "tokenModifiers": [],
            },
        },
        "workspace": {
            "diagnostics": {"refreshSupport": true},
            "workspaceEdit": {"documentChanges": true, "changeAnnotationSupport": {}},
        },
    })
}

/// What every request about a document has, with a range from the start of the document to the position.
pub(super) fn at_position(uri: &str, position: &Value) -> Value {
    json!({
        "textDocument": {"uri": uri},
        "position": position,
        "positions": [position],
        "range": {"start": {"line": 0, "character": 0}, "end": position},
        "context": {"includeDeclaration": true, "diagnostics": []},
        "newName": "renamed",
        "ch": "\n",
        "options": {"tabSize": 2, "insertSpaces": true},
        "previousResultId": "1",
        "previousResultIds": [],
        "query": "",
    })
}
