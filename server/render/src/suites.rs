//! What became of test suites: for a person, a log, a program.
//!
//! Must not know how suites are run.

use std::fmt::Write as _;

use crdls_ide::FileFinding;
use crdls_minors::Minor;
use crdls_suite::{
    Answer, Case, CaseResult, Difference, Expectation, Located, Outcome, Point, Suite, sentences_of,
};
use crdls_values::Json;
use serde::Serialize;

use super::github::{data, property};
use super::json::object;
use super::source::Span;
use super::suite_coverage::{PointEntry, point_entry};
use super::{CheckedSource, Concise, Full, Github, Report, Source, Sources, one_line};

/// A suite that was run against a CRD.
#[derive(Debug)]
pub struct SuiteRun<'s> {
    /// The text of the suite.
    pub source: &'s Source,
    /// The suite.
    pub suite: &'s Suite,
    /// `None` where the suite cannot run.
    pub crd_file: Option<String>,
    /// The minor that it is run for, where several are.
    pub kubernetes: Option<Minor>,
    /// Why the suite cannot run.
    pub trouble: Option<Located>,
    /// Why the server does not take the CRD.
    pub refusal: Option<String>,
    /// Its cases, in their order.
    pub cases: Vec<CaseRun<'s>>,
    /// The rules and constraints of the CRD; empty where they are not counted.
    pub coverage: Vec<Point>,
}

/// A case, and what became of it.
#[derive(Debug)]
pub struct CaseRun<'s> {
    /// The case.
    pub case: &'s Case,
    /// What it came to.
    pub result: CaseResult,
    /// How long it took.
    pub milliseconds: f64,
}

impl<'s> SuiteRun<'s> {
    /// A suite with nothing run yet.
    pub fn of(source: &'s Source, suite: &'s Suite) -> Self {
        Self {
            source,
            suite,
            crd_file: None,
            kubernetes: None,
            trouble: None,
            refusal: None,
            cases: Vec::new(),
            coverage: Vec::new(),
        }
    }

    /// By what runs are sorted.
    pub fn sort_key(&self) -> (&str, Option<&str>, Option<Minor>) {
        (&self.source.name, self.crd_file.as_deref(), self.kubernetes)
    }

    /// How many cases came out so.
    pub fn number(&self, outcome: Outcome) -> usize {
        self.cases.iter().filter(|case| case.result.outcome == outcome).count()
    }

    /// Whether it cannot run, or a case did not pass.
    pub fn is_bad(&self) -> bool {
        self.trouble.is_some()
            || self.refusal.is_some()
            || self.suite.broken.is_some()
            || self.number(Outcome::Passed) < self.cases.len()
    }

    fn title(&self) -> String {
        let crd = self.crd_file.as_deref().map(|file| format!(" › {file}")).unwrap_or_default();
        one_line(&format!("{}{crd}", self.source.name)).into_owned()
    }

    /// `12 passed, 1 failed`.
    fn counts(&self) -> String {
        let named =
            [(Outcome::Passed, "passed"), (Outcome::Failed, "failed"), (Outcome::Error, "cannot run")];
        let counts = named.map(|(outcome, name)| (self.number(outcome), name));
        let shown = counts.iter().filter(|(number, name)| *number > 0 || *name == "passed");
        shown.map(|(number, name)| format!("{number} {name}")).collect::<Vec<_>>().join(", ")
    }

    /// The cases that did not pass.
    fn bad(&self) -> impl Iterator<Item = &CaseRun<'_>> {
        self.cases.iter().filter(|case| case.result.outcome != Outcome::Passed)
    }

    /// What is wrong with the run as a whole, and where.
    fn general(&self) -> Option<Located> {
        let refused = |why: &String| Located {
            text: format!("the server rejects the CRD: {why}"),
            range: self.suite.range,
        };
        let broken = self.suite.broken.clone().or_else(|| self.trouble.clone());
        broken.or_else(|| self.refusal.as_ref().map(refused))
    }

    /// The same on one line; the word stands behind the place.
    fn general_line(&self, word: &str, several: bool) -> Option<String> {
        let Located { text, range } = self.general()?;
        let (place, minor) = (self.source.place(range.start), self.minor(several));
        Some(format!("{place}: {word}{}{minor}", one_line(&text)))
    }

    fn minor(&self, several: bool) -> String {
        let minor = self.kubernetes.filter(|_| several).map(|minor| format!(" (Kubernetes {minor})"));
        minor.unwrap_or_default()
    }
}

