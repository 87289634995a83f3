//! A session with the language server that goes on for as long as one says, its memory and its slowest requests.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crdls_tests::random::Random;
use crdls_tests::torture::{FILES, LongSession, Seeds, TimedRequest};

use crate::bench::millis;

/// How many points the memory's curve has.
const POINTS: u32 = 24;

/// How many of the slowest requests are printed one by one.
const SLOWEST: usize = 10;

/// A request that takes longer is felt.
const FELT: Duration = Duration::from_millis(200);

/// A session of as many minutes, in which as many edits are made at an even pace; as many as possible without a
/// number.
pub(crate) fn run(minutes: f64, edits: Option<u64>, seed: u64, program: &Path) -> ExitCode {
    let time = Duration::from_secs_f64(minutes * 60.0);
    let mut session = LongSession::start(program, &Seeds::all(), Random::new(seed));
    println!("seed {seed}; {FILES} files are open");
    println!("minute       edits    requests  memory of the server, MB");
    let (start, mut next) = (Instant::now(), Duration::ZERO);
    while start.elapsed() < time {
        session.burst();
        let due = edits.map_or(0.0, |edits| session.edits as f64 / edits.max(1) as f64);
        sleep(time.mul_f64(due.min(1.0)).saturating_sub(start.elapsed()));
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
    let mut kinds: BTreeMap<&str, [Vec<Duration>; 2]> = BTreeMap::new();
    for request in &requests {
        let [wall, cpu] = kinds.entry(&request.method).or_default();
        wall.push(request.took);
        cpu.extend(request.cpu);
    }
    println!(
        "\nms from sending to answer: wall time, and CPU time of the server meanwhile, in steps of 10 ms"
    );
    println!("                            requests   median      p99  slowest  CPU p99  slowest");
    for (method, [wall, cpu]) in &mut kinds {
        let [median, p99, slowest] = shares(wall);
        let [_, cpu_p99, cpu_slowest] = shares(cpu);
        let count = wall.len();
        println!("  {method:24}{count:10}{median:9.1}{p99:9.1}{slowest:9.1}{cpu_p99:9.0}{cpu_slowest:9.0}");
    }
    let long = |request: &&TimedRequest| request.took > FELT;
    let busy = |request: &&TimedRequest| request.cpu.is_none_or(|cpu| cpu > FELT);
    requests.sort_by_key(|request| std::cmp::Reverse(request.took));
    let (count, felt) = (requests.len(), requests.iter().filter(long).count());
    println!("\n{felt} of {count} requests took longer than {FELT:?}; the slowest:");
    requests.iter().take(SLOWEST).for_each(print_request);
    println!(
        "\n{} of these took so long by CPU time, too:",
        requests.iter().filter(long).filter(busy).count()
    );
    requests.iter().filter(long).filter(busy).take(SLOWEST).for_each(print_request);
}

/// The median, the 99th percentile and the longest, in milliseconds; sorts the times.
fn shares(times: &mut [Duration]) -> [f64; 3] {
    times.sort();
    let last = times.len().saturating_sub(1);
    [50, 99, 100].map(|share| millis(times.get(last * share / 100).copied().unwrap_or_default()))
}

fn print_request(request: &TimedRequest) {
    let TimedRequest { method, took, cpu, document_bytes } = request;
    let cpu = cpu.map_or("?".to_owned(), |cpu| format!("{:.0}", millis(cpu)));
    println!("  {:9.1} ms, CPU {cpu} ms  {method}, a document of {document_bytes} bytes", millis(*took));
}
