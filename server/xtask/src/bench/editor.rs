//! An editor as a measure needs it: speaks to a server, answers what it asks, and waits.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::memory_field;

/// A server that has used no time for so long is quiet.
const QUIET: Duration = Duration::from_secs(3);

/// A language server, and an editor that speaks to it.
#[derive(Debug)]
pub(crate) struct Editor {
    child: Child,
    output: BufReader<ChildStdout>,
    received: Instant,
}

impl Editor {
    /// A server that is initialized with folders.
    pub(crate) fn start(server: &mut Command, folders: &[&Path]) -> Result<Self, String> {
        let folders: Vec<_> = folders.iter().map(|folder| json!({"uri": uri(folder), "name": ""})).collect();
        let mut child = server
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{}: {e}", server.get_program().display()))?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut editor = Self { child, output, received: Instant::now() };
        let params = json!({
            "processId": null, "rootUri": null, "workspaceFolders": folders,
            "capabilities": {
                // As VS Code has it.
                "textDocument": {
                    "publishDiagnostics": {"versionSupport": true},
                    "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
                    "foldingRange": {"rangeLimit": 5000, "lineFoldingOnly": true},
                },
                "window": {"workDoneProgress": true},
            },
        });
        editor.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}))?;
        editor.until(|message| message["id"] == 1 && message.get("method").is_none())?;
        editor.notify("initialized", json!({}))?;
        Ok(editor)
    }

    /// Opens a document of a language.
    pub(super) fn open(&mut self, uri: &str, language: &str, text: &str) -> Result<(), String> {
        let document = json!({"uri": uri, "languageId": language, "version": 0, "text": text});
        self.notify("textDocument/didOpen", json!({ "textDocument": document }))
    }

    /// Asks for something; the answer has the same number, which is not 1.
    pub(super) fn request(&mut self, id: i64, method: &str, params: Value) -> Result<(), String> {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
    }

    fn notify(&mut self, method: &str, params: Value) -> Result<(), String> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    /// The next message that is wanted. What the server asks is answered by nothing.
    pub(super) fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Result<Value, String> {
        loop {
            let message = self.read().ok_or("the server has ended")?;
            if let (Some(id), Some(_)) = (message.get("id"), message.get("method")) {
                self.send(&json!({"jsonrpc": "2.0", "id": id, "result": null}))?;
            }
            if wanted(&message) {
                return Ok(message);
            }
        }
    }

    /// When the last message had come; what the editor makes of it is not the server's time.
    pub(super) const fn received(&self) -> Instant {
        self.received
    }

    /// The most memory that the server had so far, in kB, where the system tells.
    pub(super) fn peak_memory(&self) -> Option<u64> {
        peak_memory(self.child.id())
    }

    /// The time that the server used of processors so far, in ticks of the system, where it tells.
    pub(super) fn processor_time(&self) -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name of the program may have blanks.
        let mut fields = stat.rsplit_once(") ")?.1.split(' ').skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        Some(ticks()? + ticks()?)
    }

    /// When the server had last used processor time, once it has used none for a while; the time now, where that takes longer
    /// than it may.
    pub(super) fn quiet(&self, most: Duration) -> Instant {
        let start = Instant::now();
        let (mut used, mut busy) = (self.processor_time(), start);
        while busy.elapsed() < QUIET && start.elapsed() < most {
            std::thread::sleep(Duration::from_millis(100));
            let now = self.processor_time();
            if now != used {
                (used, busy) = (now, Instant::now());
            }
        }
        busy
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        let body = message.to_string();
        let stdin = self.child.stdin.as_mut().ok_or("no input")?;
        write!(stdin, "Content-Length: {}\r\n\r\n{body}", body.len()).map_err(|e| e.to_string())
    }

    fn read(&mut self) -> Option<Value> {
        let mut length = None;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).ok().filter(|read| *read > 0)?;
            match line.strip_prefix("Content-Length: ") {
                Some(number) => length = number.trim().parse().ok(),
                None if line == "\r\n" => break,
                None => {}
            }
        }
        let mut body = vec![0; length?];
        self.output.read_exact(&mut body).ok()?;
        self.received = Instant::now();
        serde_json::from_slice(&body).ok()
    }
}

/// An editor in which somebody types into one document.
pub(super) struct Typist {
    pub(super) editor: Editor,
    pub(super) uri: String,
    pub(super) version: i64,
    requests: i64,
    /// When the last text was sent.
    sent: Instant,
}

impl Typist {
    /// Opens a file of a folder.
    pub(super) fn open(
        server: &Path,
        folder: &Path,
        file: &Path,
        language: &str,
        text: &str,
    ) -> Result<Self, String> {
        let mut editor = Editor::start(Command::new(server).arg("lsp").current_dir(folder), &[folder])?;
        let (uri, sent) = (uri(&folder.join(file)), Instant::now());
        editor.open(&uri, language, text)?;
        Ok(Self { editor, uri, version: 0, requests: 1, sent })
    }

    /// Writes a text in place of another, from one line and column to another.
    pub(super) fn replace(&mut self, range: [[usize; 2]; 2], text: &str) -> Result<(), String> {
        self.version += 1;
        self.sent = Instant::now();
        let [start, end] = range.map(|[line, column]| json!({"line": line, "character": column}));
        let change = json!({"range": {"start": start, "end": end}, "text": text});
        let document = json!({"uri": self.uri, "version": self.version});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        self.editor.notify("textDocument/didChange", params)
    }

    /// Types a letter, or takes it back after it was typed.
    pub(super) fn letter(&mut self, [line, column]: [usize; 2], letter: &str) -> Result<(), String> {
        let (end, text) = if self.version % 2 == 0 { (column, letter) } else { (column + 1, "") };
        self.replace([[line, column], [line, end]], text)
    }

    /// Waits for the diagnostics of the last text.
    pub(super) fn diagnostics(&mut self) -> Result<Value, String> {
        let (uri, version) = (&self.uri, self.version);
        self.editor.until(|message| {
            let params = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri.as_str()
                && params["version"] == version
        })
    }

    /// Waits for the answer to a request.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.requests += 1;
        let id = self.requests;
        self.editor.request(id, method, params)?;
        self.editor.until(|message| message["id"] == id && message.get("method").is_none())
    }

    /// The time from the last text to the last message.
    pub(super) fn took(&self) -> Duration {
        self.editor.received() - self.sent
    }
}

/// The URI of a file or folder.
pub(super) fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The most memory that a process had so far, in kB, where the system tells.
pub(super) fn peak_memory(process: u32) -> Option<u64> {
    memory_field(&process.to_string(), "VmHWM:")
}
