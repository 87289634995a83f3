//! Test suites as clients list and run them: the answers to `crdls/tests` and `crdls/runTests`, and the pages of the
//! commands about them.
//!
//! Must not know how a case is run.

use std::collections::BTreeMap;
use std::sync::Arc;

use crdls_ide::{File, failing_case, with_case};
use crdls_manifest::model::Version;
use crdls_report::Config;
use crdls_resource::Index;
use crdls_suite::{Case, CaseKind, Outcome, Point, accepting, suite_root};
use crdls_text::difference;
use ls_types::{Location, Range, Uri, WorkspaceEdit};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::edits;
use crate::lsp::checking::suite_run::{Choice, CrdRun, RanCase, RanSuite, run_suite};
use crate::lsp::checking::tested;
use crate::lsp::protocol::features::ClientFeatures;
use crate::lsp::protocol::locations::path_or_uri;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::session::Session;
use crate::render::{CaseRun, Source, SuiteRun, sides, suites_full};
use crdls_wire::Encoding;

/// A suite of the workspace.
#[derive(Debug, Serialize)]
pub(crate) struct SuiteEntry {
    uri: Uri,
    /// Its title; empty where it has none.
    name: String,
    range: Range,
    cases: Vec<CaseEntry>,
}

#[derive(Debug, Serialize)]
struct CaseEntry {
    id: String,
    kind: &'static str,
    name: String,
    range: Range,
}

/// Which cases are to be run.
#[derive(Debug, Deserialize)]
pub(crate) struct RunTestsParams {
    suites: Vec<SuiteChoice>,
    /// Whether what they cover of the CRDs is wanted.
    #[serde(default)]
    coverage: bool,
}

/// A suite, and the ids of its cases; all of them where none is named.
#[derive(Debug, Deserialize)]
struct SuiteChoice {
    uri: Uri,
    #[serde(default)]
    cases: Vec<String>,
}

/// What became of them.
#[derive(Debug, Default, Serialize)]
pub(crate) struct TestReport {
    suites: Vec<SuiteReport>,
    coverage: Vec<CrdReport>,
}

#[derive(Debug, Serialize)]
struct SuiteReport {
    uri: Uri,
    /// Why it cannot run.
    error: Option<String>,
    cases: Vec<CaseReport>,
}

#[derive(Debug, Serialize)]
struct CaseReport {
    id: String,
    result: &'static str,
    message: String,
    expected: Option<String>,
    actual: Option<String>,
    range: Range,
    ms: f64,
}

/// How often cases met the rules and constraints of a CRD.
#[derive(Debug, Serialize)]
struct CrdReport {
    uri: String,
    points: Vec<PointReport>,
}

#[derive(Debug, Serialize)]
struct PointReport {
    path: String,
    range: Range,
    held: usize,
    failed: usize,
}

/// The suites with their cases.
pub(crate) fn list(suites: &[(Uri, Arc<File>)], encoding: Encoding) -> Vec<SuiteEntry> {
    let entry = |(uri, file): &(Uri, Arc<File>)| {
        let suite = crdls_ide::suite(file)?;
        let positions = encoding.converter(file);
        let case = |case: &Case| CaseEntry {
            id: case.id(),
            kind: case.kind.name(),
            name: case.name.clone(),
            range: positions.range(case.range),
        };
        Some(SuiteEntry {
            uri: uri.clone(),
            name: suite.name.as_ref().map(|name| name.text.clone()).unwrap_or_default(),
            range: positions.range(suite.range),
            cases: suite.cases.iter().map(case).collect(),
        })
    };
    suites.iter().filter_map(entry).collect()
}

/// A suite to be run, with its settings.
pub(crate) type ConfiguredSuite = (Uri, Arc<File>, Arc<Config>);

/// All suites of the workspace, each with its settings.
pub(crate) fn configured(session: &Session) -> Vec<ConfiguredSuite> {
    let with_config = |(uri, file)| {
        let config = session.state().workspace.config(&uri);
        (uri, file, config)
    };
    tested::suites(session).into_iter().map(with_config).collect()
}

