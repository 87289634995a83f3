//! `cargo xtask bench`: crdls beside the API server's own code on the same files, in one run.
//!
//! Both on one thread, in turn; ratios count, not milliseconds. The Go program reads, decodes and
//! validates each document (its `time` command measures that without its own start); for crdls the
//! whole process is measured, start and output included.

mod editor;
mod workspace;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::build;

pub(crate) use editor::Editor;
pub(crate) use workspace::run as workspace;

const RUNS: usize = 9;

/// `cargo xtask bench`
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let corpus = corpus(root)?;
    let folders: Vec<_> = ["crds", "bundles"].iter().map(|f| corpus.join(f)).collect();
    let (crdls, go) = (build::release(root)?, build::oracle(root)?);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..=RUNS {
        ours.push(timed(Command::new(&crdls).args(["check", "--threads", "1"]).args(&folders))?);
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
    println!("  {what:<45} {:>7.1} {:>7.1}", best.as_secs_f64() * 1e3, median.as_secs_f64() * 1e3);
}

/// Compiling and costing all rules of the corpus' CRDs, which both decode beforehand.
pub(crate) fn rules(root: &Path) -> Result<(), String> {
    let crds = corpus(root)?.join("crds");
    let rules = ["build", "--release", "-p", "crdls-tests", "--bin", "rules"];
    build::call(Command::new("cargo").args(rules).current_dir(root))?;
    let oracle = build::oracle(root)?;
    let repeat = RUNS.to_string();
    let ours = best(Command::new(root.join("target/release/rules")).arg(&crds), "rules")?;
    let theirs = best(Command::new(oracle).args(["time-rules", "--repeat", &repeat]).arg(&crds), "rules")?;
    println!("compiling and costing the rules of crds, one thread, best of {RUNS}");
    println!("  crdls          {:>8.1} ms, {} rules", ours.0, ours.1);
    println!("  the Go program {:>8.1} ms, {} rules", theirs.0, theirs.1);
    println!("  ratio          {:>8.1}", theirs.0 / ours.0);
    if ours.1 == theirs.1 { Ok(()) } else { Err("they do not count the same rules".to_owned()) }
}

/// The folder of real CRDs.
fn corpus(root: &Path) -> Result<PathBuf, String> {
    let corpus: PathBuf =
        std::env::var_os("CRDLS_CORPUS").map_or_else(|| root.join("../shared/corpus"), Into::into);
    let is_there = ["crds", "bundles"].iter().all(|folder| corpus.join(folder).is_dir());
    is_there.then_some(corpus).ok_or("no corpus: set CRDLS_CORPUS".to_owned())
}

/// The least milliseconds that a program says it took, and how many things of a name it counts.
fn best(command: &mut Command, counted: &str) -> Result<(f64, u64), String> {
    let output = command.output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let number = |line: &str, key: &str| {
        let rest = line.split_once(&format!("\"{key}\":"))?.1;
        rest.split([',', '}']).next()?.trim().parse::<f64>().ok()
    };
    let runs: Vec<_> =
        text.lines().filter_map(|l| Some((number(l, "milliseconds")?, number(l, counted)? as u64))).collect();
    runs.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).ok_or(format!("it said {text}"))
}

fn timed(command: &mut Command) -> Result<Duration, String> {
    let start = Instant::now();
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().map_err(|e| e.to_string())?;
    Ok(start.elapsed())
}

/// The milliseconds that the Go program says it took.
fn oracle(command: &mut Command) -> Result<Duration, String> {
    let output = command.output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let after = text.split_once("\"milliseconds\":").map(|(_, rest)| rest);
    let millis = after.and_then(|rest| rest.split([',', '}']).next()?.trim().parse::<f64>().ok());
    millis.map(|ms| Duration::from_secs_f64(ms / 1e3)).ok_or(format!("the oracle said {text}"))
}

fn least(times: &[Duration]) -> Duration {
    times.iter().min().copied().unwrap_or_default()
}

/// The median; zero of none.
pub(crate) fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
