//! `--generate`: writes cases for the rules and constraints that no case makes hold or fail.
//!
//! They are added to the first suite of a CRD, or make a new one next to the CRD. Must not know how a case is found or
//! written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crdls_report::Config;
use crdls_suite::{
    Candidate, Generated, Goal, Installed, Missing, NewCase, Point, appended, confirmed, generate,
    written_suite,
};
use crdls_text::Edit;

use super::super::inputs::read;
use super::super::outcome::{Outcome, say, trouble, warn};
use super::plan::{Group, SuiteFile};
use crate::render::{CrdCoverage, Source, Sources, count};
use crdls_system::files::{IgnoreFiles, collect, create, reason, replace};
use crdls_system::guard::guarded;
use crdls_system::threads::Threads;

/// The ending of the name of a new suite, after the name of the CRD and, where it has several, of the version.
const ENDING: &str = "suite.yaml";

/// A suite that gets cases: a file that exists or not.
pub(super) struct Target<'k> {
    path: PathBuf,
    /// Its index among the suites; `None` for a new file.
    suite: Option<usize>,
    /// The CRDs that it is run against.
    groups: Vec<Group<'k>>,
}

/// Where the suite of a version of a CRD is written that has none.
fn new_path(candidate: &Candidate<'_>, version: &str) -> PathBuf {
    let version = if candidate.served.len() > 1 { format!("{version}.") } else { String::new() };
    Path::new(candidate.file).with_file_name(format!("{}.{version}{ENDING}", candidate.name))
}

/// The served versions of the CRDs in some files.
fn versions<'k>(
    candidates: &'k [(usize, Candidate<'k>)],
    named: &BTreeSet<String>,
) -> impl Iterator<Item = (&'k Candidate<'k>, &'k String)> {
    let own = candidates.iter().map(|(_, candidate)| candidate).filter(|its| named.contains(its.file));
    own.flat_map(|candidate| candidate.served.iter().map(move |version| (candidate, version)))
}

/// The suites that were written earlier for CRDs in some files, where they are not among the inputs.
pub(super) fn earlier(
    candidates: &[(usize, Candidate<'_>)],
    named: &BTreeSet<String>,
    known: &[SuiteFile],
) -> Vec<SuiteFile> {
    let paths = versions(candidates, named).map(|(candidate, version)| new_path(candidate, version));
    let is_known =
        |path: &PathBuf| known.iter().any(|file| file.path.as_deref().is_some_and(|its| same(its, path)));
    let new = paths.filter(|path| path.is_file() && !is_known(path)).collect::<BTreeSet<_>>();
    let suite = |path: PathBuf| {
        let found = collect(std::slice::from_ref(&path), IgnoreFiles::Disregarded).inputs;
        let source = read(found.into_iter().next()?).ok()?;
        let file = source.file();
        let suite = crdls_suite::read(file.text(), file.tree())?;
        Some(SuiteFile { source: source.into(), path: Some(path), suite })
    };
    new.into_iter().filter_map(suite).collect()
}

fn same(a: &Path, b: &Path) -> bool {
    crdls_system::files::plain(a) == crdls_system::files::plain(b)
}

/// The suites that get cases: the first of each CRD, and new ones for the CRDs in `named` that have none.
pub(super) fn targets<'k>(
    groups: &[Group<'k>],
    suites: &[SuiteFile],
    candidates: &'k [(usize, Candidate<'k>)],
    named: &BTreeSet<String>,
) -> Vec<Target<'k>> {
    let mut found: BTreeMap<usize, Target<'k>> = BTreeMap::new();
    for group in groups {
        let written =
            |at: &&usize| suites.get(**at).is_some_and(|file| file.path.is_some() && !file.is_examples());
        let Some(at) = group.suites.iter().find(written) else { continue };
        let path = suites.get(*at).and_then(|file| file.path.clone()).unwrap_or_default();
        let target = || Target { path, suite: Some(*at), groups: Vec::new() };
        found.entry(*at).or_insert_with(target).groups.push(group.clone());
    }
    let is_tested = |candidate: &Candidate<'_>, version: &str| {
        groups.iter().any(|group| group.candidate.file == candidate.file && group.version == version)
    };
    let new = versions(candidates, named).filter(|(candidate, version)| !is_tested(candidate, version));
    let new = new.map(|(candidate, version)| Target {
        path: new_path(candidate, version),
        suite: None,
        groups: vec![Group { candidate, version: version.clone(), suites: Vec::new() }],
    });
    found.into_values().chain(new).collect()
}

/// What was found for a suite, and for which file.
struct NewCases<'k> {
    target: Target<'k>,
    cases: Vec<NewCase>,
    /// By the file of the CRD.
    missing: Vec<(String, Point, Missing)>,
}

