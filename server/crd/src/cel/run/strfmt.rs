//! Strings whose format makes them other values.
//!
//! Mirrors `ParseDuration`, `ParseDateTime` and `Base64` of k8s.io/kube-openapi
//! v0.0.0-20260721132016-d427ff9ee9ad (pkg/validation/strfmt).

use crdls_cel::time::{Timestamp, parse_any_timestamp, parse_duration};

use crate::decode::base64;

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

/// Go's durations, or the sum of all numbers with a unit that are found.
pub(super) fn duration(text: &str) -> Result<i64, String> {
    if let Some(nanoseconds) = parse_duration(text) {
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

/// A date as Go reads `2006-01-02`.
pub(super) fn date(text: &str) -> Result<Timestamp, String> {
    let time = (text.len() == 10).then(|| parse_any_timestamp(&format!("{text}T00:00:00Z"))).flatten();
    time.ok_or_else(|| {
        let number = |from, to| text.get(from..to)?.parse::<u32>().ok();
        match (number(0, 4), number(5, 7), number(8, 10)) {
            (Some(_), Some(month), _) if !(1..=12).contains(&month) => {
                format!("parsing time \"{text}\": month out of range")
            }
            (Some(_), Some(_), Some(_)) if text.len() == 10 => {
                format!("parsing time \"{text}\": day out of range")
            }
            _ => format!("parsing time \"{text}\" as \"2006-01-02\": cannot parse \"{text}\" as \"2006\""),
        }
    })
}

/// A date with a time; where none is given, the zone is UTC.
pub(super) fn date_time(text: &str) -> Result<Timestamp, String> {
    if text.is_empty() {
        return Ok(Timestamp { seconds: 0, nanoseconds: 0, offset: 0 });
    }
    let local =
        || parse_any_timestamp(&format!("{text}Z")).filter(|_| text.len() == "2006-01-02T15:04:05".len());
    let time = parse_any_timestamp(text).or_else(local);
    time.ok_or_else(|| {
        format!("parsing time \"{text}\" as \"2006-01-02T15:04:05\": cannot parse \"{text}\" as \"2006\"")
    })
}

/// Base64 in the alphabet of URLs, unlike the validation of the format.
pub(super) fn bytes(text: &str) -> Result<Box<[u8]>, String> {
    let swapped: String = text
        .chars()
        .map(|c| match c {
            '-' => '+',
            '_' => '/',
            '+' | '/' => '!',
            c => c,
        })
        .collect();
    base64::decode(&swapped).map_err(|at| format!("illegal base64 data at input byte {at}"))
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
            assert_eq!(duration(text), expected, "{text}");
        }
    }

    #[test]
    fn times() {
        assert_eq!(date("2021-01-02").map(|t| t.rfc3339()), Ok("2021-01-02T00:00:00Z".to_owned()));
        assert!(date("2021-1-2").is_err());
        assert!(date_time("2021-01-02T03:04:05").is_ok());
        assert!(date_time("2021-01-02T03:04:05+01:00").is_ok());
        assert!(date_time("2021-01-02").is_err());
    }

    #[test]
    fn bytes_of_urls() {
        assert_eq!(bytes("-_-_").map(Vec::from), Ok(vec![0xfb, 0xff, 0xbf]));
        assert_eq!(bytes("ab+/"), Err("illegal base64 data at input byte 2".to_owned()));
    }
}
