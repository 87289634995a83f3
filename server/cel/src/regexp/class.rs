//! Sets of code points as sorted ranges. Surrogates count as code points here, as in Go: no text
//! contains one, but they count towards the size of a pattern.

use super::unicode;

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

    pub(super) fn add_folded(&mut self, lo: u32, hi: u32) {
        self.add(lo, hi);
        for orbit in unicode::orbits_within(lo, hi) {
            for &rune in orbit.runes().iter().filter(|rune| !(lo..=hi).contains(rune)) {
                self.add(rune, rune);
            }
        }
    }

    pub(super) fn add_rune(&mut self, rune: u32, folded: bool) {
        if folded { self.add_folded(rune, rune) } else { self.add(rune, rune) }
    }

    pub(super) fn add_set(&mut self, other: &RangeSet) {
        for &(lo, hi) in &other.ranges {
            self.add(lo, hi);
        }
    }

    /// The set with all that differs from a member by case only.
    pub(super) fn folded(&self) -> RangeSet {
        let mut all = RangeSet::default();
        for &(lo, hi) in &self.ranges {
            all.add_folded(lo, hi);
        }
        all.clean();
        all
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

/// The named ASCII groups of `\d` and its like; the letter in lower case.
pub(super) fn perl_group(letter: u8) -> Option<RangeSet> {
    let ranges: &[_] = match letter {
        b'd' => &[(0x30, 0x39)],
        b's' => &[(0x09, 0x0A), (0x0C, 0x0D), (0x20, 0x20)],
        b'w' => &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)],
        _ => return None,
    };
    Some(RangeSet::of(ranges))
}

/// The groups of `[[:alpha:]]` and its like.
pub(super) fn posix_group(name: &str) -> Option<RangeSet> {
    let ranges: &[_] = match name {
        "alnum" => &[(0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)],
        "alpha" => &[(0x41, 0x5A), (0x61, 0x7A)],
        "ascii" => &[(0x00, 0x7F)],
        "blank" => &[(0x09, 0x09), (0x20, 0x20)],
        "cntrl" => &[(0x00, 0x1F), (0x7F, 0x7F)],
        "digit" => &[(0x30, 0x39)],
        "graph" => &[(0x21, 0x7E)],
        "lower" => &[(0x61, 0x7A)],
        "print" => &[(0x20, 0x7E)],
        "punct" => &[(0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)],
        "space" => &[(0x09, 0x0D), (0x20, 0x20)],
        "upper" => &[(0x41, 0x5A)],
        "word" => &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)],
        "xdigit" => &[(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)],
        _ => return None,
    };
    Some(RangeSet::of(ranges))
}
