//! How much memory the process holds, where the system says it.

/// The most that was resident at one time, in MB.
pub(crate) fn peak() -> Option<u64> {
    field("VmHWM:")
}

/// What is resident now, in MB.
pub(crate) fn now() -> Option<u64> {
    field("VmRSS:")
}

fn field(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kb| kb / 1024)
}
