//! The process that started the server, which must not outlive it: a client that crashed may leave the input open.
//!
//! Knows how the system tells whether a process lives. On systems other than Unix only the end of the input ends the
//! server.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

/// How often it is looked whether the process lives.
const INTERVAL: Duration = Duration::from_secs(1);

/// The client's process, where it is known and watched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parent(Arc<Notify>);

impl Parent {
    /// Watches a process from now on, by the id that `initialize` has.
    pub(crate) fn watch(&self, process: u32) {
        let ended = Arc::clone(&self.0);
        tokio::spawn(async move {
            while is_alive(process) {
                tokio::time::sleep(INTERVAL).await;
            }
            ended.notify_one();
        });
    }

    /// Waits for the end of the process; without end where none is watched.
    pub(crate) async fn ended(&self) {
        self.0.notified().await;
    }
}

/// Whether a process lives; one that has ended and was not waited for does not.
#[cfg(unix)]
fn is_alive(process: u32) -> bool {
    use nix::errno::Errno;
    use nix::sys::signal::kill;
    use nix::unistd::Pid;

    let Some(pid) = i32::try_from(process).ok().filter(|pid| *pid > 0) else { return true };
    // One that may not be signalled lives.
    kill(Pid::from_raw(pid), None) != Err(Errno::ESRCH) && !is_zombie(process)
}

#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    true
}

/// By `/proc`, where there is one: `PID (NAME) STATE …`.
#[cfg(unix)]
fn is_zombie(process: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = stat.rsplit(')').next().and_then(|rest| rest.trim_start().chars().next());
    matches!(state, Some('Z' | 'X'))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_process_lives_until_it_ends_even_where_nobody_waits_for_it() {
        assert!(is_alive(std::process::id()));
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        assert!(is_alive(child.id()));
        child.kill().unwrap();
        while is_alive(child.id()) {
            std::thread::yield_now();
        }
        child.wait().unwrap();
        assert!(!is_alive(child.id()));
    }
}
