//! Decimal numbers of any length: `gopkg.in/inf.v0`'s `Dec`, as far as quantities need it.

use std::cmp::Ordering;

/// So many zeros are written out behind a number; Go has no limit but memory. What would need more is left
/// as it is, which shows in the last digits of sums alone.
const MAX_ZEROS: i64 = 65_536;

/// `digits` times ten to the power of `-scale`.
#[derive(Clone, Debug)]
pub struct Decimal {
    negative: bool,
    /// From 0 to 9, the highest first, without zeros in front; none is zero.
    digits: Vec<u8>,
    scale: i32,
}

impl Decimal {
    pub fn new(value: i64, scale: i32) -> Self {
        let digits = value.unsigned_abs().to_string().bytes().map(|b| b - b'0').collect();
        Self { negative: value < 0, digits, scale }.trimmed()
    }

    /// `SetString`: a sign, digits, a point.
    pub fn parse(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let digits = digits.into_iter().map(|b| b - b'0').collect();
        let scale = i32::try_from(fraction.len()).ok()?;
        Some(Self { negative: text.starts_with('-'), digits, scale }.trimmed())
    }

    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// Multiplies by ten to a power.
    pub fn shift(&mut self, exponent: i32) {
        self.scale = self.scale.saturating_sub(exponent);
    }

    /// Multiplies by two to a power of at most 60.
    pub(crate) fn shift_left(&mut self, bits: u32) {
        let mut carry = 0_u64;
        for digit in self.digits.iter_mut().rev() {
            carry += u64::from(*digit) << bits;
            *digit = (carry % 10) as u8;
            carry /= 10;
        }
        let mut front = Vec::new();
        while carry > 0 {
            front.push((carry % 10) as u8);
            carry /= 10;
        }
        front.reverse();
        self.digits.splice(0..0, front);
    }

    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    pub fn sign(&self) -> Ordering {
        match (self.is_zero(), self.negative) {
            (true, _) => Ordering::Equal,
            (false, true) => Ordering::Less,
            (false, false) => Ordering::Greater,
        }
    }

    pub fn negate(&mut self) {
        self.negative = !self.negative && !self.is_zero();
    }

    /// Rounded away from zero to a scale; whether nothing was lost.
    pub(crate) fn round_up(&mut self, scale: i32) -> bool {
        let dropped = i64::from(self.scale) - i64::from(scale);
        if dropped <= 0 {
            self.rescale(scale);
            return true;
        }
        let keep = self.digits.len().saturating_sub(usize::try_from(dropped).unwrap_or(usize::MAX));
        let exact = self.digits.iter().skip(keep).all(|digit| *digit == 0);
        self.digits.truncate(keep);
        self.scale = scale;
        if !exact {
            self.digits = sum(&self.digits, &[1]);
        }
        *self = std::mem::replace(self, Self::new(0, 0)).trimmed();
        exact
    }

    /// The sum, at the greater scale.
    pub fn add(&self, other: &Self) -> Self {
        let scale = self.scale.max(other.scale);
        let [mut a, mut b] = [self.clone(), other.clone()];
        if !a.rescale(scale) || !b.rescale(scale) {
            // So far apart that one of them is lost beside the other.
            return if magnitude(self, other).is_ge() { self.clone() } else { other.clone() };
        }
        if a.negative == b.negative {
            return Self { digits: sum(&a.digits, &b.digits), ..a };
        }
        match magnitude(&a, &b) {
            Ordering::Less => Self { digits: difference(&b.digits, &a.digits), ..b }.trimmed(),
            _ => Self { digits: difference(&a.digits, &b.digits), ..a }.trimmed(),
        }
    }

    /// How it compares by its value.
    pub fn compare(&self, other: &Self) -> Ordering {
        let by_size = || match self.negative {
            true => magnitude(other, self),
            false => magnitude(self, other),
        };
        self.sign().cmp(&other.sign()).then_with(by_size)
    }

