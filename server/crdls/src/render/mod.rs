//! Findings as text: for a person, a log, a program.
//!
//! Knows findings, the texts that they are in, and the formats. Must not know files, the terminal that shows the text,
//! nor how findings are made.

mod changes;
mod code_page;
mod columns;
mod concise;
mod cost;
mod diff;
mod excerpt;
mod field_page;
mod full;
mod github;
mod json;
mod labels;
mod sarif;
mod source;
mod suite_coverage;
mod suites;
mod terminal;

#[cfg(test)]
pub(crate) mod sample_findings;

pub(crate) use changes::{Changes, Compared, Position, RefusedName, change_finding};
pub(crate) use code_page::code_page;
pub(crate) use cost::{CostTable, cost_json};
pub(crate) use diff::{diff, unified};
pub(crate) use field_page::field_page;
pub(crate) use json::Json;
pub(crate) use labels::{count, first_and_more, severity_key, severity_name};
pub(crate) use source::{Reload, Source, Sources, position};
pub(crate) use suite_coverage::{CrdCoverage, suites_coverage};
pub(crate) use suites::{
    CaseRun, SuiteRun, sides, suites_concise, suites_full, suites_github, suites_json, suites_junit,
};
pub(crate) use terminal::one_line;

use crdls_ide::FileFinding;

pub(crate) use concise::Concise;
pub(crate) use full::Full;
pub(crate) use github::Github;
pub(crate) use sarif::Sarif;

/// What was found in one text, by document and position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckedSource<'a> {
    pub(crate) source: &'a Source,
    pub(crate) findings: &'a [FileFinding],
}

/// A format: a head, a part for each text, something between them, a tail. Texts without findings are left out, so that
/// [`Report::text`] can be called for many at once.
pub(crate) trait Report: Sync {
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
