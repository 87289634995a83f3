//! Long work on threads of its own.
//!
//! A request that is cancelled while it waits for a thread costs nothing; one that runs is stopped. What runs in the
//! background has threads of its own, to which the system prefers the others. A panic is reported with its place. Must
//! not know what work is done.

use std::sync::{Arc, Mutex, PoisonError};

use crdls_report::stop::{Stop, Stopped};
use ls_types::MessageType;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::lsp::transport::client::Client;
use crdls_system::guard::caught;

/// The threads, of which some work can run at the same time.
#[derive(Debug)]
pub(crate) struct Workers {
    turns: Arc<Semaphore>,
    background: Handle,
    client: Client,
}

/// The threads of the background: one for each sort of work, as test suites, comparisons, files that are not open.
const BACKGROUND: usize = 3;

/// The threads on which work waits for all others, until the runtime is dropped.
pub(crate) fn background() -> std::io::Result<Runtime> {
    Builder::new_current_thread().max_blocking_threads(BACKGROUND).on_thread_start(give_way).build()
}

/// Has the system prefer other threads to this one. What an edit needs was late by a turn of the scheduler otherwise.
fn give_way() {
    // A tenth of the weight of other threads. Elsewhere it would hold for the whole process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(10);
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
    /// A fault of ours, which is in the log.
    Fault(String),
}

impl Workers {
    /// Idle threads, and those of the [`background`]; their log goes to the client.
    pub(crate) fn new(client: Client, background: Handle) -> Self {
        Self { turns: Arc::new(Semaphore::new(thread_count())), background, client }
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
        let (job, result) = keeping(work);
        self.logged(self.job(stop, name, job).await.and_then(|()| result.take()))
    }

    /// The same in the background, for work that nobody waits for.
    pub(crate) async fn run_in_background<T: Send + 'static>(
        &self,
        stop: Stop,
        name: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (job, result) = keeping(work);
        let job = guarded(self.client.clone(), stop, name.to_owned(), job);
        self.logged(ended(self.background.spawn_blocking(job)).await.and_then(|()| result.take()))
    }

    /// Has a fault in the log.
    fn logged<T>(&self, result: Result<T, Failure>) -> Result<T, Failure> {
        result.inspect_err(|failure| {
            if let Failure::Fault(text) = failure {
                self.client.log(MessageType::ERROR, &**text);
            }
        })
    }

    async fn job(&self, stop: Stop, name: &str, job: Job) -> Result<(), Failure> {
        // Nobody closes the semaphore; without a turn the work is done all the same.
        let turn = self.turns.clone().acquire_owned().await.ok();
        let job = guarded(self.client.clone(), stop, name.to_owned(), job);
        let in_turn = move || {
            let result = job();
            drop(turn);
            result
        };
        ended(spawn_blocking(in_turn)).await
    }
}

/// Work of one type, whatever its result: the code that runs it is much, and compiled once.
type Job = Box<dyn FnOnce() + Send>;

/// The result of a job, once it has ended.
struct Kept<T>(Arc<Mutex<Option<T>>>);

impl<T> Kept<T> {
    fn take(self) -> Result<T, Failure> {
        let result = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        result.ok_or_else(|| Failure::Fault("a job ended without a result".to_owned()))
    }
}

/// Work as a job, and its result.
fn keeping<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> (Job, Kept<T>) {
    let place = Arc::new(Mutex::new(None));
    let result = Kept(Arc::clone(&place));
    let job = move || {
        let result = work();
        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    };
    (Box::new(job), result)
}

/// A job that can be stopped, and whose panic is a fault.
fn guarded(client: Client, stop: Stop, name: String, job: Job) -> impl FnOnce() -> Result<(), Failure> {
    move || match caught(&name, || stop.during(job)) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(Stopped)) => {
            client.trace(|| format!("stopped {name}"));
            Err(Failure::Stopped)
        }
        Err(fault) => Err(Failure::Fault(fault)),
    }
}

async fn ended(task: JoinHandle<Result<(), Failure>>) -> Result<(), Failure> {
    task.await.unwrap_or_else(|err| Err(Failure::Fault(err.to_string())))
}

/// The runs of some work, each in place of the one before it, which is stopped.
#[derive(Debug, Default)]
pub(crate) struct LatestRun {
    number: u64,
    stop: StopOnDrop,
}

impl LatestRun {
    /// Begins a run. Returns its number and what stops it.
    pub(crate) fn begin(&mut self) -> (u64, Stop) {
        *self = Self { number: self.number + 1, stop: StopOnDrop::default() };
        (self.number, self.stop.0.clone())
    }

    /// Whether a run is the last one.
    pub(crate) fn is_last(&self, run: u64) -> bool {
        self.number == run
    }
}

/// Stops work when nobody waits for it any more.
#[derive(Debug, Default)]
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use crdls_report::stop::checkpoint;
    use tokio::sync::mpsc::unbounded_channel;
    use tokio::sync::oneshot;

    use super::*;

    /// A client whose log nobody reads.
    fn client() -> Client {
        Client::new(unbounded_channel().0)
    }

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
            let workers = Arc::new(Workers::new(client(), Handle::current()));
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
            let (workers, stop) = (Workers::new(client(), Handle::current()), Stop::default());
            let ((began, begin), (ended, _end)) = (oneshot::channel(), oneshot::channel());
            let stopping = stop.clone();
            tokio::spawn(async move { begin.await.map(|()| stopping.stop()) });
            let done = workers.run_until(stop, "endless work", endless(began, ended)).await;
            assert!(matches!(done, Err(Failure::Stopped)), "{done:?}");
        });
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_background_gives_way() {
        let background = background().unwrap();
        let workers = Workers::new(client(), background.handle().clone());
        let weight = || rustix::process::getpriority_process(None).unwrap();
        let own = weight();
        let [theirs, others] = on_a_runtime(async {
            let stop = Stop::default();
            let theirs = workers.run_in_background(stop.clone(), "", weight).await.unwrap();
            [theirs, workers.run_until(stop, "", weight).await.unwrap()]
        });
        assert_eq!((theirs, others), ((own + 10).min(19), own));
    }

    #[test]
    fn a_panic_is_told_with_its_place() {
        crdls_system::guard::loud();
        let empty: &[u8] = &[];
        let done = on_a_runtime(async {
            let workers = Workers::new(client(), Handle::current());
            workers.run("in a hover", || empty[std::hint::black_box(3)]).await
        });
        let Err(Failure::Fault(text)) = done else { panic!("{done:?}") };
        for part in ["internal error", "a hover", "state/workers.rs:", "index out of bounds"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
