//! `cargo dev bench static`: the static program next to the one that is linked with libraries of the system, both as they
//! are packaged, in turn: size, start, and `check` of the corpus. A static program that is slower by more than a tenth is an
//! error.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::start::answered;
use super::{checked, corpus, least, median, timed};
use crate::build::{Profile, output};
use crate::dist::Target;

/// How often each program is measured.
const RUNS: usize = 15;

/// The longest `check` of the static program, in that of the other.
const LIMIT: f64 = 1.1;

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let build = |target: Target| target.build(root, Profile::Dist);
    let programs = [build(Target::of(root, None)?)?, build(Target::of_static(root)?)?];
    let [dynamic, of_static] = &programs;
    println!("{:<48} {:>8} {:>8} {:>8}", "", "dynamic", "static", "ratio");
    let size = |program: &PathBuf| fs::metadata(program).map(|file| file.len() as f64 / 1e6);
    row("size, MB", size(dynamic).map_err(failed)?, size(of_static).map_err(failed)?);
    times("start to the end of `--version`, ms", &programs, |program| {
        timed(Command::new(program).arg("--version"))
    })?;
    times("start to `initialize` answered, ms", &programs, |program| {
        answered(Command::new(program).arg("lsp").stderr(Stdio::null()))
    })?;
    let folders = checked(&corpus(root)?);
    let mut slowest: f64 = 0.0;
    for (what, threads) in
        [("`check` of the corpus, one thread, ms", Some("--threads=1")), ("`check`, all cores, ms", None)]
    {
        let check = |program: &Path| {
            let mut command = Command::new(program);
            command.args(["check", "--no-cache"]).args(threads).args(&folders);
            command
        };
        let printed = |program: &Path| output(&mut check(program));
        let (a, b) = (printed(dynamic)?, printed(of_static)?);
        if a != b {
            return Err("the programs print different findings".to_owned());
        }
        slowest = slowest.max(times(what, &programs, |program| timed(&mut check(program)))?);
    }
    if slowest > LIMIT {
        Err(format!("`check` of the static program takes {slowest:.2} times as long"))
    } else {
        Ok(())
    }
}

/// Measures both programs in turn and prints the best and the median times; the ratio of the best. What else a machine does
/// only ever adds.
fn times(
    what: &str,
    programs: &[PathBuf; 2],
    measure: impl Fn(&Path) -> Result<Duration, String>,
) -> Result<f64, String> {
    let mut measured = [Vec::new(), Vec::new()];
    for run in 0..=RUNS {
        for (program, times) in programs.iter().zip(&mut measured) {
            let time = measure(program)?;
            // The first of each is the warm-up.
            if run > 0 {
                times.push(time);
            }
        }
    }
    let [dynamic, of_static] = &measured;
    let milliseconds =
        |which: fn(&[Duration]) -> Duration, times: &[Duration]| which(times).as_secs_f64() * 1e3;
    row(&format!("{what}, best of {RUNS}"), milliseconds(least, dynamic), milliseconds(least, of_static));
    row("  median", milliseconds(median, dynamic), milliseconds(median, of_static));
    Ok(least(of_static).as_secs_f64() / least(dynamic).as_secs_f64())
}

fn row(what: &str, dynamic: f64, of_static: f64) {
    println!("{what:<48} {dynamic:>8.1} {of_static:>8.1} {:>8.2}", of_static / dynamic);
}

fn failed(err: std::io::Error) -> String {
    err.to_string()
}
