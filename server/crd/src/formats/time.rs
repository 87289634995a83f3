//! Dates, times and durations. A date is Go's `time.Parse`; the others are looser than RFC 3339.

use crdls_cel::time::parse_duration;

/// `IsDate`
pub(super) fn is_date(text: &str) -> bool {
    let number = |from, to| {
        text.get(from..to).filter(|part| part.bytes().all(|b| b.is_ascii_digit()))?.parse::<u32>().ok()
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

fn days_in(month: u32, year: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
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

/// Units as people write them: the last of each is a beginning that is enough.
const UNITS: [&[&str]; 8] = [
    &["ns", "nano"],
    &["us", "\u{b5}s", "micro"],
    &["ms", "milli"],
    &["s", "sec"],
    &["m", "min"],
    &["h", "hr", "hour"],
    &["d", "day"],
    &["w", "wk", "week"],
];

/// `IsDuration`: Go's durations, or a text in which a number with a unit is found anywhere.
pub(super) fn is_duration(text: &str) -> bool {
    if parse_duration(text).is_some() {
        return true;
    }
    let (mut rest, mut found) = (text, false);
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let part = rest.get(start..).unwrap_or_default();
        let behind = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = part.strip_suffix(behind).unwrap_or(part);
        let unit = behind.trim_start_matches([' ', '\t', '\n', '\r', '\x0c']);
        rest = unit.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '\u{b5}');
        let unit = unit.strip_suffix(rest).unwrap_or(unit);
        if unit.is_empty() {
            continue;
        }
        if number.parse::<i64>().is_err() {
            return false;
        }
        found |= is_unit(&unit.to_ascii_lowercase());
    }
    found
}

fn is_unit(unit: &str) -> bool {
    UNITS.iter().any(|names| names.contains(&unit) || names.last().is_some_and(|name| unit.starts_with(name)))
}
