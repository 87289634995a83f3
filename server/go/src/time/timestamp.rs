//! `time.Parse(time.RFC3339, …)`, which takes a little more than RFC 3339: an hour of one digit, a
//! comma before the fraction.

use super::Timestamp;
use super::moment::days_before_year;

/// The point in time; `None` where Go refuses the text.
pub fn parse_timestamp(text: &str) -> Option<Timestamp> {
    let mut reader = Reader { rest: text };
    let year = reader.number(4)?;
    reader.eat('-')?;
    let month = reader.number(2).filter(|m| (1..=12).contains(m))?;
    reader.eat('-')?;
    let day = reader.number(2).filter(|d| *d >= 1 && *d <= days_in(month, year))?;
    reader.eat('T')?;
    let hour = reader.hour().filter(|h| *h < 24)?;
    reader.eat(':')?;
    let minute = reader.number(2).filter(|m| *m < 60)?;
    reader.eat(':')?;
    let second = reader.number(2).filter(|s| *s < 60)?;
    let nanoseconds = reader.fraction();
    let offset = reader.offset()?;
    if !reader.rest.is_empty() {
        return None;
    }
    let seconds = days_since_1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset;
    Some(Timestamp { seconds, nanoseconds, offset: offset as i32 })
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn take(&mut self, len: usize) -> Option<&str> {
        let (taken, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(taken)
    }

    fn number(&mut self, len: usize) -> Option<i64> {
        self.take(len).filter(|text| text.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()
    }

    fn eat(&mut self, wanted: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(wanted)?;
        Some(())
    }

    fn hour(&mut self) -> Option<i64> {
        let two = self.rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        self.number(if two { 2 } else { 1 })
    }

    /// Nanoseconds; digits past the ninth are dropped.
    fn fraction(&mut self) -> u32 {
        let Some(rest) = self.rest.strip_prefix(['.', ',']) else { return 0 };
        let digits: &str = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
        if digits.is_empty() {
            return 0;
        }
        self.rest = rest.get(digits.len()..).unwrap_or("");
        let padded = digits.bytes().chain(std::iter::repeat(b'0')).take(9);
        padded.fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'))
    }

    /// Seconds east of UTC.
    fn offset(&mut self) -> Option<i64> {
        if self.eat('Z').is_some() {
            return Some(0);
        }
        let sign = match self.take(1)? {
            "+" => 1,
            "-" => -1,
            _ => return None,
        };
        let hours = self.number(2).filter(|h| *h <= 24)?;
        self.eat(':')?;
        let minutes = self.number(2).filter(|m| *m <= 60)?;
        Some(sign * (hours * 3_600 + minutes * 60))
    }
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// The days of a month, from 1 to 12, in a year.
pub fn days_in(month: i64, year: i64) -> i64 {
    match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let months: i64 = (1..month).map(|m| days_in(m, year)).sum();
    days_before_year(year) + months + day - 1
}

#[cfg(test)]
mod tests {
    use super::parse_timestamp;

    #[test]
    fn timestamps() {
        let cases = [
            ("1970-01-01T00:00:00Z", Some((0, 0))),
            ("2000-02-29T23:59:59.5+01:00", Some((951_865_199, 500_000_000))),
            ("1970-01-01T1:00:00,25Z", Some((3_600, 250_000_000))),
            ("0001-01-01T00:00:00Z", Some((-62_135_596_800, 0))),
            ("9999-12-31T23:59:59Z", Some((253_402_300_799, 0))),
            ("0001-01-01T00:00:00+01:00", Some((-62_135_600_400, 0))),
            ("2001-02-29T00:00:00Z", None),
            ("2001-02-03T00:00:60Z", None),
            ("2001-02-03t00:00:00Z", None),
            ("2001-02-03T00:00:00", None),
            ("2001-02-03T00:00:00Z ", None),
            ("2001-2-03T00:00:00Z", None),
        ];
        for (text, expected) in cases {
            let time = parse_timestamp(text);
            assert_eq!(time.map(|time| (time.seconds, time.nanoseconds)), expected, "{text}");
        }
    }
}
