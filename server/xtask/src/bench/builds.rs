//! `cargo dev bench builds`: what a newcomer's commands take in a clone with an empty target, and what `cargo dev quick` takes
//! after an edit. `cargo dev bench profiles`: the instructions of `release` next to those of `dist`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use super::copies::of_children;
use super::instructions::{count, millions};
use super::{checked, corpus, within};
use crate::build::{self, Profile, call, clone_of};

/// How much longer and how much more CPU time the first command may take than that of another revision.
const MOST_TIME: f64 = 0.55;
const MOST_CPU: f64 = 0.60;
/// The most seconds of `cargo test`, and of `cargo dev quick` after an edit.
const MOST_TEST: f64 = 360.0;
const MOST_QUICK: f64 = 120.0;
/// How many crates are listed.
const CRATES: usize = 10;
/// The crates of which a file is edited.
const EDITED: [&str; 3] = ["manifest", "cel", "ide"];
/// How much more `release` may execute than `dist`.
const MOST_INSTRUCTIONS: f64 = 1.05;

/// Seconds by the clock, and of the processors.
#[derive(Clone, Copy)]
pub(super) struct Took {
    pub(super) time: f64,
    pub(super) cpu: f64,
}

/// The README's commands in new clones, and `cargo dev quick`; with a revision, the first command of that too.
pub(crate) fn run(root: &Path, against: Option<&str>) -> Result<(), String> {
    let mut exceeded = Vec::new();
    println!("{:<52} {:>7} {:>7}  limits", "", "s", "CPU s");
    let mut first = Vec::new();
    for revision in against.into_iter().chain(["HEAD"]) {
        let clone = clone_of(root, revision)?;
        let _ = fs::remove_dir_all(clone.join("target"));
        let mut command = Command::new("cargo");
        command.args(["run", "--quiet", "--release", "--timings", "--", "check", "examples"]);
        // The examples have findings on purpose.
        let took = took(command.current_dir(&clone), &[0, 1])?;
        row(&format!("{revision}: cargo run --release -- check examples"), took, "");
        println!("  {}", expensive(&clone)?.join(", "));
        first.push(took);
    }
    if let [before, after] = first[..] {
        let (time, cpu) = (after.time / before.time, after.cpu / before.cpu);
        println!(
            "of {}: time {time:.2}, limit {MOST_TIME}, CPU time {cpu:.2}, limit {MOST_CPU}",
            against.unwrap_or_default()
        );
        exceeded.extend((time > MOST_TIME).then_some("the time of the first command"));
        exceeded.extend((cpu > MOST_CPU).then_some("the CPU time of the first command"));
    }
    let clone = clone_of(root, "HEAD")?;
    let test = took(Command::new("cargo").args(["test", "--quiet"]).current_dir(&clone), &[0])?;
    row("HEAD: cargo test", test, &format!("{MOST_TEST} s"));
    exceeded.extend((test.time > MOST_TEST).then_some("cargo test"));
    let mut quick = Command::new("cargo");
    quick.args(["dev", "quick"]).current_dir(&clone);
    row("HEAD: cargo dev quick, the first time", took(&mut quick, &[0])?, "");
    for name in EDITED {
        let file = clone.join("server").join(name).join("src/lib.rs");
        let text = fs::read_to_string(&file).map_err(|err| format!("{}: {err}", file.display()))?;
        fs::write(&file, format!("{text}// An edit.\n")).map_err(|err| err.to_string())?;
        let took = took(&mut quick, &[0])?;
        row(&format!("cargo dev quick, a file of {name} edited"), took, &format!("{MOST_QUICK} s"));
        exceeded.extend((took.time > MOST_QUICK).then_some("cargo dev quick"));
        fs::write(&file, text).map_err(|err| err.to_string())?;
    }
    within(&exceeded)
}

/// The instructions of `check` over the corpus with the programs of both profiles.
pub(crate) fn profiles(root: &Path) -> Result<(), String> {
    let programs = [build::crdls(root, Profile::Release)?, build::crdls(root, Profile::Dist)?];
    let folders = checked(&corpus(root)?).map(|folder| folder.display().to_string());
    println!(
        "{:>10} {:>10} {:>7}  millions of instructions of check, limit {MOST_INSTRUCTIONS}",
        "release", "dist", "ratio"
    );
    let mut exceeded = Vec::new();
    for format in ["concise", "full"] {
        let options = ["check", "--no-workspace", "--no-cache", "--threads", "1", "--output-format", format]
            .map(str::to_owned);
        let args: Vec<_> = options.into_iter().chain(folders.clone()).collect();
        let [release, dist] = [count(&programs[0], root, &args)?, count(&programs[1], root, &args)?];
        let ratio = release as f64 / dist.max(1) as f64;
        println!("{:>10.1} {:>10.1} {ratio:>7.3}  {format}", millions(release), millions(dist));
        exceeded.extend((ratio > MOST_INSTRUCTIONS).then_some(format));
    }
    within(&exceeded)
}

/// The crates of a build that took longest, by the report of `cargo --timings`, with their seconds.
fn expensive(clone: &Path) -> Result<Vec<String>, String> {
    let report = fs::read_to_string(clone.join("target/cargo-timings/cargo-timing.html"))
        .map_err(|err| format!("the report of cargo: {err}"))?;
    let data = report.split_once("const UNIT_DATA = ").and_then(|(_, rest)| rest.split_once("];"));
    let data = data.map(|(units, _)| format!("{units}]")).ok_or("the report of cargo has no units")?;
    let units: Vec<serde_json::Value> = serde_json::from_str(&data).map_err(|err| err.to_string())?;
    let mut crates: Vec<_> =
        units.iter().filter_map(|unit| Some((unit["duration"].as_f64()?, unit["name"].as_str()?))).collect();
    crates.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(crates.iter().take(CRATES).map(|(seconds, name)| format!("{name} {seconds:.0} s")).collect())
}

/// Runs a command to its end, which has one of these exit statuses.
pub(super) fn took(command: &mut Command, statuses: &[i32]) -> Result<Took, String> {
    let (start, before) = (Instant::now(), of_children()?);
    let output = build::output(command)?;
    let took = Took { time: start.elapsed().as_secs_f64(), cpu: of_children()? - before };
    if output.status.code().is_some_and(|status| statuses.contains(&status)) {
        return Ok(took);
    }
    call(command).and(Ok(took))
}

fn row(what: &str, took: Took, limit: &str) {
    println!("{what:<52} {:>7.0} {:>7.0}  {limit}", took.time, took.cpu);
}