/// Runs of one suite against one CRD stand together.
fn by_crd<'r, 's>(runs: &'r [SuiteRun<'s>]) -> impl Iterator<Item = &'r [SuiteRun<'s>]> {
    runs.chunk_by(|a, b| a.source.name == b.source.name && a.crd_file == b.crd_file)
}

fn is_matrix(runs: &[SuiteRun<'_>]) -> bool {
    let mut minors = runs.iter().filter_map(|run| run.kubernetes);
    let first = minors.next();
    minors.any(|minor| Some(minor) != first)
}

/// What is wrong with the suites themselves, each once, in a format of findings.
fn findings(runs: &[SuiteRun<'_>], report: &dyn Report) -> String {
    let (mut text, sources) = (String::new(), Sources::default());
    for runs in runs.chunk_by(|a, b| a.source.name == b.source.name) {
        let Some(run) = runs.first() else { continue };
        let found = run.suite.findings.iter().cloned().map(|finding| FileFinding::new(0, finding));
        let findings: Vec<_> = found.collect();
        text.push_str(&report.text(CheckedSource { source: run.source, findings: &findings }, &sources));
    }
    text
}

/// One line for each suite and CRD, and below it the cases that fail, with what is expected and what the server answers.
pub fn suites_full(runs: &[SuiteRun<'_>], color: bool) -> String {
    let mut out = findings(runs, &Full::new(color));
    let (good, bad, end) = match color {
        true => ("\u{1b}[32m", "\u{1b}[31m", "\u{1b}[0m"),
        false => ("", "", ""),
    };
    let several = is_matrix(runs);
    for runs in by_crd(runs) {
        let Some(first) = runs.first() else { continue };
        let word = match runs.iter().any(SuiteRun::is_bad) {
            true => format!("{bad}FAIL{end}"),
            false => format!("{good}ok{end}  "),
        };
        let counts = |run: &SuiteRun<'_>| match run.kubernetes.filter(|_| several) {
            Some(minor) => format!("{minor}: {}", run.counts()),
            None => run.counts(),
        };
        let counts = match first.trouble.is_some() {
            true => "cannot run".to_owned(),
            false => runs.iter().map(counts).collect::<Vec<_>>().join("; "),
        };
        let _ = writeln!(out, "{word} {}: {counts}", first.title());
        for run in runs {
            if let Some(line) = run.general_line("", several) {
                let _ = writeln!(out, "  {line}");
            }
            for case in run.bad() {
                let _ = writeln!(out, "  {}{}", headline(run, case), run.minor(several));
                let [expected, actual] = sides(&case.result);
                side("expected", &expected, &mut out);
                side("actual", &actual, &mut out);
            }
        }
    }
    out
}

fn side(name: &str, text: &Option<String>, out: &mut String) {
    let Some(text) = text else { return };
    for (at, line) in text.lines().enumerate() {
        let name = if at == 0 { format!("{name}:") } else { String::new() };
        let _ = writeln!(out, "      {name:<10} {}", one_line(line));
    }
}

/// One line for each case that fails.
pub fn suites_concise(runs: &[SuiteRun<'_>]) -> String {
    let mut out = findings(runs, &Concise);
    let several = is_matrix(runs);
    for run in runs {
        if let Some(line) = run.general_line("error: ", several) {
            let _ = writeln!(out, "{line}");
        }
        for case in run.bad() {
            let _ = writeln!(out, "{}{}", headline(run, case), run.minor(several));
        }
    }
    out
}

fn headline(run: &SuiteRun<'_>, case: &CaseRun<'_>) -> String {
    let result = &case.result;
    let step = result.step.map(|step| format!(" ({})", step.name())).unwrap_or_default();
    let name = one_line(&case.case.name);
    let at = run.source.place(result.range.start);
    let word = if result.outcome == Outcome::Error { "error" } else { "failed" };
    format!("{at}: {word}: {} \"{name}\": {}{step}", case.case.kind.name(), one_line(&result.message))
}

/// What is expected and what the server answers; nothing of a case that passes.
pub fn sides(result: &CaseResult) -> [Option<String>; 2] {
    if !result.differences.is_empty() {
        let lines = |value: fn(&Difference) -> Option<&Json>| {
            let line = |difference: &Difference| {
                let path = if difference.path.is_empty() { "(the object)" } else { &difference.path };
                let value = value(difference).map_or_else(|| "(none)".to_owned(), Json::to_json);
                format!("{path}: {value}")
            };
            Some(result.differences.iter().take(MOST_DIFFERENCES).map(line).collect::<Vec<_>>().join("\n"))
        };
        return [lines(|its| its.expected.as_ref()), lines(|its| its.actual.as_ref())];
    }
    let actual = result.answer.as_ref().map(|answer| match answer {
        Answer::Refused(text) => sentences_of(text).to_owned(),
        Answer::Stored(_) => "accepted".to_owned(),
    });
    let accepted = || {
        (result.met == Some(Expectation::Error) || result.met == Some(Expectation::StatusError))
            .then(|| "accepted".to_owned())
    };
    match result.outcome {
        Outcome::Failed => [result.expected.clone().or_else(accepted), actual],
        Outcome::Passed | Outcome::Error => [None, None],
    }
}

/// So many values are shown of an object.
const MOST_DIFFERENCES: usize = 20;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SuiteEntry<'a> {
    suite: &'a str,
    crd_file: Option<&'a str>,
    kubernetes: Option<String>,
    /// Why the suite cannot run, or the server refuses the CRD.
    error: Option<PlacedText<'a>>,
    findings: Vec<FindingEntry<'a>>,
    cases: Vec<CaseEntry<'a>>,
    coverage: Vec<PointEntry<'a>>,
}

#[derive(Serialize)]
struct PlacedText<'a> {
    range: Span,
    message: std::borrow::Cow<'a, str>,
}

#[derive(Serialize)]
struct FindingEntry<'a> {
    range: Span,
    severity: &'static str,
    code: &'static str,
    message: &'a str,
}

