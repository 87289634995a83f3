//! Findings in reviews, printed in the formats that both commands have.
//!
//! Must not know where the reviews come from.

use crdls_check::configured;
use crdls_ide::FileFinding;
use crdls_report::{Config, Finding, Severity};

use crate::cli::args::{Common, Format};
use crate::cli::layout::layout;
use crate::cli::outcome::{Outcome, print};
use crate::render::{CheckedSource, Source, Sources};

/// The formats of reports.
/// A review with what was found in it.
pub(super) struct CheckedReview {
    pub(super) source: Source,
    findings: Vec<FileFinding>,
}

impl CheckedReview {
    /// A review's text; severities are made what the settings say.
    pub(super) fn new(source: Source, findings: Vec<Finding>, config: &Config) -> Self {
        let mut findings: Vec<_> =
            configured(findings, config).into_iter().map(|finding| FileFinding::new(0, finding)).collect();
        findings.sort_by_key(|found| found.finding.sort_key());
        Self { source, findings }
    }

    /// Whether it has errors or warnings.
    pub(super) fn is_wrong(&self) -> bool {
        self.findings.iter().any(|found| found.finding.severity <= Severity::Warning)
    }
}

/// Prints the findings. `crds`: the texts that they may point into.
pub(super) fn print_findings(
    reviews: &[CheckedReview],
    crds: &[Source],
    (common, format): (&Common, Format),
    config: &Config,
) -> Outcome {
    let format = layout(format, common, config);
    let sources = Sources::new(reviews.iter().map(|review| &review.source).chain(crds));
    let with_findings = reviews.iter().filter(|review| !review.findings.is_empty());
    let checked = |review: &CheckedReview| {
        format.text(CheckedSource { source: &review.source, findings: &review.findings }, &sources)
    };
    let pieces: Vec<_> = with_findings.map(checked).collect();
    let printed = print([format.head(), pieces.join(format.between()), format.tail()]);
    let is_wrong = reviews.iter().any(CheckedReview::is_wrong);
    printed.max(if is_wrong { Outcome::Errors } else { Outcome::Clean })
}
