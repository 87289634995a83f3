//! What the two say of a manifest, and where that differs.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crdls_crd::Minor;
use serde_json::{Value, json};

use super::yaml;
use crate::verdicts::{self, Recorded, Said, Verdict};

/// The two sides: the oracle's program, and the minor that it speaks for.
#[derive(Clone, Debug)]
pub struct Sides {
    pub oracle: PathBuf,
    pub minor: Minor,
    /// Only whether a manifest is taken, not in which words.
    pub only_whether: bool,
}

/// What came of a batch: each manifest on which the two differ, with the lines.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub different: Vec<(Value, Vec<String>)>,
    pub compared: usize,
    pub accepted: usize,
}

impl Sides {
    /// Asks both of many manifests, the oracle while crdls works.
    pub fn ask(&self, manifests: Vec<Value>) -> std::io::Result<Asked> {
        let texts: Vec<_> = manifests.iter().map(yaml).collect();
        let (theirs, ours) = std::thread::scope(|scope| {
            let theirs = scope.spawn(|| lines(&self.oracle, &texts));
            let ours: Vec<_> = texts.iter().map(|text| self.ours(text)).collect();
            (theirs.join(), ours)
        });
        let theirs = theirs.map_err(|_| std::io::Error::other("the oracle's thread panicked"))??;
        if theirs.len() != texts.len() {
            let last = texts.get(theirs.len()).cloned().unwrap_or_default();
            return Err(std::io::Error::other(format!("the oracle gave no answer to\n{last}")));
        }
        let mut asked = Asked::default();
        for ((manifest, line), ours) in manifests.into_iter().zip(theirs).zip(ours) {
            let Some(theirs) = of_answer(&line) else { continue };
            asked.compared += 1;
            asked.accepted += usize::from(theirs.verdict.errors.is_empty());
            let lines = self.difference(&theirs, &ours);
            if !lines.is_empty() {
                asked.different.push((manifest, lines));
            }
        }
        Ok(asked)
    }

    fn ours(&self, text: &str) -> Verdict {
        verdicts::ours(text.to_owned(), self.minor).remove(&0).unwrap_or_default()
    }

    /// What only one of the two says.
    fn difference(&self, theirs: &Recorded, ours: &Verdict) -> Vec<String> {
        let ours = ours.beside(&theirs.verdict);
        if self.only_whether {
            return whether(&theirs.verdict, &ours);
        }
        verdicts::difference(&theirs.verdict, &ours, |said| !chance(said) && !theirs.cut.contains(&said.1))
    }
}

/// Whether both take it, unknown fields refused.
fn whether(theirs: &Verdict, ours: &Verdict) -> Vec<String> {
    let unknown = |verdict: &Verdict| verdict.warnings.iter().any(|said| said.0 == "StrictDecoding");
    let refuses = |verdict: &Verdict| !verdict.errors.is_empty() || unknown(verdict);
    let side = match (refuses(theirs), refuses(ours)) {
        (true, false) => verdicts::SERVER,
        (false, true) => verdicts::OURS,
        _ => return Vec::new(),
    };
    let said = theirs.errors.iter().chain(&ours.errors).chain(&theirs.warnings).chain(&ours.warnings);
    said.take(3).map(|said| verdicts::line(side, said)).collect()
}

/// Which of several dear rules the server names is chance.
fn chance(said: &Said) -> bool {
    said.2.starts_with("contributed to estimated rule")
}

/// The verdict on the one document of a request; `None` where nothing can be compared.
fn of_answer(answer: &Value) -> Option<Recorded> {
    let line = answer["verdicts"].as_array()?.first()?;
    let mut found = verdicts::of_line(line);
    if line["kind"] == "unknown" {
        // What is no object is none of ours.
        if line["decode"][0].as_str().is_some_and(|words| words.ends_with("unstructured.detector")) {
            return None;
        }
        verdicts::unreadable(line, &mut found.verdict);
        return (!found.verdict.errors.is_empty()).then_some(found);
    }
    (!found.silent).then_some(found)
}

fn start(oracle: &Path) -> std::io::Result<Child> {
    Command::new(oracle)
        .args(["serve", "--no-costs", "--no-values"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
}

fn lines(oracle: &Path, texts: &[String]) -> std::io::Result<Vec<Value>> {
    let mut child = start(oracle)?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let answers = std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut stdin = stdin?;
            texts.iter().try_for_each(|text| writeln!(stdin, "{}", json!({ "text": text }))).ok()
        });
        let lines = stdout.into_iter().flat_map(|out| BufReader::new(out).lines());
        lines.map(|line| Ok(serde_json::from_str(&line?)?)).collect()
    });
    child.wait()?;
    answers
}

/// An oracle that is asked one by one.
#[derive(Debug)]
pub struct Oracle {
    sides: Sides,
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Oracle {
    pub fn start(sides: &Sides) -> std::io::Result<Self> {
        let mut child = start(&sides.oracle)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or_else(|| std::io::Error::other("the oracle has no pipes"))?;
        Ok(Self { sides: sides.clone(), child, stdin, stdout: BufReader::new(stdout) })
    }

    /// Where the two differ on a manifest.
    pub fn difference(&mut self, manifest: &Value) -> Vec<String> {
        let text = yaml(manifest);
        let mut line = String::new();
        let asked = writeln!(self.stdin, "{}", json!({ "text": text })).and_then(|()| self.stdin.flush());
        if asked.and_then(|()| self.stdout.read_line(&mut line)).is_err() {
            return Vec::new();
        }
        let answer: Value = serde_json::from_str(&line).unwrap_or_default();
        let ours = self.sides.ours(&text);
        of_answer(&answer).map_or(Vec::new(), |theirs| self.sides.difference(&theirs, &ours))
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The kinds of difference: lines without places, names and numbers.
pub fn signatures(lines: &[String]) -> BTreeSet<String> {
    lines.iter().map(|line| signature(line)).collect()
}

fn signature(line: &str) -> String {
    let (head, detail) = line.split_once(": ").unwrap_or((line, ""));
    let head: Vec<_> = head.split_whitespace().take(2).collect();
    let mut words = String::new();
    let mut quote = None;
    for c in detail.chars().take(400) {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '`' | '\'') => quote = Some(c),
            (Some(_), _) | (None, '0'..='9') => {}
            (None, c) => words.push(c),
        }
    }
    format!("{} {}", head.join(" "), words.chars().take(90).collect::<String>())
}