#[derive(Serialize)]
struct CaseEntry<'a> {
    name: &'a str,
    kind: &'static str,
    range: Span,
    result: &'static str,
    step: Option<&'static str>,
    message: Option<&'a str>,
    expected: Option<String>,
    actual: Option<String>,
    ms: f64,
}

/// An array with an entry for each suite and CRD.
/// `crds` are the texts of the CRDs.
pub fn suites_json(runs: &[SuiteRun<'_>], crds: &Sources<'_>) -> String {
    let entries: Vec<_> = runs.iter().map(|run| object(&entry(run, crds))).collect();
    format!("[{}]\n", entries.join(",\n"))
}

fn entry<'a>(run: &'a SuiteRun<'_>, crds: &Sources<'a>) -> SuiteEntry<'a> {
    let crd = run.crd_file.as_deref().and_then(|file| crds.named(file));
    let finding = |finding: &'a crdls_report::Finding| FindingEntry {
        range: run.source.span(finding.range),
        severity: super::severity_name(finding.severity),
        code: finding.code.name,
        message: &finding.message,
    };
    SuiteEntry {
        suite: &run.source.name,
        crd_file: run.crd_file.as_deref(),
        kubernetes: run.kubernetes.map(|minor| minor.to_string()),
        error: run
            .general()
            .map(|text| PlacedText { range: run.source.span(text.range), message: text.text.into() }),
        findings: run.suite.findings.iter().map(finding).collect(),
        cases: run.cases.iter().map(|case| case_entry(run, case)).collect(),
        coverage: run.coverage.iter().map(|point| point_entry(point, crd)).collect(),
    }
}

