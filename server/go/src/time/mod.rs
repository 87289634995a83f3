//! Durations and timestamps as Go's `time` package reads and prints them.

mod duration;
mod moment;
mod timestamp;

pub use duration::{duration_text, parse_duration};
pub use moment::{Civil, Timestamp};
pub use timestamp::{days_in, parse_timestamp};
