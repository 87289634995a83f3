//! `cargo dev bench diff`: consecutive releases of public projects compared by `crdls diff` and by crdify, in one run.
//!
//! Each pair of CRDs is a process of its own for both, in turn. Findings are set side by side by version and field; which
//! of them are right is not decided here (`crdls diff` shows an object for each break).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::data;
use crate::build::{self, Profile, output};
use crate::files::{below, entries, name};

/// The release of crdify that is built, from its Go module.
const CRDIFY: &str = "sigs.k8s.io/crdify@v0.6.0";

/// A version and the path of a schema in it, as crdify writes it: `spec.hosts.items.name`.
type Field = (String, String);

/// What both say of the pairs of a project.
#[derive(Default)]
struct Row {
    pairs: usize,
    /// Each pair with at least one error of crdify; one with a breaking change of crdls.
    failing: [usize; 2],
    /// Where crdify has errors and crdls a breaking change, where only the first, where only the second.
    both: usize,
    only: [usize; 2],
    unproven: usize,
    times: [Duration; 2],
}

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let histories = histories(root)?;
    let programs = [crdify(root)?, build::crdls(root, Profile::Release)?];
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for (project, old, new) in pairs(&histories)? {
        let (theirs, their_time) =
            timed(Command::new(&programs[0]).args([as_url(&old), as_url(&new)]).args(["-o", "json"]))?;
        let crdls = ["--output-format", "json", "--fail-on", "never"];
        let (ours, our_time) = timed(Command::new(&programs[1]).arg("diff").args([&old, &new]).args(crdls))?;
        let (theirs, ours) = (errors(&theirs), breaks(&ours));
        let row = rows.entry(project).or_default();
        row.pairs += 1;
        row.failing[0] += usize::from(!theirs.is_empty());
        row.failing[1] += usize::from(!ours.0.is_empty());
        row.both += theirs.intersection(&ours.0).count();
        row.only[0] += theirs.difference(&ours.0).count();
        row.only[1] += ours.0.difference(&theirs).count();
        row.unproven += ours.1;
        row.times[0] += their_time;
        row.times[1] += our_time;
    }
    print(&rows);
    Ok(())
}

fn print(rows: &BTreeMap<String, Row>) {
    println!("pairs of CRDs of consecutive releases: {CRDIFY} and crdls diff, a process for each pair");
    println!(
        "{:<22}{:>6}  pairs that fail   fields: both  only crdify  only crdls  unproven   ms a pair",
        "", "pairs"
    );
    println!("{:<28}  crdify   crdls {:>48}   crdify  crdls", "", "");
    let line = |name: &str, row: &Row| {
        let [theirs, ours] = row.times.map(|time| time.as_secs_f64() * 1e3 / row.pairs.max(1) as f64);
        let ([failing, breaking], [only_theirs, only_ours]) = (row.failing, row.only);
        println!(
            "{name:<22}{:>6}  {failing:>6}  {breaking:>6}  {:>13}  {only_theirs:>11}  {only_ours:>10}  {:>8}   {theirs:>6.0} {ours:>6.0}",
            row.pairs, row.both, row.unproven
        );
    };
    let mut all = Row::default();
    for (name, row) in rows {
        line(name, row);
        all.pairs += row.pairs;
        all.both += row.both;
        all.unproven += row.unproven;
        for side in 0..2 {
            all.failing[side] += row.failing[side];
            all.only[side] += row.only[side];
            all.times[side] += row.times[side];
        }
    }
    line("all", &all);
}

/// crdify, built from its Go module.
fn crdify(root: &Path) -> Result<PathBuf, String> {
    let folder = build::go_module(CRDIFY)?;
    let program = root.join("target/peers").join(format!("crdify{}", std::env::consts::EXE_SUFFIX));
    build::call(Command::new("go").args(["build", "-o"]).arg(&program).arg(".").current_dir(folder))?;
    Ok(program)
}

/// The releases of public projects.
pub(super) fn histories(root: &Path) -> Result<PathBuf, String> {
    let folder = data(root, "CRDLS_ACCEPTANCE", "acceptance").join("histories");
    folder.is_dir().then_some(folder).ok_or("no histories: set CRDLS_ACCEPTANCE".to_owned())
}

