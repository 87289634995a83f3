//! Sets that ignore case, as `(?i)` makes them (Go's `appendFoldedRange`, regexp/syntax/parse.go).

use super::orbits_within;
use crate::regexp::ranges::RangeSet;

impl RangeSet {
    pub(in crate::regexp) fn add_folded(&mut self, lo: u32, hi: u32) {
        self.add(lo, hi);
        for orbit in orbits_within(lo, hi) {
            for &rune in orbit.runes().iter().filter(|rune| !(lo..=hi).contains(rune)) {
                self.add(rune, rune);
            }
        }
    }

    pub(in crate::regexp) fn add_rune(&mut self, rune: u32, folded: bool) {
        if folded { self.add_folded(rune, rune) } else { self.add(rune, rune) }
    }

    /// The set with all that differs from a member by case only.
    pub(in crate::regexp) fn folded(&self) -> RangeSet {
        let mut all = RangeSet::default();
        for &(lo, hi) in self.ranges() {
            all.add_folded(lo, hi);
        }
        all.clean();
        all
    }
}
