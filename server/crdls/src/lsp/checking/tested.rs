//! Test suites, run in the background a moment after a suite or a CRD changes: the results of an open suite, and of an
//! open CRD which cases meet its rules.
//!
//! One document is tested at a time, on one worker, and only after its own findings are there, so that nothing else
//! waits for it. A newer change stops it. Must not know how a case is run.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crdls_ide::{File, FileFinding, case_title, failing_case, object_findings, suite_title};
use crdls_report::stop::Stop;
use crdls_report::{Finding, Path};
use crdls_suite::codes::INVALID_SUITE;
use crdls_suite::{Answer, Expectation};
use crdls_text::TextRange;
use ls_types::{Command, Diagnostic, Location, Uri};
use serde_json::{Value, json};

use super::diagnostics;
use super::findings::findings;
use super::suite_run::{Choice, CrdRun, RanSuite, run_suite};
use crate::lsp::protocol::features::Refresh;
use crate::lsp::protocol::locations::document_name;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::session::Session;
use crate::lsp::state::tested::{TestLens, TestResults};
use crate::render::count;

/// How long a run waits for the next edit.
const DELAY: Duration = Duration::from_millis(150);

/// Runs a suite, or one case of it, and shows what comes out: `[URI]`, `[URI, CASE]`.
pub(crate) const RUN_TESTS: &str = "crdls.runTests";
/// Lists locations, such as the cases that meet a rule: `[URI, POSITION, LOCATIONS]`.
pub(crate) const SHOW_LOCATIONS: &str = "crdls.showLocations";
/// Adds a case for a rule to a suite: `[URI, CRD, FIELD]`, the names of the CRD and of the field that has the rule.
pub(crate) const ADD_CASE: &str = "crdls.addCase";

/// Begins to test a document. Returns the number of the run and what stops it; `None` where it is not open.
pub(super) fn begin(session: &Session, key: &str) -> Option<(u64, Stop)> {
    session.state().document(key).map(|document| document.tests.runs.begin())
}

/// Tests a document. Returns what differs from what was shown; `None` where that was not found out.
pub(super) async fn test(
    session: &Arc<Session>,
    key: &str,
    (run, stop): (u64, Stop),
) -> Option<Vec<Refresh>> {
    tokio::time::sleep(DELAY).await;
    let snapshot = session.snapshot(key).filter(|_| is_last(session, key, run))?;
    // They come first.
    findings(session, &snapshot).await.ok()??;
    let _turn = session.testing.lock().await;
    if !is_last(session, key, run) {
        return None;
    }
    let (its, file) = (Arc::clone(session), Arc::clone(&snapshot.file));
    let work = move || results(&its, &snapshot);
    let done = session.workers.run_in_background(stop, &format!("while testing {key}"), work).await;
    let mut state = session.state();
    let document = state.document(key).filter(|document| document.tests.runs.is_last(run))?;
    Some(document.tests.take(&file, done.ok()?))
}

fn is_last(session: &Session, key: &str, run: u64) -> bool {
    session.state().document(key).is_some_and(|document| document.tests.runs.is_last(run))
}

/// What was found last, as diagnostics of a snapshot.
pub(super) fn tested(session: &Session, snapshot: &Snapshot) -> Vec<Diagnostic> {
    let Some(found) = test_results(session, snapshot) else { return Vec::new() };
    diagnostics::convert(snapshot, &found.findings, &session.features().without_diagnostic_data())
}

/// What was found last, at its places in a snapshot; `None` for a document that is not open.
pub(crate) fn test_results(session: &Session, snapshot: &Snapshot) -> Option<Arc<TestResults>> {
    let mut state = session.state();
    Some(state.document(snapshot.uri.as_str())?.tests.results(&snapshot.file))
}

/// What is to be shown of a document.
fn results(session: &Session, snapshot: &Snapshot) -> TestResults {
    of_whole_suite(snapshot).unwrap_or_else(|| {
        let mut results = TestResults::default();
        if snapshot.crds.has(&snapshot.name) {
            of_rules(&mut results, session, snapshot);
        }
        results
    })
}

