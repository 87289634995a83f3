//! Go fixtures with marker lines that say what is found.
//!
//! A marker line is a comment under the line that it speaks of, `//@COLUMN+LENGTH` with the finding behind it. Marker
//! lines are taken out before the analysis, and written anew from what it finds: a fixture is right when that gives the
//! same text. `UPDATE=1` rewrites it. A line `// controller-gen: v0.21.0` names the version, by default the newest. Lines
//! `// file: api/v1/types.go` begin files, if there are several.

use std::fmt::Write as _;
use std::path::Path;

use crdls_markers::findings::Settings;
use crdls_markers::registry::Version;
use crdls_report::{Note, Severity};

use crate::fixture::run_by;
use crate::go_project::{Placed, findings, of_file};

const MARKER: &str = "//@";

/// The version that a text names.
pub fn settings(text: &str) -> Settings {
    let named = text.lines().find_map(|line| line.strip_prefix("// controller-gen: "));
    let version = named.and_then(Version::read).unwrap_or(Version::NEWEST);
    Settings { version, ..Settings::default() }
}

/// What is found in a text.
pub fn check(text: &str) -> Vec<Placed> {
    let settings = settings(text);
    findings(&of_file(text, settings), settings)
}

/// The codes that are found in a fixture.
pub fn codes(text: &str) -> Vec<String> {
    check(&stripped(text)).iter().map(|placed| placed.finding.code.name.to_owned()).collect()
}

/// Checks one fixture file. The error is a readable difference.
pub fn run(path: &Path) -> Result<(), String> {
    run_by(path, annotated)
}

/// A fixture without its marker lines.
pub fn stripped(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.trim_start().starts_with(MARKER)).collect()
}

fn annotated(text: &str) -> String {
    let clean = stripped(text);
    let found = check(&clean);
    let mut out = String::new();
    let mut offset = 0;
    for (number, line) in clean.split_inclusive('\n').enumerate() {
        out.push_str(line);
        for placed in found.iter().filter(|placed| placed.line as usize == number + 1) {
            marker(placed, placed.finding.range.start as usize - offset, &mut out);
        }
        offset += line.len();
    }
    out
}

fn marker(placed: &Placed, column: usize, out: &mut String) {
    let finding = &placed.finding;
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information => "info",
        Severity::Hint => "hint",
    };
    let _ = writeln!(
        out,
        "{MARKER}{column}+{} {severity}[{}]: {}",
        finding.range.len(),
        finding.code.name,
        finding.message
    );
    for note in &finding.notes {
        let _ = match note {
            Note::Why(text) => writeln!(out, "{MARKER} | why: {text}"),
            Note::Help(text) => writeln!(out, "{MARKER} | help: {text}"),
        };
    }
    for fix in &finding.fixes {
        let _ = writeln!(out, "{MARKER} | fix: {}", finding.title_of(fix));
    }
}
