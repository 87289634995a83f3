//! `cargo dev bench histories`: the CPU time of `crdls diff` over consecutive releases of public projects, next to that of
//! another revision's program, in one run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::builds::{Took, took};
use super::diff::{histories, releases};
use super::{median, within};
use crate::build::{self, Profile, clone_of};

/// The share of the CPU time of the other program that all releases together may take.
const SHARE: f64 = 1.0 / 3.0;
/// Two releases of cluster-api, and the most seconds that their comparison may take.
const RELEASES: [&str; 2] = ["v1.9.0", "v1.10.0"];
const MOST: f64 = 1.5;
/// How often these are compared.
const RUNS: usize = 5;

pub(crate) fn run(root: &Path, against: &str, cluster_api: Option<&Path>) -> Result<(), String> {
    let other = build::crdls(&clone_of(root, against)?, Profile::Release)?;
    let programs = [other, build::crdls(root, Profile::Release)?];
    let mut rows: BTreeMap<String, [f64; 2]> = BTreeMap::new();
    for (project, old, new) in releases(&histories(root)?)? {
        let times = rows.entry(project).or_default();
        for (time, program) in times.iter_mut().zip(&programs) {
            *time += compared(Command::new(program).arg("diff").args([&old, &new]))?.cpu;
        }
    }
    println!("{:<22} {:>9} {:>7} {:>6}  CPU seconds", "", against, "now", "share");
    let mut all = [0.0; 2];
    for (project, times) in &rows {
        row(project, *times);
        all = [0, 1].map(|side| all[side] + times[side]);
    }
    row("all", all);
    let mut exceeded = Vec::new();
    exceeded.extend((all[1] > all[0] * SHARE).then_some("all releases, of which a third is the limit"));
    if let Some(clone) = cluster_api {
        let times: Vec<_> = programs.iter().map(|it| of_cluster_api(it, clone)).collect::<Result<_, _>>()?;
        let [old, new] = RELEASES;
        println!("cluster-api {old} to {new}: {times:.2?} by the clock, limit {MOST} s");
        let is_slow = times.last().is_some_and(|time| time.as_secs_f64() > MOST);
        exceeded.extend(is_slow.then_some("cluster-api"));
    }
    within(&exceeded)
}

fn row(name: &str, [before, now]: [f64; 2]) {
    println!("{name:<22} {before:>9.2} {now:>7.2} {:>6.2}", now / before.max(0.01));
}

/// The median time of the two releases in a clone.
fn of_cluster_api(program: &PathBuf, clone: &Path) -> Result<Duration, String> {
    let run = |_| {
        let took = compared(Command::new(program).arg("diff").args(RELEASES).current_dir(clone))?;
        Ok::<_, String>(Duration::from_secs_f64(took.time))
    };
    Ok(median(&(0..RUNS).map(run).collect::<Result<Vec<_>, _>>()?))
}

/// Runs a comparison, which succeeds whatever it finds.
fn compared(command: &mut Command) -> Result<Took, String> {
    took(command.args(["--fail-on", "never"]), &[0])
}
