//! A long session with the language server: bursts of edits and requests over many open files, whose texts are what
//! they were after each burst, so that memory that grows is memory that leaks.
//!
//! Knows what is typed and asked, and measures; prints nothing. Needs the program, and Linux for its memory.

use std::path::Path;
use std::time::Duration;

use crdls_text::{Edit, TextRange};
use serde_json::{Value, json};

use super::Seeds;
use super::client::{Answered, Client, at_position, position, split_line_end};
use super::inputs::ASKED;
use crate::generate::edits::{boundary, gentle_edit, random_edit};
use crate::random::Random;

/// How many files are open.
pub const FILES: usize = 50;

/// The smallest manifest that is opened, in bytes: an author's CRD is not smaller.
const SMALLEST: usize = 3_000;

/// The most edits of a burst; they are undone at its end.
const BURST: usize = 20;

/// A session that goes on for as long as one calls [`LongSession::burst`].
pub struct LongSession {
    client: Client,
    random: Random,
    documents: Vec<Document>,
    /// How many edits were made.
    pub edits: u64,
    /// Every request that was answered.
    pub requests: Vec<TimedRequest>,
}

/// A request and the time until its answer arrived.
#[derive(Clone, Debug)]
pub struct TimedRequest {
    /// The method, without `textDocument/`.
    pub method: String,
    pub took: Duration,
    /// The CPU time that the server used meanwhile, for this request and anything else: on a busy machine the time
    /// that the request takes by itself is at most about this. `None` where the system does not report it.
    pub cpu: Option<Duration>,
    /// The size of the document that it was about, in bytes.
    pub document_bytes: usize,
}

#[derive(Debug)]
struct Document {
    uri: String,
    text: String,
    version: i64,
}

impl std::fmt::Debug for LongSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LongSession").field("edits", &self.edits).finish_non_exhaustive()
    }
}

impl LongSession {
    /// Starts the server and opens files made of the seeds' manifests.
    pub fn start(program: &Path, seeds: &Seeds, mut random: Random) -> Self {
        let mut client = Client::start(program, None);
        let large: Vec<_> = seeds.manifests.iter().filter(|text| text.len() >= SMALLEST).collect();
        let document = |number| {
            let text = random.pick(&large).copied().cloned().unwrap_or_default();
            Document { uri: format!("file:///torture/{number}.yaml"), text, version: 1 }
        };
        let documents: Vec<_> = (0..FILES).map(document).collect();
        documents.iter().for_each(|document| document.open(&mut client));
        Self { client, random, documents, edits: 0, requests: Vec::new() }
    }

    /// Edits one file a few times with requests in between, takes the edits back, and waits for all answers.
    pub fn burst(&mut self) {
        let number = self.random.below(self.documents.len());
        let (random, client) = (&mut self.random, &mut self.client);
        let Some(document) = self.documents.get_mut(number) else { return };
        if random.below(40) == 0 {
            document.close(client);
            document.open(client);
        }
        let (mut inverses, before) = (Vec::new(), document.text.clone());
        for _ in 0..1 + random.below(BURST) {
            let edit = if random.below(8) == 0 { random_edit } else { gentle_edit }(random, &document.text);
            inverses.extend(document.change(client, edit));
            if random.below(3) == 0 {
                document.ask(client, random);
            }
            if random.below(20) == 0 {
                client.notify("$/cancelRequest", json!({ "id": client.last_request() }));
            }
        }
        self.edits += 2 * inverses.len() as u64;
        document.ask(client, random);
        while let Some(inverse) = inverses.pop()
            && document.change(client, inverse).is_some()
        {}
        if document.text != before {
            document.replace(client, before);
        }
        let bytes = document.text.len();
        client.ask("textDocument/diagnostic", json!({"textDocument": {"uri": document.uri}}));
        client.settle();
        let timed = |Answered { method, took, cpu }| TimedRequest {
            method: method.trim_start_matches("textDocument/").to_owned(),
            took,
            cpu,
            document_bytes: bytes,
        };
        self.requests.extend(client.take_answered().into_iter().map(timed));
    }

    /// The memory of the server that is resident and not backed by a file, in kB; `None` where the system does not
    /// say it.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.client.process())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Panics where the server's texts are not those that the edits make; ends it.
    pub fn end(mut self) {
        for document in &self.documents {
            self.client.ask("crdls/text", json!({"textDocument": {"uri": document.uri}}));
            let held = self.client.settle()["result"]["text"].take();
            assert_eq!(held, json!(document.text), "the text of {}", document.uri);
        }
        let status = self.client.shut_down();
        assert_eq!(status.code(), Some(0), "the server's status");
    }
}

impl Document {
    fn open(&self, client: &mut Client) {
        let item = json!({"uri": self.uri, "languageId": "yaml", "version": self.version, "text": self.text});
        client.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    fn close(&self, client: &mut Client) {
        client.notify("textDocument/didClose", json!({"textDocument": {"uri": self.uri}}));
    }

    /// Makes an edit; the edit that takes it back. `None` where no position means its ends.
    fn change(&mut self, client: &mut Client, edit: Edit) -> Option<Edit> {
        let (from, to) = (edit.range.start as usize, edit.range.end as usize);
        let removed = self.text.get(from..to)?.to_owned();
        if split_line_end(&self.text, from) || split_line_end(&self.text, to) {
            return None;
        }
        let range = json!({"start": position(&self.text, from), "end": position(&self.text, to)});
        let end = from + edit.new_text.len();
        self.text.replace_range(from..to, &edit.new_text);
        self.notify_change(client, json!({"range": range, "text": edit.new_text}));
        Some(Edit { range: TextRange::new(from as u32, end as u32), new_text: removed })
    }

    /// Gives the document another text as a whole.
    fn replace(&mut self, client: &mut Client, text: String) {
        self.notify_change(client, json!({ "text": text }));
        self.text = text;
    }

    fn notify_change(&mut self, client: &mut Client, change: Value) {
        self.version += 1;
        let identifier = json!({"uri": self.uri, "version": self.version});
        client.notify(
            "textDocument/didChange",
            json!({"textDocument": identifier, "contentChanges": [change]}),
        );
    }

    fn ask(&self, client: &mut Client, random: &mut Random) {
        let at = position(&self.text, boundary(&self.text, random.below(self.text.len() + 1)));
        let of_documents = ASKED.into_iter().filter(|method| method.starts_with("textDocument/"));
        let method = random.pick(&of_documents.collect::<Vec<_>>()).copied().unwrap_or_default();
        client.ask(method, at_position(&self.uri, &at));
    }
}
