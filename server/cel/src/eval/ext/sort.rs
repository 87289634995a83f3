//! The order in which Go's `sort.Slice` leaves elements, also those that are equal: it is not stable, so a
//! list sorted by keys depends on how it is done (a pattern-defeating quicksort, Go).

use std::cmp::Ordering;

use crate::eval::value::{Outcome, compare};

/// What sorting makes.
pub(super) enum Sorted {
    /// The indices of the elements in their order.
    Order(Vec<usize>),
    MixedTypes,
}

/// Sorts the indices of keys.
pub(super) fn sort_indices(keys: &[Outcome]) -> Sorted {
    let len = keys.len();
    let mut sorting = Sorting { keys, order: (0..len).collect(), mixed: false };
    sorting.sort(0, len, usize::BITS - len.leading_zeros());
    if sorting.mixed { Sorted::MixedTypes } else { Sorted::Order(sorting.order) }
}

/// Ranges no longer than this are sorted by insertion.
const SHORT: usize = 12;
/// Ranges shorter than this are looked at less closely.
const LONG: usize = 50;
/// How many pairs may be mended where a range seems to be sorted.
const MENDED: usize = 5;

struct Sorting<'k> {
    keys: &'k [Outcome],
    order: Vec<usize>,
    mixed: bool,
}

#[derive(PartialEq)]
enum Seems {
    Increasing,
    Decreasing,
    Mixed,
}

