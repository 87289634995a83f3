//! A progress bar on standard error while long work goes on, where a person looks at it.
//!
//! Must not know what the work is.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Shorter work needs no bar.
const PATIENCE: Duration = Duration::from_millis(800);
/// Between two drawings.
const PAUSE: Duration = Duration::from_millis(100);
const WIDTH: usize = 30;

/// The progress of a run.
#[derive(Debug)]
pub(crate) struct Progress {
    /// What is counted: `files`.
    what: &'static str,
    total: usize,
    state: Option<Mutex<Bar>>,
}

#[derive(Debug)]
struct Bar {
    done: usize,
    /// When to draw next.
    next: Instant,
    drawn: bool,
}

impl Progress {
    /// Shown where standard error is a terminal.
    pub(crate) fn new(total: usize, what: &'static str) -> Self {
        let state = Bar { done: 0, next: Instant::now() + PATIENCE, drawn: false };
        Self { what, total, state: io::stderr().is_terminal().then(|| Mutex::new(state)) }
    }

    /// One more is done.
    pub(crate) fn step(&self) {
        let Some(mut state) = self.state.as_ref().and_then(|state| state.lock().ok()) else { return };
        state.done += 1;
        let now = Instant::now();
        if now >= state.next {
            (state.next, state.drawn) = (now + PAUSE, true);
            let _ = write!(io::stderr(), "\r{}", bar(state.done, self.total, self.what));
        }
    }
}

/// What is printed afterwards stands on a clean line.
impl Drop for Progress {
    fn drop(&mut self) {
        let drawn = self.state.as_ref().and_then(|state| state.lock().ok()).is_some_and(|state| state.drawn);
        if drawn {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// `[=========>          ] 312/1000 files`
fn bar(done: usize, total: usize, what: &str) -> String {
    let filled = (WIDTH * done.min(total)).checked_div(total).unwrap_or(WIDTH);
    let head = if filled < WIDTH { ">" } else { "" };
    format!("[{}{head:<rest$}] {done}/{total} {what}", "=".repeat(filled), rest = WIDTH - filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_a_bar_of_one_width() {
        assert_eq!(bar(0, 10, "files"), "[>                             ] 0/10 files");
        assert_eq!(bar(5, 10, "files"), "[===============>              ] 5/10 files");
        assert_eq!(bar(10, 10, "files"), "[==============================] 10/10 files");
        assert_eq!(bar(0, 0, "files"), "[==============================] 0/0 files");
    }
}
