//! Sets of code points as sorted ranges. Surrogates count as code points here, as in Go: no text
//! contains one, but they count towards the size of a pattern.

pub(super) const MAX_RUNE: u32 = 0x10_FFFF;

/// Ranges of code points, both ends inside. Canonical (sorted, disjoint, not touching) after
/// [`RangeSet::clean`]; while a set grows its ranges may overlap, which keeps growing linear.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct RangeSet {
    ranges: Vec<(u32, u32)>,
}

impl RangeSet {
    pub(super) fn of(ranges: &[(u32, u32)]) -> RangeSet {
        let mut set = RangeSet { ranges: ranges.to_vec() };
        set.clean();
        set
    }

    pub(super) fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    pub(super) fn contains(&self, rune: u32) -> bool {
        self.ranges.iter().any(|&(lo, hi)| lo <= rune && rune <= hi)
    }

    /// Adds a range, widening one of the last two where it touches: `A-Z` and `a-z` grow side by
    /// side while letters are folded.
    pub(super) fn add(&mut self, lo: u32, hi: u32) {
        for last in self.ranges.iter_mut().rev().take(2) {
            if lo <= last.1.saturating_add(1) && last.0 <= hi.saturating_add(1) {
                *last = (last.0.min(lo), last.1.max(hi));
                return;
            }
        }
        self.ranges.push((lo, hi));
    }

    pub(super) fn add_set(&mut self, other: &RangeSet) {
        for &(lo, hi) in &other.ranges {
            self.add(lo, hi);
        }
    }

    /// Sorts and merges.
    pub(super) fn clean(&mut self) {
        self.ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(self.ranges.len());
        for &(lo, hi) in &self.ranges {
            match merged.last_mut() {
                Some(last) if lo <= last.1.saturating_add(1) => last.1 = last.1.max(hi),
                _ => merged.push((lo, hi)),
            }
        }
        self.ranges = merged;
    }

    /// The complement of a clean set.
    pub(super) fn negated(&self) -> RangeSet {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = 0;
        for &(lo, hi) in &self.ranges {
            if next < lo {
                ranges.push((next, lo - 1));
            }
            next = hi + 1;
        }
        if next <= MAX_RUNE {
            ranges.push((next, MAX_RUNE));
        }
        RangeSet { ranges }
    }
}
