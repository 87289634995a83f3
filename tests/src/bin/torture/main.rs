//! Hostile and half-typed input without a fuzzer: `cargo run --release -p crdls-tests --bin torture -- --help`.
//!
//! Knows the command line; `storm` makes random inputs, `growth` texts of growing size, `findings` texts with more
//! and more findings, `long` a long session.

mod clock;
mod findings;
mod growth;
mod long;
mod memory;
mod storm;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use crdls_tests::torture::{self, TARGETS, Target};

const USAGE: &str = "\
torture [--minutes N] [--seed S] [--target NAME] [--save FOLDER]
    Runs random inputs until the time is over (1 minute) or one fails, all targets for the same time. The seed is the
    clock's unless given, and is printed; with it the inputs are the same again. What fails is made small and written to
    FOLDER/TARGET/SEED.txt, by default below tests/torture, where `cargo test` runs it again. Status 1 is a failure.
torture --replay FILE --target NAME
    Runs one saved input again. Where it fails it is made small and written to FILE.small.
torture --shapes [NAME] [--most BYTES]
    Times texts with much of one thing at growing sizes; fails where time grows faster than the text. Without NAME and
    BYTES, also what --findings does.
torture --findings
    Times CRDs with up to 16,000 faulty properties in each format, with --fix, and with all safe fixes of an editor;
    fails where time grows faster than the findings.
torture --session MINUTES [--edits N] [--seed S]
    A session with the language server of as many minutes: 50 files are open, edited and asked about in bursts. Prints
    the memory of the server as it goes on, and at the end the times of the requests, by the clock and by the CPU time of
    the server, and the slowest. With --edits about N edits are made at an even pace, otherwise as many as possible.
--program FILE
    The program crdls for the targets that run it; by default the one next to this (`cargo build -p crdls`).
    Without it they are left out.

Targets:";

/// Said where nothing can be done without the program.
const NO_PROGRAM: &str = "this needs the program crdls: see --program";

/// What the command line asks for.
#[derive(Debug, Default)]
struct Args {
    help: bool,
    minutes: Option<f64>,
    seed: Option<u64>,
    target: Option<String>,
    shapes: Option<String>,
    findings: bool,
    most: Option<usize>,
    session: Option<f64>,
    edits: Option<u64>,
    replay: Option<String>,
    save: Option<PathBuf>,
    program: Option<PathBuf>,
}

fn main() -> ExitCode {
    let args = match parse(std::env::args().skip(1)) {
        Ok(args) => args,
        Err(why) => return trouble(&why),
    };
    if args.help {
        println!("{}", usage());
        return ExitCode::SUCCESS;
    }
    let mut targets: Vec<&Target> = match &args.target {
        None => TARGETS.iter().collect(),
        Some(name) => torture::target(name).into_iter().collect(),
    };
    let Some(first) = targets.first().copied() else { return trouble("no such target") };
    if let Some(missing) = args.program.as_deref().filter(|program| !program.is_file()) {
        return trouble(&format!("no such program: {}", missing.display()));
    }
    // Some targets run it in a folder of their own.
    let given = args.program.map(|path| std::path::absolute(&path).unwrap_or(path));
    let program = given.or_else(neighbour);
    if args.shapes.is_some() || args.findings {
        let mut good = true;
        if let Some(name) = &args.shapes {
            good &= growth::run(name, args.most.unwrap_or(usize::MAX));
        }
        if args.findings || args.shapes.as_deref() == Some("") && args.most.is_none() {
            let Some(program) = program else { return trouble(NO_PROGRAM) };
            good &= findings::run(&program);
        }
        return status(good);
    }
    let seed = args.seed.unwrap_or_else(of_clock);
    if let Some(minutes) = args.session {
        let Some(program) = program else { return trouble(NO_PROGRAM) };
        return long::run(minutes, args.edits, seed, &program);
    }
    if program.is_none() {
        targets.retain(|target| !target.by_program);
        if targets.is_empty() {
            return trouble(NO_PROGRAM);
        }
        eprintln!("without the targets of the program: there is no crdls next to this one");
    }
    let save = args.save.unwrap_or_else(|| crdls_tests::corpus::repository().join("tests/torture"));
    match &args.replay {
        Some(file) => storm::replay(first, file, program),
        None => {
            let minutes = args.minutes.unwrap_or(1.0);
            storm::run(storm::Plan { targets, minutes, seed, save, program })
        }
    }
}

/// The program that was built with this one.
fn neighbour() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let program = own.with_file_name(format!("crdls{}", std::env::consts::EXE_SUFFIX));
    program.is_file().then_some(program)
}

/// A seed that no run had before, short enough to be typed.
fn of_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as u64 % 1_000_000_000
}

fn usage() -> String {
    let targets = TARGETS.iter().map(|target| format!("    {:14} {}", target.name, target.what));
    let lines: Vec<_> = [USAGE.to_owned()].into_iter().chain(targets).collect();
    lines.join("\n")
}

fn status(good: bool) -> ExitCode {
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn trouble(why: &str) -> ExitCode {
    eprintln!("{why}\n{}", usage());
    ExitCode::from(2)
}

fn parse(args: impl Iterator<Item = String>) -> Result<Args, String> {
    let mut parsed = Args::default();
    let mut args = args.peekable();
    while let Some(name) = args.next() {
        let value = args.next_if(|next| !next.starts_with("--"));
        let number = || format!("{name} takes a number");
        match name.as_str() {
            "--help" => parsed.help = true,
            "--findings" => parsed.findings = true,
            "--minutes" => parsed.minutes = Some(value.and_then(|v| v.parse().ok()).ok_or_else(number)?),
            "--seed" => parsed.seed = Some(value.and_then(|v| v.parse().ok()).ok_or_else(number)?),
            "--most" => parsed.most = Some(value.and_then(|v| v.parse().ok()).ok_or_else(number)?),
            "--session" => parsed.session = Some(value.and_then(|v| v.parse().ok()).ok_or_else(number)?),
            "--edits" => parsed.edits = Some(value.and_then(|v| v.parse().ok()).ok_or_else(number)?),
            "--target" => parsed.target = Some(value.unwrap_or_default()),
            "--replay" => parsed.replay = Some(value.unwrap_or_default()),
            "--shapes" => parsed.shapes = Some(value.unwrap_or_default()),
            "--save" => parsed.save = value.map(PathBuf::from),
            "--program" => parsed.program = value.map(PathBuf::from),
            _ => return Err(format!("unknown argument {name}")),
        }
    }
    Ok(parsed)
}
