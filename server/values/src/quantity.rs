//! Quantities: `1.5Gi`, `200m`, `12e6`.
//!
//! Mirrors k8s.io/apimachinery (pkg/api/resource: quantity.go, amount.go, suffix.go), with what is
//! odd there: `-` and `Mi` are zero, and only numbers that stayed small are integers.

use std::cmp::Ordering;

use super::decimal::Decimal;

const WRONG: &str =
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const WRONG_NUMBER: &str = "unable to parse numeric part of quantity";
const WRONG_SUFFIX: &str = "unable to parse quantity's suffix";

/// So many decimal digits fit into 64 bits for certain.
const MAX_DIGITS: i64 = 18;
const NANO: i32 = -9;

/// What a quantity's suffix is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    DecimalExponent,
    BinarySi,
    DecimalSi,
}

/// Suffixes with the power of ten or of two that they stand for.
const DECIMAL: [(&str, i32); 10] =
    [("n", -9), ("u", -6), ("m", -3), ("", 0), ("k", 3), ("M", 6), ("G", 9), ("T", 12), ("P", 15), ("E", 18)];
const BINARY: [(&str, i32); 6] = [("Ki", 10), ("Mi", 20), ("Gi", 30), ("Ti", 40), ("Pi", 50), ("Ei", 60)];

/// A quantity, as `resource.Quantity` of k8s.io/apimachinery.
#[derive(Clone, Debug)]
pub struct Quantity {
    amount: Amount,
    format: Format,
    /// The original text, if it is canonical in Go.
    text: Option<String>,
}

#[derive(Clone, Debug)]
enum Amount {
    /// `value` times ten to the power of `scale`.
    Small {
        value: i64,
        scale: i32,
    },
    Large(Decimal),
}

impl Quantity {
    /// `ParseQuantity`
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        if text.is_empty() {
            return Err(WRONG);
        }
        let parts = Parts::split(text).ok_or(WRONG)?;
        let (exponent, format) = interpret(parts.suffix).ok_or(WRONG_SUFFIX)?;
        if let Some(quantity) = small(text, &parts, exponent, format) {
            return Ok(quantity);
        }
        let (amount, format) = large(parts.value, exponent, format).ok_or(WRONG_NUMBER)?;
        Ok(Self { amount: Amount::Large(amount), format, text: None })
    }

    /// `NewQuantity(value, DecimalExponent)`
    pub fn of_int(value: i64) -> Self {
        Self { amount: Amount::Small { value, scale: 0 }, format: Format::DecimalExponent, text: None }
    }

    /// `Sign`: -1, 0 or 1.
    pub fn sign(&self) -> i64 {
        match &self.amount {
            Amount::Small { value, .. } => value.signum(),
            Amount::Large(amount) => amount.sign() as i64,
        }
    }

    /// `Cmp`
    pub fn compare(&self, other: &Self) -> Ordering {
        self.amount.to_decimal().compare(&other.amount.to_decimal())
    }

    /// The value, if it is an integer that stayed small.
    pub fn as_int(&self) -> Option<i64> {
        match self.amount {
            Amount::Small { value, scale } => scaled(value, i64::from(scale)),
            Amount::Large(_) => None,
        }
    }

    /// `AsApproximateFloat64`
    pub fn as_approximate_float(&self) -> f64 {
        let (base, exponent) = match &self.amount {
            Amount::Small { value, scale } => (*value as f64, *scale),
            Amount::Large(amount) => (amount.unscaled_float(), amount.scale().saturating_neg()),
        };
        if exponent == 0 { base } else { base * power_of_ten(exponent) }
    }

    /// `Add`
    pub fn add(&self, other: &Self) -> Self {
        let format = if self.sign() == 0 { other.format } else { self.format };
        Self { amount: self.amount.add(&other.amount), format, text: None }
    }

    /// `Sub`
    pub fn sub(&self, other: &Self) -> Self {
        self.add(&Self { amount: other.amount.negated(), format: other.format, text: None })
    }

    /// `String`: the canonical text.
    pub fn canonical_text(&self) -> String {
        match &self.text {
            Some(text) => text.clone(),
            None => self.canonical(),
        }
    }

    /// `CanonicalizeBytes`
    fn canonical(&self) -> String {
        if self.sign() == 0 {
            return "0".to_owned();
        }
        let mut amount = self.amount.to_decimal();
        if self.format == Format::BinarySi {
            let small = |limit| amount.compare(&Decimal::new(limit, 0));
            let is_small = small(-1024).is_gt() && small(1024).is_lt();
            let mut whole = amount.clone();
            if !is_small && whole.round_up(0) {
                let exponent = 10 * whole.take_1024s();
                return whole.text() + suffix(&BINARY, exponent);
            }
        }
        let mut exponent = amount.take_zeros().saturating_sub(amount.scale());
        let missing = exponent.rem_euclid(3);
        amount.put_zeros(usize::try_from(missing).unwrap_or(0));
        exponent -= missing;
        match self.format {
            Format::DecimalExponent if exponent == 0 => amount.text(),
            Format::DecimalExponent => format!("{}e{exponent}", amount.text()),
            _ => amount.text() + suffix(&DECIMAL, exponent),
        }
    }
}

