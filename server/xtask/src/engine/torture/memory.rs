//! How much memory the process holds, where the system says it.

use crate::bench::memory_field as field;

/// The most that was resident at one time, in MB.
pub(crate) fn peak() -> Option<u64> {
    field("self", "VmHWM:").map(|kb| kb / 1024)
}

/// What is resident now, in MB.
pub(crate) fn now() -> Option<u64> {
    field("self", "VmRSS:").map(|kb| kb / 1024)
}
