//! Durations and timestamps as Go's `time` package reads them (Go 1.26): CEL's literals are these.

mod duration;
mod timestamp;

pub use duration::parse_duration;
pub use timestamp::parse_timestamp;
