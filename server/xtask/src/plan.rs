//! Runs of many steps: what an inner loop needs, and what takes hours. Each step prints its seconds; the slowest are named
//! at the end.
//!
//! Must not know what a step finds.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use clap::Subcommand;

use crate::args::Bench;
use crate::build;
use crate::codegen;

/// How many steps the end names.
const SLOWEST: usize = 3;

/// A command with its name. All run, even after one that failed.
struct Step {
    name: String,
    command: Command,
}

/// Checks what changed: format, generated files, lints, the tests of the crates and those of the harness that need nothing
/// but Rust. Without names, the crates with files that differ from the last commit.
pub(crate) fn quick(root: &Path, names: &[String]) -> Result<(), String> {
    let crates = if names.is_empty() { changed(root)? } else { names.iter().cloned().collect() };
    if let Some(unknown) =
        crates.iter().find(|name| !root.join("server").join(name).join("Cargo.toml").is_file())
    {
        return Err(format!("there is no crate server/{unknown}"));
    }
    codegen::check(root)?;
    let packages: Vec<_> = crates.iter().map(|name| package(name)).collect();
    let mut own = cargo(root, ["test", "--quiet"]);
    own.args(packages.iter().flat_map(|package| ["-p", package]));
    // The program is the one crate without a library.
    let targets = packages.iter().map(|package| if package == "crdls" { "--bins" } else { "--lib" });
    own.args(targets.collect::<BTreeSet<_>>());
    let harness = cargo(root, ["test", "--quiet", "-p", "crdls-tests", "--test", "all"]);
    let mut steps = vec![
        Step::new("format", cargo(root, ["fmt", "--all", "--check"])),
        Step::new("lints", cargo(root, ["clippy", "--quiet", "--workspace", "--", "-D", "warnings"])),
    ];
    if !packages.is_empty() {
        steps.push(Step::new(format!("tests of {}", packages.join(", ")), own));
    }
    steps.push(Step::new("tests of the harness", harness));
    run(steps)
}

/// The crates of the server with files that differ from the last commit.
fn changed(root: &Path) -> Result<BTreeSet<String>, String> {
    let args = ["status", "--porcelain", "--untracked-files=all", "--no-renames"];
    let output = build::output(Command::new("git").args(args).current_dir(root))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let crate_of = |line: &str| Some(line.get(3..)?.strip_prefix("server/")?.split_once('/')?.0.to_owned());
    Ok(text.lines().filter_map(crate_of).collect())
}

/// The package of a folder of the server.
fn package(name: &str) -> String {
    if name == "crdls" { name.to_owned() } else { format!("crdls-{name}") }
}

/// Runs what takes hours: the API server's code of all minors, random input, the program without features, all benches.
pub(crate) fn nightly(root: &Path, minutes: f64) -> Result<(), String> {
    let dev = |args: &[&str]| {
        let mut command = cargo(root, ["dev"]);
        command.args(args);
        command
    };
    let mut steps = vec![Step::new("the oracles of all minors", dev(&["oracle", "all"]))];
    for minor in crate::oracle::minors() {
        let mut published = cargo(root, ["test", "--profile", "ci", "-p", "crdls-tests", "--test", "all"]);
        published.args(["--", "published::", "--nocapture"]).env("CRDLS_PUBLISHED_BY", &minor);
        published.env("CRDLS_REQUIRE", "corpus,go");
        steps.push(Step::new(format!("published documents of {minor}"), published));
        let hunt = dev(&["hunt", "--batches", "5", "--kubernetes", &minor]);
        steps.push(Step::new(format!("manifests of {minor}"), hunt));
        for what in ["made", "rules", "updates"] {
            let probe = dev(&["probe", what, "--kubernetes", &minor]);
            steps.push(Step::new(format!("{what}, of {minor}"), probe));
        }
    }
    let without = cargo(root, ["test", "-p", "crdls", "--no-default-features"]);
    steps.push(Step::new("the program without features", without));
    let (minutes, session) = (minutes.to_string(), (minutes / 4.0).to_string());
    for args in [&["torture", "--minutes", &minutes][..], &["shapes"], &["findings"], &["session", &session]]
    {
        steps.push(Step::new(args[0], dev(args)));
    }
    let benches = Bench::augment_subcommands(clap::Command::new("bench"));
    // One that needs to be told what to compare with is for a person.
    let runs_alone = |bench: &&clap::Command| !bench.get_arguments().any(clap::Arg::is_required_set);
    for bench in benches.get_subcommands().filter(runs_alone).map(clap::Command::get_name) {
        steps.push(Step::new(format!("bench {bench}"), dev(&["bench", bench])));
    }
    run(steps)
}

impl Step {
    fn new(name: impl Into<String>, command: Command) -> Self {
        Self { name: name.into(), command }
    }
}

fn cargo<const N: usize>(root: &Path, args: [&str; N]) -> Command {
    let mut command = Command::new("cargo");
    command.args(args).current_dir(root);
    command
}

/// Runs all steps; the error names those that failed.
fn run(steps: Vec<Step>) -> Result<(), String> {
    let (mut times, mut failed) = (Vec::new(), Vec::new());
    for Step { name, mut command } in steps {
        println!("=== {name}");
        let start = Instant::now();
        let done = command.status().is_ok_and(|status| status.success());
        let took = start.elapsed().as_secs_f64();
        println!("=== {name}: {took:.1} s{}", if done { "" } else { ", FAILED" });
        if !done {
            failed.push(name.clone());
        }
        times.push((took, name));
    }
    let sum: f64 = times.iter().map(|(took, _)| took).sum();
    times.sort_by(|a, b| b.0.total_cmp(&a.0));
    let slowest: Vec<_> =
        times.iter().take(SLOWEST).map(|(took, name)| format!("{name} {took:.1} s")).collect();
    println!("{sum:.1} s in all; the slowest: {}", slowest.join(", "));
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}