/// Runs the cases that are asked for.
pub(crate) fn run(
    suites: &[ConfiguredSuite],
    asked: &RunTestsParams,
    crds: &Index,
    encoding: Encoding,
) -> TestReport {
    let mut report = TestReport::default();
    let mut covered = BTreeMap::new();
    for choice in &asked.suites {
        let Some((uri, file, config)) = suites.iter().find(|(uri, ..)| *uri == choice.uri) else { continue };
        let is_chosen = |case: &Case| choice.cases.is_empty() || choice.cases.contains(&case.id());
        let wanted = Choice { case: &is_chosen, covers: asked.coverage };
        let Some(ran) = run_suite(file, uri, crds, config, &wanted) else { continue };
        ran.runs.iter().for_each(|run| add_coverage(&mut covered, run));
        report.suites.push(suite_report(uri, file, &ran, encoding));
    }
    let points = covered.into_iter().filter_map(|((source, _), points)| {
        Some(CrdReport { points: point_reports(&source, points, crds, encoding)?, uri: source })
    });
    report.coverage = points.collect();
    report
}

fn suite_report(uri: &Uri, file: &File, ran: &RanSuite, encoding: Encoding) -> SuiteReport {
    let positions = encoding.converter(file);
    let mut cases = Vec::new();
    for (at, case) in ran.suite.cases.iter().enumerate() {
        let results = ran.runs.iter().flat_map(|run| &run.cases).filter(|ran| ran.at == at);
        let worst = results.max_by_key(|ran| ran.result.outcome);
        let Some(worst) = worst else { continue };
        let [expected, actual] = sides(&worst.result);
        let shown = failing_case(file, case, &[(&worst.result, None)]);
        cases.push(CaseReport {
            id: case.id(),
            result: worst.result.outcome.name(),
            message: worst.result.message.clone(),
            expected,
            actual,
            range: positions.range(shown.map_or(worst.result.range, |finding| finding.range)),
            ms: worst.milliseconds,
        });
    }
    let refusal = || {
        let refused = ran.runs.iter().find_map(|run| run.refusal.as_ref())?;
        Some(format!("the server rejects the CRD: {refused}"))
    };
    let error = ran.trouble.as_ref().map(|trouble| trouble.text.clone()).or_else(refusal);
    SuiteReport { uri: uri.clone(), error, cases }
}

/// The points of CRDs by the name of the file and the number of the document.
type Covered = BTreeMap<(String, usize), Vec<Point>>;

fn add_coverage(covered: &mut Covered, run: &CrdRun) {
    let known = covered.entry((run.source.clone(), run.document)).or_default();
    if known.len() != run.points.len() {
        known.clone_from(&run.points);
        return;
    }
    for (known, point) in known.iter_mut().zip(&run.points) {
        known.held += point.held;
        known.failed += point.failed;
    }
}

fn point_reports(
    source: &str,
    points: Vec<Point>,
    crds: &Index,
    encoding: Encoding,
) -> Option<Vec<PointReport>> {
    let file = File::new(Arc::clone(crds.text_of(source)?));
    let positions = encoding.converter(&file);
    let report = |point: Point| PointReport {
        path: point.path,
        range: positions.range(point.range),
        held: point.held,
        failed: point.failed,
    };
    (!points.is_empty()).then(|| points.into_iter().map(report).collect())
}

/// What `crdls test` prints of the suite of a document, or of one case of it.
pub(crate) fn page(snapshot: &Snapshot, case: Option<&str>) -> Option<String> {
    let is_chosen = |its: &Case| case.is_none_or(|id| its.id() == id);
    let choice = Choice { case: &is_chosen, covers: false };
    let ran = run_suite(&snapshot.file, &snapshot.uri, &snapshot.crds, &snapshot.config, &choice)?;
    let source = Source::new(path_or_uri(&snapshot.uri), (*snapshot.file).clone());
    let empty = || SuiteRun { trouble: ran.trouble.clone(), ..SuiteRun::of(&source, &ran.suite) };
    let mut runs: Vec<_> = ran.runs.iter().map(|run| suite_run(run, &ran, empty())).collect();
    if runs.is_empty() {
        runs.push(empty());
    }
    let mut text = suites_full(&runs, false);
    let passed = runs.iter().flat_map(|run| &run.cases).filter(|ran| ran.result.outcome == Outcome::Passed);
    passed.for_each(|ran| text += &format!("  passes: {} \"{}\"\n", ran.case.kind.name(), ran.case.name));
    Some(text)
}

