//! An editor, as far as the protocol sees it: speaks to the real binary and answers what it asks.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use crdls_tests::server::Server;
use serde_json::{Value, json};

use crate::folder::{Folder, named};

/// A server that says nothing for so long hangs; one on a busy machine does not.
const PATIENCE: Duration = Duration::from_secs(600);

pub struct Client {
    server: Server<()>,
    /// Read, and not yet asked for.
    seen: VecDeque<Value>,
    last_id: i64,
    /// What `workspace/configuration` is answered, by scope; the empty one is none.
    pub settings: fn(&str) -> Value,
    /// Answers nothing.
    pub mute: bool,
}

impl Client {
    /// A server that was not spoken to yet.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// The same with variables of the environment.
    pub fn start_with(environment: &[(&str, &Path)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crdls"));
        command.args(["lsp", "--stdio"]).envs(environment.iter().copied());
        let server = Server::start(&mut command, |_| ());
        Self { server, seen: VecDeque::new(), last_id: 0, settings: |_| Value::Null, mute: false }
    }

    /// A server that is initialized, and its answer.
    pub fn initialized(params: Value) -> (Self, Value) {
        let mut client = Self::start();
        let answer = client.initialize(params);
        (client, answer)
    }

    /// A client with these capabilities whose workspace is a folder.
    pub fn in_folder(folder: &Folder, capabilities: Value) -> Self {
        let folders = named(&[&folder.root()]);
        Self::initialized(json!({"workspaceFolders": folders, "capabilities": capabilities})).0
    }

    /// Clients without a root send what is in `params`, and their capabilities. All look at the version of
    /// diagnostics.
    pub fn initialize(&mut self, mut params: Value) -> Value {
        let object = params.as_object_mut().expect("an object");
        for (name, value) in
            [("processId", Value::Null), ("rootUri", Value::Null), ("capabilities", json!({}))]
        {
            object.entry(name).or_insert(value);
        }
        // The stories go by it.
        let diagnostics = &mut object["capabilities"]["textDocument"]["publishDiagnostics"];
        diagnostics["versionSupport"] = Value::Bool(true);
        let answer = self.request("initialize", params)["result"].clone();
        self.notify("initialized", json!({}));
        answer
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Asks, and does not wait.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Asks, and gives the whole response.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        self.response(id)
    }

    /// Asks, and gives the result.
    pub fn result(&mut self, method: &str, params: Value) -> Value {
        self.request(method, params)["result"].clone()
    }

    pub fn response(&mut self, id: i64) -> Value {
        self.wait(&format!("the response {id}"), |m| m.get("method").is_none() && m["id"] == id)
    }

    /// The response to an id of any kind.
    pub fn response_with(&mut self, id: &Value) -> Value {
        self.wait(&format!("the response {id}"), |m| m.get("method").is_none() && m["id"] == *id)
    }

    /// An answer to what had no id that could be read.
    pub fn response_to_nobody(&mut self) -> Value {
        self.wait("an answer without id", |m| m.get("method").is_none() && m["id"].is_null())
    }

    /// The next message of the log that holds a text.
    pub fn log(&mut self, text: &str) -> String {
        let holds = |m: &Value| m["params"]["message"].as_str().is_some_and(|said| said.contains(text));
        let found = self.wait(text, |m| m["method"] == "window/logMessage" && holds(m));
        found["params"]["message"].as_str().unwrap_or_default().to_owned()
    }

    /// The next publication for a document.
    pub fn published(&mut self, uri: &str) -> Value {
        self.wait(uri, |m| m["method"] == "textDocument/publishDiagnostics" && m["params"]["uri"] == uri)["params"]
            .clone()
    }

    /// The codes of the next publication for a document.
    pub fn codes(&mut self, uri: &str) -> Vec<String> {
        codes(&self.published(uri)["diagnostics"]).into_iter().map(str::to_owned).collect()
    }

    /// Publications for a document until their codes are those.
    pub fn until(&mut self, uri: &str, expected: &[&str]) {
        while self.codes(uri) != expected {}
    }

    /// Whether a message of the log that was read so far holds a text.
    pub fn has_logged(&self, text: &str) -> bool {
        let holds = |m: &Value| m["params"]["message"].as_str().is_some_and(|said| said.contains(text));
        self.seen.iter().any(|m| m["method"] == "window/logMessage" && holds(m))
    }

    /// Whether there is a publication for a document that was not asked for.
    pub fn has_published(&self, uri: &str) -> bool {
        let is = |m: &Value| m["method"] == "textDocument/publishDiagnostics" && m["params"]["uri"] == uri;
        self.seen.iter().any(is)
    }

    /// The next stage of a progress.
    pub fn progress(&mut self) -> Value {
        self.wait("a progress", |m| m["method"] == "$/progress")["params"].clone()
    }

    /// The first message of some kind, which is kept for whoever asks for it.
    pub fn first(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let found = self.wait(what, wanted);
        self.seen.push_front(found.clone());
        found
    }

    /// Waits until the server asks something.
    pub fn asked(&mut self, method: &str) {
        self.wait(method, |m| m["method"] == method && m.get("id").is_some());
    }

    /// Whether a request of a method came so far.
    pub fn was_asked(&mut self, method: &str) -> bool {
        self.text("file:///nowhere"); // Whatever was said before has been read now.
        self.seen.iter().any(|m| m["method"] == method)
    }

    pub fn open(&mut self, uri: &str, version: i32, text: &str) {
        self.open_as("yaml", uri, version, text);
    }

    /// Opens a document in a language.
    pub fn open_as(&mut self, language: &str, uri: &str, version: i32, text: &str) {
        let document = json!({"uri": uri, "languageId": language, "version": version, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Sends settings, as clients do that cannot be asked.
    pub fn configure(&mut self, settings: Value) {
        self.notify("workspace/didChangeConfiguration", json!({"settings": {"crdls": settings}}));
    }

    /// A change of `[line, column, line, column]`, or of all of it.
    pub fn change(&mut self, uri: &str, version: i32, range: Option<[u32; 4]>, text: &str) {
        let mut change = json!({"text": text});
        if let Some([from_line, from, to_line, to]) = range {
            let start = json!({"line": from_line, "character": from});
            change["range"] = json!({"start": start, "end": {"line": to_line, "character": to}});
        }
        let document = json!({"uri": uri, "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
    }

    pub fn close(&mut self, uri: &str) {
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }

    /// A file on the disk that is created (1), changed (2) or deleted (3).
    pub fn watched(&mut self, uri: &str, kind: u32) {
        let changes = json!({"changes": [{"uri": uri, "type": kind}]});
        self.notify("workspace/didChangeWatchedFiles", changes);
    }

    /// What the server takes the text of a document for.
    pub fn text(&mut self, uri: &str) -> Value {
        self.result("crdls/text", json!({"textDocument": {"uri": uri}}))["text"].clone()
    }

    /// The text of the hover at a position; empty without one.
    pub fn hover(&mut self, at: Value) -> String {
        let hover = self.result("textDocument/hover", at);
        hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// The labels of what completion offers at a position.
    pub fn labels(&mut self, at: Value) -> Vec<String> {
        labels(&self.result("textDocument/completion", at)).into_iter().map(str::to_owned).collect()
    }

    /// The code actions for a range.
    pub fn actions(&mut self, uri: &str, range: &Value) -> Vec<Value> {
        self.actions_in(uri, range, json!({"diagnostics": []}))
    }

    /// The same for some diagnostics, or for some kinds of actions.
    pub fn actions_in(&mut self, uri: &str, range: &Value, context: Value) -> Vec<Value> {
        let params = json!({"textDocument": {"uri": uri}, "range": range, "context": context});
        self.result("textDocument/codeAction", params).as_array().expect("a list").clone()
    }

    /// The code lenses of a document, with their commands.
    pub fn lenses(&mut self, uri: &str) -> Vec<Value> {
        let lenses = self.result("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
        let resolve = |lens: &Value| self.result("codeLens/resolve", lens.clone());
        lenses.as_array().expect("a list").iter().map(resolve).collect()
    }

    /// Runs the command of a lens or an action.
    pub fn run(&mut self, command: &Value) -> Value {
        let params = json!({"command": command["command"], "arguments": command["arguments"]});
        self.result("workspace/executeCommand", params)
    }

    /// `shutdown`, `exit`, the end.
    pub fn stop(mut self) -> ExitStatus {
        let answer = self.request("shutdown", Value::Null);
        assert_eq!(answer["result"], Value::Null, "{answer}");
        self.notify("exit", Value::Null);
        self.ended()
    }

    pub fn ended(&mut self) -> ExitStatus {
        self.server.ended(PATIENCE)
    }

    fn wait(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let found = self.seen.iter().position(&wanted);
        if let Some(message) = found.and_then(|at| self.seen.remove(at)) {
            return message;
        }
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(((), message)) = self.messages.recv_timeout(left) else {
                panic!("waited in vain for {what}; left over: {:#?}", self.seen)
            };
            self.answer(&message);
            if wanted(&message) {
                return message;
            }
            self.seen.push_back(message);
        }
    }

    /// Answers a request of the server's.
    fn answer(&mut self, message: &Value) {
        let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) else { return };
        if self.mute {
            return;
        }
        let settings = self.settings;
        let result = match method {
            "workspace/configuration" => {
                let items = message["params"]["items"].as_array().expect("items");
                items.iter().map(|item| settings(item["scopeUri"].as_str().unwrap_or_default())).collect()
            }
            "window/showDocument" => json!({"success": true}),
            _ => Value::Null,
        };
        self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
    }
}

/// Messages are sent through the client to the server.
impl Deref for Client {
    type Target = Server<()>;

    fn deref(&self) -> &Self::Target {
        &self.server
    }
}

impl DerefMut for Client {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.server
    }
}

/// Asks again until the answer is one that is waited for.
pub fn until<T>(ask: impl FnMut() -> T, is_awaited: impl Fn(&T) -> bool) -> T {
    std::iter::repeat_with(ask).find(|answer| is_awaited(answer)).expect("it is asked without end")
}

/// A position in a document, as requests have it.
pub fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}})
}

/// A range on one line.
pub fn range(line: u32, start: u32, end: u32) -> Value {
    json!({"start": {"line": line, "character": start}, "end": {"line": line, "character": end}})
}

/// A text without its cursor `$0`, and the position of that; the end of a text without one.
pub fn at_cursor(text: &str) -> (String, Value) {
    let (before, after) = text.split_once("$0").expect("a cursor");
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
    (format!("{before}{after}"), json!({"line": line, "character": character}))
}

/// The codes of diagnostics.
pub fn codes(diagnostics: &Value) -> Vec<&str> {
    let all = diagnostics.as_array().expect("a list");
    all.iter().map(|diagnostic| diagnostic["code"].as_str().expect("a code")).collect()
}

/// The labels of what completion offers.
pub fn labels(offered: &Value) -> Vec<&str> {
    let items = offered.get("items").unwrap_or(offered);
    items.as_array().into_iter().flatten().filter_map(|item| item["label"].as_str()).collect()
}

/// The titles of code actions, or of the commands of code lenses.
pub fn titles<'a>(all: &'a [Value]) -> Vec<&'a str> {
    let title = |one: &'a Value| one["title"].as_str().or(one["command"]["title"].as_str());
    all.iter().map(|one| title(one).expect("a title")).collect()
}

