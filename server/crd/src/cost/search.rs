//! The largest bound that keeps a cost within a limit.

/// The largest number from 1 to `most` for which `cost` is at most `limit`. A larger bound costs no less, so
/// that halving finds it.
pub(super) fn largest(most: u64, limit: u64, cost: impl Fn(u64) -> u64) -> Option<u64> {
    if most == 0 || cost(1) > limit {
        return None;
    }
    let (mut good, mut end) = (1, most.saturating_add(1));
    while end - good > 1 {
        let middle = good + (end - good) / 2;
        if cost(middle) <= limit { good = middle } else { end = middle }
    }
    Some(good)
}

#[cfg(test)]
mod tests {
    use super::largest;

    #[test]
    fn halves() {
        assert_eq!(largest(100, 30, |n| n * 3), Some(10));
        assert_eq!(largest(100, 1000, |n| n), Some(100));
        assert_eq!(largest(100, 2, |n| n * 3), None);
        assert_eq!(largest(0, 2, |n| n), None);
        assert_eq!(largest(u64::MAX, 7, |n| n), Some(7));
    }
}
