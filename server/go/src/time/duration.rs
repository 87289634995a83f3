//! `time.ParseDuration`: `1h30m`, `-1.5s`, `.5ms`.

/// Nanoseconds of each unit.
const UNITS: &[(&str, u64)] = &[
    ("ns", 1),
    ("us", 1_000),
    ("\u{b5}s", 1_000),
    ("\u{3bc}s", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// The most that may add up before the sign is looked at.
const MOST: u64 = 1 << 63;

/// The nanoseconds of a duration; `None` where Go refuses it.
pub fn parse_duration(text: &str) -> Option<i64> {
    let (negative, mut rest) = match text.as_bytes().first()? {
        b'-' => (true, text.get(1..)?),
        b'+' => (false, text.get(1..)?),
        _ => (false, text),
    };
    if rest == "0" {
        return Some(0);
    }
    if rest.is_empty() {
        return None;
    }
    let mut total = 0_u64;
    while !rest.is_empty() {
        let (nanoseconds, after) = part(rest)?;
        total = total.checked_add(nanoseconds).filter(|sum| *sum <= MOST)?;
        rest = after;
    }
    if negative { Some((total as i64).wrapping_neg()) } else { i64::try_from(total).ok() }
}

/// The text of a duration in Go: `1h0m0.5s`, `1.5ms`, `0s`.
pub fn duration_text(nanoseconds: i64) -> String {
    let sign = if nanoseconds < 0 { "-" } else { "" };
    let size = nanoseconds.unsigned_abs();
    let (hours, minutes) = (size / 3_600_000_000_000, size / 60_000_000_000 % 60);
    let below_minute = size % 60_000_000_000;
    match size {
        0 => "0s".to_owned(),
        1..1_000 => format!("{sign}{size}ns"),
        1_000..1_000_000 => format!("{sign}{}\u{b5}s", decimal(size, 1_000)),
        1_000_000..1_000_000_000 => format!("{sign}{}ms", decimal(size, 1_000_000)),
        _ if hours > 0 => format!("{sign}{hours}h{minutes}m{}s", decimal(below_minute, 1_000_000_000)),
        _ if minutes > 0 => format!("{sign}{minutes}m{}s", decimal(below_minute, 1_000_000_000)),
        _ => format!("{sign}{}s", decimal(below_minute, 1_000_000_000)),
    }
}

/// A number of units without zeros at the end: `1.5`.
fn decimal(size: u64, unit: u64) -> String {
    let digits = unit.ilog10() as usize;
    let text = format!("{}.{:0digits$}", size / unit, size % unit);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// One number with its unit, and what follows it.
fn part(text: &str) -> Option<(u64, &str)> {
    let (whole, rest) = text.split_at(digits(text));
    let mut value = leading_int(whole)?;
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => rest.split_at(digits(rest)),
        None => ("", rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let unit_len = rest.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(rest.len());
    let (unit, rest) = rest.split_at(unit_len);
    let (_, unit) = UNITS.iter().find(|(name, _)| *name == unit)?;
    value = value.checked_mul(*unit).filter(|value| *value <= MOST)?;
    let (digits, scale) = leading_fraction(fraction);
    if digits > 0 {
        value = value.checked_add((digits as f64 * (*unit as f64 / scale)) as u64)?;
    }
    (value <= MOST).then_some((value, rest))
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn leading_int(text: &str) -> Option<u64> {
    let value = if text.is_empty() { 0 } else { text.parse::<u64>().ok()? };
    (value <= MOST).then_some(value)
}

/// Digits of a fraction as a number and what to divide it by; digits that do not fit are dropped.
fn leading_fraction(text: &str) -> (u64, f64) {
    let (mut value, mut scale) = (0_u64, 1.0);
    for digit in text.bytes().map(|b| u64::from(b - b'0')) {
        let Some(next) = value.checked_mul(10).and_then(|v| v.checked_add(digit)).filter(|v| *v <= MOST)
        else {
            break;
        };
        value = next;
        scale *= 10.0;
    }
    (value, scale)
}

#[cfg(test)]
mod tests {
    use super::{duration_text, parse_duration};

    #[test]
    fn printed() {
        let cases = [
            (0, "0s"),
            (1, "1ns"),
            (1_500, "1.5\u{b5}s"),
            (-2_000_000, "-2ms"),
            (10_000_000_000, "10s"),
            (60_000_000_000, "1m0s"),
            (3_600_500_000_000, "1h0m0.5s"),
            (i64::MIN, "-2562047h47m16.854775808s"),
        ];
        for (nanoseconds, text) in cases {
            assert_eq!(duration_text(nanoseconds), text);
        }
    }

    #[test]
    fn durations() {
        let cases = [
            ("1h30m", Some(5_400_000_000_000)),
            ("-1.5s", Some(-1_500_000_000)),
            ("+.5ms", Some(500_000)),
            ("1\u{b5}s", Some(1_000)),
            ("0", Some(0)),
            ("-0", Some(0)),
            ("1.s", Some(1_000_000_000)),
            ("9223372036854775807ns", Some(i64::MAX)),
            ("-9223372036854775808ns", Some(i64::MIN)),
            ("9223372036854775808ns", None),
            ("3000000h", None),
            ("", None),
            ("-", None),
            ("1", None),
            (".s", None),
            ("1d", None),
            ("1 s", None),
            ("1s ", None),
        ];
        for (text, expected) in cases {
            assert_eq!(parse_duration(text), expected, "{text}");
        }
    }
}
