//! The allocator of the program.
//!
//! Each allocation runs through functions that the compiler makes for the static here, so its crate is optimized fully; the
//! program's own crate is not.

use std::ffi::{c_int, c_long};

/// Trees and models are many small allocations; freed memory is used again while it is in the cache.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The option `mi_option_purge_delay` of mimalloc's version 2: for how many milliseconds freed memory is kept.
const PURGE_DELAY: c_int = 15;

#[expect(unsafe_code, reason = "a function of mimalloc, which is linked for the allocator above")]
unsafe extern "C" {
    /// Sets an option, of which there are more than `PURGE_DELAY`, to any number.
    safe fn mi_option_set(option: c_int, value: c_long);
    /// Gives what this thread has free back to the system, with `force` also what it is about to use again.
    safe fn mi_collect(force: bool);
}

/// Gives freed memory back to the system at once, and not after 10 ms. For work that frees much and does not need it again.
pub fn give_back_at_once() {
    mi_option_set(PURGE_DELAY, 0);
}

/// Gives the memory back that this thread has freed and keeps for what comes next.
pub fn give_back() {
    mi_collect(true);
}