impl Amount {
    fn to_decimal(&self) -> Decimal {
        match self {
            Self::Small { value, scale } => Decimal::new(*value, scale.saturating_neg()),
            Self::Large(amount) => amount.clone(),
        }
    }

    fn add(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Small { value: a, scale: a_scale }, Self::Small { value: b, scale: b_scale }) => {
                let small = small_sum((*a, *a_scale), (*b, *b_scale));
                small.unwrap_or_else(|| Self::Large(self.to_decimal().add(&other.to_decimal())))
            }
            _ => Self::Large(self.to_decimal().add(&other.to_decimal())),
        }
    }

    fn negated(&self) -> Self {
        match self {
            Self::Small { value, scale } => Self::Small { value: value.wrapping_neg(), scale: *scale },
            Self::Large(amount) => {
                let mut amount = amount.clone();
                amount.negate();
                Self::Large(amount)
            }
        }
    }
}

/// `int64Amount.Add`; `None` where it does not fit.
fn small_sum((a, a_scale): (i64, i32), (b, b_scale): (i64, i32)) -> Option<Amount> {
    if b == 0 {
        return Some(Amount::Small { value: a, scale: a_scale });
    }
    if a == 0 {
        return Some(Amount::Small { value: b, scale: b_scale });
    }
    let scale = a_scale.min(b_scale);
    let at_scale = |value, its: i32| scaled(value, i64::from(its) - i64::from(scale));
    let value = at_scale(a, a_scale)?.checked_add(at_scale(b, b_scale)?)?;
    Some(Amount::Small { value, scale })
}

/// A text taken apart as `parseQuantityString` does, without its sign.
struct Parts<'t> {
    negative: bool,
    /// Sign, digits and point.
    value: &'t str,
    whole: &'t str,
    fraction: &'t str,
    suffix: &'t str,
}

impl<'t> Parts<'t> {
    fn split(text: &'t str) -> Option<Self> {
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let significant = unsigned.trim_start_matches('0');
        let behind = significant.trim_start_matches(|c: char| c.is_ascii_digit());
        let whole = significant.strip_suffix(behind).unwrap_or_default();
        let (fraction, suffix) = match behind.strip_prefix('.') {
            Some(rest) => {
                let suffix = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                (rest.strip_suffix(suffix).unwrap_or_default(), suffix)
            }
            None => ("", behind),
        };
        let whole = if whole.is_empty() { "0" } else { whole };
        let value = text.strip_suffix(suffix).unwrap_or(text);
        // Where nothing but zeros is left the sign is not looked at.
        let value = if significant.is_empty() { "0" } else { value };
        let exponent = suffix.trim_start_matches(|c| "eEinumkKMGTP".contains(c));
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let is_suffix = digits.bytes().all(|b| b.is_ascii_digit());
        is_suffix.then_some(Self { negative: text.starts_with('-'), value, whole, fraction, suffix })
    }
}

/// What a suffix stands for: a power of two where the format is binary, else of ten.
fn interpret(suffix: &str) -> Option<(i32, Format)> {
    let find =
        |table: &[(&str, i32)]| table.iter().find(|(name, _)| *name == suffix).map(|(_, exponent)| *exponent);
    if let Some(exponent) = find(&DECIMAL) {
        return Some((exponent, Format::DecimalSi));
    }
    if let Some(exponent) = find(&BINARY) {
        return Some((exponent, Format::BinarySi));
    }
    let exponent: i64 = suffix.strip_prefix(['e', 'E'])?.parse().ok()?;
    Some((exponent as i32, Format::DecimalExponent))
}