/// The file's name, and the line and column where each place begins.
pub fn places(places: &Value) -> Vec<String> {
    let place = |place: &Value| {
        let start = &place["range"]["start"];
        let file = place["uri"].as_str().and_then(|uri| uri.rsplit('/').next()).unwrap_or_default();
        format!("{file} {}:{}", start["line"], start["character"])
    };
    places.as_array().expect("a list").iter().map(place).collect()
}

/// A text with edits in it.
pub fn edited(text: &str, edits: &[Value]) -> String {
    let offset = |place: &Value| {
        let [line, column] = ["line", "character"].map(|key| place[key].as_u64().expect("a number") as usize);
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let mut units = 0;
        let before = text[start..].chars().take_while(|c| {
            units += c.len_utf16();
            units <= column
        });
        start + before.map(char::len_utf8).sum::<usize>()
    };
    let place = |edit: &Value| ["start", "end"].map(|end| offset(&edit["range"][end]));
    let mut edits: Vec<_> = edits.iter().map(|edit| (place(edit), &edit["newText"])).collect();
    edits.sort_by_key(|(place, _)| *place);
    let mut text = text.to_owned();
    for ([start, end], new) in edits.into_iter().rev() {
        text.replace_range(start..end, new.as_str().expect("a text"));
    }
    text
}
