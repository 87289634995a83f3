//! A session with the language server: every request is answered once, no answer is an internal error, the server has
//! the text that the edits make, and its diagnostics are those of documents that are opened afresh; while a CRD does not
//! parse, what it judges is judged by its last text that did.

use crdls_yaml::Tree;
use serde_json::{Value, json};

use super::Seeds;
use super::client::{Client, at_position, position, split_line_end};
use crate::generate::edits::boundary;

pub(super) fn run(bytes: &[u8], seeds: &Seeds) {
    let Some(program) = &seeds.program else { return };
    let mut session = Session { client: Client::start(program), documents: [None, None] };
    for line in String::from_utf8_lossy(bytes).lines() {
        let Ok(step) = serde_json::from_str::<Value>(line) else { continue };
        session.step(&step);
    }
    session.end();
}

struct Session {
    client: Client,
    /// The text and the version of each open document.
    documents: [Option<(String, i64)>; 2],
}

fn uri(document: usize) -> String {
    format!("file:///torture/{document}.yaml")
}

impl Session {
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
            let id = self.client.last_request() + 1 - number("cancel") as i64;
            self.client.notify("$/cancelRequest", json!({ "id": id }));
        }
    }

    fn open(&mut self, document: usize, text: &str) {
        if self.documents[document].take().is_some() {
            self.client.notify("textDocument/didClose", json!({"textDocument": {"uri": uri(document)}}));
        }
        self.documents[document] = Some((text.to_owned(), 1));
        let item = json!({"uri": uri(document), "languageId": "yaml", "version": 1, "text": text});
        self.client.notify("textDocument/didOpen", json!({ "textDocument": item }));
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
        self.client.notify(
            "textDocument/didChange",
            json!({"textDocument": identifier, "contentChanges": [change]}),
        );
    }

    fn ask_at(&mut self, method: &str, document: usize, at: usize) {
        let Some((text, _)) = &self.documents[document] else { return };
        let at = position(text, boundary(text, at % (text.len() + 1)));
        self.client.ask(&format!("textDocument/{method}"), at_position(&uri(document), &at));
    }

    /// Waits for all answers, and compares what the server has with what it should have.
    fn end(mut self) {
        self.client.settle();
        let before = self.state();
        for (document, (open, state)) in self.documents.clone().into_iter().zip(&before).enumerate() {
            if let Some((text, _)) = open {
                assert_eq!(state["text"], json!(text), "the text of document {document}");
                self.open(document, &text);
            }
        }
        let fresh = self.state();
        let parses = |(text, _): &(String, i64)| Tree::parse(text).errors().is_empty();
        if self.documents.iter().flatten().all(parses) {
            assert_eq!(before, fresh, "the diagnostics of documents that are opened afresh");
        }
        let status = self.client.shut_down();
        assert_eq!(status.code(), Some(0), "the server's status");
    }

    /// The text and the diagnostics of each document.
    fn state(&mut self) -> Vec<Value> {
        let open: Vec<_> = (0..2).map(|document| self.documents[document].is_some()).collect();
        let of = |session: &mut Self, method: &str, document: usize| {
            session.client.ask(method, json!({"textDocument": {"uri": uri(document)}}));
            session.client.settle()["result"].take()
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
}
