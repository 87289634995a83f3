//! What crdls answers, as text: findings, changes, costs, test runs and pages, for a person, a log, a program.
//!
//! Knows findings, the texts that they are in, and the formats. Must not know files, the terminal that shows the text,
//! nor how findings are made.

mod change_page;
mod changes;
mod code_page;
mod columns;
mod concise;
mod cost;
mod diff;
mod evaluated;
mod excerpt;
mod field_page;
mod full;
mod github;
mod json;
mod labels;
mod meaning;
mod sarif;
mod setting_page;
mod source;
mod stored_objects;
mod suite_coverage;
mod suites;
mod terminal;

#[cfg(test)]
mod sample_findings;

pub use changes::{Changes, Compared, Position, change_finding};
pub use code_page::code_page;
pub use cost::{CostTable, cost_json};
pub use diff::{diff, unified};
pub use evaluated::{evaluated_json, evaluated_text};
pub use field_page::field_page;
pub use json::Json;
pub use labels::{count, first_and_more, severity_name};
pub use meaning::{Explanation, Vocabulary, explained, meanings, near_words};
pub use setting_page::{present_setting, setting_page, settings_below};
pub use source::{LineColumn, Reload, Source, Sources, Span, position};
pub use stored_objects::{StoredObject, stored_objects};
pub use suite_coverage::{CrdCoverage, suites_coverage};
pub use suites::{
    CaseRun, SuiteRun, sides, suites_concise, suites_full, suites_github, suites_json, suites_junit,
};
pub use terminal::one_line;

use crdls_ide::FileFinding;

pub use concise::Concise;
pub use full::Full;
pub use github::Github;
pub use sarif::Sarif;

/// What was found in one text, by document and position.
#[derive(Clone, Copy, Debug)]
pub struct CheckedSource<'a> {
    /// The text.
    pub source: &'a Source,
    /// What was found in it.
    pub findings: &'a [FileFinding],
}

/// A format: a head, a part for each text, something between them, a tail. Texts without findings are left out, so that
/// [`Report::text`] can be called for many at once.
pub trait Report: Sync {
    /// What comes first.
    fn head(&self) -> String {
        String::new()
    }

    /// The part of one text; `sources` has the texts that related places are in.
    fn text(&self, checked: CheckedSource<'_>, sources: &Sources<'_>) -> String;

    /// What comes between the parts of two texts.
    fn between(&self) -> &'static str {
        ""
    }

    /// What comes last.
    fn tail(&self) -> String {
        String::new()
    }
}
