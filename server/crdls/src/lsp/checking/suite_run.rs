//! Runs the suite of a text against the CRDs that are known.
//!
//! Must not know which document shows what comes out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crdls_ide::File;
use crdls_minors::Minor;
use crdls_report::{Config, stop};
use crdls_resource::{Index, IndexedCrd};
use crdls_suite::{
    Candidate, Case, CaseResult, Coverage, Installed, Located, Outcome, Point, Session, Suite, settings,
    version,
};
use ls_types::Uri;

use crate::lsp::protocol::locations::{path, path_or_uri};
use crate::suite_crds::{PlacedSuite, chosen, gates, gates_folder};

/// How long a suite may run; the cases after that are not run.
const MOST: Duration = Duration::from_secs(10);

/// Which cases are run, and whether what they cover is counted.
pub(crate) struct Choice<'a> {
    pub(crate) case: &'a dyn Fn(&Case) -> bool,
    pub(crate) covers: bool,
}

/// A suite, and what became of it.
#[derive(Debug)]
pub(crate) struct RanSuite {
    pub(crate) suite: Suite,
    /// Why it cannot run, and where.
    pub(crate) trouble: Option<Located>,
    /// A run for each CRD that it is run against.
    pub(crate) runs: Vec<CrdRun>,
}

/// A suite that was run against a CRD.
#[derive(Debug)]
pub(crate) struct CrdRun {
    /// The name of the CRD's file in the index.
    pub(crate) source: String,
    /// The number of its document there, from 0.
    pub(crate) document: usize,
    /// The path of the file, otherwise its name.
    pub(crate) file: String,
    pub(crate) kubernetes: Minor,
    /// Why the server does not take the CRD.
    pub(crate) refusal: Option<String>,
    /// In the order of the suite.
    pub(crate) cases: Vec<RanCase>,
    /// The rules and constraints of the CRD; empty where they are not counted. Ranges are those of its file.
    pub(crate) points: Vec<Point>,
}

/// A case that was run.
#[derive(Debug)]
pub(crate) struct RanCase {
    /// Its index in the suite.
    pub(crate) at: usize,
    pub(crate) result: CaseResult,
    pub(crate) milliseconds: f64,
    /// The indices of the points that it meets, and whether it makes them fail.
    pub(crate) met: Vec<(usize, bool)>,
}

impl RanSuite {
    /// The results of a case, each with the file of the CRD.
    pub(crate) fn results(&self, at: usize) -> Vec<(&CaseResult, &str)> {
        let cases = self.runs.iter().flat_map(|run| run.cases.iter().map(move |case| (case, &run.file)));
        cases.filter(|(case, _)| case.at == at).map(|(case, file)| (&case.result, file.as_str())).collect()
    }

    /// Whether a case did not pass.
    pub(crate) fn is_bad(&self, at: usize) -> bool {
        self.trouble.is_some() || self.results(at).iter().any(|(result, _)| result.outcome != Outcome::Passed)
    }
}

/// Runs the suite that a file is; `None` where it is none.
pub(crate) fn run_suite(
    file: &File,
    uri: &Uri,
    crds: &Index,
    config: &Config,
    choice: &Choice<'_>,
) -> Option<RanSuite> {
    let suite = crdls_ide::suite(file)?;
    let config = settings(config);
    let named = suite.crd_name.as_ref().map(|name| name.text.as_str()).unwrap_or_default();
    let named_crds = crds.all().filter(|known| known.name() == named);
    let texts: Vec<_> =
        named_crds.map(|known| (known, shown_name(&known.source), File::around(known))).collect();
    let candidates = texts.iter().filter_map(|(known, name, file)| {
        Some((usize::from(known.is_named()), Candidate::of(name, known, file.text(), file.tree())?))
    });
    let candidates: Vec<_> = candidates.collect();
    let path = path(uri);
    let placed = PlacedSuite { suite: &suite, path: path.as_deref() };
    let has_gates = !suite.feature_gates.is_empty();
    let gates = path.as_deref().filter(|_| has_gates).and_then(gates_folder).map(|folder| gates(&folder));
    let first = crds.all_first_of_name(named, uri.as_str());
    let place = |known: &IndexedCrd| (Arc::clone(&known.source), known.range());
    let is_first =
        |candidate: &Candidate<'_>| first.iter().any(|known| place(known) == place(candidate.known()));
    let found = chosen(placed, &candidates, gates.as_deref().unwrap_or_default(), &is_first);
    let found = found.and_then(|found| Ok((version(&suite, &found)?, found)));
    let (version, found) = match found {
        Ok(found) => found,
        Err(trouble) => return Some(RanSuite { suite, trouble: Some(trouble), runs: Vec::new() }),
    };
    let deadline = Instant::now() + MOST;
    let run = |candidate: &Candidate<'_>| {
        let installed = Installed::new(candidate, &version, &config);
        let (cases, points) = run_cases(&suite, &installed, &config, choice, deadline);
        CrdRun {
            source: candidate.known().source.to_string(),
            document: candidate.known().number(),
            file: candidate.file.to_owned(),
            kubernetes: config.kubernetes,
            refusal: installed.refusal(),
            cases,
            points,
        }
    };
    let runs = found.into_iter().map(run).collect();
    Some(RanSuite { suite, trouble: None, runs })
}

/// The path of a file of the index, otherwise its name.
fn shown_name(source: &str) -> String {
    source.parse().map_or_else(|_| source.to_owned(), |uri| path_or_uri(&uri))
}

fn run_cases(
    suite: &Suite,
    installed: &Installed<'_>,
    config: &Config,
    choice: &Choice<'_>,
    deadline: Instant,
) -> (Vec<RanCase>, Vec<Point>) {
    let points = choice.covers.then(|| installed.points()).flatten();
    let mut session = Session::new(installed, config);
    if let Some(points) = &points {
        session = session.covering(Coverage::new(points, config.kubernetes));
    }
    let mut cases = Vec::new();
    let limit = MOST.as_secs();
    let why = || format!("the suite takes longer than {limit} s, and was stopped before this case");
    for (at, case) in suite.cases.iter().enumerate().filter(|(_, case)| (choice.case)(case)) {
        stop::checkpoint();
        let before = counts(&session);
        let start = Instant::now();
        let result = if start < deadline { session.run(case) } else { CaseResult::stopped(case, why()) };
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        cases.push(RanCase { at, result, milliseconds, met: met(&before, &counts(&session)) });
    }
    (cases, session.into_coverage().map(Coverage::into_points).unwrap_or_default())
}

/// How often the points of a session held, and how often they failed.
fn counts(session: &Session<'_>) -> Vec<(usize, usize)> {
    let points = session.coverage().map(Coverage::points).unwrap_or_default();
    points.iter().map(|point| (point.held, point.failed)).collect()
}

fn met(before: &[(usize, usize)], after: &[(usize, usize)]) -> Vec<(usize, bool)> {
    let pairs = before.iter().zip(after).enumerate().filter(|(_, (before, after))| before != after);
    pairs.map(|(at, (before, after))| (at, before.1 != after.1)).collect()
}