/// Searches for the cases of all targets and writes them. `covered` is what the suites cover now.
pub(super) fn write(
    targets: Vec<Target<'_>>,
    suites: &[SuiteFile],
    covered: &[CrdCoverage],
    config: &Config,
    crds: &Sources<'_>,
    threads: &Threads,
) -> Outcome {
    let mut outcome = Outcome::Clean;
    for found in threads.map(targets, |target| searched(target, covered, config)) {
        let found = match found {
            Ok(found) => found,
            Err(why) => {
                outcome = trouble(why);
                continue;
            }
        };
        outcome = outcome.max(save(&found, suites));
        for (file, point, missing) in &found.missing {
            say(unshown(file, point, missing, crds.named(file)));
        }
    }
    outcome
}

/// The cases for a suite: each passes on all CRDs that the suite is run against.
fn searched<'k>(
    target: Target<'k>,
    covered: &[CrdCoverage],
    config: &Config,
) -> Result<NewCases<'k>, String> {
    let name = target.path.display().to_string();
    guarded(&name, || {
        let (mut cases, mut missing) = (Vec::new(), Vec::new());
        let installed: Vec<_> = target
            .groups
            .iter()
            .map(|group| Installed::new(group.candidate, &group.version, config))
            .collect();
        for (at, (group, own)) in target.groups.iter().zip(&installed).enumerate() {
            let Some(points) = own.points() else { continue };
            let known = covered.iter().find(|crd| crd.file == group.candidate.file);
            let mut known = known.map(|crd| crd.points.clone()).unwrap_or_else(|| points.all().to_vec());
            for met in cases.iter().filter_map(|case| confirmed(own, &points, case, config)) {
                known.iter_mut().zip(&met).for_each(|(known, met)| known.add(met));
            }
            let Generated { cases: new, missing: none } = generate(own, &points, &known, config);
            let others = || installed.iter().enumerate().filter(move |(other, _)| *other != at);
            let passes = |case: &NewCase| {
                others().all(|(_, other)| {
                    other.points().is_some_and(|points| confirmed(other, &points, case, config).is_some())
                })
            };
            cases.extend(new.into_iter().filter(passes));
            let file = group.candidate.file.to_owned();
            missing.extend(none.into_iter().filter_map(|missing| {
                Some((file.clone(), points.all().get(missing.point)?.clone(), missing))
            }));
        }
        (cases, missing)
    })
    .map(|(cases, missing)| NewCases { target, cases, missing })
}

/// Writes the cases of a suite.
fn save(found: &NewCases<'_>, suites: &[SuiteFile]) -> Outcome {
    let NewCases { target, cases, .. } = found;
    let name = target.path.display();
    if cases.is_empty() {
        return Outcome::Clean;
    }
    let written = match target.suite.and_then(|at| suites.get(at)) {
        None => {
            let Some(group) = target.groups.first() else { return Outcome::Clean };
            let candidate = group.candidate;
            let version = Some(group.version.as_str()).filter(|_| candidate.versions.len() > 1);
            create(&target.path, &written_suite(&candidate.name, version, cases))
        }
        Some(file) => match added(file, cases) {
            Some(text) => replace(&target.path, &text),
            None => {
                warn(format_args!("{name}: no cases added, because its lists use flow style (`[…]`)"));
                return Outcome::Trouble;
            }
        },
    };
    match written {
        Ok(()) => {
            say(format_args!("{name}: {} added", count(cases.len(), "case")));
            Outcome::Clean
        }
        Err(err) => trouble(format_args!("cannot write {name}: {}", reason(&err))),
    }
}

/// The text of a suite with more cases.
fn added(file: &SuiteFile, cases: &[NewCase]) -> Option<String> {
    let parsed = file.source.file();
    let mut documents = parsed.tree().documents().iter();
    let root = documents.find_map(|document| parsed.tree().root(parsed.text(), document))?;
    let edits: Vec<Edit> = appended(root, cases)?;
    let mut text = parsed.text().to_owned();
    edits.iter().rev().all(|edit| edit.apply(&mut text)).then_some(text)
}

/// The line of a rule or constraint for which no case was found.
fn unshown(file: &str, point: &Point, missing: &Missing, crd: Option<&Source>) -> String {
    let at = crd.map(|crd| format!(":{}", crd.position(point.range.start))).unwrap_or_default();
    let path = point.path.split_once("openAPIV3Schema").map_or("", |(_, path)| path);
    let lacks = match missing.goal {
        Goal::Hold => "no case found that makes it hold",
        Goal::Fail => "no case found that makes it fail",
    };
    format!("{file}{at} {}: {lacks}: {}", path.trim_start_matches('.'), missing.why)
}
