//! What the two say of a manifest, and where that differs.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crdls_minors::Minor;
use serde_json::Value;

use crate::generate::yaml::plain;
use crate::oracle::Served;
use crate::verdicts::{self, Recorded, Said, Verdict};

/// The two sides: the oracle's program, and the minor whose code it has.
#[derive(Clone, Debug)]
pub struct Sides {
    pub oracle: PathBuf,
    pub minor: Minor,
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
        let texts: Vec<_> = manifests.iter().map(plain).collect();
        let (theirs, ours) = std::thread::scope(|scope| {
            let theirs = scope.spawn(|| verdicts::answers(&self.oracle, &texts));
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
        verdicts::difference(&theirs.verdict, &ours, |said| !chance(said) && !theirs.cut.contains(&said.1))
    }
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

/// An oracle that is asked one by one.
#[derive(Debug)]
pub struct Oracle {
    sides: Sides,
    served: Served,
}

impl Oracle {
    pub fn start(sides: &Sides) -> std::io::Result<Self> {
        Ok(Self { sides: sides.clone(), served: Served::start(&sides.oracle, &verdicts::SERVE)? })
    }

    /// Where the two differ on a manifest.
    pub fn difference(&mut self, manifest: &Value) -> Vec<String> {
        let text = plain(manifest);
        let theirs = self.served.ask(&text).ok().and_then(|answer| of_answer(&answer));
        theirs.map_or(Vec::new(), |theirs| self.sides.difference(&theirs, &self.sides.ours(&text)))
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
