//! Work on many items in parallel, results in order.
//!
//! Must not know what is worked on.

use std::num::NonZeroUsize;

use rayon::prelude::*;

/// The main thread needs no more; deep manifests get no less on the others.
const STACK: usize = 8 << 20;

/// The threads of a run.
#[derive(Debug)]
pub(crate) struct Threads(Option<rayon::ThreadPool>);

impl Threads {
    /// As many as asked for. One needs no pool, and where none can be had, one does.
    pub(crate) fn new(wanted: Option<NonZeroUsize>) -> Self {
        let count = wanted.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let pool = || rayon::ThreadPoolBuilder::new().num_threads(count).stack_size(STACK).build().ok();
        Self(if count > 1 { pool() } else { None })
    }

    /// What `work` gives for each of the items, in their order.
    pub(crate) fn map<T, R>(&self, items: Vec<T>, work: impl Fn(T) -> R + Sync + Send) -> Vec<R>
    where
        T: Send,
        R: Send,
    {
        match &self.0 {
            Some(pool) if items.len() > 1 => pool.install(|| items.into_par_iter().map(work).collect()),
            _ => items.into_iter().map(work).collect(),
        }
    }

    /// Results of two pieces of work: `here` may wait for locks, since it is not on a thread that may be given more work.
    pub(crate) fn both<A, B: Send>(
        &self,
        here: impl FnOnce() -> A,
        elsewhere: impl Fn() -> B + Sync + Send,
    ) -> (A, B) {
        let Some(pool) = &self.0 else { return (here(), elsewhere()) };
        let mut other = None;
        let one = pool.in_place_scope(|scope| {
            scope.spawn(|_| other = Some(elsewhere()));
            here()
        });
        (one, other.unwrap_or_else(elsewhere))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order() {
        for count in [1, 4] {
            let doubled = Threads::new(NonZeroUsize::new(count)).map((0..1000).collect(), |n: u32| n * 2);
            assert!(doubled.into_iter().eq((0..1000).map(|n| n * 2)));
            assert_eq!(Threads::new(NonZeroUsize::new(count)).both(|| 1, || "two"), (1, "two"));
        }
    }
}
