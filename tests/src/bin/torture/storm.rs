//! Random inputs, one after the other, until the time is over or one fails.

use std::any::Any;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crdls_tests::corpus::repository;
use crdls_tests::generate::edits;
use crdls_tests::random::Random;
use crdls_tests::torture::{Food, Seeds, Target};

use super::clock::Clock;
use super::memory;

/// No input may take longer.
const HANGS: Duration = Duration::from_secs(60);

/// Nor longer than this and so much for each KB.
const SLOW: f64 = 400.0;
const SLOW_PER_KB: f64 = 8.0;

/// The least stack that a thread of the product has.
const STACK: usize = 2 << 20;

/// What there is to say of one target.
#[derive(Default)]
struct Tally {
    runs: u64,
    spent: Duration,
    slowest: f64,
    slowest_len: usize,
}

pub(crate) fn run(targets: &[&'static Target], minutes: f64, seed: u64) -> ExitCode {
    let targets = targets.to_vec();
    in_thread(move |beat| storm(&targets, Duration::from_secs_f64(minutes * 60.0), seed, &beat))
}

pub(crate) fn replay(target: &'static Target, file: &str) -> ExitCode {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::from(2);
        }
    };
    in_thread(move |_| {
        let start = Instant::now();
        let failed = once(target, &bytes, &Seeds::all()).is_err();
        println!("{}: {:?}{}", target.name, start.elapsed(), if failed { ", failed" } else { "" });
        !failed
    })
}

/// Runs on a small stack; `beat` counts inputs, and one that hangs ends the process.
fn in_thread(work: impl FnOnce(Arc<AtomicU64>) -> bool + Send + 'static) -> ExitCode {
    let beat = Arc::new(AtomicU64::new(0));
    let theirs = Arc::clone(&beat);
    let Ok(thread) = std::thread::Builder::new().stack_size(STACK).spawn(move || work(theirs)) else {
        return ExitCode::from(2);
    };
    let (mut last, mut since) = (0, Instant::now());
    while !thread.is_finished() {
        std::thread::sleep(Duration::from_millis(50));
        let now = beat.load(Ordering::Relaxed);
        if now != last {
            (last, since) = (now, Instant::now());
        } else if now > 0 && since.elapsed() > HANGS {
            eprintln!("no answer after {HANGS:?}; the input is in {}", folder().display());
            return ExitCode::FAILURE;
        }
    }
    if thread.join().unwrap_or(false) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn storm(targets: &[&'static Target], time: Duration, seed: u64, beat: &AtomicU64) -> bool {
    let seeds = Seeds::all();
    let mut random = Random::new(seed);
    let mut tallies: Vec<Tally> = targets.iter().map(|_| Tally::default()).collect();
    let _ = fs::create_dir_all(folder());
    let (start, before) = (Instant::now(), memory::now());
    println!("seed {seed}; {} manifests to start from", seeds.manifests.len());
    let mut good = true;
    while good && start.elapsed() < time {
        // All get the same time.
        let Some((target, tally)) = targets.iter().zip(&mut tallies).min_by_key(|(_, tally)| tally.spent)
        else {
            break;
        };
        let bytes = food(target.food, &seeds, &mut random);
        beat.fetch_add(1, Ordering::Relaxed);
        good = judge(target, &bytes, &seeds, tally);
    }
    let runs = tallies.iter().map(|tally| tally.runs).sum::<u64>();
    println!("{runs} inputs in {:.0} s", start.elapsed().as_secs_f64());
    for (target, tally) in targets.iter().zip(&tallies) {
        println!(
            "  {:14} {:8} inputs, the slowest {:.2} ms per KB ({} bytes)",
            target.name, tally.runs, tally.slowest, tally.slowest_len
        );
    }
    if let (Some(before), Some(now), Some(peak)) = (before, memory::now(), memory::peak()) {
        println!("  memory: {before} MB at the start, {now} at the end, {peak} at most");
    }
    good
}

/// Runs one input; false, with the input saved, where it fails.
fn judge(target: &Target, bytes: &[u8], seeds: &Seeds, tally: &mut Tally) -> bool {
    // Where the process dies there is nobody left to save it.
    let current = folder().join(format!("{}.current", target.name));
    let _ = fs::write(&current, bytes);
    let start = Clock::start();
    let mut result = once(target, bytes, seeds);
    let took = start.elapsed();
    tally.runs += 1;
    tally.spent += took;
    let shown = (target.shown)(bytes, seeds);
    let kilobytes = (shown.len() as f64 / 1024.0).max(1.0);
    let per_kilobyte = millis(took) / kilobytes;
    if per_kilobyte > tally.slowest {
        (tally.slowest, tally.slowest_len) = (per_kilobyte, shown.len());
        let _ = fs::write(folder().join(format!("{}.slowest", target.name)), bytes);
    }
    let limit = SLOW + SLOW_PER_KB * kilobytes;
    // Other work on the machine may have been in the way.
    if result.is_ok() && millis(took) > limit && (0..2).all(|_| millis(time(target, bytes, seeds)) > limit) {
        result = Err(format!("{took:?} for {} bytes", shown.len()));
    }
    let _ = fs::remove_file(current);
    let Err(why) = result else { return true };
    let file = folder().join(format!("{}.failing", target.name));
    let _ = fs::write(&file, bytes);
    let _ = fs::write(file.with_extension("shown"), shown);
    println!("{} FAILED: {why}", target.name);
    println!("  the input is {}; run it again with --replay {0} --target {}", file.display(), target.name);
    false
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn time(target: &Target, bytes: &[u8], seeds: &Seeds) -> Duration {
    let start = Clock::start();
    let _ = once(target, bytes, seeds);
    start.elapsed()
}

fn once(target: &Target, bytes: &[u8], seeds: &Seeds) -> Result<(), String> {
    panic::catch_unwind(AssertUnwindSafe(|| (target.run)(bytes, seeds))).map_err(|panic| words(&*panic))
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
}

fn folder() -> PathBuf {
    repository().join("target/torture")
}

/// Bytes for a target.
fn food(food: Food, seeds: &Seeds, random: &mut Random) -> Vec<u8> {
    match food {
        Food::Choices => edits::noise(random),
        Food::Manifest => {
            let whole = match random.below(8) {
                0 => edits::noise(random),
                _ => random.pick(&seeds.manifests).cloned().unwrap_or_default().into_bytes(),
            };
            edits::broken_bytes(random, whole)
        }
        Food::Expression => text_of(&seeds.expressions, random),
        Food::Pattern => text_of(&seeds.patterns, random),
    }
}

/// A seed with parts of others, and edits.
fn text_of(seeds: &[String], random: &mut Random) -> Vec<u8> {
    let [text, other] = [0; 2].map(|_| random.pick(seeds).map_or("", String::as_str));
    edits::mixed(random, text, other).into_bytes()
}
