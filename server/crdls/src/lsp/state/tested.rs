//! What the cases of test suites come to, as a document shows it: a suite those of its own, a CRD those of the suites
//! that test it.
//!
//! It is found after the findings of a text, and kept until it is found anew: for the texts between, what the edits did
//! not touch is moved with them. Must not know how it is found.

use std::sync::Arc;

use crdls_ide::{File, FileFinding};
use crdls_text::{TextChange, TextRange};
use ls_types::Command;

use super::workers::LatestRun;
use crate::lsp::protocol::features::Refresh;

/// The tests of a document.
#[derive(Debug, Default)]
pub(crate) struct Tests {
    pub(crate) runs: LatestRun,
    found: Arc<TestResults>,
    /// How often the findings were others than before.
    pub(crate) number: u64,
}

/// What was found, and the text that it was found in.
#[derive(Clone, Debug, Default)]
pub(crate) struct TestResults {
    text: Arc<String>,
    pub(crate) findings: Vec<FileFinding>,
    pub(crate) lenses: Vec<TestLens>,
}

/// A code lens with what came out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TestLens {
    pub(crate) range: TextRange,
    pub(crate) command: Command,
}

impl Tests {
    /// Whether nothing is shown.
    pub(crate) fn is_empty(&self) -> bool {
        self.found.findings.is_empty() && self.found.lenses.is_empty()
    }

    /// Takes what was found in a text. Returns what differs from what was shown for it.
    pub(crate) fn take(&mut self, file: &File, found: TestResults) -> Vec<Refresh> {
        let shown = self.results(file);
        let findings_differ = shown.findings != found.findings;
        self.number += u64::from(findings_differ);
        let differs = Refresh::of(findings_differ, shown.lenses != found.lenses);
        self.found = Arc::new(TestResults { text: Arc::clone(file.shared_text()), ..found });
        differs
    }

    /// What was found last, as far as it is still in the text. Fixes are those of the text that it was found in.
    pub(crate) fn results(&self, file: &File) -> Arc<TestResults> {
        let TestResults { text, findings, lenses } = &*self.found;
        if self.is_empty() || Arc::ptr_eq(text, file.shared_text()) {
            return Arc::clone(&self.found);
        }
        let change = TextChange::between(text, file.text());
        let (mut findings, mut lenses) = (findings.clone(), lenses.clone());
        findings.retain_mut(|found| Arc::make_mut(&mut found.finding).moved_by(change));
        findings.iter_mut().for_each(|found| found.set_fixes(Vec::new()));
        lenses.retain_mut(|lens| change.moves(&mut lens.range));
        Arc::new(TestResults { text: Arc::clone(file.shared_text()), findings, lenses })
    }
}
