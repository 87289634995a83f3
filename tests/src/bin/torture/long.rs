//! A session with the language server that goes on for as long as one says, its memory and its slowest requests.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crdls_tests::random::Random;
use crdls_tests::torture::{FILES, LongSession, Seeds, TimedRequest};

/// How many points the memory's curve has.
const POINTS: u32 = 24;

/// How many of the slowest requests are printed one by one.
const SLOWEST: usize = 10;

/// A request that takes longer is felt.
const FELT: Duration = Duration::from_millis(200);

pub(crate) fn run(minutes: f64, seed: u64, program: Option<&Path>) -> ExitCode {
    let Some(program) = program else {
        eprintln!("a session needs the program: see --program");
        return ExitCode::from(2);
    };
    let time = Duration::from_secs_f64(minutes * 60.0);
    let mut session = LongSession::start(program, &Seeds::all(), Random::new(seed));
    println!("seed {seed}; {FILES} files are open");
    println!("minute       edits    requests  memory of the server, MB");
    let (start, mut next) = (Instant::now(), Duration::ZERO);
    while start.elapsed() < time {
        session.burst();
        if start.elapsed() >= next {
            point(&session, start.elapsed());
            next += time / POINTS;
        }
    }
    point(&session, start.elapsed());
    let requests = session.requests.clone();
    session.end();
    print_requests(requests);
    ExitCode::SUCCESS
}

fn point(session: &LongSession, after: Duration) {
    let minute = after.as_secs_f64() / 60.0;
    let memory = session.memory().map_or("?".to_owned(), |kb| format!("{:.1}", kb as f64 / 1024.0));
    println!("{minute:6.1}{:12}{:12}  {memory}", session.edits, session.requests.len());
}

/// The times of each kind of request, and the slowest of all.
fn print_requests(mut requests: Vec<TimedRequest>) {
    let mut kinds: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    for request in &requests {
        kinds.entry(&request.method).or_default().push(request.took);
    }
    println!("\nms from sending to answer    requests   median      p99  slowest");
    for (method, times) in &mut kinds {
        times.sort();
        let at =
            |share: usize| millis(times.get((times.len() - 1) * share / 100).copied().unwrap_or_default());
        println!("  {method:24}{:12}{:9.1}{:9.1}{:9.1}", times.len(), at(50), at(99), at(100));
    }
    requests.sort_by_key(|request| std::cmp::Reverse(request.took));
    let felt = requests.iter().filter(|request| request.took > FELT).count();
    println!("\n{felt} of {} requests took longer than {FELT:?}; the slowest:", requests.len());
    for TimedRequest { method, took, document_bytes } in requests.iter().take(SLOWEST) {
        println!("  {:9.1} ms  {method}, a document of {document_bytes} bytes", millis(*took));
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