fn case_entry<'a>(run: &SuiteRun<'_>, ran: &'a CaseRun<'_>) -> CaseEntry<'a> {
    let [expected, actual] = sides(&ran.result);
    let result = &ran.result;
    CaseEntry {
        name: &ran.case.name,
        kind: ran.case.kind.name(),
        range: run.source.span(result.range),
        result: result.outcome.name(),
        step: result.step.map(crdls_suite::Step::name),
        message: Some(result.message.as_str()).filter(|message| !message.is_empty()),
        expected,
        actual,
        ms: (ran.milliseconds * 1e3).round() / 1e3,
    }
}

/// Workflow commands, which GitHub shows next to the changed lines.
pub fn suites_github(runs: &[SuiteRun<'_>]) -> String {
    let mut out = findings(runs, &Github);
    let several = is_matrix(runs);
    for run in runs {
        let file = property(&run.source.address());
        let mut command = |range, title: &str, message: &str| {
            let at = run.source.position(range);
            let title = property(title);
            let _ = writeln!(
                out,
                "::error file={file},line={},col={},title={title}::{}",
                at.line,
                at.column,
                data(message)
            );
        };
        if let Some(general) = run.general() {
            command(general.range.start, "test suite", &format!("{}{}", general.text, run.minor(several)));
        }
        for case in run.bad() {
            let [expected, actual] = sides(&case.result);
            let mut message = format!("{}{}", case.result.message, run.minor(several));
            let sides = [("expected", expected), ("actual", actual)];
            for (name, text) in sides {
                message.extend(text.map(|text| format!("\n{name}: {text}")));
            }
            let title = format!("{} {}", case.case.kind.name(), case.case.name);
            command(case.result.range.start, &title, &message);
        }
    }
    out
}

/// JUnit's XML, as CI systems read it.
pub fn suites_junit(runs: &[SuiteRun<'_>]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    let several = is_matrix(runs);
    for run in runs {
        let name = xml(&format!("{}{}", run.title(), run.minor(several)));
        let general = run.general().filter(|_| run.cases.is_empty());
        let (tests, failures) =
            (run.cases.len() + usize::from(general.is_some()), run.number(Outcome::Failed));
        let errors = run.number(Outcome::Error) + usize::from(general.is_some());
        let seconds = run.cases.iter().map(|case| case.milliseconds).sum::<f64>() / 1e3;
        let _ = writeln!(
            out,
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{seconds:.6}\">"
        );
        if let Some(general) = general {
            let _ = writeln!(
                out,
                "    <testcase name=\"(suite)\" classname=\"{name}\"><error message=\"{}\"/></testcase>",
                xml(&general.text)
            );
        }
        run.cases.iter().for_each(|case| junit_case(run, case, &mut out));
        out.push_str("  </testsuite>\n");
    }
    out + "</testsuites>\n"
}

fn junit_case(run: &SuiteRun<'_>, ran: &CaseRun<'_>, out: &mut String) {
    let line = run.source.position(ran.result.range.start).line;
    let (class, file) = (xml(&format!("{}.{}", run.title(), ran.case.kind.name())), xml(&run.source.name));
    let (name, seconds) = (xml(&ran.case.name), ran.milliseconds / 1e3);
    let head = format!(
        "    <testcase name=\"{name}\" classname=\"{class}\" file=\"{file}\" line=\"{line}\" time=\"{seconds:.6}\""
    );
    let element = match ran.result.outcome {
        Outcome::Passed => return out.push_str(&(head + "/>\n")),
        Outcome::Failed => "failure",
        Outcome::Error => "error",
    };
    let [expected, actual] = sides(&ran.result);
    let body = [("expected", expected), ("actual", actual)]
        .map(|(name, text)| text.map(|text| format!("{name}: {text}\n")).unwrap_or_default());
    let (message, body) = (xml(&ran.result.message), xml(&body.concat()));
    let _ = writeln!(out, "{head}><{element} message=\"{message}\">{body}</{element}></testcase>");
}

/// A text in XML, also in an attribute; what XML cannot hold is replaced.
fn xml(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
