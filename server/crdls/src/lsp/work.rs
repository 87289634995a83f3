//! Long work on threads of its own.
//!
//! A request that is cancelled while it waits for its turn costs nothing; one that runs ends in
//! silence.

use std::any::Any;
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

#[derive(Debug)]
pub(super) struct Workers {
    turns: Arc<Semaphore>,
}

/// Why there is no result.
pub(super) type Panic = Box<dyn Any + Send>;

impl Workers {
    pub(super) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // More than one even on one core: a long check must not hold up a hover.
        Self { turns: Arc::new(Semaphore::new(cores.max(4))) }
    }

    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Panic> {
        // Nobody closes the semaphore; without a turn the work is done all the same.
        let turn = self.turns.clone().acquire_owned().await.ok();
        let result = spawn_blocking(move || {
            let result = work();
            drop(turn);
            result
        });
        result.await.map_err(|err| err.try_into_panic().unwrap_or_else(|err| Box::new(err.to_string())))
    }
}
