//! Doubles in the numerals of en_US, as golang.org/x/text prints them: groups of three digits, powers of
//! ten in superscript. The precision is cut to so few bits as the library keeps of it.

/// Digits behind the point where no precision is given; always, in scientific notation.
const DIGITS: usize = 6;
/// No double has more digits behind its point.
const MOST: usize = 1_100;

/// `%.2f`
pub(super) fn fixed(value: f64, precision: Option<i64>) -> String {
    if !value.is_finite() {
        return special(value);
    }
    let precision = precision.unwrap_or(DIGITS as i64);
    let least = usize::from(precision as u8);
    let digits = match usize::try_from(precision as i16) {
        Ok(most) => format!("{:.*}", most.min(MOST), value.abs()),
        // It overflowed: as few as tell the number from others.
        Err(_) => value.abs().to_string(),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let fraction = fraction.trim_end_matches('0');
    let sign = if value < 0.0 { "-" } else { "" };
    let point = if fraction.is_empty() && least == 0 { "" } else { "." };
    format!("{sign}{}{point}{fraction:0<least$}", grouped(whole))
}

/// `%e`; the precision is the width.
pub(super) fn scientific(value: f64, precision: Option<i64>) -> String {
    let width = usize::from(precision.unwrap_or(DIGITS as i64) as u16);
    let text = if value.is_finite() { power(value) } else { special(value) };
    let missing = width.saturating_sub(text.chars().count());
    " ".repeat(missing) + &text
}

fn power(value: f64) -> String {
    let text = format!("{:.DIGITS$e}", value.abs());
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if value < 0.0 { "-" } else { "" };
    let minus = if exponent < 0 { "⁻" } else { "" };
    let raised: String = format!("{:02}", exponent.unsigned_abs()).chars().map(superscript).collect();
    format!("{sign}{digits}×10{minus}{raised}")
}

fn superscript(digit: char) -> char {
    match digit {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        _ => '⁰',
    }
}

fn special(value: f64) -> String {
    match value {
        _ if value.is_nan() => "NaN",
        f64::INFINITY => "∞",
        _ => "-∞",
    }
    .to_owned()
}

fn grouped(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
