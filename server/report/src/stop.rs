//! Work that nobody waits for any more.
//!
//! Whoever starts long work may keep a [`Stop`] of it. The work passes a [`checkpoint`] in each part of what it
//! does, and ends at the first of them behind the stop. It ends by unwinding: half a result is none, and so no
//! function needs a way out. Must not know who stops it, nor why.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// By which work is stopped, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

/// The work was stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

thread_local! {
    /// What stops the work of this thread.
    static CURRENT: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

impl Stop {
    /// Stops the work at its next checkpoint.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Does work, on this thread, that may be stopped.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> Result<T, Stopped> {
        let before = CURRENT.replace(Some(self.clone()));
        // What the work was at is dropped, or guarded by locks that forgive.
        let done = catch_unwind(AssertUnwindSafe(work));
        CURRENT.set(before);
        done.map_err(|panic| match panic.downcast::<Stopped>() {
            Ok(stopped) => *stopped,
            Err(panic) => resume_unwind(panic),
        })
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Ends the work of this thread where it was stopped.
#[inline]
pub fn checkpoint() {
    if CURRENT.with_borrow(|stop| stop.as_ref().is_some_and(Stop::is_set)) {
        resume_unwind(Box::new(Stopped));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_at_the_first_checkpoint_behind_the_stop() {
        let stop = Stop::default();
        let mut parts = 0;
        let done = stop.during(|| {
            for part in 0.. {
                if part == 7 {
                    stop.stop();
                }
                checkpoint();
                parts += 1;
            }
        });
        assert_eq!((done, parts), (Err(Stopped), 7));
    }

    #[test]
    fn what_is_not_stopped_is_done() {
        let (outer, inner) = (Stop::default(), Stop::default());
        inner.stop();
        checkpoint();
        let done = outer.during(|| {
            let inside = inner.during(checkpoint);
            checkpoint();
            inside
        });
        assert_eq!(done, Ok(Err(Stopped)));
    }

    #[test]
    #[should_panic(expected = "a fault")]
    fn a_panic_stays_one() {
        let _ = Stop::default().during(|| assert_eq!(1, 2, "a fault"));
    }
}
