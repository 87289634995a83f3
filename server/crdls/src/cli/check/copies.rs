//! What is said of a CRD, said of one of its copies.
//!
//! A repository has the same CRD in its sources, in a chart and in a bundle. Hints and information on it are reported
//! at the first, in the order of the files; an error or a warning is reported in each, as each is a file to fix.

use std::collections::BTreeMap;

use crdls_ide::FileFinding;
use crdls_resource::{Index, IndexedCrd};
use crdls_schema::{PathStep, Severity};

use super::text::CheckedText;

/// Where the same advice on a CRD was given first: the numbers of the text and of the document.
type First = BTreeMap<(String, &'static str, Vec<PathStep>), (usize, usize)>;

/// Leaves out hints and information on a CRD that a CRD of the same name before it has, too.
pub(super) fn report_once(texts: &mut [CheckedText], crds: &Index) {
    let mut first = First::new();
    for (number, text) in texts.iter_mut().enumerate() {
        let own: Vec<_> = crds.of_source(&text.source.name).collect();
        text.findings.retain(|found| {
            let Some(key) = key(found, &own) else { return true };
            let here = (number, found.document);
            *first.entry(key).or_insert(here) == here
        });
    }
}

/// What makes a piece of advice the same in a copy: the CRD's name, the code, and the path in it.
fn key(found: &FileFinding, own: &[&IndexedCrd]) -> Option<(String, &'static str, Vec<PathStep>)> {
    let finding = &found.finding;
    let is_minor = matches!(finding.severity, Severity::Hint | Severity::Information);
    if finding.server.is_some() || !is_minor {
        return None;
    }
    let (name, path) = own.iter().filter(|known| known.number() == found.document).find_map(|known| {
        let path = finding.path.steps().strip_prefix(known.prefix().steps())?;
        Some((known.header().metadata().name(), path))
    })?;
    (!name.is_empty()).then(|| (name.to_owned(), finding.code.name, path.to_vec()))
}