    /// The digits as a number, without the scale.
    pub(crate) fn unscaled_float(&self) -> f64 {
        self.text().parse().unwrap_or(0.0)
    }

    /// The digits with their sign, without the scale.
    pub fn text(&self) -> String {
        if self.is_zero() {
            return "0".to_owned();
        }
        let sign = if self.negative { "-" } else { "" };
        sign.chars().chain(self.digits.iter().map(|digit| char::from(b'0' + digit))).collect()
    }

    /// Takes zeros off the end of the digits, and gives how many there were.
    pub(crate) fn take_zeros(&mut self) -> i32 {
        let zeros = self.digits.iter().rev().take_while(|digit| **digit == 0).count();
        self.digits.truncate(self.digits.len() - zeros);
        i32::try_from(zeros).unwrap_or(i32::MAX)
    }

    /// Puts zeros behind the digits.
    pub(crate) fn put_zeros(&mut self, count: usize) {
        self.digits.extend(std::iter::repeat_n(0, count));
    }

    /// Divides the digits by 1024 as often as nothing is left over, and gives how often that was.
    pub(crate) fn take_1024s(&mut self) -> i32 {
        let mut times = 0;
        while let Some(digits) = self.divided_by_1024().filter(|digits| !digits.is_empty()) {
            self.digits = digits;
            times += 1;
        }
        times
    }

    fn divided_by_1024(&self) -> Option<Vec<u8>> {
        let mut rest = 0_u32;
        let divide = |digit: &u8| {
            rest = rest * 10 + u32::from(*digit);
            let quotient = (rest / 1024) as u8;
            rest %= 1024;
            quotient
        };
        let digits: Vec<u8> = self.digits.iter().map(divide).skip_while(|digit| *digit == 0).collect();
        (rest == 0).then_some(digits)
    }

    /// Writes zeros out up to a greater scale; whether that was done.
    fn rescale(&mut self, scale: i32) -> bool {
        let zeros = i64::from(scale) - i64::from(self.scale);
        if self.is_zero() {
            self.scale = scale;
        } else if (0..=MAX_ZEROS).contains(&zeros) {
            self.put_zeros(usize::try_from(zeros).unwrap_or(0));
            self.scale = scale;
        }
        self.scale == scale
    }

    fn trimmed(mut self) -> Self {
        let zeros = self.digits.iter().take_while(|digit| **digit == 0).count();
        self.digits.drain(..zeros);
        self.negative &= !self.digits.is_empty();
        self
    }
}

/// Which of two is further from zero.
fn magnitude(a: &Decimal, b: &Decimal) -> Ordering {
    let order = |of: &Decimal| of.digits.len() as i64 - i64::from(of.scale);
    let significant = |of: &'_ Decimal| {
        let zeros = of.digits.iter().rev().take_while(|digit| **digit == 0).count();
        of.digits.len() - zeros
    };
    match (a.is_zero(), b.is_zero()) {
        (true, true) => Ordering::Equal,
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => order(a)
            .cmp(&order(b))
            .then_with(|| a.digits.iter().take(significant(a)).cmp(b.digits.iter().take(significant(b)))),
    }
}

fn sum(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(a.len().max(b.len()) + 1);
    let mut carry = 0;
    let (mut a, mut b) = (a.iter().rev(), b.iter().rev());
    loop {
        let (next_a, next_b) = (a.next(), b.next());
        if next_a.is_none() && next_b.is_none() {
            break;
        }
        carry += next_a.unwrap_or(&0) + next_b.unwrap_or(&0);
        out.push(carry % 10);
        carry /= 10;
    }
    out.extend((carry > 0).then_some(carry));
    out.reverse();
    out
}

/// `a - b`, where `a` is not smaller.
fn difference(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(a.len());
    let mut borrow = 0;
    let mut b = b.iter().rev();
    for digit in a.iter().rev() {
        let taken = b.next().unwrap_or(&0) + borrow;
        borrow = u8::from(*digit < taken);
        out.push(digit + 10 * borrow - taken);
    }
    out.reverse();
    out
}
