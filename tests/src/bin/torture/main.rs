//! Hostile and half-typed input without a fuzzer: `cargo run --release -p crdls-tests --bin torture`.
//!
//! Knows the command line; `storm` makes random inputs, `growth` texts of growing size.

mod clock;
mod growth;
mod memory;
mod storm;

use std::process::ExitCode;

use crdls_tests::torture::{self, TARGETS, Target};

const USAGE: &str = "torture [--minutes N] [--seed S] [--target NAME]  random inputs until the time is over
torture --shapes [NAME] [--most BYTES]            texts with much of one thing, at growing sizes
torture --replay FILE --target NAME               one saved input again";

/// What the command line asks for.
#[derive(Debug, Default)]
struct Args {
    minutes: Option<f64>,
    seed: Option<u64>,
    target: Option<String>,
    shapes: Option<String>,
    most: Option<usize>,
    replay: Option<String>,
}

fn main() -> ExitCode {
    let args = match parse(std::env::args().skip(1)) {
        Ok(args) => args,
        Err(why) => return trouble(&why),
    };
    let targets: Vec<&Target> = match &args.target {
        None => TARGETS.iter().collect(),
        Some(name) => torture::target(name).into_iter().collect(),
    };
    let Some(first) = targets.first() else {
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        return trouble(&format!("no such target; there are {}", names.join(", ")));
    };
    if let Some(name) = &args.shapes {
        return growth::run(name, args.most.unwrap_or(usize::MAX));
    }
    match &args.replay {
        Some(file) => storm::replay(first, file),
        None => storm::run(&targets, args.minutes.unwrap_or(1.0), args.seed.unwrap_or(1)),
    }
}

fn trouble(why: &str) -> ExitCode {
    eprintln!("{why}\n{USAGE}");
    ExitCode::from(2)
}

fn parse(args: impl Iterator<Item = String>) -> Result<Args, String> {
    let mut parsed = Args::default();
    let mut args = args.peekable();
    while let Some(name) = args.next() {
        let value = args.next_if(|next| !next.starts_with("--"));
        let number = || format!("{name} takes a number");
        match name.as_str() {
            "--minutes" => parsed.minutes = Some(value.and_then(|v| v.parse().ok()).ok_or_else(number)?),
            "--seed" => parsed.seed = Some(value.and_then(|v| v.parse().ok()).ok_or_else(number)?),
            "--most" => parsed.most = Some(value.and_then(|v| v.parse().ok()).ok_or_else(number)?),
            "--target" => parsed.target = Some(value.unwrap_or_default()),
            "--replay" => parsed.replay = Some(value.unwrap_or_default()),
            "--shapes" => parsed.shapes = Some(value.unwrap_or_default()),
            _ => return Err(format!("unknown argument {name}")),
        }
    }
    Ok(parsed)
}
