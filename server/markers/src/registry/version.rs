//! Versions of controller-gen.

use std::fmt;

use crate::grammar::Parser;

/// A version `v0.MINOR.PATCH` of controller-gen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version {
    minor: u16,
    patch: u16,
}

impl Version {
    /// The oldest one that the table of markers has.
    pub const OLDEST: Self = Self::new(14, 0);
    /// The newest one that is known.
    pub const NEWEST: Self = Self::new(23, 0);

    /// `v0.minor.patch`.
    pub const fn new(minor: u16, patch: u16) -> Self {
        Self { minor, patch }
    }

    /// Reads `v0.21.0`, `0.21` and the like; `None` of anything else, such as `(devel)`.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let mut parts = text.strip_prefix('v').unwrap_or(text).splitn(3, '.');
        if parts.next()? != "0" {
            return None;
        }
        let minor = parts.next()?.parse().ok()?;
        let patch = parts.next().map_or(Some(0), |patch| {
            let digits =
                patch.find(|c: char| !c.is_ascii_digit()).map_or(patch, |end| patch.get(..end).unwrap_or(""));
            digits.parse().ok()
        })?;
        Some(Self { minor, patch })
    }

    /// The version as far as it is known: an older or newer one is treated as the nearest known.
    pub fn known(self) -> Self {
        if self.minor > Self::NEWEST.minor { Self::NEWEST } else { self.max(Self::OLDEST) }
    }

    /// Whether it is newer than what is known.
    pub const fn is_newer_than_known(self) -> bool {
        self.minor > Self::NEWEST.minor
    }

    /// Whether a minor, or a later one, is meant.
    pub const fn reaches(self, minor: u16) -> bool {
        self.minor >= minor
    }

    /// Whether a field with `omitzero` in its tag is optional.
    pub const fn reads_omitzero(self) -> bool {
        self.reaches(22)
    }

    /// How it reads arguments.
    pub const fn parser(self) -> Parser {
        Parser { guesses_quietly: self.reaches(22) }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v0.{}.{}", self.minor, self.patch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        let read = |text| Version::read(text).map(|version| version.to_string());
        assert_eq!(read("v0.17.3"), Some("v0.17.3".to_owned()));
        assert_eq!(read("0.21"), Some("v0.21.0".to_owned()));
        assert_eq!(read("v0.22.0-beta.1"), Some("v0.22.0".to_owned()));
        assert_eq!(read("(devel)"), None);
        assert_eq!(read("v1.2.3"), None);
        assert_eq!(Version::new(30, 1).known(), Version::NEWEST);
        assert_eq!(Version::new(9, 0).known(), Version::OLDEST);
        assert_eq!(Version::new(17, 3).known(), Version::new(17, 3));
    }
}
