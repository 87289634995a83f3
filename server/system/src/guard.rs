//! Panics as messages: a fault of ours in one file must not hide what is found in the others.
//!
//! Must not know what work is done.

use std::cell::RefCell;
use std::io::{self, Write as _};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

thread_local! {
    /// The message and place of the last panic of this thread.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps panics from being printed where they happen: [`guarded`] reports them.
pub fn quiet() {
    panic::set_hook(Box::new(remember));
}

/// Prints panics too: not every thread of a server is guarded.
pub fn loud() {
    panic::set_hook(Box::new(|info| {
        remember(info);
        // It does not matter whether anybody reads it.
        let _ = writeln!(io::stderr(), "internal error: {info}");
    }));
}

fn remember(info: &PanicHookInfo<'_>) {
    let words: Vec<_> = info.to_string().split_whitespace().map(str::to_owned).collect();
    LAST.set(words.join(" "));
}

/// The message and place of the last panic of this thread; empty where there was none.
pub fn last_panic() -> String {
    LAST.take()
}

/// The result of `work` on a file or CRD of a name; where it panics, what to report to the user.
pub fn guarded<R>(name: &str, work: impl FnOnce() -> R) -> Result<R, String> {
    caught(&format!("while checking {name}"), work)
}

/// The same for any work, which `when` describes: `while reading CRDs`.
pub fn caught<R>(when: &str, work: impl FnOnce() -> R) -> Result<R, String> {
    panic::catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| format!("internal error {when}: {}", last_panic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_message() {
        assert_eq!(guarded("a.yaml", || 1), Ok(1));
        let empty: &[u8] = &[];
        let message = guarded("a.yaml", || empty[std::hint::black_box(3)]).unwrap_err();
        assert!(message.starts_with("internal error while checking a.yaml: "), "{message}");
    }
}
