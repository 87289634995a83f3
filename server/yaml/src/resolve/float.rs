//! Floating-point numbers as Go reads and writes them.

use std::fmt::LowerExp;

/// A text that begins with a dot, by `strconv.ParseFloat`; out of range is no number.
pub(super) fn parse_dotted(text: &str) -> Option<f64> {
    let (mantissa, exponent) = split_exponent(text.strip_prefix('.')?);
    if !is_digit_run(mantissa) || !exponent.is_none_or(|digits| is_digit_run(unsigned(digits))) {
        return None;
    }
    if memchr::memchr(b'_', text.as_bytes()).is_some() {
        finite(&text.replace('_', ""))
    } else {
        finite(text)
    }
}

/// A text of the library's `yamlStyleFloat`, by `strconv.ParseFloat`.
pub(super) fn parse_yaml_style(text: &str) -> Option<f64> {
    let (mantissa, exponent) = split_exponent(unsigned(text));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fits = all_digits(whole)
        && all_digits(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && exponent.map(unsigned).is_none_or(|digits| !digits.is_empty() && all_digits(digits));
    if fits { finite(text) } else { None }
}

/// `strconv.FormatFloat(value, 'g', -1, 32)`, with the words that sigs.k8s.io/yaml puts for what
/// is no number. That the width is 32 shortens keys such as `16777217.0`.
pub(super) fn key_text(value: f64) -> String {
    let short = value as f32;
    match short {
        f32::INFINITY => ".inf".to_owned(),
        f32::NEG_INFINITY => "-.inf".to_owned(),
        _ if short.is_nan() => ".nan".to_owned(),
        _ => Decimal::shortest(short, |text| text.parse() == Ok(short)).general(),
    }
}

/// `strconv.FormatFloat(value, 'g', -1, 64)`.
pub fn format_g(value: f64) -> String {
    match value {
        f64::INFINITY => "+Inf".to_owned(),
        f64::NEG_INFINITY => "-Inf".to_owned(),
        _ if value.is_nan() => "NaN".to_owned(),
        _ => Decimal::shortest(value, |text| text.parse() == Ok(value)).general(),
    }
}

/// A finite number as encoding/json's `floatEncoder` writes it.
pub(super) fn format_json(value: f64) -> String {
    let decimal = Decimal::shortest(value, |text| text.parse() == Ok(value));
    let size = value.abs();
    if size == 0.0 || (1e-6..1e21).contains(&size) { decimal.positional() } else { decimal.scientific(1) }
}

/// The shortest digits that read back as the same number: `d.ddd × 10^exponent`.
struct Decimal {
    negative: bool,
    digits: String,
    exponent: i32,
}

impl Decimal {
    /// Rust's `{:e}` finds as few digits as Go does, but rounds a tie between two equally short
    /// ones up; Go takes the even one, as Rust does once it is told how many digits to write.
    fn shortest<F: LowerExp>(value: F, reads_back: impl Fn(&str) -> bool) -> Self {
        let shortest = Self::parse(&format!("{value:e}"));
        let even = format!("{value:.*e}", shortest.digits.len().saturating_sub(1));
        if reads_back(&even) { Self::parse(&even) } else { shortest }
    }

    fn parse(written: &str) -> Self {
        let (mantissa, exponent) = written.split_once('e').unwrap_or((written, "0"));
        Self {
            negative: mantissa.starts_with('-'),
            digits: mantissa.chars().filter(char::is_ascii_digit).collect(),
            exponent: exponent.parse().unwrap_or(0),
        }
    }

    fn sign(&self) -> &'static str {
        if self.negative { "-" } else { "" }
    }

    fn general(&self) -> String {
        if (-4..6).contains(&self.exponent) { self.positional() } else { self.scientific(2) }
    }

    fn scientific(&self, width: usize) -> String {
        let (first, rest) = self.digits.split_at_checked(1).unwrap_or((&self.digits, ""));
        let dot = if rest.is_empty() { "" } else { "." };
        let sign = if self.exponent < 0 { '-' } else { '+' };
        let exponent = self.exponent.unsigned_abs();
        format!("{}{first}{dot}{rest}e{sign}{exponent:0width$}", self.sign())
    }

    fn positional(&self) -> String {
        let sign = self.sign();
        let Ok(exponent) = usize::try_from(self.exponent) else {
            let zeros = "0".repeat(self.exponent.unsigned_abs() as usize - 1);
            return format!("{sign}0.{zeros}{}", self.digits);
        };
        match self.digits.split_at_checked(exponent + 1) {
            Some((whole, "")) => format!("{sign}{whole}"),
            Some((whole, fraction)) => format!("{sign}{whole}.{fraction}"),
            None => format!("{sign}{:0<width$}", self.digits, width = exponent + 1),
        }
    }
}

fn split_exponent(text: &str) -> (&str, Option<&str>) {
    match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    }
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}

fn all_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Digits with single underscores between them, as Go's literals allow.
fn is_digit_run(text: &str) -> bool {
    text.split('_').all(|part| !part.is_empty() && all_digits(part))
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}
