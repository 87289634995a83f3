//! Dates, times and durations. A date is Go's `time.Parse`; the others are looser than RFC 3339.

use crdls_go::time::{self, days_in};

/// `IsDate`
pub(super) fn is_date(text: &str) -> bool {
    let number = |from, to| {
        text.get(from..to).filter(|part| part.bytes().all(|b| b.is_ascii_digit()))?.parse::<i64>().ok()
    };
    let bytes = text.as_bytes();
    let is_laid_out = bytes.len() == 10 && bytes.get(4) == Some(&b'-') && bytes.get(7) == Some(&b'-');
    match (number(0, 4), number(5, 7), number(8, 10)) {
        (Some(year), Some(month @ 1..=12), Some(day)) if is_laid_out => {
            (1..=days_in(month, year)).contains(&day)
        }
        _ => false,
    }
}

/// `IsDateTime`: what follows a second `t` is not looked at, nor whether an offset can be.
pub(super) fn is_date_time(text: &str) -> bool {
    let mut parts = text.split(['t', 'T']);
    let date = parts.next().unwrap_or_default();
    is_date(date) && parts.next().is_some_and(is_time)
}

fn is_time(text: &str) -> bool {
    let Some((time, rest)) = text.split_at_checked(8) else { return false };
    let is_clock = matches!(time.as_bytes(), [h1, h2, b':', m1, m2, b':', s1, s2]
        if [h1, h2, m1, m2, s1, s2].into_iter().all(u8::is_ascii_digit)
            && [*h1, *h2] <= *b"23" && [*m1, *m2] <= *b"59" && [*s1, *s2] <= *b"59");
    is_clock && (is_zone(rest) || fraction(rest).is_some_and(is_zone))
}

/// What follows a fraction, which any character may introduce.
fn fraction(text: &str) -> Option<&str> {
    let mut chars = text.chars();
    chars.next().filter(|c| *c != '\n')?;
    let digits = chars.as_str();
    let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < digits.len()).then_some(rest)
}

fn is_zone(text: &str) -> bool {
    match text.as_bytes() {
        [b'z' | b'Z'] => true,
        [b'+' | b'-', h1, h2, b':', m1, m2] => [h1, h2, m1, m2].into_iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// `IsDuration`
pub(super) fn is_duration(text: &str) -> bool {
    parse_duration(text).is_ok()
}

/// Units as people write them, and their nanoseconds: the last name of each is a beginning that is enough.
const UNITS: [(&[&str], i64); 8] = [
    (&["ns", "nano"], 1),
    (&["us", "\u{b5}s", "micro"], 1_000),
    (&["ms", "milli"], 1_000_000),
    (&["s", "sec"], 1_000_000_000),
    (&["m", "min"], 60_000_000_000),
    (&["h", "hr", "hour"], 3_600_000_000_000),
    (&["d", "day"], 86_400_000_000_000),
    (&["w", "wk", "week"], 604_800_000_000_000),
];

/// `ParseDuration`, in nanoseconds: Go's durations, or the sum of all numbers with a unit that are found.
pub fn parse_duration(text: &str) -> Result<i64, String> {
    if let Some(nanoseconds) = time::parse_duration(text) {
        return Ok(nanoseconds);
    }
    let (mut rest, mut sum) = (text, None);
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let part = rest.get(start..).unwrap_or_default();
        let behind = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = part.strip_suffix(behind).unwrap_or(part);
        let unit = behind.trim_start_matches([' ', '\t', '\n', '\r', '\x0c']);
        rest = unit.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '\u{b5}');
        let unit = unit.strip_suffix(rest).unwrap_or(unit).to_lowercase();
        if unit.is_empty() {
            continue;
        }
        let Ok(count) = number.parse::<i64>() else {
            return Err(format!("strconv.Atoi: parsing \"{number}\": value out of range"));
        };
        for size in sizes(&unit) {
            sum = Some(sum.unwrap_or(0_i64).wrapping_add(count.wrapping_mul(size)));
        }
    }
    sum.ok_or_else(|| format!("unable to parse {text} as duration"))
}

/// The sizes of the units that a name means: one that a name has as its beginning counts once more.
fn sizes(name: &str) -> impl Iterator<Item = i64> + '_ {
    UNITS.iter().flat_map(move |(names, size)| {
        let last = names.len() - 1;
        let means = move |(i, its): &(usize, &&str)| (*i == last && name.starts_with(**its)) || **its == name;
        names.iter().enumerate().filter(means).map(|_| *size)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let table = [
            ("1h30m", Ok(5_400_000_000_000)),
            ("2 days", Ok(172_800_000_000_000)),
            ("1 week 1d", Ok(691_200_000_000_000)),
            ("5 hours", Ok(18_000_000_000_000)),
            ("x", Err("unable to parse x as duration".to_owned())),
        ];
        for (text, expected) in table {
            assert_eq!(parse_duration(text), expected, "{text}");
        }
    }
}