fn suite_run<'s>(run: &CrdRun, ran: &'s RanSuite, empty: SuiteRun<'s>) -> SuiteRun<'s> {
    let case = |its: &RanCase| {
        let case = ran.suite.cases.get(its.at)?;
        Some(CaseRun { case, result: its.result.clone(), milliseconds: its.milliseconds })
    };
    SuiteRun {
        crd_file: Some(run.file.clone()),
        kubernetes: Some(run.kubernetes),
        refusal: run.refusal.clone(),
        cases: run.cases.iter().filter_map(case).collect(),
        ..empty
    }
}

/// A suite with a case more.
#[derive(Debug)]
pub(crate) struct AddedCase {
    pub(crate) uri: Uri,
    pub(crate) edit: WorkspaceEdit,
    /// Where the case is, in the suite as it is then.
    pub(crate) at: Range,
}

/// Adds a case for a rule of a CRD to the first suite that tests it: a minimal object, and what the server answers to it.
/// `field`: the field that has the rule, empty for the whole object.
///
/// # Errors
/// Why there is none.
pub(crate) fn add_case(
    snapshot: &Snapshot,
    suites: &[ConfiguredSuite],
    crd: &str,
    field: &str,
    features: &ClientFeatures,
) -> Result<AddedCase, String> {
    let is_of_crd = |file: &File| {
        let suite = crdls_ide::suite(file)?;
        (suite.crd_name.as_ref()?.text == crd).then_some(suite)
    };
    let found = suites.iter().find_map(|(uri, file, config)| Some((uri, file, config, is_of_crd(file)?)));
    let Some((uri, file, config, suite)) = found else { return Err(format!("no suite tests `{crd}`")) };
    let mut known = snapshot.crds.of_source(&snapshot.name);
    let known = known.find(|known| known.header().metadata().name() == crd);
    let known = known.ok_or_else(|| format!("there is no CRD `{crd}` in {}", snapshot.uri.as_str()))?;
    let under_test =
        |version: &Version<'_>| suite.version.as_ref().is_none_or(|its| its.text == version.name());
    let version = known.crd().versions().find(under_test);
    let version = version.ok_or_else(|| format!("the CRD `{crd}` does not have the version of the suite"))?;
    let object = crdls_witness::minimal_sample(known, version, config).text;
    let rule = if field.is_empty() { String::new() } else { format!(" of {field}") };
    let case = with_case(file, &format!("Should meet the rule{rule}"), &object);
    let (text, index) =
        case.ok_or_else(|| format!("the cases of {} are not a list in block style", uri.as_str()))?;
    let text = answered(text, index, (uri, config), &snapshot.crds);
    let new = File::new(text);
    let suite = crdls_ide::suite(&new).unwrap_or_default();
    let at = suite.cases.iter().find(|case| case.kind == CaseKind::OnCreate && case.index == index);
    let at = features.encoding.range(&new, at.map_or(suite.range, |case| case.range));
    let edits = edits::text_edits(&features.encoding.converter(file), &difference(file.text(), new.text()));
    // Who asks for a case need not confirm it.
    let edit = WorkspaceEdit { changes: Some([(uri.clone(), edits)].into()), ..WorkspaceEdit::default() };
    Ok(AddedCase { uri: uri.clone(), edit, at })
}

/// The text of a suite in which a case of `onCreate` expects what the server answers.
fn answered(text: String, index: usize, (uri, config): (&Uri, &Config), crds: &Index) -> String {
    let file = File::new(text);
    let is_new = |case: &Case| case.kind == CaseKind::OnCreate && case.index == index;
    let ran = run_suite(&file, uri, crds, config, &Choice { case: &is_new, covers: false });
    let edits = ran.and_then(|ran| {
        let result = ran.runs.first()?.cases.first()?;
        let root = suite_root(file.text(), file.tree())?;
        accepting(root, ran.suite.cases.get(result.at)?, &result.result)
    });
    let mut text = file.text().to_owned();
    let mut edits = edits.unwrap_or_default();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
    let applied = edits.iter().all(|edit| edit.apply(&mut text));
    if applied { text } else { file.text().to_owned() }
}

/// Locations as compilers print them, which editors can follow.
pub(crate) fn places(locations: &Value) -> Option<String> {
    let locations: Vec<Location> = serde_json::from_value(locations.clone()).ok()?;
    let line = |location: &Location| {
        let (file, at) = (path_or_uri(&location.uri), location.range.start);
        format!("{file}:{}:{}\n", at.line + 1, at.character + 1)
    };
    Some(locations.iter().map(line).collect())
}
