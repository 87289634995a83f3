//! Strings whose format makes them other values.
//!
//! Mirrors `ParseDateTime` and `Base64` of k8s.io/kube-openapi
//! (pkg/validation/strfmt). Durations are read where they are held against their format, in `formats`.

use crdls_go::base64;
use crdls_go::time::{Timestamp, parse_timestamp};

/// A date as Go reads `2006-01-02`.
pub(super) fn date(text: &str) -> Result<Timestamp, String> {
    let time = (text.len() == 10).then(|| parse_timestamp(&format!("{text}T00:00:00Z"))).flatten();
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
    let local = || parse_timestamp(&format!("{text}Z")).filter(|_| text.len() == "2006-01-02T15:04:05".len());
    let time = parse_timestamp(text).or_else(local);
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
