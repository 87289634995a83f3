//! Times as `time.Parse(time.RFC3339, …)` of Go reads them, and what it says of those it refuses.

use std::fmt::Write;

use crdls_go::time::days_in;

const LAYOUT: &str = "2006-01-02T15:04:05Z07:00";

/// The sentence about a text that is no time; `None` where it is one.
pub fn problem(text: &str) -> Option<String> {
    let mut parser = Parser { text, rest: text };
    parser.run().err()
}

struct Parser<'t> {
    text: &'t str,
    rest: &'t str,
}

type Step<T> = Result<T, String>;

impl Parser<'_> {
    fn run(&mut self) -> Step<()> {
        let year = self.year()?;
        let month = self.after("-", "01", true)?;
        self.within((1..=12).contains(&month), "month")?;
        let day = self.after("-", "02", true)?;
        let hour = self.after("T", "15", false)?;
        self.within(hour < 24, "hour")?;
        let minute = self.after(":", "04", true)?;
        self.within(minute < 60, "minute")?;
        let second = self.after(":", "05", true)?;
        self.within(second < 60, "second")?;
        self.fraction();
        self.zone()?;
        if !self.rest.is_empty() {
            return Err(self.other(&format!("extra text: {}", quote(self.rest))));
        }
        self.within((1..=days_in(month.into(), year.into())).contains(&day.into()), "day")
    }

    fn year(&mut self) -> Step<u32> {
        let digits = self.rest.get(..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
        let Some(year) = digits.and_then(|digits| digits.parse().ok()) else {
            return Err(self.no("2006", self.rest));
        };
        self.skip(4);
        Ok(year)
    }

    /// A separator and one or two digits; two where `fixed`.
    fn after(&mut self, separator: &str, layout: &str, fixed: bool) -> Step<u32> {
        let Some(rest) = self.rest.strip_prefix(separator) else {
            return Err(self.no(separator, self.rest));
        };
        self.rest = rest;
        let digits = digits(rest).min(2);
        if digits == 0 || (fixed && digits < 2) {
            return Err(self.no(layout, rest));
        }
        let number = rest.get(..digits).and_then(|digits| digits.parse().ok()).unwrap_or(0);
        self.skip(digits);
        Ok(number)
    }

    fn fraction(&mut self) {
        if let Some(rest) = self.rest.strip_prefix(['.', ','])
            && digits(rest) > 0
        {
            self.rest = rest;
            self.skip(digits(rest));
        }
    }

    fn zone(&mut self) -> Step<()> {
        const ELEMENT: &str = "Z07:00";
        if let Some(rest) = self.rest.strip_prefix('Z') {
            self.rest = rest;
            return Ok(());
        }
        let hold = self.rest;
        let bytes = hold.as_bytes();
        let Some(&[sign, h1, h2, b':', m1, m2]) = bytes.first_chunk::<6>() else {
            return Err(self.no(ELEMENT, hold));
        };
        let (hour, minute) = (two_digits(h1, h2), two_digits(m1, m2));
        self.within(hour.unwrap_or(0) <= 24, "time zone offset hour")?;
        // The minute is looked at only where the hour is one.
        self.within(hour.and(minute).unwrap_or(0) <= 60, "time zone offset minute")?;
        if hour.is_none() || minute.is_none() || !matches!(sign, b'+' | b'-') {
            return Err(self.no(ELEMENT, hold));
        }
        self.skip(6);
        Ok(())
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or("");
    }

    fn within(&self, fine: bool, what: &str) -> Step<()> {
        if fine { Ok(()) } else { Err(self.other(&format!("{what} out of range"))) }
    }

    fn no(&self, element: &str, at: &str) -> String {
        let (text, layout) = (quote(self.text), quote(LAYOUT));
        format!("parsing time {text} as {layout}: cannot parse {} as {}", quote(at), quote(element))
    }

    fn other(&self, why: &str) -> String {
        format!("parsing time {}: {why}", quote(self.text))
    }
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn two_digits(a: u8, b: u8) -> Option<u32> {
    (a.is_ascii_digit() && b.is_ascii_digit()).then(|| u32::from(a - b'0') * 10 + u32::from(b - b'0'))
}

/// The time package's own quoting: bytes of what is not printable ASCII in hex.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            ' '..='\x7f' => out.push(c),
            _ => c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| {
                let _ = write!(out, "\\x{byte:02x}");
            }),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_what_is_said_of_others() {
        for fine in [
            "2024-02-29T00:00:00Z",
            "2024-01-01T5:00:00Z",
            "2024-01-01T05:00:00,123456789012Z",
            "2024-01-01T05:00:00+24:60",
            "0000-01-01T00:00:00-07:00",
        ] {
            assert_eq!(problem(fine), None, "{fine}");
        }
        let as_layout = |text: &str, rest: &str, element: &str| {
            format!("parsing time \"{text}\" as \"{LAYOUT}\": cannot parse \"{rest}\" as \"{element}\"")
        };
        assert_eq!(problem("x"), Some(as_layout("x", "x", "2006")));
        assert_eq!(problem("2024"), Some(as_layout("2024", "", "-")));
        assert_eq!(problem("2024-1-01"), Some(as_layout("2024-1-01", "1-01", "01")));
        assert_eq!(problem("2024-01-01"), Some(as_layout("2024-01-01", "", "T")));
        assert_eq!(problem("2024-01-01T00:00:00"), Some(as_layout("2024-01-01T00:00:00", "", "Z07:00")));
        let other = |text: &str, why: &str| Some(format!("parsing time \"{text}\": {why}"));
        assert_eq!(problem("2024-13-01"), other("2024-13-01", "month out of range"));
        assert_eq!(problem("2023-02-29T00:00:00Z"), other("2023-02-29T00:00:00Z", "day out of range"));
        assert_eq!(problem("2023-02-09T00:00:00Zx"), other("2023-02-09T00:00:00Zx", "extra text: \"x\""));
        assert_eq!(problem("\u{e9}"), Some(as_layout("\\xc3\\xa9", "\\xc3\\xa9", "2006")));
    }
}
