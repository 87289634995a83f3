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
    use super::parse_duration;

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
