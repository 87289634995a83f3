//! Durations and timestamps as Go's `time` package reads and prints them: CEL's are these.

mod duration;
mod moment;
mod timestamp;
mod zone;

pub use duration::{duration_text, parse_duration};
pub(crate) use moment::Civil;
pub use moment::Timestamp;
pub use timestamp::{parse_any_timestamp, parse_timestamp};
pub use zone::{Zone, zone_offset};