/// The findings on the cases that fail of a file that is a suite; nothing of other files.
pub(super) fn failing_cases(snapshot: &Snapshot) -> Vec<FileFinding> {
    of_whole_suite(snapshot).unwrap_or_default().findings
}

/// The results of all cases of a suite; `None` for any other file.
fn of_whole_suite(snapshot: &Snapshot) -> Option<TestResults> {
    let all = Choice { case: &|_| true, covers: false };
    let ran = run_suite(&snapshot.file, &snapshot.uri, &snapshot.crds, &snapshot.config, &all)?;
    let mut results = TestResults::default();
    of_suite(&mut results, snapshot, &ran);
    Some(results)
}

/// The results of a suite and of its cases, and a finding for each case that fails.
fn of_suite(into: &mut TestResults, snapshot: &Snapshot, ran: &RanSuite) {
    let uri = snapshot.uri.as_str();
    let general = |text: &str, range| Finding::new(&INVALID_SUITE, range, &Path::EMPTY, text);
    let suite = &ran.suite;
    into.findings.extend(ran.trouble.iter().map(|trouble| general(&trouble.text, trouble.range)).map(found));
    let refused = ran.runs.iter().filter_map(|run| Some((run, run.refusal.as_ref()?)));
    into.findings.extend(refused.map(|(run, why)| {
        found(general(
            &format!("the server rejects the CRD in `{}`: {why}", file_name(&run.file)),
            suite.range,
        ))
    }));
    let several = ran.runs.len() > 1;
    for (at, case) in suite.cases.iter().enumerate() {
        let results = ran.results(at);
        let named: Vec<_> =
            results.iter().map(|(result, file)| (*result, several.then(|| file_name(file)))).collect();
        into.findings.extend(failing_case(&snapshot.file, case, &named).map(found));
        let results: Vec<_> = results.into_iter().map(|(result, _)| result).collect();
        let is_refused = case.expectation() == Expectation::Object
            && results.iter().any(|result| matches!(result.answer, Some(Answer::Refused(_))));
        let inside = object_findings(&snapshot.file, case, is_refused, snapshot.context(), &snapshot.config);
        into.findings.extend(inside.into_iter().map(found));
        let arguments = vec![json!(uri), json!(case.id())];
        into.lenses.push(lens(case.range, case_title(&results), RUN_TESTS, arguments));
    }
    let bad = (0..suite.cases.len()).filter(|at| ran.is_bad(*at)).count();
    let title =
        if ran.trouble.is_some() { "cannot run".to_owned() } else { suite_title(suite.cases.len(), bad) };
    into.lenses.push(lens(suite.range, title, RUN_TESTS, vec![json!(uri)]));
    into.findings.sort_by_key(|found| found.finding.sort_key());
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn found(finding: Finding) -> FileFinding {
    FileFinding::new(0, finding)
}

fn lens(range: TextRange, title: String, command: &str, arguments: Vec<Value>) -> TestLens {
    let command = Command { title, command: command.to_owned(), arguments: Some(arguments) };
    TestLens { range, command }
}

/// The cases that meet a rule, each with whether it makes the rule fail.
#[derive(Default)]
struct RuleCases {
    crd: String,
    /// The field that has the rule, as `spec.size`.
    field: String,
    cases: Vec<(Location, bool)>,
}

/// Which cases meet the rules of the CRDs of a document; nothing where no suite tests them.
fn of_rules(into: &mut TestResults, session: &Session, snapshot: &Snapshot) {
    let mut rules: BTreeMap<TextRange, RuleCases> = BTreeMap::new();
    let names: Vec<_> = snapshot.crds.of_source(&snapshot.name).collect();
    let names: Vec<_> = names.iter().map(|known| known.header().metadata().name().to_owned()).collect();
    for (uri, file) in suites(session) {
        let tests_one = |suite: &crdls_suite::Suite| {
            suite.crd_name.as_ref().is_some_and(|name| names.contains(&name.text))
        };
        if !crdls_ide::suite(&file).is_some_and(|suite| tests_one(&suite)) {
            continue;
        }
        let all = Choice { case: &|_| true, covers: true };
        let ran = run_suite(&file, &uri, &snapshot.crds, &snapshot.config, &all);
        let Some(ran) = ran else { continue };
        let positions = session.features().encoding.converter(&file);
        let location = |range| Location::new(uri.clone(), positions.range(range));
        for run in ran.runs.iter().filter(|run| *run.source == *snapshot.name) {
            add_cases(&mut rules, &ran, run, &location);
        }
    }
    let positions = session.features().encoding.converter(&snapshot.file);
    for (TextRange { start, end }, RuleCases { crd, field, cases }) in rules {
        let range = TextRange::around(snapshot.file.text(), start, end);
        let (uri, at) = (json!(snapshot.uri), json!(positions.range(range).start));
        let failing = cases.iter().filter(|(_, fails)| *fails).count();
        let locations: Vec<_> = cases.iter().map(|(location, _)| location).collect();
        let title = rule_title(cases.len(), failing);
        into.lenses.push(lens(range, title, SHOW_LOCATIONS, vec![uri.clone(), at, json!(locations)]));
        into.lenses.push(lens(range, "add a case".to_owned(), ADD_CASE, vec![uri, json!(crd), json!(field)]));
    }
}

fn add_cases(
    rules: &mut BTreeMap<TextRange, RuleCases>,
    ran: &RanSuite,
    run: &CrdRun,
    location: &dyn Fn(TextRange) -> Location,
) {
    for (number, point) in run.points.iter().enumerate().filter(|(_, point)| point.path.ends_with(".rule")) {
        let of_rule = rules.entry(point.range).or_default();
        of_rule.crd = ran.suite.crd_name.as_ref().map(|name| name.text.clone()).unwrap_or_default();
        of_rule.field = field(&point.path);
        let cases = &mut of_rule.cases;
        for case in &run.cases {
            let met = case.met.iter().find(|(at, _)| *at == number);
            let written = ran.suite.cases.get(case.at);
            cases.extend(met.zip(written).map(|((_, fails), written)| (location(written.range), *fails)));
        }
        // Those that make it fail are what is looked for.
        cases.sort_by_key(|(_, fails)| !fails);
    }
}

/// The field that a path in a CRD leads to, as `spec.size`; empty for the whole object.
fn field(path: &str) -> String {
    let schema = path.split_once("openAPIV3Schema").map_or("", |(_, schema)| schema);
    let names = schema.split(".properties[").skip(1).filter_map(|part| part.split_once(']'));
    let name =
        |(name, rest): (&str, &str)| format!("{name}{}", if rest.contains(".items") { "[]" } else { "" });
    names.map(name).collect::<Vec<_>>().join(".")
}

/// `3 cases, 1 makes it fail`
fn rule_title(cases: usize, failing: usize) -> String {
    if cases == 0 {
        return "no case".to_owned();
    }
    let number = count(cases, "case");
    match failing {
        0 => format!("{number}, none makes it fail"),
        1 => format!("{number}, 1 makes it fail"),
        more => format!("{number}, {more} make it fail"),
    }
}

/// All suites of the workspace: of open documents and of files, as far as these were read.
pub(crate) fn suites(session: &Session) -> Vec<(Uri, Arc<File>)> {
    let (open, closed) = {
        let state = session.state();
        (state.snapshots(), state.closed.suites())
    };
    let is_open = |uri: &Uri| {
        let name = document_name(uri);
        open.iter().any(|open| *open.name == *name)
    };
    let read = |uri: Uri| {
        let bytes = std::fs::read(uri.to_file_path()?).ok()?;
        Some((uri, Arc::new(File::from_bytes(bytes))))
    };
    let closed: Vec<_> = closed.into_iter().filter(|uri| !is_open(uri)).filter_map(read).collect();
    let open = open.into_iter().map(|open| (open.uri, open.file));
    let mut all: Vec<_> = open.chain(closed).filter(|(_, file)| crdls_ide::is_suite(file)).collect();
    all.sort_by(|(a, _), (b, _)| a.as_str().cmp(b.as_str()));
    all
}
