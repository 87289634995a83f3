//! A suite that takes too long is stopped.
//!
//! Each request of a case is bounded by the server's own limits; a suite may have any number of them. Must not know what a
//! case does.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crdls_report::stop::{Stop, Stopped, checkpoint};
use crdls_suite::{Case, CaseResult, Session};

use crate::render::{CaseRun, count};

/// Runs cases for some time; the one that is stopped says so, and those after it are not run.
pub(super) fn cases<'s>(
    chosen: Vec<&'s Case>,
    session: &mut Session<'_>,
    most: Duration,
) -> Result<Vec<CaseRun<'s>>, Vec<CaseRun<'s>>> {
    let mut ran = Vec::with_capacity(chosen.len());
    let start = Instant::now();
    let done = within(most, || {
        for case in &chosen {
            checkpoint();
            let start = Instant::now();
            let result = session.run(case);
            ran.push(CaseRun { case, result, milliseconds: start.elapsed().as_secs_f64() * 1e3 });
        }
    });
    let Some(case) = chosen.get(ran.len()).filter(|_| done == Err(Stopped)) else { return Ok(ran) };
    let rest = match chosen.len() - ran.len() - 1 {
        0 => String::new(),
        rest => format!(", {} not run", count(rest, "case")),
    };
    let why = format!("stopped: the suite takes more than {} s (`--timeout`){rest}", most.as_secs());
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    ran.push(CaseRun { case, result: CaseResult::stopped(case, why), milliseconds });
    Err(ran)
}

/// Does work that is stopped after some time.
fn within(most: Duration, work: impl FnOnce()) -> Result<(), Stopped> {
    let stop = Stop::default();
    if most.is_zero() {
        stop.stop();
    }
    let (done, wait) = channel::<()>();
    std::thread::scope(|scope| {
        let watched = stop.clone();
        scope.spawn(move || {
            if wait.recv_timeout(most) == Err(RecvTimeoutError::Timeout) {
                watched.stop();
            }
        });
        // Dropped at the end, also where the work panics: that ends the other thread.
        let _done = done;
        stop.during(work)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_when_its_time_is_up() {
        let endless = || loop {
            checkpoint();
        };
        assert_eq!(within(Duration::from_millis(20), endless), Err(Stopped));
        assert_eq!(within(Duration::from_secs(60), || ()), Ok(()));
    }
}
