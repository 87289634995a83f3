//! Which texts the library takes for a timestamp: `parseTimestamp` and the part of Go's
//! `time.Parse` that its four layouts reach.

/// `2006-1-2`, alone or with `T15:4:5.9Z07:00`, `t15:4:5.9Z07:00` or ` 15:4:5.9`.
pub fn is_timestamp(text: &str) -> bool {
    let Some((year, rest)) = text.as_bytes().split_at_checked(4) else { return false };
    if !year.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let year = year.iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    let Some((month, rest)) = after(rest, b'-').and_then(number) else { return false };
    let Some((day, rest)) = after(rest, b'-').and_then(number) else { return false };
    (1..=days_in(year, month)).contains(&day) && (rest.is_empty() || is_time_of_day(rest))
}

fn is_time_of_day(rest: &[u8]) -> bool {
    match rest.first() {
        Some(b'T' | b't') => rest.get(1..).and_then(clock).is_some_and(is_zone),
        Some(b' ') => clock(skip_spaces(rest)).is_some_and(<[u8]>::is_empty),
        _ => false,
    }
}

/// Hours, minutes, seconds and an optional fraction, each of one or two digits.
fn clock(rest: &[u8]) -> Option<&[u8]> {
    let (hour, rest) = number(rest)?;
    let (minute, rest) = number(after(rest, b':')?)?;
    let (second, rest) = number(after(rest, b':')?)?;
    (hour < 24 && minute < 60 && second < 60).then(|| skip_fraction(rest))
}

fn skip_fraction(rest: &[u8]) -> &[u8] {
    match rest {
        [b'.' | b',', digits @ ..] => {
            let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if count == 0 { rest } else { digits.get(count..).unwrap_or_default() }
        }
        _ => rest,
    }
}

fn is_zone(rest: &[u8]) -> bool {
    match rest {
        b"Z" => true,
        [b'+' | b'-', h1, h2, b':', m1, m2] => {
            two_digits(*h1, *h2).is_some_and(|hours| hours <= 24)
                && two_digits(*m1, *m2).is_some_and(|minutes| minutes <= 60)
        }
        _ => false,
    }
}

fn after(rest: &[u8], byte: u8) -> Option<&[u8]> {
    rest.strip_prefix(&[byte])
}

fn number(rest: &[u8]) -> Option<(u32, &[u8])> {
    match rest {
        [a, b, tail @ ..] if a.is_ascii_digit() && b.is_ascii_digit() => {
            two_digits(*a, *b).map(|value| (value, tail))
        }
        [a, tail @ ..] if a.is_ascii_digit() => Some((u32::from(a - b'0'), tail)),
        _ => None,
    }
}

fn two_digits(a: u8, b: u8) -> Option<u32> {
    (a.is_ascii_digit() && b.is_ascii_digit()).then(|| u32::from(a - b'0') * 10 + u32::from(b - b'0'))
}

fn days_in(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        1..=12 => 31,
        _ => 0,
    }
}

fn skip_spaces(rest: &[u8]) -> &[u8] {
    let count = rest.iter().take_while(|&&byte| byte == b' ').count();
    rest.get(count..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::is_timestamp;

    #[test]
    fn layouts() {
        let yes = [
            "2024-2-29",
            "2024-02-29T1:2:3Z",
            "2024-02-29t01:02:03.123456789012+24:60",
            "2024-02-29   01:02:03,5",
        ];
        let no = [
            "2023-2-29",
            "2024-0-1",
            "2024-1-1T1:2:3",
            "2024-1-1 1:2:3Z",
            "2024-1-1 24:0:0",
            "2024-1-1T1:2:3+1:00",
            "224-1-1",
        ];
        assert!(yes.into_iter().all(is_timestamp));
        assert!(!no.into_iter().any(is_timestamp));
    }
}