impl Sorting<'_> {
    fn less(&mut self, a: usize, b: usize) -> bool {
        let key = |place: usize| self.keys.get(*self.order.get(place)?)?.as_ref().ok();
        let first = self.keys.first().and_then(|key| key.as_ref().ok());
        match (key(a), key(b), first) {
            (Some(a), Some(b), Some(first))
                if a.type_name() == first.type_name() && b.type_name() == first.type_name() =>
            {
                compare(a, b) == Ok(Ordering::Less)
            }
            _ => {
                self.mixed = true;
                false
            }
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        if a.max(b) < self.order.len() {
            self.order.swap(a, b);
        }
    }

    /// Sorts from `start` to before `end`; after so many bad choices of a pivot, by a heap.
    fn sort(&mut self, mut start: usize, mut end: usize, mut choices: u32) {
        let (mut balanced, mut partitioned) = (true, true);
        loop {
            let len = end - start;
            if len <= SHORT {
                return self.insertion(start, end);
            }
            if choices == 0 {
                return self.heap(start, end);
            }
            if !balanced {
                self.break_patterns(start, len);
                choices -= 1;
            }
            let (mut pivot, mut seems) = self.pivot(start, len);
            if seems == Seems::Decreasing {
                self.reverse(start, end);
                pivot = end - 1 - (pivot - start);
                seems = Seems::Increasing;
            }
            if balanced && partitioned && seems == Seems::Increasing && self.mend(start, end) {
                return;
            }
            if start > 0 && !self.less(start - 1, pivot) {
                start = self.partition_equal(start, end, pivot);
                continue;
            }
            let (middle, was_partitioned) = self.partition(start, end, pivot);
            partitioned = was_partitioned;
            let (left, right) = (middle - start, end - middle);
            balanced = left.min(right) >= len / 8;
            if left < right {
                self.sort(start, middle, choices);
                start = middle + 1;
            } else {
                self.sort(middle + 1, end, choices);
                end = middle;
            }
        }
    }

    fn insertion(&mut self, start: usize, end: usize) {
        for i in start + 1..end {
            let mut j = i;
            while j > start && self.less(j, j - 1) {
                self.swap(j, j - 1);
                j -= 1;
            }
        }
    }

    fn heap(&mut self, start: usize, end: usize) {
        let len = end - start;
        for root in (0..=(len - 1) / 2).rev() {
            self.sift_down(root, len, start);
        }
        for last in (0..len).rev() {
            self.swap(start, start + last);
            self.sift_down(0, last, start);
        }
    }

    fn sift_down(&mut self, mut root: usize, end: usize, start: usize) {
        loop {
            let mut child = 2 * root + 1;
            if child >= end {
                return;
            }
            if child + 1 < end && self.less(start + child, start + child + 1) {
                child += 1;
            }
            if !self.less(start + root, start + child) {
                return;
            }
            self.swap(start + root, start + child);
            root = child;
        }
    }

    fn reverse(&mut self, start: usize, end: usize) {
        if let Some(range) = self.order.get_mut(start..end) {
            range.reverse();
        }
    }

    /// Scatters three elements around the middle, by a generator that the length seeds.
    fn break_patterns(&mut self, start: usize, len: usize) {
        let mut random = len as u64;
        let mask = (1_usize << (usize::BITS - len.leading_zeros())) - 1;
        let middle = start + len / 4 * 2;
        for place in middle - 1..=middle + 1 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let other = random as usize & mask;
            self.swap(place, start + if other >= len { other - len } else { other });
        }
    }

    /// A pivot, and how the elements that were looked at for it lie.
    fn pivot(&mut self, start: usize, len: usize) -> (usize, Seems) {
        let mut swaps = 0;
        let [mut i, mut j, mut k] = [1, 2, 3].map(|quarter| start + len / 4 * quarter);
        if len >= LONG {
            for place in [&mut i, &mut j, &mut k] {
                *place = self.median(*place - 1, *place, *place + 1, &mut swaps);
            }
        }
        let pivot = self.median(i, j, k, &mut swaps);
        let seems = match swaps {
            0 => Seems::Increasing,
            12 => Seems::Decreasing,
            _ => Seems::Mixed,
        };
        (pivot, seems)
    }

    fn median(&mut self, mut a: usize, mut b: usize, mut c: usize, swaps: &mut u32) -> usize {
        self.order_two(&mut a, &mut b, swaps);
        self.order_two(&mut b, &mut c, swaps);
        self.order_two(&mut a, &mut b, swaps);
        b
    }

    fn order_two(&mut self, a: &mut usize, b: &mut usize, swaps: &mut u32) {
        if self.less(*b, *a) {
            *swaps += 1;
            std::mem::swap(a, b);
        }
    }

    /// Mends a few pairs of a range that seems to be sorted; whether it then is.
    fn mend(&mut self, start: usize, end: usize) -> bool {
        let mut i = start + 1;
        for _ in 0..MENDED {
            while i < end && !self.less(i, i - 1) {
                i += 1;
            }
            if i == end {
                return true;
            }
            if end - start < LONG {
                return false;
            }
            self.swap(i, i - 1);
            if i - start >= 2 {
                let mut j = i - 1;
                while j >= 1 && self.less(j, j - 1) {
                    self.swap(j, j - 1);
                    j -= 1;
                }
            }
            if end - i >= 2 {
                let mut j = i + 1;
                while j < end && self.less(j, j - 1) {
                    self.swap(j, j - 1);
                    j += 1;
                }
            }
        }
        false
    }

    /// Moves what is less than the pivot before it, the rest behind; where the pivot now is, and whether
    /// nothing had to be moved.
    fn partition(&mut self, start: usize, end: usize, pivot: usize) -> (usize, bool) {
        self.swap(start, pivot);
        let (mut i, mut j) = (start + 1, end - 1);
        let mut moved = false;
        loop {
            while i <= j && self.less(i, start) {
                i += 1;
            }
            while i <= j && !self.less(j, start) {
                j -= 1;
            }
            if i > j {
                break;
            }
            self.swap(i, j);
            moved = true;
            i += 1;
            j -= 1;
        }
        self.swap(j, start);
        (j, !moved)
    }

    /// Moves what equals the pivot to the beginning; where the rest begins.
    fn partition_equal(&mut self, start: usize, end: usize, pivot: usize) -> usize {
        self.swap(start, pivot);
        let (mut i, mut j) = (start + 1, end - 1);
        loop {
            while i <= j && !self.less(start, i) {
                i += 1;
            }
            while i <= j && self.less(start, j) {
                j -= 1;
            }
            if i > j {
                return i;
            }
            self.swap(i, j);
            i += 1;
            j -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Value;

    fn order(keys: impl Iterator<Item = i64>) -> Vec<usize> {
        let keys: Vec<_> = keys.map(|key| Ok(Value::Int(key))).collect();
        match sort_indices(&keys) {
            Sorted::Order(order) => order,
            Sorted::MixedTypes => Vec::new(),
        }
    }

    /// `sort.Slice` over the keys `i * step % modulus`, folded to a number.
    #[test]
    fn equal_keys_lie_as_go_leaves_them() {
        let table = [
            (13, 1, 3, 9704577774714074731),
            (13, 97, 101, 5216317351373877331),
            (49, 7, 101, 449944890231831535),
            (50, 1, 3, 4481365591927260506),
            (50, 1009, 101, 16292395130844514912),
            (51, 97, 101, 14403571758318583978),
            (200, 1, 101, 10405038446767373387),
            (200, 7, 3, 221772748964810587),
            (1000, 1, 3, 386885166343385005),
            (1000, 1009, 101, 2392865507037057849_u64),
        ];
        for (len, step, modulus, expected) in table {
            let order = order((0..len).map(|i| i * step % modulus));
            let folded = |sum: u64, index: &usize| sum.wrapping_mul(31).wrapping_add(*index as u64);
            assert_eq!(order.iter().fold(7, folded), expected, "{len} {step} {modulus}");
        }
    }

    #[test]
    fn falling_keys_lie_as_go_leaves_them() {
        for (len, expected) in [(100, 16275304651400936217), (2000, 13566699261497384889_u64)] {
            let order = order((0..len).map(|i| (len - i) / 3));
            let folded = |sum: u64, index: &usize| sum.wrapping_mul(31).wrapping_add(*index as u64);
            assert_eq!(order.iter().fold(7, folded), expected, "{len}");
        }
    }
}
