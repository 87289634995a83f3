//! Time that this thread was running, so that other work on the machine does not count.

use std::time::{Duration, Instant};

/// A point in time, by the processor's time where the system tells it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock(Option<Duration>, Instant);

impl Clock {
    pub(crate) fn start() -> Self {
        Self(on_processor(), Instant::now())
    }

    pub(crate) fn elapsed(self) -> Duration {
        match self.0.zip(on_processor()) {
            Some((start, now)) => now.saturating_sub(start),
            None => self.1.elapsed(),
        }
    }
}

fn on_processor() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
