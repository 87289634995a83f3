//! A point in time with the offset at which it is written, and its parts on the calendar.

/// Years 1 to 9999.
const SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

/// A point in time. Comparisons ignore the offset.
#[derive(Clone, Copy, Debug)]
pub struct Timestamp {
    /// Seconds since 1970-01-01T00:00:00Z, negative before it.
    pub seconds: i64,
    /// Nanoseconds after `seconds`, below 1,000,000,000.
    pub nanoseconds: u32,
    /// Seconds east of UTC, for printing only.
    pub offset: i32,
}

/// The parts of a point in time at an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Civil {
    /// Negative before the year 0.
    pub year: i64,
    /// From 1.
    pub month: i64,
    /// From 1.
    pub day: i64,
    /// From 0.
    pub day_of_year: i64,
    /// From 0, which is Sunday.
    pub weekday: i64,
    /// From 0.
    pub hour: i64,
    /// From 0.
    pub minute: i64,
    /// From 0.
    pub second: i64,
}

impl PartialEq for Timestamp {
    fn eq(&self, other: &Self) -> bool {
        self.instant() == other.instant()
    }
}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.instant().cmp(&other.instant()))
    }
}

impl Timestamp {
    /// Go's zero time.
    pub const ZERO: Self = Self { seconds: -62_135_596_800, nanoseconds: 0, offset: 0 };

    /// Seconds and nanoseconds: what comparisons go by.
    pub fn instant(&self) -> (i64, u32) {
        (self.seconds, self.nanoseconds)
    }

    /// Whether its year is from 1 to 9999, as a timestamp of protobuf has it.
    pub fn is_in_range(&self) -> bool {
        SECONDS.contains(&self.seconds)
    }

    /// The parts at an offset in seconds east of UTC.
    pub fn at_offset(&self, offset: i64) -> Civil {
        let local = self.seconds.saturating_add(offset);
        let (days, second) = (local.div_euclid(86_400), local.rem_euclid(86_400));
        let (year, month, day) = date(days);
        Civil {
            year,
            month,
            day,
            day_of_year: days - days_before_year(year),
            weekday: (days + 4).rem_euclid(7),
            hour: second / 3_600,
            minute: second / 60 % 60,
            second: second % 60,
        }
    }

    /// `time.RFC3339Nano`: `2000-01-01T00:00:00.5+01:00`.
    pub fn rfc3339(&self) -> String {
        let Civil { year, month, day, hour, minute, second, .. } = self.at_offset(self.offset.into());
        let fraction = self.fraction();
        let zone = match self.offset {
            0 => "Z".to_owned(),
            offset => offset_text(offset, ":"),
        };
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}{zone}")
    }

    /// The text that `%v` prints: `2000-01-01 00:00:00 +0000 UTC`.
    pub fn go_text(&self) -> String {
        let Civil { year, month, day, hour, minute, second, .. } = self.at_offset(self.offset.into());
        let (fraction, offset) = (self.fraction(), offset_text(self.offset, ""));
        let zone = if self.offset == 0 { "UTC" } else { &offset };
        format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}{fraction} {offset} {zone}")
    }

    fn fraction(&self) -> String {
        match self.nanoseconds {
            0 => String::new(),
            nanoseconds => format!(".{nanoseconds:09}").trim_end_matches('0').to_owned(),
        }
    }
}

fn offset_text(offset: i32, separator: &str) -> String {
    let minutes = offset.unsigned_abs() / 60;
    let sign = if offset < 0 { '-' } else { '+' };
    format!("{sign}{:02}{separator}{:02}", minutes / 60, minutes % 60)
}

/// Days from 1970 to the first of January of a year.
pub(super) fn days_before_year(year: i64) -> i64 {
    let before = year - 1;
    before * 365 + before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400) - 719_162
}

/// Year, month and day of a number of days since 1970. Years are counted from March, so that the leap
/// day is the last.
fn date(days: i64) -> (i64, i64, i64) {
    let since_march_0 = days + 719_468;
    let era = since_march_0.div_euclid(146_097);
    let day_of_era = since_march_0.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::super::parse_timestamp;
    use super::*;

    fn parsed(text: &str) -> Timestamp {
        parse_timestamp(text).expect("a timestamp")
    }

    #[test]
    fn printed_as_written() {
        for text in [
            "2000-02-29T23:59:59.5+01:00",
            "1970-01-01T00:00:00Z",
            "0001-01-01T00:00:00Z",
            "9999-12-31T23:59:59Z",
        ] {
            assert_eq!(parsed(text).rfc3339(), text);
        }
        assert_eq!(parsed("1969-12-31T23:00:00-01:30").go_text(), "1969-12-31 23:00:00 -0130 -0130");
        assert_eq!(parsed("2011-08-18T19:03:37.01Z").go_text(), "2011-08-18 19:03:37.01 +0000 UTC");
    }

    #[test]
    fn parts_of_days_around_leap_days() {
        let civil = parsed("2024-12-31T23:59:58Z").at_offset(0);
        assert_eq!((civil.day_of_year, civil.weekday), (365, 2));
        let civil = parsed("2023-12-31T23:30:00Z").at_offset(3_600);
        assert_eq!((civil.year, civil.month, civil.day, civil.day_of_year, civil.hour), (2024, 1, 1, 0, 0));
        let civil = parsed("1900-03-01T00:00:00Z").at_offset(-1);
        assert_eq!((civil.month, civil.day), (2, 28));
    }
}
