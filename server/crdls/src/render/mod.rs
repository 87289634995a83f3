//! Findings as text: for a person, a log, a program.
//!
//! Knows findings, the texts they are in and the formats; knows nothing of files, of the terminal
//! that shows the text or of how findings are made.

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
mod sarif;
mod source;
mod terminal;
mod yaml;

#[cfg(test)]
pub(crate) mod sample_findings;

pub(crate) use code_page::code_page;
pub(crate) use cost::{CostTable, cost_json};
pub(crate) use diff::diff;
pub(crate) use field_page::field_page;
pub(crate) use json::Json;
pub(crate) use source::{Reload, Source, Sources};
pub(crate) use terminal::{count, one_line, severity_name};
pub(crate) use yaml::yaml;

use crdls_ide::FileFinding;

pub(crate) use concise::Concise;
pub(crate) use full::Full;
pub(crate) use github::Github;
pub(crate) use sarif::Sarif;

/// What was found in one text, by document and position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checked<'a> {
    pub(crate) source: &'a Source,
    pub(crate) findings: &'a [FileFinding],
}

/// A format: a head, what there is to say of each text, something between them, a tail. Texts with
/// nothing to say are left out, so [`Report::text`] can be called for many at once.
pub(crate) trait Report: Sync {
    fn head(&self) -> String {
        String::new()
    }

    fn text(&self, checked: Checked<'_>, sources: &Sources<'_>) -> String;

    fn between(&self) -> &'static str {
        ""
    }

    fn tail(&self) -> String {
        String::new()
    }
}
