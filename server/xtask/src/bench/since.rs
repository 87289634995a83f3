//! `cargo dev bench since`: what the comparison with a commit costs an edit of a large CRD.
//!
//! Two servers in one run, one with `since: off` and one with `since: HEAD`, get the same edits in turn. The CRD is
//! committed to a repository in a temporary folder; needs git. A release is built and measured, or the program that
//! `CRDLS_SERVER` names.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Editor, corpus, median, program};
use crate::build::{self, Profile};

const EDITS: usize = 60;
/// How long the editor waits between diagnostics and the next edit: somebody types, and somebody types slowly enough
/// that a comparison is under way.
const PAUSES: [u64; 3] = [30, 180, 300];
/// The breaking change that is typed: a line below one that has `type: string`.
const CHANGE: (&str, &str) = ("maxLength: 3", "max-length-added");
const SIZES: std::ops::Range<u64> = 2_000_000..2_500_000;

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let crds = super::workspace::files(&corpus(root)?.join("crds"))?;
    let is_large = |path: &PathBuf| fs::metadata(path).is_ok_and(|meta| SIZES.contains(&meta.len()));
    let server = program(root, Profile::Release)?;
    let folder = std::env::temp_dir().join(format!("crdls-since-{}", std::process::id()));
    let done = crds.iter().filter(|path| is_large(path)).try_for_each(|path| {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("{}, {:.1} MB, median of {EDITS} edits each", file_name(path), text.len() as f64 / 1e6);
        measured(&server, &folder, text)
    });
    let _ = fs::remove_dir_all(&folder);
    done
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().display().to_string()
}

/// An editor with the CRD open.
struct Typist {
    editor: Editor,
    uri: String,
    version: i64,
    /// The line in which something is typed, and the column.
    word: [usize; 2],
    /// The line below which the breaking change is typed, and its indentation.
    field: [usize; 2],
}

impl Typist {
    fn new(server: &Path, folder: &Path, since: &str, text: &str) -> Result<Self, String> {
        let folder = folder.join(since);
        fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        fs::write(folder.join("crd.yaml"), text).map_err(|e| e.to_string())?;
        fs::write(folder.join("crdls.toml"), format!("since = '{since}'\n")).map_err(|e| e.to_string())?;
        let author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
        for args in [&["init", "-q"][..], &["add", "-A"], &["commit", "-q", "-m", "first"]] {
            build::call(Command::new("git").arg("-C").arg(&folder).args(author).args(args))?;
        }
        let uri = |path: &Path| format!("file://{}", path.display());
        let folders = json!([{"uri": uri(&folder), "name": ""}]);
        let mut editor = Editor::start(Command::new(server).arg("lsp").current_dir(&folder), folders)?;
        let file = uri(&folder.join("crd.yaml"));
        editor.open(&file, text)?;
        editor.until(|message| message["method"] == "textDocument/publishDiagnostics")?;
        let middle = text.lines().count() / 2;
        let at = |start: &str| {
            // No header of a text that follows.
            let is_whole = |line: &str| !line.ends_with(['|', '>', '-', '+']);
            let mut lines = text.lines().enumerate().skip(middle);
            let found = lines.find(|(_, line)| line.trim_start().starts_with(start) && is_whole(line));
            let (number, line) = found.ok_or(format!("the CRD has no line {start:?} in its second half"))?;
            Ok::<_, String>([number, line.len() - line.trim_start().len()])
        };
        let [line, indent] = at("description: ")?;
        let word = [line, indent + "description: ".len()];
        Ok(Self { editor, uri: file, version: 0, word, field: at("type: string")? })
    }

    /// Edits, and waits for the diagnostics of the edit. Returns the time, and the diagnostics.
    fn edited(&mut self, from: [usize; 2], to: [usize; 2], text: &str) -> Result<(Instant, Value), String> {
        self.version += 1;
        let start = Instant::now();
        self.editor.replace(&self.uri, self.version, [from, to], text)?;
        Ok((start, self.diagnostics()?))
    }

    fn diagnostics(&mut self) -> Result<Value, String> {
        let (uri, version) = (&self.uri, self.version);
        let is_of_edit = |message: &Value| {
            let params = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri.as_str()
                && params["version"] == version
        };
        self.editor.until(is_of_edit)
    }

    /// Types a letter into a description, or takes it back. Returns the time until its diagnostics.
    fn letter(&mut self, number: usize) -> Result<Duration, String> {
        let [line, column] = self.word;
        let (end, text) = if number.is_multiple_of(2) { (column, "x") } else { (column + 1, "") };
        let (start, _) = self.edited([line, column], [line, end], text)?;
        Ok(start.elapsed())
    }

    /// Types the breaking change. Returns the times until the diagnostics of the edit, and until they have the change,
    /// and takes it back.
    fn change(&mut self) -> Result<[Duration; 2], String> {
        let [line, indent] = self.field;
        let text = format!("{}{}\n", " ".repeat(indent), CHANGE.0);
        let (start, mut found) = self.edited([line + 1, 0], [line + 1, 0], &text)?;
        let first = start.elapsed();
        let is_found = |found: &Value| {
            let mut all = found["params"]["diagnostics"].as_array().into_iter().flatten();
            all.any(|found| found["code"] == CHANGE.1)
        };
        while !is_found(&found) {
            found = self.diagnostics()?;
        }
        let last = start.elapsed();
        self.edited([line + 1, 0], [line + 2, 0], "")?;
        Ok([first, last])
    }
}

/// The time that a quarter of the edits did not exceed.
fn quartile(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 4).copied().unwrap_or_default()
}

fn measured(server: &Path, folder: &Path, text: String) -> Result<(), String> {
    let [mut off, mut on] =
        [Typist::new(server, folder, "off", &text)?, Typist::new(server, folder, "HEAD", &text)?];
    println!(
        "  {:<52} {:>8} {:>8} {:>7} {:>16}",
        "from an edit to its diagnostics, ms", "off", "HEAD", "ratio", "of the quartiles"
    );
    for pause in PAUSES {
        let mut times = [Vec::new(), Vec::new()];
        for number in 0..EDITS {
            for (typist, times) in [&mut off, &mut on].into_iter().zip(&mut times) {
                std::thread::sleep(Duration::from_millis(pause));
                times.push(typist.letter(number)?);
            }
        }
        let [off, on] = times.each_ref().map(|times| median(times).as_secs_f64() * 1e3);
        // What else the machine does only ever adds.
        let [few_off, few_on] = times.map(|times| quartile(times).as_secs_f64());
        let what = format!("an edit {pause} ms after the last one");
        println!("  {what:<52} {off:>8.2} {on:>8.2} {:>7.2} {:>16.2}", on / off, few_on / few_off);
    }
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..EDITS / 4 {
        let [first, last] = on.change()?;
        times[0].push(first);
        times[1].push(last);
    }
    let [first, last] = times.each_ref().map(|times| median(times).as_secs_f64() * 1e3);
    println!("  {:<52} {:>8} {first:>8.2}", "a breaking change: diagnostics of the edit", "");
    println!("  {:<52} {:>8} {last:>8.2}", "a breaking change: the change as a diagnostic", "");
    Ok(())
}
