//! `cargo dev bench memory`: `crdls check` over the corpus and over ten copies of it, in each format: time, CPU time and peak
//! memory, next to their limits.

use std::fs;
use std::path::Path;

use super::catalog::{Bench, row};
use super::{checked, corpus, program, within};
use crate::build::Profile;
use crate::files::below;

/// How many copies of the corpus are compared with one.
const COPIES: usize = 10;
/// The most memory of a run, in MB.
const MOST: u64 = 64;
/// How much more than one copy the others may take.
const GROWTH: f64 = 1.1;
/// How much longer one format may take than another of those for programs and logs.
const SLOWER: f64 = 1.3;
/// The formats, and whether their times are compared.
const FORMATS: [(&str, bool); 5] =
    [("concise", true), ("json", true), ("sarif", true), ("github", false), ("full", false)];

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let program = program(root, Profile::Release)?;
    let corpus = corpus(root)?;
    let made = root.join("target/bench/corpora");
    let _ = fs::remove_dir_all(&made);
    for copy in 1..=COPIES {
        copied(&corpus, &made.join(copy.to_string()))?;
    }
    let cache = made.join("unused");
    let bench = |folder| Bench { program: &program, folder, cache: &cache };
    let one = made.join("1");
    let done = compared(&bench(&one), &bench(&made));
    let _ = fs::remove_dir_all(&made);
    done
}

fn compared(one: &Bench<'_>, all: &Bench<'_>) -> Result<(), String> {
    println!("{:<44} {:>9} {:>7} {:>6}  limits", "", "ms", "CPU ms", "MB");
    let (mut exceeded, mut times) = (Vec::new(), Vec::new());
    for (format, is_compared) in FORMATS {
        let args = [".", "--no-workspace", "--output-format", format];
        let (of_one, of_all) = (one.median(&args, false)?, all.measured(&args, false)?);
        let growth = of_all.memory as f64 / of_one.memory.max(1) as f64;
        row(&format!("{format}, one copy"), &of_one, Some(format!("{MOST} MB")));
        row(
            &format!("{format}, {COPIES} copies"),
            &of_all,
            Some(format!("{MOST} MB, {GROWTH} times one copy: {growth:.2}")),
        );
        let most = of_one.memory.max(of_all.memory);
        exceeded.extend((most > MOST).then(|| format!("the memory of {format}")));
        exceeded.extend((growth > GROWTH).then(|| format!("the growth of {format}")));
        times.extend(is_compared.then_some(of_one.cpu_seconds));
    }
    let ratio = times.iter().copied().fold(0.0, f64::max) / times.iter().copied().fold(f64::MAX, f64::min);
    println!("CPU time of concise, json and sarif, the most to the least: {ratio:.2}, limit {SLOWER}");
    exceeded.extend((ratio > SLOWER).then(|| "the time of a format".to_owned()));
    within(&exceeded)
}

/// Copies what is checked of the corpus.
fn copied(corpus: &Path, to: &Path) -> Result<(), String> {
    for folder in checked(corpus) {
        for file in below(&folder)? {
            let target = to.join(file.strip_prefix(corpus).unwrap_or(&file));
            let _ = target.parent().map(fs::create_dir_all);
            fs::copy(&file, &target).map_err(|err| format!("{}: {err}", target.display()))?;
        }
    }
    Ok(())
}
