//! Long work on threads of its own.
//!
//! A request that is cancelled while it waits for a thread costs nothing; one that runs is stopped. A panic is
//! reported with its place. Must not know what work is done.

use std::sync::Arc;

use crdls_schema::stop::{Stop, Stopped};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::guard::caught;
use crate::lsp::transport::outbox::Outbox;

/// The threads, of which some work can run at the same time.
#[derive(Debug)]
pub(crate) struct Workers {
    turns: Arc<Semaphore>,
    outbox: Outbox,
}

/// How many threads work at the same time: more than one even on one core, so that a long check does not delay a hover.
pub(crate) fn thread_count() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).max(4)
}

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Nobody waited for it any more.
    Stopped,
    /// A fault of ours: what to log.
    Fault(String),
}

impl Workers {
    /// Idle threads, whose log goes to the outbox.
    pub(crate) fn new(outbox: Outbox) -> Self {
        Self { turns: Arc::new(Semaphore::new(thread_count())), outbox }
    }

    /// Does work that a name describes: `while checking a file`. Dropping the future stops the work.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        name: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let waiter = StopOnDrop(Stop::default());
        self.run_until(waiter.0.clone(), name, work).await
    }

    /// Does work that `stop` stops, and nothing else.
    pub(crate) async fn run_until<T: Send + 'static>(
        &self,
        stop: Stop,
        name: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        // Nobody closes the semaphore; without a turn the work is done all the same.
        let turn = self.turns.clone().acquire_owned().await.ok();
        let (name, outbox) = (name.to_owned(), self.outbox.clone());
        let result = spawn_blocking(move || {
            let result = caught(&name, || stop.during(work));
            drop(turn);
            match result {
                Ok(Ok(result)) => Ok(result),
                Ok(Err(Stopped)) => {
                    outbox.trace(|| format!("stopped {name}"));
                    Err(Failure::Stopped)
                }
                Err(fault) => Err(Failure::Fault(fault)),
            }
        });
        result.await.unwrap_or_else(|err| Err(Failure::Fault(err.to_string())))
    }
}

/// Stops work when nobody waits for it any more.
#[derive(Debug)]
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use crdls_schema::stop::checkpoint;
    use tokio::runtime::Builder;
    use tokio::sync::oneshot;

    use super::*;

    /// Work that goes on until it is stopped, and signals when it began and when it has ended.
    fn endless(began: oneshot::Sender<()>, ended: oneshot::Sender<()>) -> impl FnOnce() + Send + 'static {
        struct End(Option<oneshot::Sender<()>>);
        impl Drop for End {
            fn drop(&mut self) {
                let _ = self.0.take().map(|ended| ended.send(()));
            }
        }
        move || {
            let _end = End(Some(ended));
            let _ = began.send(());
            loop {
                checkpoint();
            }
        }
    }

    fn on_a_runtime<T>(work: impl Future<Output = T>) -> T {
        Builder::new_multi_thread().worker_threads(1).build().unwrap().block_on(work)
    }

    #[test]
    fn who_does_not_wait_stops_the_work() {
        on_a_runtime(async {
            let (outbox, _said) = Outbox::new();
            let workers = Arc::new(Workers::new(outbox));
            let ((began, begin), (ended, end)) = (oneshot::channel(), oneshot::channel());
            let work = endless(began, ended);
            let waits = tokio::spawn(async move { drop(workers.run("endless work", work).await) });
            begin.await.unwrap();
            waits.abort();
            end.await.unwrap();
        });
    }

    #[test]
    fn who_waits_is_told_that_it_was_stopped() {
        on_a_runtime(async {
            let (outbox, _said) = Outbox::new();
            let (workers, stop) = (Workers::new(outbox), Stop::default());
            let ((began, begin), (ended, _end)) = (oneshot::channel(), oneshot::channel());
            let stopping = stop.clone();
            tokio::spawn(async move { begin.await.map(|()| stopping.stop()) });
            let done = workers.run_until(stop, "endless work", endless(began, ended)).await;
            assert!(matches!(done, Err(Failure::Stopped)), "{done:?}");
        });
    }

    #[test]
    #[expect(clippy::indexing_slicing, reason = "it is to panic")]
    fn a_panic_is_told_with_its_place() {
        crate::guard::loud();
        let (outbox, _said) = Outbox::new();
        let empty: &[u8] = &[];
        let done = on_a_runtime(Workers::new(outbox).run("in a hover", || empty[std::hint::black_box(3)]));
        let Err(Failure::Fault(text)) = done else { panic!("{done:?}") };
        for part in ["internal error", "a hover", "state/workers.rs:", "index out of bounds"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
