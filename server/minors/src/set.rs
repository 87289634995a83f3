//! Several minors, as a user names them.

use std::fmt;

use super::Minor;

/// A set of known minors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Minors(u16);

impl Minors {
    /// All that crdls knows.
    pub fn all() -> Self {
        Minor::all().collect()
    }

    /// Reads `1.33`, `1.33,1.37`, `1.31-1.34` or `all`; `None` where a part is no minor that is known, or a range is the
    /// wrong way round.
    pub fn parse(text: &str) -> Option<Self> {
        if text.trim() == "all" {
            return Some(Self::all());
        }
        let mut all = Self(0);
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (Minor::parse(first)?, Minor::parse(last)?);
            if first > last {
                return None;
            }
            all = all.or(Minor::all().filter(|minor| (first..=last).contains(minor)).collect());
        }
        Some(all)
    }

    /// Whether it is one of them.
    pub fn contains(self, minor: Minor) -> bool {
        self.0 & Self::from(minor).0 != 0
    }

    /// The oldest first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Minor> {
        (Minor::OLDEST.0..=Minor::NEWEST.0).map(Minor).filter(move |minor| self.contains(*minor))
    }

    /// The newest; `None` where there are none.
    pub fn newest(self) -> Option<Minor> {
        self.iter().next_back()
    }

    /// How many they are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The minors in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The minors that are not in the other set.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The minors in the set from a minor on.
    #[must_use]
    pub fn since(self, minor: Minor) -> Self {
        self.iter().filter(|one| *one >= minor).collect()
    }
}

impl From<Minor> for Minors {
    fn from(minor: Minor) -> Self {
        Self(1 << minor.index().min(u16::BITS as usize - 1))
    }
}

impl FromIterator<Minor> for Minors {
    fn from_iter<I: IntoIterator<Item = Minor>>(minors: I) -> Self {
        minors.into_iter().fold(Self(0), |all, minor| all.or(minor.into()))
    }
}

/// For people: `1.33`, `1.31 to 1.33`, `1.31 and 1.37`, `1.31, 1.33 to 1.35 and 1.37`.
impl fmt::Display for Minors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ranges: Vec<(Minor, Minor)> = Vec::new();
        for minor in self.iter() {
            match ranges.last_mut() {
                Some((_, last)) if last.next() == minor => *last = minor,
                _ => ranges.push((minor, minor)),
            }
        }
        let count = ranges.len();
        for (i, (first, last)) in ranges.into_iter().enumerate() {
            match i {
                0 => {}
                _ if i + 1 == count => f.write_str(" and ")?,
                _ => f.write_str(", ")?,
            }
            match first == last {
                true => write!(f, "{first}")?,
                false if first.next() == last && count == 1 => write!(f, "{first} and {last}")?,
                false => write!(f, "{first} to {last}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_and_shown() {
        let table = [
            ("1.33", Some("1.33")),
            ("1.33,1.37", Some("1.33 and 1.37")),
            ("1.31-1.33", Some("1.31 to 1.33")),
            ("1.36, 1.37", Some("1.36 and 1.37")),
            ("1.31-1.32,1.34,v1.36.6-1.37", Some("1.31 to 1.32, 1.34 and 1.36 to 1.37")),
            ("all", Some("1.31 to 1.37")),
            ("1.37-1.31", None),
            ("1.30", None),
            ("", None),
        ];
        for (text, shown) in table {
            assert_eq!(Minors::parse(text).map(|minors| minors.to_string()).as_deref(), shown, "{text}");
        }
    }

    #[test]
    fn parts_of_a_set() {
        let some = Minors::parse("1.31,1.33-1.35").expect("minors");
        assert_eq!((some.iter().next(), some.newest(), some.len()), (Some(Minor(31)), Some(Minor(35)), 4));
        assert_eq!(some.since(Minor(34)).to_string(), "1.34 and 1.35");
        assert_eq!(some.without(some.since(Minor(33))), Minor(31).into());
        assert!(Minors::all().contains(Minor::NEWEST) && !some.contains(Minor(32)));
    }
}
