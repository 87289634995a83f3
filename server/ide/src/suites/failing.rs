//! What is said of the results of cases: titles, and a finding for each case that fails.

use crdls_report::{Code, Finding, Fix, Path, Severity};
use crdls_suite::{
    Answer, Case, CaseResult, Difference, Outcome, accepting, case_node, sentences_of, suite_root,
};
use crdls_text::TextRange;
use crdls_values::Json;
use crdls_yaml::{Entry, Kind};

use crate::File;
use crate::screen::one_line;

/// The code of a case that fails. Its page would have nothing to show: what is wrong is what the case says.
static FAILING_CASE: Code = Code {
    name: "failing-case",
    severity: Severity::Error,
    summary: "a case of a test suite that fails",
    server: false,
    page: "",
};

/// The longest value and the longest answer in a sentence, in characters.
const LONGEST_VALUE: usize = 80;
const LONGEST_TITLE: usize = 120;

/// `passes`, or `fails:` with the reason, by the results of a case against each of its CRDs.
pub fn case_title(results: &[&CaseResult]) -> String {
    let Some(bad) = results.iter().find(|result| result.outcome != Outcome::Passed) else {
        return if results.is_empty() { "cannot run".to_owned() } else { "passes".to_owned() };
    };
    let word = if bad.outcome == Outcome::Failed { "fails" } else { "cannot run" };
    cut(&one_line(&format!("{word}: {}", reason(bad))), LONGEST_TITLE)
}

/// `3 cases, 1 fails`: how many cases there are, and how many of them do not pass.
pub fn suite_title(cases: usize, bad: usize) -> String {
    let cases = if cases == 1 { "1 case".to_owned() } else { format!("{cases} cases") };
    match bad {
        0 => format!("{cases}, all pass"),
        1 => format!("{cases}, 1 fails"),
        more => format!("{cases}, {more} fail"),
    }
}

/// What is wrong with a case that does not pass, with the fix that accepts the answer; `None` where it passes, and where
/// the suite's own findings have it. `results`: those against each of its CRDs, with the CRD's name where there are several.
pub fn failing_case(file: &File, case: &Case, results: &[(&CaseResult, Option<&str>)]) -> Option<Finding> {
    if case.trouble.is_some() {
        return None;
    }
    let (bad, crd) = results.iter().find(|(result, _)| result.outcome != Outcome::Passed)?;
    let word = if bad.outcome == Outcome::Failed { "fails" } else { "cannot run" };
    let by = crd.map(|crd| format!(" by `{crd}`")).unwrap_or_default();
    let message = format!("the case {word}{by}: {}", reason(bad));
    let mut finding = Finding::new(&FAILING_CASE, range(file, case, bad), &Path::EMPTY, message);
    let root = suite_root(file.text(), file.tree())?;
    let failing = results.iter().filter(|(result, _)| result.outcome != Outcome::Passed);
    let mut answers = failing.map(|(result, _)| accepting(root, case, result));
    // What one CRD answers may not be what another one does.
    if let Some(Some(edits)) = answers.next()
        && answers.all(|other| other.as_ref() == Some(&edits))
    {
        let title = "update the expectation to the actual result".to_owned();
        finding = finding.fix(Fix { title, safe: false, edits });
    }
    Some(finding)
}

/// Why a case does not pass.
fn reason(result: &CaseResult) -> String {
    if let Some(first) = result.differences.first() {
        let more = match result.differences.len() {
            1 => String::new(),
            2 => ", and another value differs".to_owned(),
            all => format!(", and {} other values differ", all - 1),
        };
        return format!("{}{more}", difference(first));
    }
    match &result.answer {
        Some(Answer::Refused(text)) => format!("{}: {}", result.message, sentences_of(text)),
        _ => result.message.clone(),
    }
}

fn difference(difference: &Difference) -> String {
    let path = if difference.path.is_empty() { "the object" } else { &difference.path };
    let value = |json: &Json| format!("`{}`", cut(&json.to_json(), LONGEST_VALUE));
    match (&difference.expected, &difference.actual) {
        (Some(expected), Some(actual)) => {
            format!("`{path}` is stored as {}, expected {}", value(actual), value(expected))
        }
        (None, Some(actual)) => format!("`{path}` is stored as {}, expected nothing", value(actual)),
        (Some(_), None) => format!("`{path}` is not stored"),
        (None, None) => format!("`{path}` differs"),
    }
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Where a result is shown: at the value that differs, otherwise at what is expected.
fn range(file: &File, case: &Case, result: &CaseResult) -> TextRange {
    let root = suite_root(file.text(), file.tree());
    let Some(node) = root.and_then(|root| case_node(root, case)) else { return result.range };
    let differing = result.differences.iter().find_map(|difference| difference.expected.as_ref());
    if let (Some(value), Some(entry)) = (differing, node.get("expected")) {
        let range = entry.value.decoded().source_range(value.range);
        return first_line(file.text(), range);
    }
    let shown = |entry: &Entry<'_>| match entry.value.kind() {
        Kind::Literal | Kind::Folded => entry.key.range(),
        _ => first_line(file.text(), entry.value.range()),
    };
    let written = node.entries().find(|entry| entry.value.range() == result.range);
    written.map_or_else(|| first_line(file.text(), result.range), |entry| shown(&entry))
}

fn first_line(text: &str, range: TextRange) -> TextRange {
    let line = range.of(text).lines().next().unwrap_or_default();
    TextRange::new(range.start, range.start + line.trim_end().len() as u32)
}
