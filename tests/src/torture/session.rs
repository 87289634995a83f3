//! A session with the language server: every request is answered once, no answer is an internal error, the server has
//! the text that the edits make, and its diagnostics, outlines and hints are those of documents that are opened afresh.
//! One exception is part of the comparison: while a CRD does not parse, what it judges is judged by its last text that
//! did, so that text is opened first.

use std::fs;
use std::path::Path;

use crdls_ide::File;
use crdls_report::Config;
use crdls_resource::Index;
use serde_json::{Value, json};

use super::Seeds;
use super::client::{Client, at_position, file_uri, position, split_line_end};
use super::inputs::ASKED;
use super::program::Folder;
use crate::generate::edits::boundary;

/// What is compared of each document, besides its text and its diagnostics.
const COMPARED: [&str; 6] =
    ["codeLens", "documentLink", "documentSymbol", "foldingRange", "inlayHint", "semanticTokens/full"];

/// So often a request is made again.
const RETRIES: usize = 100;

pub(super) fn run(bytes: &[u8], seeds: &Seeds) {
    let Some(program) = &seeds.program else { return };
    let text = String::from_utf8_lossy(bytes);
    let steps: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let folder = steps.iter().find_map(|step| step["closed"].as_str()).map(|text| {
        let folder = Folder::new();
        fs::write(folder.0.join("closed.yaml"), text).expect("a file is written");
        folder
    });
    let client = Client::start(program, folder.as_ref().map(|folder| &*folder.0));
    let mut session = Session { client, folder, documents: [None, None] };
    steps.iter().for_each(|step| session.step(step));
    session.end();
}

/// The requests that the server announces, and that no session makes.
pub fn unasked(program: &Path) -> Vec<String> {
    let mut client = Client::start(program, None);
    let announced = client.announced.take();
    client.shut_down();
    let asks = |name: &str| {
        let of = |method: &str| {
            let (scope, rest) = method.split_once('/').unwrap_or_default();
            let rest = rest.split('/').next().unwrap_or_default();
            rest == name || name.strip_prefix(scope).is_some_and(|name| name.eq_ignore_ascii_case(rest))
        };
        ASKED.into_iter().any(of)
    };
    let names =
        announced.as_object().into_iter().flatten().filter_map(|(key, _)| key.strip_suffix("Provider"));
    names.filter(|name| !asks(name)).map(str::to_owned).collect()
}

struct Session {
    client: Client,
    /// The workspace, where there is one.
    folder: Option<Folder>,
    documents: [Option<Document>; 2],
}

/// An open document.
#[derive(Clone)]
struct Document {
    text: String,
    version: i64,
    /// The text whose CRDs judge custom resources: the last one that parses.
    judging: String,
}

impl Document {
    /// Gives it another text; the judging one is what `State::read_crds` of the server keeps.
    fn replace(&mut self, text: String) {
        let (new, old) = (File::new(text), File::new(std::mem::take(&mut self.judging)));
        let keeps =
            !new.parses() && { !Index::found("", 0, old.text(), old.tree(), &Config::default()).is_empty() };
        let judging = if keeps { old } else { new.clone() };
        (self.judging, self.text) = (judging.text().to_owned(), new.text().to_owned());
        self.version += 1;
    }
}

impl Session {
    fn uri(&self, document: usize) -> String {
        let folder = self.folder.as_ref().map_or(Path::new("/torture"), |folder| &folder.0);
        file_uri(&folder.join(format!("{document}.yaml")))
    }

    fn step(&mut self, step: &Value) {
        let number = |key: &str| step[key].as_u64().unwrap_or_default() as usize;
        let text = step["text"].as_str().unwrap_or_default();
        if step["open"].is_u64() {
            self.open(number("open") % 2, text);
        } else if step["change"].is_u64() {
            self.change(number("change") % 2, number("from"), number("to"), text);
        } else if let Some(method) = step["ask"].as_str() {
            self.ask(method, number("document") % 2, number("at"), step);
        } else if step["cancel"].is_u64() {
            // Also a request that is answered already, and one that is not made yet.
            let id = self.client.last_request() + 1 - number("cancel") as i64;
            self.client.notify("$/cancelRequest", json!({ "id": id }));
        }
    }

