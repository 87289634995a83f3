//! `cargo xtask bench`: crdls beside the API server's own code on the same files, in one run.
//!
//! Both on one thread, in turn; ratios count, not milliseconds. The Go program reads, decodes and
//! validates each document (its `time` command measures that without its own start); for crdls the
//! whole process is measured, start and output included.

mod diff;
mod editor;
mod since;
mod workspace;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::build;

pub(crate) use diff::run as diff;
pub(crate) use editor::Editor;
pub(crate) use since::run as since;
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

/// The updates of custom resources in the corpus, judged by a version's compiled validators, which both make
/// beforehand: from two texts to errors, without HTTP and storage.
pub(crate) fn updates(root: &Path) -> Result<(), String> {
    let corpus = corpus(root)?;
    let lines = root.join("target/bench/updates.json");
    std::fs::create_dir_all(lines.parent().unwrap_or(root)).map_err(|e| e.to_string())?;
    std::fs::write(&lines, update_lines(&corpus)?).map_err(|e| e.to_string())?;
    let build = ["build", "--release", "-p", "crdls-tests", "--bin", "updates"];
    build::call(Command::new("cargo").args(build).current_dir(root))?;
    let oracle = build::oracle(root)?;
    let ours = runs(Command::new(root.join("target/release/updates")).arg(&lines))?;
    let repeat = ["time-updates", "--repeat", "5"];
    let theirs = runs(Command::new(oracle).args(repeat).arg(&lines))?;
    let count = |runs: &[String]| runs.first().and_then(|run| number(run, "updates")).unwrap_or_default();
    let middle = |runs: &[String], key: &str| {
        let times: Vec<_> = runs.iter().filter_map(|run| number(run, key)).collect();
        median(&times.iter().map(|ms| Duration::from_secs_f64(ms / 1e3)).collect::<Vec<_>>()).as_secs_f64()
    };
    let (ours_time, theirs_time) = (middle(&ours, "milliseconds"), middle(&theirs, "milliseconds"));
    let alone = middle(&theirs, "validation");
    println!("updates judged per second, one thread, median of {}", ours.len().min(theirs.len()));
    println!(
        "  crdls                            {:>9.0}, {} updates",
        count(&ours) / ours_time,
        count(&ours)
    );
    println!(
        "  the Go program                   {:>9.0}, {} updates",
        count(&theirs) / theirs_time,
        count(&theirs)
    );
    println!("  the Go program, its strategy only{:>9.0}", count(&theirs) / alone);
    println!("  ratio                            {:>9.1}, {:.1}", theirs_time / ours_time, alone / ours_time);
    Ok(())
}

/// The cases of the suites of openshift/api, answered with CRDs that both compile beforehand: here by the judge, there by
/// the server's handler over a memory.
pub(crate) fn suites(root: &Path) -> Result<(), String> {
    let lines = root.join("target/bench/suites.json");
    std::fs::create_dir_all(lines.parent().unwrap_or(root)).map_err(|e| e.to_string())?;
    let build = ["build", "--release", "-p", "crdls-tests", "--bin", "suites"];
    build::call(Command::new("cargo").args(build).current_dir(root))?;
    let oracle = build::oracle(root)?;
    let ours = runs(Command::new(root.join("target/release/suites")).arg(&lines))?;
    let theirs = runs(Command::new(oracle).args(["time-suites", "--repeat", "6"]).arg(&lines))?;
    // The first run of the handler compiles the rules.
    let theirs = theirs.get(1..).unwrap_or_default();
    let middle = |runs: &[String]| {
        let times: Vec<_> = runs.iter().filter_map(|run| number(run, "milliseconds")).collect();
        median(&times.iter().map(|ms| Duration::from_secs_f64(ms / 1e3)).collect::<Vec<_>>()).as_secs_f64()
    };
    let count = |runs: &[String]| runs.first().and_then(|run| number(run, "cases")).unwrap_or_default();
    let (ours_time, theirs_time) = (middle(&ours), middle(theirs));
    println!("cases of test suites per second, one thread, median of {}", ours.len().min(theirs.len()));
    println!("  crdls          {:>9.0}, {} cases", count(&ours) / ours_time, count(&ours));
    println!("  the Go program {:>9.0}, {} cases", count(theirs) / theirs_time, count(theirs));
    println!("  ratio          {:>9.1}", theirs_time / ours_time);
    if count(&ours) == count(theirs) { Ok(()) } else { Err("they do not count the same cases".to_owned()) }
}

/// The recorded updates that the server comes to validate, as `oracle updates` takes them, each CRD before those of its
/// objects. Those of the scale subresource are left out.
fn update_lines(corpus: &Path) -> Result<String, String> {
    let mut lines = String::new();
    let mut known = BTreeSet::new();
    for file in ["random", "kubernetes"] {
        let path = corpus.join(format!("updates/{file}.jsonl"));
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
            let crd = line["crd"].as_str().unwrap_or_default();
            if known.insert(crd.to_owned()) && line["text"].is_null() {
                let text = std::fs::read_to_string(corpus.join(crd)).map_err(|e| format!("{crd}: {e}"))?;
                lines += &format!("{}\n", json!({"crd": crd, "text": text}));
            }
            let code = line["verdict"]["code"].as_u64();
            if code.is_some_and(|code| code != 200 && code != 422) || line["subresource"] == "scale" {
                continue;
            }
            let kept = ["crd", "text", "old", "new", "subresource"];
            let kept = kept.iter().filter(|key| !line[**key].is_null());
            let kept: serde_json::Map<_, _> =
                kept.map(|key| ((*key).to_owned(), line[*key].clone())).collect();
            lines += &format!("{}\n", Value::Object(kept));
        }
    }
    Ok(lines)
}

/// The lines that a program prints, one for each run.
fn runs(command: &mut Command) -> Result<Vec<String>, String> {
    let output = command.output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let runs: Vec<_> = text.lines().map(str::to_owned).collect();
    if runs.is_empty() {
        Err(format!("it said {}", String::from_utf8_lossy(&output.stderr)))
    } else {
        Ok(runs)
    }
}

/// A number of a line of JSON.
fn number(line: &str, key: &str) -> Option<f64> {
    let rest = line.split_once(&format!("\"{key}\":"))?.1;
    rest.split([',', '}']).next()?.trim().parse().ok()
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
