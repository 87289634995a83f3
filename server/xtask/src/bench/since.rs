//! `cargo dev bench since`: what the comparison with a commit costs an edit of a large CRD.
//!
//! Two servers in one run, one with `since: off` and one with `since: HEAD`, get the same edits in turn. The CRD is
//! committed to a repository in a temporary folder; needs git. A release is built and measured, or the program that
//! `CRDLS_SERVER` names.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use super::{Typist, corpus, median, millis, percentile, program};
use crate::build::{self, Profile};
use crate::files::{self, Scratch};

const EDITS: usize = 60;
/// How long the editor waits between diagnostics and the next edit: somebody types, and somebody types slowly enough
/// that a comparison is under way.
const PAUSES: [u64; 3] = [30, 180, 300];
/// The breaking change that is typed: a line below one that has `type: string`.
const CHANGE: (&str, &str) = ("maxLength: 3", "max-length-added");
const SIZES: std::ops::Range<u64> = 2_000_000..2_500_000;

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let crds = files::below(&corpus(root)?.join("crds"))?;
    let is_large = |path: &PathBuf| fs::metadata(path).is_ok_and(|meta| SIZES.contains(&meta.len()));
    let server = program(root, Profile::Release)?;
    let folder = Scratch::new("since");
    crds.iter().filter(|path| is_large(path)).try_for_each(|path| {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("{}, {:.1} MB, median of {EDITS} edits each", files::name(path), text.len() as f64 / 1e6);
        measured(&server, &folder, text)
    })
}

/// An editor with the CRD open.
struct Side {
    typist: Typist,
    /// The line in which something is typed, and the column.
    word: [usize; 2],
    /// The line below which the breaking change is typed, and its indentation.
    field: [usize; 2],
}

impl Side {
    fn new(server: &Path, folder: &Path, since: &str, text: &str) -> Result<Self, String> {
        let folder = folder.join(since);
        files::write(&folder, "crd.yaml", text)?;
        files::write(&folder, "crdls.toml", format!("since = '{since}'\n"))?;
        let author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
        for args in [&["init", "-q"][..], &["add", "-A"], &["commit", "-q", "-m", "first"]] {
            build::call(Command::new("git").arg("-C").arg(&folder).args(author).args(args))?;
        }
        let mut typist = Typist::open(server, &folder, "crd.yaml".as_ref(), "yaml", text)?;
        typist.diagnostics()?;
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
        Ok(Self { typist, word, field: at("type: string")? })
    }

    /// Types a letter into a description, or takes it back. Returns the time until its diagnostics.
    fn letter(&mut self) -> Result<Duration, String> {
        self.typist.letter(self.word, "x")?;
        self.typist.diagnostics()?;
        Ok(self.typist.took())
    }

    /// Types the breaking change. Returns the times until the diagnostics of the edit, and until they have the change,
    /// and takes it back.
    fn change(&mut self) -> Result<[Duration; 2], String> {
        let [line, indent] = self.field;
        let text = format!("{}{}\n", " ".repeat(indent), CHANGE.0);
        self.typist.replace([[line + 1, 0]; 2], &text)?;
        let mut found = self.typist.diagnostics()?;
        let first = self.typist.took();
        let is_found = |found: &Value| {
            let mut all = found["params"]["diagnostics"].as_array().into_iter().flatten();
            all.any(|found| found["code"] == CHANGE.1)
        };
        while !is_found(&found) {
            found = self.typist.diagnostics()?;
        }
        let last = self.typist.took();
        self.typist.replace([[line + 1, 0], [line + 2, 0]], "")?;
        self.typist.diagnostics()?;
        Ok([first, last])
    }
}

fn measured(server: &Path, folder: &Path, text: String) -> Result<(), String> {
    let [mut off, mut on] =
        [Side::new(server, folder, "off", &text)?, Side::new(server, folder, "HEAD", &text)?];
    println!(
        "  {:<52} {:>8} {:>8} {:>7} {:>16}",
        "from an edit to its diagnostics, ms", "off", "HEAD", "ratio", "of the quartiles"
    );
    for pause in PAUSES {
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..EDITS {
            for (side, times) in [&mut off, &mut on].into_iter().zip(&mut times) {
                std::thread::sleep(Duration::from_millis(pause));
                times.push(side.letter()?);
            }
        }
        let [off, on] = times.each_ref().map(|times| millis(median(times)));
        // What else the machine does only ever adds.
        let [few_off, few_on] = times.map(|times| millis(percentile(&times, 25)));
        let what = format!("an edit {pause} ms after the last one");
        println!("  {what:<52} {off:>8.2} {on:>8.2} {:>7.2} {:>16.2}", on / off, few_on / few_off);
    }
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..EDITS / 4 {
        let [first, last] = on.change()?;
        times[0].push(first);
        times[1].push(last);
    }
    let [first, last] = times.map(|times| millis(median(&times)));
    println!("  {:<52} {:>8} {first:>8.2}", "a breaking change: diagnostics of the edit", "");
    println!("  {:<52} {:>8} {last:>8.2}", "a breaking change: the change as a diagnostic", "");
    Ok(())
}
