//! Random inputs, one after the other, until the time is over or one fails.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crdls_tests::corpus::repository;
use crdls_tests::random::Random;
use crdls_tests::torture::{Seeds, Target, minimised};

use super::clock::Clock;
use super::memory;
use crate::bench::millis;

/// No input may take longer.
const HANGS: Duration = Duration::from_secs(60);

/// Nor longer than this and so much for each KB.
const SLOW: f64 = 400.0;
const SLOW_PER_KB: f64 = 8.0;

/// So many times as long where a short input may mean much work.
const PATIENCE: f64 = 5.0;

/// The least stack that a thread of the product has.
const STACK: usize = 2 << 20;

/// What there is to say of one target.
struct Tally {
    /// Of its own, so that its inputs do not depend on how long those of others take.
    random: Random,
    runs: u64,
    spent: Duration,
    slowest: f64,
    slowest_len: usize,
}

impl Tally {
    fn new(target: &Target, seed: u64) -> Self {
        let name = target.name.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(31) + u64::from(byte));
        let random = Random::new(seed ^ name << 32);
        Self { random, runs: 0, spent: Duration::ZERO, slowest: 0.0, slowest_len: 0 }
    }
}

/// What is to be run, and for how long.
pub(crate) struct Plan {
    pub(crate) targets: Vec<&'static Target>,
    pub(crate) minutes: f64,
    pub(crate) seed: u64,
    /// Where the input that fails is written.
    pub(crate) save: PathBuf,
    pub(crate) program: PathBuf,
}

pub(crate) fn run(plan: Plan) -> ExitCode {
    in_thread(move |beat| storm(&plan, &beat))
}

pub(crate) fn replay(target: &'static Target, file: &Path, program: PathBuf) -> ExitCode {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            return ExitCode::from(2);
        }
    };
    let small = PathBuf::from(format!("{}.small", file.display()));
    in_thread(move |beat| {
        let (start, seeds) = (Instant::now(), Seeds { program: Some(program), ..Seeds::default() });
        let failure = target.failure(&bytes, &seeds);
        println!("{}: {:?}", target.name, start.elapsed());
        if let Some(why) = &failure {
            println!("\n{} FAILED: {why}", target.name);
            report(&small, target, &bytes, &seeds, &beat);
        }
        failure.is_none()
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
    super::status(thread.join().unwrap_or(false))
}

fn storm(plan: &Plan, beat: &AtomicU64) -> bool {
    let seeds = Seeds { program: Some(plan.program.clone()), ..Seeds::all() };
    let mut tallies: Vec<Tally> = plan.targets.iter().map(|target| Tally::new(target, plan.seed)).collect();
    let _ = fs::create_dir_all(folder());
    let (start, before) = (Instant::now(), memory::now());
    let time = Duration::from_secs_f64(plan.minutes * 60.0);
    println!("seed {}; {} manifests to start from", plan.seed, seeds.manifests.len());
    let mut failed = None;
    while failed.is_none() && start.elapsed() < time {
        // All get the same time.
        let Some((target, tally)) =
            plan.targets.iter().zip(&mut tallies).min_by_key(|(_, tally)| tally.spent)
        else {
            break;
        };
        let input = (target.make)(&seeds, &mut tally.random);
        beat.fetch_add(1, Ordering::Relaxed);
        failed = judge(target, &input, &seeds, tally).map(|why| (*target, input, why));
    }
    let runs = tallies.iter().map(|tally| tally.runs).sum::<u64>();
    println!("{runs} inputs in {:.0} s", start.elapsed().as_secs_f64());
    for (target, tally) in plan.targets.iter().zip(&tallies) {
        println!(
            "  {:14} {:8} inputs, the slowest {:.2} ms per KB ({} bytes)",
            target.name, tally.runs, tally.slowest, tally.slowest_len
        );
    }
    println!("  the slowest inputs are {}", slowest("*").display());
    if let (Some(before), Some(now), Some(peak)) = (before, memory::now(), memory::peak()) {
        println!("  memory: {before} MB at the start, {now} at the end, {peak} at most");
    }
    if let Some((target, input, why)) = &failed {
        println!("\n{} FAILED with seed {}: {why}", target.name, plan.seed);
        let file = plan.save.join(target.name).join(format!("{}.txt", plan.seed));
        report(&file, target, input, &seeds, beat);
    }
    failed.is_none()
}

/// Makes an input that fails small, writes it to a file and prints it.
fn report(file: &Path, target: &Target, input: &[u8], seeds: &Seeds, beat: &AtomicU64) {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let small = minimised(input, |input| {
        beat.fetch_add(1, Ordering::Relaxed);
        target.failure(input, seeds)
    });
    std::panic::set_hook(hook);
    let folder = file.parent().unwrap_or(Path::new("."));
    match fs::create_dir_all(folder).and_then(|()| fs::write(file, &small)) {
        Ok(()) => println!("the input, {} of {} bytes, is {}", small.len(), input.len(), file.display()),
        Err(error) => println!("the input cannot be written to {}: {error}", file.display()),
    }
    println!("run it again with: cargo dev replay --target {} {}", target.name, file.display());
    println!("---- the input\n{}\n----", String::from_utf8_lossy(&small));
}

/// Runs one input; what is wrong with it, if anything.
fn judge(target: &Target, input: &[u8], seeds: &Seeds, tally: &mut Tally) -> Option<String> {
    // Where the process dies there is nobody left to save it.
    let current = folder().join(format!("{}.current", target.name));
    let _ = fs::write(&current, input);
    let (start, wall) = (Clock::start(), Instant::now());
    let failure = target.failure(input, seeds);
    let took = start.elapsed();
    tally.runs += 1;
    tally.spent += if target.by_program { wall.elapsed() } else { took };
    let slow = || (!target.by_program).then(|| slow(target, input, seeds, tally, took))?;
    let failure = failure.or_else(slow);
    let _ = fs::remove_file(current);
    failure
}

/// Notes how long an input took; what is wrong where that is too long.
fn slow(target: &Target, input: &[u8], seeds: &Seeds, tally: &mut Tally, took: Duration) -> Option<String> {
    let kilobytes = (input.len() as f64 / 1024.0).max(1.0);
    let per_kilobyte = millis(took) / kilobytes;
    if per_kilobyte > tally.slowest {
        (tally.slowest, tally.slowest_len) = (per_kilobyte, input.len());
        let _ = fs::write(slowest(target.name), input);
    }
    let patience = if target.much_work { PATIENCE } else { 1.0 };
    let limit = patience * (SLOW + SLOW_PER_KB * kilobytes);
    // Other work on the machine may have been in the way.
    let is_slow = millis(took) > limit && (0..2).all(|_| millis(time(target, input, seeds)) > limit);
    is_slow.then(|| format!("{took:?} for {} bytes", input.len()))
}

fn time(target: &Target, input: &[u8], seeds: &Seeds) -> Duration {
    let start = Clock::start();
    let _ = target.failure(input, seeds);
    start.elapsed()
}

/// Where the slowest input of a target is kept.
fn slowest(target: &str) -> PathBuf {
    folder().join(format!("{target}.slowest"))
}

/// For the input that is being run, and the slowest.
fn folder() -> PathBuf {
    Path::new(&repository()).join("target/torture")
}
