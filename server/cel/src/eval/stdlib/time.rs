//! Parts of timestamps and durations. A timestamp's are in UTC, or in the zone that is given.

use super::zone::{Zone, zone_offset};
use crate::eval::value::{Error, Outcome, Value};
use crdls_go::time::{Civil, Timestamp};

pub(super) fn year(args: &[Value]) -> Outcome {
    part(args, |civil| civil.year)
}

pub(super) fn month(args: &[Value]) -> Outcome {
    part(args, |civil| civil.month - 1)
}

pub(super) fn day_of_year(args: &[Value]) -> Outcome {
    part(args, |civil| civil.day_of_year)
}

pub(super) fn day_of_month(args: &[Value]) -> Outcome {
    part(args, |civil| civil.day - 1)
}

pub(super) fn date(args: &[Value]) -> Outcome {
    part(args, |civil| civil.day)
}

pub(super) fn weekday(args: &[Value]) -> Outcome {
    part(args, |civil| civil.weekday)
}

pub(super) fn hours(args: &[Value]) -> Outcome {
    part(args, |civil| civil.hour)
}

pub(super) fn minutes(args: &[Value]) -> Outcome {
    part(args, |civil| civil.minute)
}

pub(super) fn seconds(args: &[Value]) -> Outcome {
    part(args, |civil| civil.second)
}

pub(super) fn milliseconds(args: &[Value]) -> Outcome {
    let (time, _) = local(args)?;
    Ok(Value::Int(i64::from(time.nanoseconds / 1_000_000)))
}

fn part(args: &[Value], part: fn(&Civil) -> i64) -> Outcome {
    let (time, offset) = local(args)?;
    Ok(Value::Int(part(&time.at_offset(offset))))
}

/// A timestamp, and the offset of the zone behind it.
fn local(args: &[Value]) -> Result<(Timestamp, i64), Error> {
    match args {
        [Value::Timestamp(time)] => Ok((*time, 0)),
        [Value::Timestamp(time), Value::String(zone)] => match zone_offset(zone) {
            Zone::Offset(offset) => Ok((*time, offset)),
            Zone::Place => Err(Error::unknown_here(&format!("the time zone `{zone}`"))),
            Zone::Wrong(words) => Err(Error::new(words)),
        },
        _ => Err(Error::no_such_overload()),
    }
}

pub(super) fn duration_hours(args: &[Value]) -> Outcome {
    duration(args, 3_600_000_000_000)
}

pub(super) fn duration_minutes(args: &[Value]) -> Outcome {
    duration(args, 60_000_000_000)
}

pub(super) fn duration_seconds(args: &[Value]) -> Outcome {
    duration(args, 1_000_000_000)
}

pub(super) fn duration_milliseconds(args: &[Value]) -> Outcome {
    duration(args, 1_000_000)
}

/// How many whole units a duration has.
fn duration(args: &[Value], unit: i64) -> Outcome {
    match args {
        [Value::Duration(nanoseconds)] => Ok(Value::Int(nanoseconds / unit)),
        _ => Err(Error::no_such_overload()),
    }
}
