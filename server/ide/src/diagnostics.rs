//! Findings of a whole file.

use crdls_crd::document::{self, Old, Source};
use crdls_crd::{Config, Finding};

use crate::File;

/// A finding and the document that it is in, counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct FileFinding {
    pub document: usize,
    pub finding: Finding,
}

/// Everything to be said of a file, by document and place, severities as configured.
pub fn check(file: &File, config: &Config) -> Vec<FileFinding> {
    check_update(file, None, config)
}

/// The same, where CRDs of the file may replace old ones.
pub fn check_update(file: &File, old: Option<&Old>, config: &Config) -> Vec<FileFinding> {
    let source =
        Source { text: file.text(), tree: file.tree(), invalid: file.invalid(), patch: file.is_patch(), old };
    let documents = file.tree().documents().iter().enumerate();
    let findings = documents.flat_map(|(number, document)| {
        let findings = document::configured(document::check(source, document, config), config);
        findings.into_iter().map(move |finding| FileFinding { document: number, finding })
    });
    // That a file is a template is said once.
    let mut said = false;
    let is_new = |found: &FileFinding| {
        let again = said && *found.finding.rule == document::TEMPLATE;
        said |= *found.finding.rule == document::TEMPLATE;
        !again
    };
    findings.filter(is_new).collect()
}
