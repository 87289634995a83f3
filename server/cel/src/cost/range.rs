//! Sizes and costs as ranges of unsigned 64-bit numbers; arithmetic saturates.

use std::ops::Add;

/// The code points of a string, the bytes of a `bytes` value, the elements of a list or entries of a map
/// (cel-go's `checker.SizeEstimate`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// The least possible size.
    pub min: u64,
    /// The largest possible size; `u64::MAX` where nothing bounds it.
    pub max: u64,
}

/// A cost in CEL cost units (cel-go's `checker.CostEstimate`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The least that an evaluation costs.
    pub min: u64,
    /// The most that an evaluation costs; saturates at `u64::MAX`.
    pub max: u64,
}

impl Size {
    /// From zero to the largest number.
    pub const UNKNOWN: Size = Size { min: 0, max: u64::MAX };

    /// From `size` to `size`.
    pub const fn fixed(size: u64) -> Self {
        Self { min: size, max: size }
    }

    /// The neutral element of [`Self::union`]; zero where there are no elements to join.
    pub(super) const fn of_none(empty: bool) -> Self {
        Self { min: if empty { 0 } else { u64::MAX }, max: 0 }
    }

    /// Both ends multiplied, at most `u64::MAX`.
    pub fn times(self, other: Size) -> Size {
        Self { min: self.min.saturating_mul(other.min), max: self.max.saturating_mul(other.max) }
    }

    /// The cost of going through it, `factor` for each element, rounded up.
    pub fn factor(self, factor: f64) -> Cost {
        Cost { min: scaled(self.min, factor), max: scaled(self.max, factor) }
    }

    /// A cost paid once for each element.
    pub fn times_cost(self, cost: Cost) -> Cost {
        Cost { min: self.min.saturating_mul(cost.min), max: self.max.saturating_mul(cost.max) }
    }

    /// The range that holds both.
    pub fn union(self, other: Size) -> Size {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

impl Add for Size {
    type Output = Size;

    fn add(self, other: Size) -> Size {
        Self { min: self.min.saturating_add(other.min), max: self.max.saturating_add(other.max) }
    }
}

impl Cost {
    /// From `cost` to `cost`.
    pub const fn fixed(cost: u64) -> Self {
        Self { min: cost, max: cost }
    }

    /// Both ends multiplied, at most `u64::MAX`.
    pub fn times(self, other: Cost) -> Cost {
        Self { min: self.min.saturating_mul(other.min), max: self.max.saturating_mul(other.max) }
    }

    /// Both ends multiplied, rounded up.
    pub fn factor(self, factor: f64) -> Cost {
        Self { min: scaled(self.min, factor), max: scaled(self.max, factor) }
    }

    /// The range that holds both.
    pub fn union(self, other: Cost) -> Cost {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Self { min: self.min.saturating_add(other.min), max: self.max.saturating_add(other.max) }
    }
}

/// `x * factor` rounded up (multiplyByCostFactor). The cast saturates, as the server's check does.
fn scaled(x: u64, factor: f64) -> u64 {
    (x as f64 * factor).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_saturate() {
        assert_eq!(Size::UNKNOWN + Size::fixed(1), Size { min: 1, max: u64::MAX });
        assert_eq!(Size::UNKNOWN.times(Size::fixed(2)).max, u64::MAX);
        assert_eq!(Size::UNKNOWN.factor(0.1).max, 1_844_674_407_370_955_264);
        assert_eq!(Size::UNKNOWN.factor(2.0).max, u64::MAX);
        assert_eq!(Size::fixed(11).factor(0.1), Cost::fixed(2));
    }
}
