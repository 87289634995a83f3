//! `crdls check --baseline`: findings that are known already.
//!
//! A finding is known by its file, code and path, so that lines may move. Must not know how a finding is made.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};

use crdls_check::codes;
use crdls_ide::FileFinding;
use serde::{Deserialize, Serialize};

use super::text::CheckedText;
use crate::cli::outcome::warn;
use crdls_system::files::{plain, reason, unwritten};
use crdls_system::seen;

/// The findings of a file, with the folder that the names of files in it start at.
#[derive(Debug)]
pub(super) struct Baseline {
    path: PathBuf,
    folder: PathBuf,
    known: Counts,
}

/// How often each finding is known.
type Counts = BTreeMap<KnownFinding, usize>;

/// What a finding is recognized by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct KnownFinding {
    /// From the folder of the baseline; an absolute path where the file is not in it, and `-` for standard input.
    file: String,
    code: String,
    path: String,
}

/// What the file holds.
#[derive(Default, Deserialize)]
struct BaselineFile {
    findings: Vec<Item>,
}

/// A finding in the file; `count` is left out where it is 1.
#[derive(Serialize, Deserialize)]
struct Item {
    #[serde(flatten)]
    finding: KnownFinding,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    count: usize,
}

const fn one() -> usize {
    1
}

const fn is_one(count: &usize) -> bool {
    *count == 1
}

impl fmt::Display for KnownFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, code, path } = self;
        if path.is_empty() { write!(f, "{file}: {code}") } else { write!(f, "{file}: {code} at `{path}`") }
    }
}

impl Baseline {
    /// Reads the file; one that is to be updated need not exist. The message where it cannot be used.
    pub(super) fn read(path: &Path, update: bool) -> Result<Self, String> {
        let folder = plain(path).parent().map(Path::to_owned).unwrap_or_default();
        let mut baseline = Self { path: path.to_owned(), folder, known: Counts::new() };
        let text = match seen::read_to_string(path) {
            Ok(text) => text,
            Err(_) if update && !seen::exists(path) => return Ok(baseline),
            Err(err) => {
                let help = if seen::exists(path) { "" } else { "; `--update-baseline` writes it" };
                return Err(format!("cannot read {}: {}{help}", path.display(), reason(&err)));
            }
        };
        let file: BaselineFile = serde_json::from_str(&text)
            .map_err(|err| format!("{} is not a baseline: {err}", path.display()))?;
        for Item { mut finding, count } in file.findings {
            finding.code = codes::present_name(&finding.code).to_owned();
            *baseline.known.entry(finding).or_default() += count;
        }
        Ok(baseline)
    }

    /// What tells the known findings of a text.
    pub(super) fn knows(&self, text: &CheckedText) -> impl Fn(&FileFinding) -> bool {
        let file = self.name(text);
        move |found| self.known.contains_key(&known_finding(&file, found))
    }

    /// Takes the known findings away and warns of those that are no longer found. Returns how many are known.
    pub(super) fn apply(&self, texts: &mut [CheckedText]) -> usize {
        let mut left = self.known.clone();
        let mut known = 0;
        for text in texts.iter_mut() {
            let file = self.name(text);
            text.retain(|found| {
                let Some(count) = left.get_mut(&known_finding(&file, found)).filter(|count| **count > 0)
                else {
                    return true;
                };
                *count -= 1;
                known += 1;
                false
            });
        }
        left.retain(|_, count| *count > 0);
        self.warn_of_stale(&self.judged(left, texts));
        known
    }

    fn warn_of_stale(&self, stale: &Counts) {
        const MOST: usize = 10;
        let name = self.path.display();
        for finding in stale.keys().take(MOST) {
            warn(format_args!("{name}: no longer found: {finding}"));
        }
        if let Some(more) = stale.len().checked_sub(MOST).filter(|more| *more > 0) {
            warn(format_args!("{name}: {more} more are no longer found"));
        }
        if !stale.is_empty() {
            warn(format_args!("{name}: `--update-baseline` removes what is no longer found"));
        }
    }

    /// Those of some findings whose files are among the texts, or do not exist any more.
    fn judged(&self, mut findings: Counts, texts: &[CheckedText]) -> Counts {
        let names: HashSet<String> = texts.iter().map(|text| self.name(text)).collect();
        findings.retain(|finding, _| {
            names.contains(&finding.file)
                || finding.file != "-" && !seen::exists(&self.folder.join(&finding.file))
        });
        findings
    }

    /// Writes the findings of the texts, and those that are known of files that were not checked, and takes them away.
    /// Returns how many are known now; the message where the file cannot be written.
    pub(super) fn update(&self, texts: &mut [CheckedText]) -> Result<usize, String> {
        let mut findings = self.known.clone();
        for gone in self.judged(self.known.clone(), texts).keys() {
            findings.remove(gone);
        }
        let mut known = 0;
        for text in texts.iter_mut() {
            let file = self.name(text);
            for found in text.findings_mut().drain(..) {
                *findings.entry(known_finding(&file, &found)).or_default() += 1;
                known += 1;
            }
        }
        let item = |(finding, count): (KnownFinding, usize)| {
            format!("    {}", serde_json::to_string(&Item { finding, count }).unwrap_or_default())
        };
        let items: Vec<_> = findings.into_iter().map(item).collect();
        let list = if items.is_empty() { String::new() } else { format!("\n{}\n  ", items.join(",\n")) };
        std::fs::write(&self.path, format!("{{\n  \"findings\": [{list}]\n}}\n"))
            .map_err(|err| unwritten(self.path.display(), &err))?;
        Ok(known)
    }

    fn name(&self, text: &CheckedText) -> String {
        let Some(path) = text.path().map(plain) else { return text.source.name.to_string() };
        let name = path.strip_prefix(&self.folder).unwrap_or(&path).to_string_lossy().into_owned();
        if cfg!(windows) { name.replace('\\', "/") } else { name }
    }
}

fn known_finding(file: &str, found: &FileFinding) -> KnownFinding {
    let finding = &found.finding;
    KnownFinding { file: file.into(), code: finding.code.name.into(), path: finding.path.to_string() }
}
