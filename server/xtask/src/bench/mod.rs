//! Speed next to peers in the same run: ratios count, not milliseconds.
//!
//! What is measured inside of this program is in `engine`.

mod builds;
mod catalog;
mod copies;
mod diff;
mod editor;
mod go;
mod histories;
mod instructions;
mod memory;
mod peer;
mod peer_editor;
mod root;
mod since;
mod start;
mod static_program;
mod typing;
mod workspace;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::args::ProgramBench;
use crate::build::{self, Profile};

pub(crate) use diff::releases;
use editor::{Editor, Typist};

/// How often each side is measured.
pub(crate) const RUNS: usize = 9;

/// Measures, and prints the ratios.
pub(crate) fn run(root: &Path, of: ProgramBench) -> Result<(), String> {
    match of {
        ProgramBench::Builds { against } => builds::run(root, against.as_deref()),
        ProgramBench::Profiles => builds::profiles(root),
        ProgramBench::Check => check(root),
        ProgramBench::Catalog { folder } => catalog::run(root, folder.as_deref()),
        ProgramBench::Copies => copies::run(root),
        ProgramBench::Workspace => workspace::run(root),
        ProgramBench::Diff => diff::run(root),
        ProgramBench::Go => go::run(root),
        ProgramBench::Histories { against, cluster_api } => {
            histories::run(root, &against, cluster_api.as_deref())
        }
        ProgramBench::Instructions { against } => instructions::run(root, against.as_deref()),
        ProgramBench::Memory => memory::run(root),
        ProgramBench::Root => root::run(root),
        ProgramBench::Since => since::run(root),
        ProgramBench::Start => start::run(root),
        ProgramBench::Static => static_program::run(root),
        ProgramBench::Typing => typing::run(root),
        ProgramBench::Editor => peer_editor::run(root),
    }
}

/// Both on one thread, in turn. The Go program reads, decodes and validates each document (its `time` command measures
/// that without its own start); for crdls the whole process is measured, start and output included.
fn check(root: &Path) -> Result<(), String> {
    let folders = checked(&corpus(root)?);
    let (crdls, go) = (build::crdls(root, Profile::Release)?, build::oracle(root)?);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..=RUNS {
        ours.push(timed(
            Command::new(&crdls).args(["check", "--no-cache", "--threads", "1"]).args(&folders),
        )?);
        theirs.push(oracle(Command::new(&go).arg("time").args(&folders))?);
    }
    // The first of each is the warm-up.
    let (ours, theirs) = (&ours[1..], &theirs[1..]);
    println!("check of crds and bundles, one thread, {RUNS} runs in turn   best  median");
    row("crdls check (whole process), ms", least(ours), median(ours));
    row("the Go program (decoding and validation), ms", least(theirs), median(theirs));
    // What else a machine does only ever adds: the best runs say most of the programs.
    let ratio = |which: fn(&[Duration]) -> Duration| which(theirs).as_secs_f64() / which(ours).as_secs_f64();
    println!("  {:<45} {:>7.1} {:>7.1}", "ratio", ratio(least), ratio(median));
    Ok(())
}

fn row(what: &str, best: Duration, median: Duration) {
    println!("  {what:<45} {:>7.1} {:>7.1}", millis(best), millis(median));
}

/// The lines that a program prints, one for each run.
pub(crate) fn runs(command: &mut Command) -> Result<Vec<String>, String> {
    let output = build::output(command)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let runs: Vec<_> = text.lines().map(str::to_owned).collect();
    if runs.is_empty() {
        Err(format!("it said {}", String::from_utf8_lossy(&output.stderr)))
    } else {
        Ok(runs)
    }
}

/// Fails if there is anything that exceeds its limit.
fn within(exceeded: &[impl AsRef<str>]) -> Result<(), String> {
    let exceeded: Vec<_> = exceeded.iter().map(AsRef::as_ref).collect();
    match exceeded.is_empty() {
        true => Ok(()),
        false => Err(format!("limits are exceeded by {}", exceeded.join(", "))),
    }
}

/// A number of a line of JSON.
pub(crate) fn number(line: &str, key: &str) -> Option<f64> {
    let rest = line.split_once(&format!("\"{key}\":"))?.1;
    rest.split([',', '}']).next()?.trim().parse().ok()
}

/// The folder of test data that a variable names, or the one next to the repository.
pub(crate) fn data(root: &Path, variable: &str, name: &str) -> PathBuf {
    std::env::var_os(variable).map_or_else(|| root.join("../shared").join(name), PathBuf::from)
}

/// The program that is measured: the one that `CRDLS_SERVER` names, or a new build.
fn program(root: &Path, profile: Profile) -> Result<PathBuf, String> {
    std::env::var_os("CRDLS_SERVER").map_or_else(|| build::crdls(root, profile), |named| Ok(named.into()))
}

/// The folder of real CRDs.
pub(crate) fn corpus(root: &Path) -> Result<PathBuf, String> {
    let corpus = data(root, "CRDLS_CORPUS", "corpus");
    let is_there = checked(&corpus).iter().all(|folder| folder.is_dir());
    is_there.then_some(corpus).ok_or("no corpus: set CRDLS_CORPUS".to_owned())
}

/// The folders of the corpus that are checked.
fn checked(corpus: &Path) -> [PathBuf; 2] {
    ["crds", "bundles"].map(|folder| corpus.join(folder))
}

/// The least milliseconds that a program says it took, and how many things of a name it counts.
pub(crate) fn best(command: &mut Command, counted: &str) -> Result<(f64, u64), String> {
    let runs = runs(command)?;
    let counts = runs.iter().filter_map(|l| Some((number(l, "milliseconds")?, number(l, counted)? as u64)));
    counts.min_by(|a, b| a.0.total_cmp(&b.0)).ok_or(format!("it said {}", runs.join("\n")))
}

fn timed(command: &mut Command) -> Result<Duration, String> {
    let start = Instant::now();
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().map_err(|e| e.to_string())?;
    Ok(start.elapsed())
}

/// The milliseconds that the Go program says it took.
fn oracle(command: &mut Command) -> Result<Duration, String> {
    let runs = runs(command)?;
    let millis = runs.first().and_then(|run| number(run, "milliseconds"));
    millis.map(|ms| Duration::from_secs_f64(ms / 1e3)).ok_or(format!("the oracle said {}", runs.join("\n")))
}

/// A time in milliseconds.
pub(crate) fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

pub(crate) fn least(times: &[Duration]) -> Duration {
    times.iter().min().copied().unwrap_or_default()
}

/// The median; zero of none.
pub(crate) fn median(times: &[Duration]) -> Duration {
    percentile(times, 50)
}

/// The time that so many percent of the times do not exceed; zero of none.
fn percentile(times: &[Duration], percent: usize) -> Duration {
    let mut times = times.to_vec();
    times.sort();
    times.get(times.len() * percent / 100).copied().unwrap_or_default()
}

/// A field of what the system tells of the memory of a process, in kB.
pub(crate) fn memory_field(process: &str, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}
