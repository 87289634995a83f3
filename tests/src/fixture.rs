//! YAML fixtures with marker lines that say what is found.
//!
//! A marker is a comment under the line that it speaks of; carets stand under the range:
//!
//! ```text
//! #: kubernetes=1.37 field-validation=warn
//!   scope: Namespace
//!   #      ^^^^^^^^^ error[unsupported-scope]: `spec.scope` must be `Namespaced` or `Cluster`, got `Namespace`
//!   #      | server: spec.scope: Unsupported value: "Namespace": supported values: …
//! ```
//!
//! With `update` among the options of the first line the first document is the old one, and what is found
//! in those after it is what the server says of them as updates.
//!
//! With `notes` among them the markers say why and what to do as well.
//!
//! Where a range starts too far left for carets, `#@COLUMN+LENGTH` stands for them. Markers are taken
//! out before the analysis, and written anew from what it finds: a fixture is right when that gives
//! the same text. `UPDATE=1` rewrites it.

use std::fmt::Write as _;
use std::path::Path;

use crdls_ide::{File, FileFinding};
use crdls_minors::Minor;
use crdls_report::{Config, FieldValidation, Note, Severity};
use crdls_text::changed_lines;

use crate::update::check;

/// Checks one fixture file. The error is a readable difference.
pub fn run(path: &Path) -> Result<(), String> {
    run_by(path, annotated)
}

/// The same of a fixture in any language; `annotated` writes its markers anew.
pub(crate) fn run_by(path: &Path, annotated: impl Fn(&str) -> String) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let actual = annotated(&text);
    if actual == text {
        return Ok(());
    }
    if std::env::var_os("UPDATE").is_some() {
        return std::fs::write(path, actual).map_err(|error| error.to_string());
    }
    Err(format!("{}:\n{}", path.display(), difference(&text, &actual)))
}

/// A fixture without its markers.
pub fn stripped(text: &str) -> String {
    let mut clean: String = text.split_inclusive('\n').filter(|line| !is_marker(line)).collect();
    if !clean.ends_with('\n') {
        clean.push('\n');
    }
    clean
}

/// The minor that a fixture names, or the newest.
pub fn minor(text: &str) -> Minor {
    options(text).kubernetes
}

/// The codes that are found in a fixture.
pub fn codes(text: &str) -> Vec<String> {
    let clean = stripped(text);
    check(clean, &options(text)).iter().map(|f| f.finding.code.name.to_owned()).collect()
}

/// A fixture with the markers that the analysis gives it.
fn annotated(text: &str) -> String {
    let clean = stripped(text);
    let file = File::new(clean.clone());
    let findings = check(clean.clone(), &options(text));
    let notes = options_line(text).split_whitespace().any(|option| option == "notes");
    let mut out = String::new();
    for (number, line) in clean.split_inclusive('\n').enumerate() {
        out.push_str(line);
        let end = if line.ends_with("\r\n") { "\r\n" } else { "\n" };
        let mut markers = String::new();
        for finding in findings.iter().filter(|f| line_of(&file, f) == number) {
            marker(&file, finding, line.trim_end_matches(['\r', '\n']), notes, &mut markers);
        }
        out.push_str(&markers.replace('\n', end));
    }
    out
}

fn line_of(file: &File, found: &FileFinding) -> usize {
    file.lines().line_col(found.finding.range.start).line as usize
}

fn is_marker(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('#') else { return false };
    let rest_trimmed = rest.trim_start();
    let carets = rest_trimmed.trim_start_matches('^');
    let caret = carets.len() < rest_trimmed.len() && is_head(carets);
    caret
        || (rest.starts_with('@') && rest.contains("]: "))
        || rest_trimmed.starts_with("| server: ")
        || rest_trimmed.starts_with("| why: ")
        || rest_trimmed.starts_with("| help: ")
        || rest_trimmed.starts_with("| fix: ")
        || rest_trimmed.starts_with("| related: ")
        || rest_trimmed.starts_with("| shadowed")
}

fn is_head(text: &str) -> bool {
    ["error[", "warning[", "info[", "hint["].iter().any(|word| text.trim_start().starts_with(word))
}

fn options_line(text: &str) -> &str {
    text.lines().next().and_then(|line| line.strip_prefix("#:")).unwrap_or_default()
}

/// The options in a fixture's first line.
pub(crate) fn options(text: &str) -> Config {
    let mut config = Config::default();
    for option in options_line(text).split_whitespace() {
        match option.split_once('=') {
            Some(("kubernetes", minor)) => config.kubernetes = Minor::parse(minor).expect("a known minor"),
            Some(("field-validation", "warn")) => config.field_validation = FieldValidation::Warn,
            None if matches!(option, "update" | "notes") => {}
            Some(("field-validation", "ignore")) => config.field_validation = FieldValidation::Ignore,
            _ => panic!("unknown option {option}"),
        }
    }
    config
}

fn marker(file: &File, found: &FileFinding, line: &str, notes: bool, out: &mut String) {
    let finding = &found.finding;
    let at = file.lines().line_col(finding.range.start);
    let start = line.get(..at.col as usize).unwrap_or(line).chars().count();
    let written = finding.range.of(file.text()).lines().next().unwrap_or_default().chars().count().max(1);
    let indent = line.len() - line.trim_start().len();
    let (hash, carets) = if start >= indent + 2 {
        (indent, format!("{}{}", " ".repeat(start - indent - 1), "^".repeat(written)))
    } else if start >= 2 {
        (start - 2, format!(" {}", "^".repeat(written)))
    } else {
        (0, format!("@{}+{written}", start + 1))
    };
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information => "info",
        Severity::Hint => "hint",
    };
    let _ =
        writeln!(out, "{}#{carets} {severity}[{}]: {}", " ".repeat(hash), finding.code.name, finding.message);
    let bar = format!(
        "{}#{}|",
        " ".repeat(hash),
        " ".repeat(carets.len() - carets.trim_start().len().min(carets.len())).replace('@', " ")
    );
    if let Some(server) = &finding.server {
        let _ = writeln!(out, "{bar} server: {}", server.sentence().replace('\n', "\\n"));
        if server.shadowed {
            let _ = writeln!(out, "{bar} shadowed");
        }
    }
    for note in finding.notes.iter().filter(|_| notes) {
        let _ = match note {
            Note::Why(text) => writeln!(out, "{bar} why: {text}"),
            Note::Help(text) => writeln!(out, "{bar} help: {text}"),
        };
    }
    for related in &finding.related {
        let at = file.lines().line_col(related.range.start);
        let _ = writeln!(out, "{bar} related: {}:{}: {}", at.line + 1, at.col + 1, related.message);
    }
    for fix in &finding.fixes {
        let _ = writeln!(out, "{bar} fix: {}", finding.title_of(fix));
    }
}

/// The lines of both texts, with a mark at those that are in one of them.
pub fn difference(expected: &str, actual: &str) -> String {
    let [expected, actual] = [expected, actual].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let changes = changed_lines(&expected, &actual);
    let lines = changes.iter().flat_map(|op| op.iter_changes(&expected, &actual));
    lines.map(|line| format!("{} {}", line.tag(), line.value())).collect()
}
