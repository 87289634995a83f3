//! What all suites of a run cover of each CRD.
//!
//! Must not know how a rule is found to hold or to fail.

use super::super::outcome::{Outcome, say};
use crate::render::{CrdCoverage, SuiteRun};

/// What all suites cover of each CRD, the least covered first.
pub(super) fn of_crds(runs: &[SuiteRun<'_>]) -> Vec<CrdCoverage> {
    let mut crds: Vec<CrdCoverage> = Vec::new();
    for run in runs.iter().filter(|run| !run.coverage.is_empty()) {
        let Some(file) = &run.crd_file else { continue };
        let crd = match crds.iter().position(|crd| crd.file == *file) {
            Some(at) => crds.get_mut(at),
            None => {
                crds.push(CrdCoverage { file: file.clone(), points: Vec::new() });
                crds.last_mut()
            }
        };
        let Some(crd) = crd else { continue };
        for point in &run.coverage {
            match crd.points.iter_mut().find(|known| known.path == point.path) {
                Some(known) => known.add(point),
                None => crd.points.push(point.clone()),
            }
        }
    }
    crds.sort_by(|a, b| a.percent().cmp(&b.percent()).then_with(|| a.file.cmp(&b.file)));
    crds
}

/// Whether each CRD is covered by so many percent.
pub(super) fn least(crds: &[CrdCoverage], least: Option<u8>) -> Outcome {
    let Some(least) = least else { return Outcome::Clean };
    let mut outcome = Outcome::Clean;
    for crd in crds.iter().filter(|crd| crd.percent() < usize::from(least)) {
        say(format_args!("error: {}: coverage is {}%, below the required {least}%", crd.file, crd.percent()));
        outcome = Outcome::Errors;
    }
    outcome
}