/// The suffix of a power; those that have none are dropped, as Go does.
fn suffix(table: &[(&'static str, i32)], exponent: i32) -> &'static str {
    table.iter().find(|(_, its)| *its == exponent).map_or("", |(name, _)| name)
}

/// The way that short numbers take.
fn small(text: &str, parts: &Parts<'_>, exponent: i32, format: Format) -> Option<Quantity> {
    let (whole, fraction) = (parts.whole.len() as i64, parts.fraction.len() as i64);
    let (precision, scale, factor) = match format {
        Format::BinarySi if fraction == 0 => (14 - whole - i64::from(exponent * 3 / 10), 0, 1 << exponent),
        Format::BinarySi => return None,
        _ => (MAX_DIGITS - whole - fraction, exponent, 1),
    };
    let scale = scale.checked_sub(i32::try_from(fraction).ok()?).filter(|scale| *scale >= NANO)?;
    if precision < 0 {
        return None;
    }
    let shifted = format!("{}{}", parts.whole, parts.fraction);
    let number: i64 = shifted.parse().ok()?;
    let value = number.checked_mul(factor)?;
    let value = if parts.negative { -value } else { value };
    let is_canonical = match format {
        Format::BinarySi => number & 7 != 0,
        _ => scale % 3 == 0 && !shifted.ends_with("000") && !shifted.starts_with('0'),
    };
    let text = is_canonical.then(|| text.to_owned());
    Some(Quantity { amount: Amount::Small { value, scale }, format, text })
}

/// The way of all others: rounded up to billionths, binary ones capped.
fn large(value: &str, exponent: i32, mut format: Format) -> Option<(Decimal, Format)> {
    let mut amount = Decimal::parse(value)?;
    match format {
        Format::BinarySi => amount.shift_left(exponent.unsigned_abs()),
        _ => amount.shift(exponent),
    }
    let is_negative = amount.sign().is_lt();
    if is_negative {
        amount.negate();
    }
    if !amount.is_zero() {
        amount.round_up(-NANO);
    }
    if format == Format::BinarySi {
        let most = Decimal::new(i64::MAX, 0);
        if amount.compare(&most).is_gt() {
            amount = most;
        } else if amount.compare(&Decimal::new(1, 0)).is_lt() && !amount.is_zero() {
            format = Format::DecimalSi;
        }
    }
    if is_negative {
        amount.negate();
    }
    Some((amount, format))
}

/// `value` times ten to a power that is not negative, where it fits.
fn scaled(value: i64, power: i64) -> Option<i64> {
    match power {
        _ if value == 0 && power >= 0 => Some(0),
        0..=18 => value.checked_mul(10_i64.pow(power as u32)),
        _ => None,
    }
}

/// `math.Pow10`, which multiplies and divides two powers that are exact to the last bit.
fn power_of_ten(exponent: i32) -> f64 {
    let power = |n: u32| format!("1e{n}").parse().unwrap_or(f64::INFINITY);
    let size = exponent.unsigned_abs();
    match exponent {
        ..-323 => 0.0,
        -323..0 => format!("1e-{}", size / 32 * 32).parse().unwrap_or(0.0) / power(size % 32),
        0..=308 => power(size / 32 * 32) * power(size % 32),
        _ => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantity(text: &str) -> Quantity {
        Quantity::parse(text).expect(text)
    }

    #[test]
    fn canonical_texts() {
        let table = [
            ("0", "0"),
            ("-", "0"),
            ("Mi", "0"),
            ("1000", "1k"),
            ("1024Ki", "1Mi"),
            ("1025Ki", "1025Ki"),
            ("1.5Gi", "1536Mi"),
            ("0.5Ki", "512"),
            ("0.0001Ki", "102400u"),
            ("12e6", "12e6"),
            ("12E6", "12E6"),
            ("120e5", "12e6"),
            ("1e21", "1e21"),
            ("1000000000000000000000", "1"),
            ("100m", "100m"),
            ("0.1", "100m"),
            ("1e-10", "1e-9"),
            ("0.0000000001", "1n"),
            ("-0.0000000001", "-1n"),
            ("100Ei", "9223372036854775807"),
            ("+1Ki", "+1Ki"),
        ];
        for (text, canonical) in table {
            assert_eq!(quantity(text).canonical_text(), canonical, "{text}");
        }
    }

    #[test]
    fn refusals() {
        let table = [
            ("", WRONG),
            ("1,5", WRONG),
            ("1 Gi", WRONG),
            ("Three", WRONG),
            ("200K", WRONG_SUFFIX),
            ("1e", WRONG_SUFFIX),
            ("1eE", WRONG_SUFFIX),
            ("e-10", WRONG_NUMBER),
        ];
        for (text, words) in table {
            assert_eq!(Quantity::parse(text).map(|q| q.canonical_text()), Err(words), "{text}");
        }
    }

    #[test]
    fn integers_and_sums() {
        assert_eq!(quantity("50k").as_int(), Some(50_000));
        assert_eq!(quantity("50m").as_int(), None);
        assert_eq!(quantity("9999999999999999999G").as_int(), None);
        assert_eq!(quantity("50k").add(&Quantity::of_int(20)).canonical_text(), "50020");
        assert_eq!(quantity("50k").sub(&quantity("20k")).canonical_text(), "30k");
        assert_eq!(quantity("1Ei").sub(&quantity("2Ei")).sign(), -1);
        assert_eq!(quantity("50M").compare(&quantity("50Mi")), Ordering::Less);
        assert_eq!(quantity("200M").compare(&quantity("0.2G")), Ordering::Equal);
        assert_eq!(quantity("-1e30").compare(&quantity("-1e29")), Ordering::Less);
        assert_eq!(quantity("1e400").as_approximate_float(), f64::INFINITY);
        assert!((quantity("1.5Gi").as_approximate_float() - 1_610_612_736.0).abs() < 1e-6);
    }
}
