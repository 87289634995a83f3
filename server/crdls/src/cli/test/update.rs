//! `--update`: what the server answers becomes what the cases expect.
//!
//! Must not know how an expectation is written.

use std::collections::BTreeMap;

use crdls_suite::{Outcome as CaseOutcome, accepting};
use crdls_text::Edit;

use super::super::outcome::{Outcome, say, trouble, warn};
use super::plan::SuiteFile;
use crate::render::{SuiteRun, count};
use crdls_system::files::{replace, unwritten};

/// Writes the answers of the cases that failed into their suites. A case that is answered differently by different CRDs
/// or minors stays as it is.
pub(crate) fn write(suites: &[SuiteFile], runs: &[SuiteRun<'_>]) -> Outcome {
    let mut outcome = Outcome::Clean;
    for file in suites {
        let Some(path) = &file.path else { continue };
        let edits = edits(file, runs);
        if edits.is_empty() {
            continue;
        }
        let mut text = file.source.file().text().to_owned();
        let mut all: Vec<&Edit> = edits.values().flatten().collect();
        all.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
        let applied = all.into_iter().all(|edit| edit.apply(&mut text));
        let written = if applied { replace(path, &text) } else { Ok(()) };
        match written {
            Ok(()) => say(format_args!("{}: {} updated", file.source.name, count(edits.len(), "case"))),
            Err(err) => {
                outcome = trouble(unwritten(&file.source.name, &err));
            }
        }
    }
    outcome
}

/// The edits of the cases of a suite, by where a case is written.
fn edits(file: &SuiteFile, runs: &[SuiteRun<'_>]) -> BTreeMap<(u32, u32), Vec<Edit>> {
    let parsed = file.source.file();
    let root =
        parsed.tree().documents().iter().find_map(|document| parsed.tree().root(parsed.text(), document));
    let mut answers: BTreeMap<(u32, u32), Vec<Option<Vec<Edit>>>> = BTreeMap::new();
    let own = runs.iter().filter(|run| std::ptr::eq(run.suite, &file.suite));
    for ran in own.flat_map(|run| &run.cases) {
        let edits = match ran.result.outcome {
            CaseOutcome::Passed => None,
            _ => root.and_then(|root| accepting(root, ran.case, &ran.result)),
        };
        answers.entry((ran.case.range.start, ran.case.range.end)).or_default().push(edits);
    }
    let mut found = BTreeMap::new();
    for (case, answers) in answers {
        let Some(Some(first)) = answers.iter().find(|answer| answer.is_some()) else { continue };
        if answers.iter().all(|answer| answer.as_ref() == Some(first)) {
            found.insert(case, first.clone());
        } else {
            let at = file.source.position(case.0);
            warn(format_args!("{}:{at}: not updated: the answers differ", file.source.name));
        }
    }
    found
}
