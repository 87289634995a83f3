//! Sets of fields, a bit each: most fields that a check asks for are not written. The last fields share a bit, so that a set
//! can claim one of them that it does not have.

use crate::fields::Field;

/// A set of fields.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FieldSet([u64; 2]);

/// The bit that the last fields share.
const LAST: u8 = 2 * u64::BITS as u8 - 1;

impl FieldSet {
    pub(super) const NONE: Self = Self([0; 2]);
    pub(super) const ALL: Self = Self([u64::MAX; 2]);

    const fn bit(field: Field) -> (bool, u64) {
        let at = if field as u8 > LAST { LAST } else { field as u8 };
        (at >= 64, 1 << (at % 64))
    }

    /// The set of these.
    pub const fn any_of(fields: &[Field]) -> Self {
        let ([mut low, mut high], mut rest) = (Self::NONE.0, fields);
        while let [field, others @ ..] = rest {
            let (upper, bit) = Self::bit(*field);
            *(if upper { &mut high } else { &mut low }) |= bit;
            rest = others;
        }
        Self([low, high])
    }

    pub(super) fn of(fields: impl IntoIterator<Item = Field>) -> Self {
        let [mut low, mut high] = Self::NONE.0;
        for field in fields {
            let (upper, bit) = Self::bit(field);
            *(if upper { &mut high } else { &mut low }) |= bit;
        }
        Self([low, high])
    }

    #[inline]
    pub(super) fn has(self, field: Field) -> bool {
        let ([low, high], (upper, bit)) = (self.0, Self::bit(field));
        (if upper { high } else { low }) & bit != 0
    }

    /// The fields of both.
    pub(super) const fn with(self, other: Self) -> Self {
        let ([low, high], [some, others]) = (self.0, other.0);
        Self([low | some, high | others])
    }

    /// Whether they have a field in common.
    pub(super) const fn meets(self, other: Self) -> bool {
        let ([low, high], [some, others]) = (self.0, other.0);
        low & some != 0 || high & others != 0
    }
}
