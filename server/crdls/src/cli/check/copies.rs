//! What is said of a CRD or a kind, said once.
//!
//! A repository has the same CRD in its sources, in a chart and in a bundle. Hints and information on it are reported
//! at one of them; an error or a warning is reported in each, as each is a file to fix. What several CRDs share is
//! reported at one of the objects that it concerns. That is the first one that the baseline knows, so that a file that
//! comes before it makes nothing new, and otherwise the first in the order of the files.

use std::collections::BTreeMap;

use crdls_ide::FileFinding;
use crdls_report::{PathStep, Severity};
use crdls_resource::{Index, IndexedCrd};

use super::baseline::Baseline;
use super::text::CheckedText;

/// What makes findings the same: the code, what they are about, and the path in it.
type Subject = (&'static str, String, Vec<PathStep>);

/// Where a finding is: whether the baseline does not know it, the numbers of the text and of the document, or of the
/// finding where one is reported in all documents together. The least is reported.
type Position = (bool, usize, usize);

/// Leaves one of the findings that say the same.
pub(super) fn report_once(texts: &mut [CheckedText], crds: &Index, baseline: Option<&Baseline>) {
    let positions = |number: usize, text: &CheckedText| -> Vec<Option<(Subject, Position)>> {
        let own: Vec<_> = crds.of_source(&text.source.name).collect();
        let knows = baseline.map(|baseline| baseline.knows(text));
        let position = |(at, found): (usize, &FileFinding)| {
            let (subject, at) = subject(found, at, &own)?;
            Some((subject, (!knows.as_ref().is_some_and(|knows| knows(found)), number, at)))
        };
        text.result.findings.iter().enumerate().map(position).collect()
    };
    let mut chosen: BTreeMap<Subject, Position> = BTreeMap::new();
    for (number, text) in texts.iter().enumerate() {
        for (subject, here) in positions(number, text).into_iter().flatten() {
            let best = chosen.entry(subject).or_insert(here);
            *best = here.min(*best);
        }
    }
    for (number, text) in texts.iter_mut().enumerate() {
        let mut positions = positions(number, text).into_iter();
        let is_chosen = |(subject, here)| chosen.get(&subject) == Some(&here);
        text.retain(|_| positions.next().flatten().is_none_or(is_chosen));
    }
}

/// What a finding says that others may say too, and its document; its number where one is enough for all documents.
fn subject(found: &FileFinding, number: usize, own: &[&IndexedCrd]) -> Option<(Subject, usize)> {
    let finding = &found.finding;
    if crdls_check::ONCE.contains(&finding.code) {
        return Some(((finding.code.name, finding.message.clone(), Vec::new()), number));
    }
    let is_minor = matches!(finding.severity, Severity::Hint | Severity::Information);
    if finding.server.is_some() || !is_minor {
        return None;
    }
    let (name, path) = own.iter().filter(|known| known.number() == found.document).find_map(|known| {
        let path = finding.path.steps().strip_prefix(known.prefix().steps())?;
        Some((known.header().metadata().name(), path))
    })?;
    (!name.is_empty()).then(|| ((finding.code.name, name.to_owned(), path.to_vec()), found.document))
}