/// Each CRD that is in two consecutive releases, with its project.
fn pairs(histories: &Path) -> Result<Vec<(String, PathBuf, PathBuf)>, String> {
    let mut found = Vec::new();
    for (project, before, after) in releases(histories)? {
        for old in below(&before)?.into_iter().filter(|path| is_yaml(path)) {
            let new = after.join(old.strip_prefix(&before).map_err(|e| e.to_string())?);
            if new.is_file() {
                found.push((project.clone(), old, new));
            }
        }
    }
    Ok(found)
}

/// The folders of two consecutive releases, with their project.
pub(crate) fn releases(histories: &Path) -> Result<Vec<(String, PathBuf, PathBuf)>, String> {
    let mut found = Vec::new();
    for project in entries(histories)? {
        let mut releases = entries(&project)?;
        releases.retain(|path| path.is_dir() || is_yaml(path));
        releases.sort_by_cached_key(|release| {
            let tag = name(release);
            let numbers = tag.trim_start_matches('v').split('.').map(|part| part.parse().unwrap_or(0));
            numbers.collect::<Vec<u32>>()
        });
        let pairs = releases.windows(2).filter_map(|two| Some((two.first()?, two.last()?)));
        found.extend(pairs.map(|(old, new)| (name(&project), old.clone(), new.clone())));
    }
    Ok(found)
}

fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "yaml")
}

fn as_url(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// What a program prints, and how long it took.
fn timed(command: &mut Command) -> Result<(Value, Duration), String> {
    let start = Instant::now();
    let output = output(command)?;
    let time = start.elapsed();
    if output.stdout.is_empty() {
        return Ok((Value::Null, time));
    }
    let said = serde_json::from_slice(&output.stdout);
    Ok((said.map_err(|e| format!("{command:?}: {e}: {}", String::from_utf8_lossy(&output.stderr)))?, time))
}

/// Where crdify has an error; what it says of two versions of one CRD is left out.
fn errors(report: &Value) -> BTreeSet<Field> {
    let mut found = BTreeSet::new();
    let plain = |path: &str| path.trim_start_matches(['^', '.']).to_owned();
    for version in list(&report["sameVersionValidation"]) {
        let comparisons = list(&version["propertyComparisons"]);
        let wrong = comparisons.filter(|its| {
            list(&its["comparisonResults"]).any(|result| list(&result["errors"]).next().is_some())
        });
        found.extend(wrong.map(|its| (text(&version["version"]), plain(&text(&its["property"])))));
    }
    for check in list(&report["crdValidation"]) {
        for error in list(&check["errors"]).map(text) {
            // `removed existing field : v1.^.spec.size`
            let place = error.rsplit(' ').next().and_then(|last| last.split_once(".^."));
            let (version, field) = place.unwrap_or_default();
            found.insert((version.to_owned(), field.to_owned()));
        }
    }
    found
}

/// Where crdls has a breaking change, and how many changes are unproven.
fn breaks(report: &Value) -> (BTreeSet<Field>, usize) {
    const BREAKING: [&str; 4] = ["refused", "lost", "frozen", "tightened"];
    let changes = || list(&report["changes"]);
    let proven = changes()
        .filter(|its| its["proven"] == true && BREAKING.contains(&its["class"].as_str().unwrap_or_default()));
    let field = |its: &Value| (text(&its["version"]), of_schema(&text(&its["path"])));
    (proven.map(field).collect(), changes().filter(|its| its["proven"] == false).count())
}

/// The path of a schema as crdify writes it.
fn of_schema(path: &str) -> String {
    let mut steps = Vec::new();
    let mut rest = path.split_once("openAPIV3Schema").map_or("", |(_, rest)| rest);
    loop {
        if let Some((name, after)) = rest.strip_prefix(".properties[").and_then(|rest| rest.split_once(']')) {
            steps.push(name);
            rest = after;
            continue;
        }
        let step = ["items", "additionalProperties"].into_iter().find(|step| {
            rest.strip_prefix('.')
                .and_then(|rest| rest.strip_prefix(step))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        });
        let Some(step) = step else { return steps.join(".") };
        steps.push(step);
        rest = &rest[step.len() + 1..];
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