    fn open(&mut self, number: usize, text: &str) {
        let uri = self.uri(number);
        if self.documents[number].take().is_some() {
            self.client.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
        }
        let (text, judging) = (text.to_owned(), text.to_owned());
        let item = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": text});
        self.documents[number] = Some(Document { text, version: 1, judging });
        self.client.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    fn change(&mut self, number: usize, from: usize, to: usize, new: &str) {
        let Some(Document { text, .. }) = &self.documents[number] else { return };
        let from = boundary(text, from % (text.len() + 1));
        let to = boundary(text, to.clamp(from, text.len().max(from))).max(from);
        let range = json!({"start": position(text, from), "end": position(text, to)});
        if split_line_end(text, from) || split_line_end(text, to) {
            return;
        }
        let mut text = text.clone();
        text.replace_range(from..to, new);
        self.apply(number, json!({"range": range, "text": new}), text);
    }

    /// Makes a change, after which a document has a text.
    fn apply(&mut self, number: usize, change: Value, text: String) {
        let uri = self.uri(number);
        let Some(document) = &mut self.documents[number] else { return };
        document.replace(text);
        let identifier = json!({"uri": uri, "version": document.version});
        self.client.notify(
            "textDocument/didChange",
            json!({"textDocument": identifier, "contentChanges": [change]}),
        );
    }

    /// Makes a request at an offset, or after the so-manieth landmark that a step names.
    fn ask(&mut self, method: &str, number: usize, at: usize, step: &Value) {
        let Some(Document { text, .. }) = &self.documents[number] else { return };
        let landmark = step["after"].as_str().unwrap_or_default();
        let after: Vec<_> = text.match_indices(landmark).filter(|_| !landmark.is_empty()).collect();
        let offset = match after.get(at % after.len().max(1)) {
            None => at % (text.len() + 1),
            Some((start, _)) => {
                let rest = &text[start + landmark.len()..];
                text.len() - rest.trim_start().len()
            }
        };
        let at = position(text, boundary(text, offset));
        let uri = self.uri(number);
        let mut params = at_position(&uri, &at);
        if let Some(name) = step["name"].as_str() {
            params["newName"] = json!(name);
        }
        if let Some(command) = step["command"].as_str() {
            params["command"] = json!(command);
            params["arguments"] = json!([uri, at]);
        }
        self.client.ask(method, params);
    }

    /// Waits for all answers, and compares what the server has with what it should have.
    fn end(mut self) {
        self.client.settle();
        // What waits while something is typed is shown with a save.
        for number in (0..2).filter(|number| self.documents[*number].is_some()) {
            let uri = self.uri(number);
            self.client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
        }
        self.client.settle();
        let before = self.state();
        for (number, (open, state)) in self.documents.clone().into_iter().zip(&before).enumerate() {
            let Some(Document { text, judging, .. }) = open else { continue };
            assert_eq!(state["text"], json!(text), "the text of document {number}");
            self.open(number, &judging);
            if text != judging {
                self.apply(number, json!({ "text": text }), text);
            }
        }
        for (number, (before, fresh)) in before.iter().zip(self.state()).enumerate() {
            let mut parts = before.as_object().into_iter().flatten();
            let other = parts.find(|(name, part)| fresh[name.as_str()] != **part);
            let what = other.map(|(name, part)| format!("{name} is {}, was {part}", fresh[name]));
            if let Some(what) = what {
                panic!("of document {number}, opened afresh: {what}");
            }
        }
        let status = self.client.shut_down();
        assert_eq!(status.code(), Some(0), "the server's status");
    }

    /// What the server has of each document, and of the file that is closed.
    fn state(&mut self) -> Vec<Value> {
        let mut states: Vec<_> = (0..2).map(|number| self.state_of(number)).collect();
        if self.folder.is_some() {
            let report = self.answer("workspace/diagnostic", json!({"previousResultIds": []}));
            states.push(report);
        }
        states
    }

    /// The text, the diagnostics and what else is compared of a document.
    fn state_of(&mut self, number: usize) -> Value {
        let Some(Document { text, .. }) = &self.documents[number] else { return Value::Null };
        let whole = json!({"start": position(text, 0), "end": position(text, text.len())});
        let params = json!({"textDocument": {"uri": self.uri(number)}, "range": whole});
        let text = self.answer("crdls/text", params.clone())["text"].take();
        let items = self.answer("textDocument/diagnostic", params.clone())["items"].take();
        let mut state = json!({"text": text, "items": items});
        for method in COMPARED {
            state[method] = self.answer(&format!("textDocument/{method}"), params.clone());
        }
        // Numbers of states.
        state["semanticTokens/full"]["resultId"].take();
        for lens in state["codeLens"].as_array_mut().into_iter().flatten() {
            lens["data"]["generation"].take();
        }
        state
    }

    /// The result of a request, which is made again where the server says that what it knew has changed meanwhile.
    fn answer(&mut self, method: &str, params: Value) -> Value {
        for _ in 0..RETRIES {
            self.client.ask(method, params.clone());
            let mut answer = self.client.settle();
            if answer["error"]["data"]["retriggerRequest"] != true {
                return answer["result"].take();
            }
        }
        panic!("{method} is to be made again, and again")
    }
}
