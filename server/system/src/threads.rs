//! Work on many items in parallel, results in order.
//!
//! Must not know what is worked on.

use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

/// The main thread needs no more; deep manifests get no less on the others.
const STACK: usize = 8 << 20;

/// The threads of a run.
#[derive(Debug)]
pub struct Threads(Option<rayon::ThreadPool>);

impl Threads {
    /// As many as asked for. One needs no pool, and where none can be had, one does.
    pub fn new(wanted: Option<NonZeroUsize>) -> Self {
        let count = wanted.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let pool = || rayon::ThreadPoolBuilder::new().num_threads(count).stack_size(STACK).build().ok();
        Self(if count > 1 { pool() } else { None })
    }

    /// Room for so many bytes for each of them.
    pub fn room(&self, bytes: usize) -> Room {
        let count = self.0.as_ref().map_or(1, rayon::ThreadPool::current_num_threads);
        Room { bytes: bytes.saturating_mul(count), taken: Mutex::default(), freed: Condvar::new() }
    }

    /// What `work` gives for each of the items, in their order.
    pub fn map<T, R>(&self, items: Vec<T>, work: impl Fn(T) -> R + Sync + Send) -> Vec<R>
    where
        T: Send,
        R: Send,
    {
        let Some(pool) = self.0.as_ref().filter(|_| items.len() > 1) else {
            return items.into_iter().map(work).collect();
        };
        let jobs: Vec<_> = items.into_iter().map(|item| Mutex::new(Job::Waiting(item))).collect();
        for_each(pool, jobs.len(), &|at| {
            let Some(job) = jobs.get(at) else { return };
            let waiting = std::mem::replace(&mut *locked(job), Job::Begun);
            if let Job::Waiting(item) = waiting {
                let result = work(item);
                *locked(job) = Job::Done(result);
            }
        });
        let results = jobs.into_iter().map(|job| job.into_inner().unwrap_or_else(PoisonError::into_inner));
        results.filter_map(Job::result).collect()
    }

    /// Does something on each of them, and on the one that asks for it.
    pub fn on_each(&self, work: impl Fn() + Sync) {
        work();
        if let Some(pool) = &self.0 {
            pool.broadcast(|_| work());
        }
    }

    /// Results of two pieces of work: `here` may wait for locks, since it is not on a thread that may be given more work.
    pub fn both<A, B: Send>(
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

/// Room for what is in work at the same time, in bytes.
#[derive(Debug)]
pub struct Room {
    bytes: usize,
    taken: Mutex<usize>,
    freed: Condvar,
}

impl Room {
    /// Waits until there are so many bytes, or nothing else is in work, and takes them. Who has taken some must not wait for
    /// others who do.
    pub fn take(&self, bytes: usize) -> TakenRoom<'_> {
        let is_short = |taken: &mut usize| *taken > 0 && *taken + bytes > self.bytes;
        let taken = self.freed.wait_while(locked(&self.taken), is_short);
        *taken.unwrap_or_else(PoisonError::into_inner) += bytes;
        TakenRoom { room: self, bytes }
    }
}

/// Gives its bytes back when it is dropped.
#[derive(Debug)]
#[must_use]
pub struct TakenRoom<'r> {
    room: &'r Room,
    bytes: usize,
}

impl Drop for TakenRoom<'_> {
    fn drop(&mut self) {
        *locked(&self.room.taken) -= self.bytes;
        self.room.freed.notify_all();
    }
}

/// An item, and then its result.
enum Job<T, R> {
    Waiting(T),
    Begun,
    Done(R),
}

impl<T, R> Job<T, R> {
    fn result(self) -> Option<R> {
        if let Self::Done(result) = self { Some(result) } else { None }
    }
}

fn locked<T>(place: &Mutex<T>) -> MutexGuard<'_, T> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `each` with the numbers below `count`, on all threads. Not generic: rayon's code for it is much, and compiled once.
fn for_each(pool: &rayon::ThreadPool, count: usize, each: &(dyn Fn(usize) + Sync)) {
    pool.install(|| (0..count).into_par_iter().with_max_len(1).for_each(each));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_all_the_room_is_alone() {
        let threads = Threads::new(NonZeroUsize::new(4));
        let (room, in_work) = (threads.room(1), Mutex::new(0));
        threads.map((0..200).collect(), |n: usize| {
            let bytes = n % 6;
            let _taken = room.take(bytes);
            let now = {
                *locked(&in_work) += bytes;
                *locked(&in_work)
            };
            assert!(now <= 4 || now == bytes, "{now}");
            *locked(&in_work) -= bytes;
        });
        assert_eq!(*locked(&room.taken), 0);
    }

    #[test]
    fn each_thread_does_it_and_the_one_that_asks() {
        for (count, times) in [(1, 1), (4, 5)] {
            let done = Mutex::new(0);
            Threads::new(NonZeroUsize::new(count)).on_each(|| *locked(&done) += 1);
            assert_eq!(*locked(&done), times);
        }
    }

    #[test]
    fn results_are_in_order() {
        for count in [1, 4] {
            let doubled = Threads::new(NonZeroUsize::new(count)).map((0..1000).collect(), |n: u32| n * 2);
            assert!(doubled.into_iter().eq((0..1000).map(|n| n * 2)));
            assert_eq!(Threads::new(NonZeroUsize::new(count)).both(|| 1, || "two"), (1, "two"));
        }
    }
}
