//! `cargo dev bench instructions`: the instructions of twelve jobs of the program, compared with a table that is checked in.
//!
//! Instructions are the same on a busy machine. A job that costs more than the table allows is an error: who means it writes
//! the new count into the table, and why.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::diff::histories;
use super::{corpus, program};
use crate::build::{self, Profile};
use crate::codegen;

/// Where the jobs and their counts are.
const TABLE: &str = "server/xtask/src/bench/instructions.toml";

/// How the table begins.
const HEAD: &str = "# What `cargo dev bench instructions` runs, and the instructions that it counted in the profile `ci`. A larger
# count than before has a `reason`.
";

/// The most that a job may cost, in what the table has.
const LIMIT: f64 = 1.03;

#[derive(Deserialize)]
struct Table {
    job: Vec<Job>,
}

/// A row of the table.
#[derive(Deserialize)]
struct Job {
    /// The arguments of the program. `CORPUS` and `HISTORIES` stand for folders of test data.
    args: String,
    /// Instructions in the profile `ci`; zero before the first run.
    count: u64,
    /// Why the count is larger than it was, where it is.
    reason: Option<String>,
}

/// Counts in the profile `ci`, or those of the program that `CRDLS_SERVER` names, and compares with the table; with a revision, with
/// a program that is built of that.
pub(crate) fn run(root: &Path, against: Option<&str>) -> Result<(), String> {
    let table: Table = codegen::table(root, TABLE)?;
    let program = program(root, Profile::Ci)?;
    let other = against.map(|revision| of_revision(root, revision)).transpose()?;
    let data = [("CORPUS", corpus(root)?), ("HISTORIES", histories(root)?)];
    println!("{:>15} {:>15} {:>7}  millions of instructions", against.unwrap_or("table"), "now", "ratio");
    let (mut slower, mut counted) = (String::new(), Vec::new());
    for job in &table.job {
        let args: Vec<_> = job.args.split(' ').map(|arg| filled(arg, &data)).collect();
        let before = other.as_ref().map_or(Ok(job.count), |other| count(other, root, &args))?;
        let now = count(&program, root, &args)?;
        let ratio = now as f64 / before.max(1) as f64;
        println!("{:>15.1} {:>15.1} {ratio:>7.3}  {}", millions(before), millions(now), job.args);
        if ratio > LIMIT {
            let _ = writeln!(slower, "`crdls {}` executes {ratio:.3} times as much", job.args);
        }
        counted.push((job, now));
    }
    if other.is_none() {
        let new = root.join("target/instructions.toml");
        fs::write(&new, written(&counted)).map_err(|e| e.to_string())?;
        println!("the table with these counts: {}", new.display());
    }
    match slower.as_str() {
        "" => Ok(()),
        slower => Err(format!("{slower}where that is meant, write the count and a `reason` into {TABLE}")),
    }
}

/// The table as it would be with what was counted.
fn written(counted: &[(&Job, u64)]) -> String {
    let mut text = HEAD.to_owned();
    for (job, count) in counted {
        let _ = writeln!(text, "\n[[job]]\nargs = {:?}\ncount = {count}", job.args);
        if let Some(reason) = &job.reason {
            let _ = writeln!(text, "reason = {reason:?}");
        }
    }
    text
}

fn filled(arg: &str, data: &[(&str, PathBuf)]) -> String {
    let found = data.iter().find_map(|(name, folder)| Some((folder, arg.strip_prefix(name)?)));
    found.map_or_else(|| arg.to_owned(), |(folder, rest)| format!("{}{rest}", folder.display()))
}

/// The program as a revision has it.
fn of_revision(root: &Path, revision: &str) -> Result<PathBuf, String> {
    build::crdls(&build::clone_of(root, revision)?, Profile::Ci)
}

/// The instructions of a run on one thread, whatever the run finds.
pub(super) fn count(program: &Path, root: &Path, args: &[String]) -> Result<u64, String> {
    let mut command = build::counting();
    command
        .arg(program)
        .args(args)
        .env("RAYON_NUM_THREADS", "1")
        // Not a folder: nothing is kept, by programs that know no option for that too.
        .env("CRDLS_CACHE_DIR", "/dev/null")
        .current_dir(root);
    let ran = build::output(&mut command)?;
    let printed = String::from_utf8_lossy(&ran.stderr);
    let of_program = printed.lines().find(|line| !line.starts_with("=="));
    if let Some(why) = of_program.filter(|line| line.starts_with("error")) {
        return Err(format!("crdls {}: {why}", args.join(" ")));
    }
    let line = printed.lines().find_map(|line| line.split_once("I   refs:"));
    let count = line.and_then(|(_, count)| count.trim().replace(',', "").parse().ok());
    count.ok_or_else(|| format!("valgrind printed no count for crdls {}: {printed}", args.join(" ")))
}

pub(super) fn millions(count: u64) -> f64 {
    count as f64 / 1e6
}
