//! Numbers in texts, as Go's `strconv` (1.26) reads them with base 10.

/// What a text is as a floating point number.
pub(super) enum Float {
    Value(f64),
    /// It is one, and its value is not worked out: those in base 16.
    Unkept,
    Wrong,
}

/// strconv.ParseInt
pub(super) fn parse_int(text: &str) -> Option<i64> {
    text.parse().ok()
}

/// strconv.ParseUint takes no sign.
pub(super) fn parse_uint(text: &str) -> Option<u64> {
    if text.starts_with('+') { None } else { text.parse().ok() }
}

/// strconv.ParseFloat
pub(super) fn parse_float(text: &str) -> Float {
    let lower = text.to_ascii_lowercase();
    let unsigned = lower.strip_prefix(['+', '-']).unwrap_or(&lower);
    if matches!(unsigned, "inf" | "infinity") || lower == "nan" {
        return lower.parse().map_or(Float::Wrong, Float::Value);
    }
    if !underscores_fit(unsigned) {
        return Float::Wrong;
    }
    let digits = unsigned.replace('_', "");
    if let Some(hexadecimal) = digits.strip_prefix("0x") {
        return if is_hexadecimal(hexadecimal) { Float::Unkept } else { Float::Wrong };
    }
    let plain = digits.chars().all(|c| c.is_ascii_digit() || ".e+-".contains(c));
    match lower.replace('_', "").parse::<f64>() {
        Ok(value) if plain && value.is_finite() => Float::Value(value),
        _ => Float::Wrong,
    }
}

/// A mantissa and, behind `p`, an exponent, which it cannot do without.
fn is_hexadecimal(text: &str) -> bool {
    let Some((mantissa, exponent)) = text.split_once('p') else { return false };
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let mantissa = mantissa.replacen('.', "", 1);
    let digits = |text: &str, radix| !text.is_empty() && text.chars().all(|c| c.is_digit(radix));
    digits(&mantissa, 16) && digits(exponent, 10)
}

/// underscoreOK: each stands between digits, or behind `0x`.
pub(crate) fn underscores_fit(text: &str) -> bool {
    let hexadecimal = text.starts_with("0x");
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_digit(if hexadecimal { 16 } else { 10 }));
    let mut before = None;
    let mut rest = text.chars().peekable();
    let mut at = 0;
    while let Some(c) = rest.next() {
        let behind_base = hexadecimal && at == 2;
        if c == '_' && !((digit(before) || behind_base) && digit(rest.peek().copied())) {
            return false;
        }
        before = Some(c);
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats() {
        let right = ["1", "-1.5e3", "+.5", "1.", "1_0.2_5", "0x1p4", "0x_1.8p-2", "Inf", "-infinity", "NaN"];
        let wrong =
            ["", "x", "1e999", "1__0", "_1", "1_", "1_.0", "0x1", "+nan", "1e", " 1", "infinit", "e5", "."];
        for text in right {
            assert!(!matches!(parse_float(text), Float::Wrong), "{text}");
        }
        for text in wrong {
            assert!(matches!(parse_float(text), Float::Wrong), "{text}");
        }
    }
}
