//! What crdls knowingly says otherwise than the API server: `tests/oracle/differences.toml`. An entry excuses one
//! code in one file, and is an error where it excuses nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::corpus;
use crate::verdicts::Difference;

/// The comparison that reads an entry, told by its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'v> {
    /// The corpus' CRDs as this version of the server judges them: `1.31 mutated/…`; empty for the newest.
    Crds(&'v str),
    /// The corpus' custom resources: `instances/…`.
    Instances,
    /// `OLD -> NEW`.
    Updates,
    /// The corpus' updates of custom resources: `updates/random.jsonl NAME`.
    CustomResourceUpdates,
    /// Fixtures, examples and the examples of pages.
    Texts,
}

impl<'f> Part<'f> {
    fn of(file: &'f str) -> Self {
        let (version, path) =
            file.split_once(' ').filter(|(version, _)| version.starts_with("1.")).unwrap_or(("", file));
        let is_in = |folder: &&str| path.strip_prefix(*folder).is_some_and(|rest| rest.starts_with('/'));
        if file.contains(" -> ") {
            Self::Updates
        } else if is_in(&"updates") {
            Self::CustomResourceUpdates
        } else if is_in(&"instances") {
            Self::Instances
        } else if crate::verdicts::FOLDERS.iter().any(is_in) {
            Self::Crds(version)
        } else {
            Self::Texts
        }
    }
}

/// The entries of one comparison, and which of them it has used.
#[derive(Clone, Debug, Default)]
pub struct Differences {
    /// The reason by file and code.
    known: BTreeMap<(String, String), String>,
    used: BTreeSet<(String, String)>,
}

impl Differences {
    /// Those of a comparison.
    pub fn of(part: Part<'_>) -> Self {
        let known = all().into_iter().filter(|((file, _), _)| Part::of(file) == part).collect();
        Self { known, used: BTreeSet::new() }
    }

    /// Whether a difference in a file has an entry, which is used by that.
    pub fn excuse(&mut self, file: &str, code: &str) -> bool {
        let entry = (file.to_owned(), code.to_owned());
        let known = self.known.contains_key(&entry);
        if known {
            self.used.insert(entry);
        }
        known
    }

    /// The lines of the differences in a file that have no entry, each with its code.
    pub fn unexcused(&mut self, file: &str, differences: Vec<Difference>) -> Vec<String> {
        let mut rest = differences;
        rest.retain(|difference| !self.excuse(file, &difference.code));
        rest.into_iter().map(|Difference { code, line }| format!("{line} ({code})")).collect()
    }

    /// A line for each entry that excused nothing. Prints those that did.
    pub fn stale(&self) -> Vec<String> {
        for ((file, code), reason) in self.known.iter().filter(|(entry, _)| self.used.contains(entry)) {
            println!("known: {file}: {code}: {reason}");
        }
        let stale = self.known.keys().filter(|entry| !self.used.contains(entry));
        stale.map(|(file, code)| format!("{file}: {code} does not differ any more")).collect()
    }
}

fn all() -> BTreeMap<(String, String), String> {
    let entries = entries("tests/oracle/differences.toml", "difference").into_iter();
    let entry = |[file, code, reason]: [String; 3]| ((file, code), reason);
    entries
        .map(|found| entry(["file", "code", "reason"].map(|key| found.get(key).cloned().unwrap_or_default())))
        .collect()
}

/// The tables of a name in a TOML file of the repository that has texts in double quotes, one a line, and nothing else.
pub fn entries(file: &str, table: &str) -> Vec<BTreeMap<String, String>> {
    let text = corpus::read(&corpus::repository().join(file));
    let written: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let member = |line: &str| {
        let (key, value) = line.split_once(" = \"")?;
        Some((key.to_owned(), value.rsplit_once('"')?.0.to_owned()))
    };
    let written = written.join("\n");
    let start = format!("[[{table}]]");
    let tables = written.split(&start).skip(1);
    tables.map(|entry| entry.lines().filter_map(member).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_is_read_by_one_comparison() {
        assert_eq!(Part::of("mutated/a.yaml"), Part::Crds(""));
        assert_eq!(Part::of("1.31 crds/a.yaml"), Part::Crds("1.31"));
        assert_eq!(Part::of("instances/a.yaml"), Part::Instances);
        assert_eq!(Part::of("crds/a.yaml -> crds/b.yaml"), Part::Updates);
        assert_eq!(Part::of("updates/random.jsonl r0001"), Part::CustomResourceUpdates);
        assert_eq!(Part::of("tests/rules/a.yaml"), Part::Texts);
    }

    #[test]
    fn an_entry_excuses_one_code_in_one_file_and_is_stale_unused() {
        let entry = ("a".to_owned(), "x".to_owned());
        let mut known = Differences { known: [(entry, String::new())].into(), used: BTreeSet::new() };
        assert_eq!((known.excuse("a", "y"), known.excuse("b", "x"), known.stale().len()), (false, false, 1));
        assert_eq!((known.excuse("a", "x"), known.stale().len()), (true, 0));
    }
}
