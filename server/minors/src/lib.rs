//! Everything that differs between the Kubernetes minors that crdls knows: a new minor is a new [`Minor::NEWEST`] and
//! rows in `schemas/`, of which the tables are made.
//!
//! | table | what differs | rows |
//! | --- | --- | --- |
//! | [`Difference`] | what the server does: warnings, sizes, costs | `minors.toml` |
//! | [`format_since`] | which formats of strings it checks | `minors.toml` |
//! | `sentences` of the crate `report` | how it says what it finds | `minors.toml` |
//! | `fields` of the crate `manifest` | fields of a CRD and their values | `since` in `manifest` |
//! | the library of the crate `rules` | functions and macros that rules may use | `since` in `cel` |
//!
//! From k8s.io/apiextensions-apiserver v0.31.14 to v0.37.2: none of these minors accepts a CRD that
//! another refuses, but for CEL, unknown fields and defaults of new formats; they say it in other words and warn of
//! different things. No other module names a minor.

mod generated;
mod set;
pub mod trace;

pub use generated::Difference;
use generated::STRING_FORMATS;
pub use set::Minors;

/// A Kubernetes minor: 37 for 1.37.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Minor(pub u8);

impl Minor {
    /// The oldest that crdls knows.
    pub const OLDEST: Self = Self(31);
    /// The newest that crdls knows, and what it takes where nothing is said.
    pub const NEWEST: Self = Self(37);
    /// How many crdls knows.
    pub const COUNT: usize = (Self::NEWEST.0 - Self::OLDEST.0 + 1) as usize;

    /// The minors that crdls knows, the oldest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::OLDEST.0..=Self::NEWEST.0).map(Self)
    }

    /// Reads `1.37` or `v1.37.2`; `None` where it is no minor that is known.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().trim_start_matches('v');
        let mut parts = text.split('.');
        let major = parts.next()?;
        let minor = Self(parts.next()?.parse().ok()?);
        (major == "1" && (Self::OLDEST..=Self::NEWEST).contains(&minor)).then_some(minor)
    }

    /// Whether a server of this minor does what [`Difference`] describes.
    pub fn has(self, difference: Difference) -> bool {
        self.reaches(difference.since())
    }

    /// Whether it has what another minor brought, which is noted: see [`trace`].
    pub fn reaches(self, since: Self) -> bool {
        let reaches = since <= self;
        if reaches {
            trace::note(since);
        }
        reaches
    }

    /// The minor after this one; that after the newest has no name here, and all that the newest has.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// Which of [`Self::all`] it is, from 0; [`Self::COUNT`] or more for newer ones.
    pub fn index(self) -> usize {
        usize::from(self.0.saturating_sub(Self::OLDEST.0))
    }
}

impl Default for Minor {
    fn default() -> Self {
        Self::NEWEST
    }
}

impl std::fmt::Display for Minor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "1.{}", self.0)
    }
}

/// Whether a server of that minor does not warn of a format in a schema of a type; `""` is no type.
pub fn recognizes_format(format: &str, type_: &str, minor: Minor) -> bool {
    let is_known = match type_ {
        "" | "string" => format_since(format).is_some_and(|since| minor.reaches(since)),
        _ => is_format_of_numbers(format, type_),
    };
    let warns =
        if type_ == "string" { Difference::WarnsOfFormats } else { Difference::WarnsOfFormatsOfAllTypes };
    is_known || !minor.has(warns)
}

/// Whether a server of that minor checks values of a type by a format; `""` is no type.
pub fn checks_format(format: &str, type_: &str, minor: Minor) -> bool {
    match type_ {
        "" | "string" => format_since(format).is_some_and(|since| minor.reaches(since)),
        _ => is_format_of_numbers(format, type_) && minor.has(Difference::BoundsNumberFormats),
    }
}

/// Whether it is a format of numbers in a schema of a type.
pub fn is_format_of_numbers(format: &str, type_: &str) -> bool {
    match type_ {
        "integer" => matches!(format, "int32" | "int64"),
        "number" => matches!(format, "float" | "double"),
        _ => false,
    }
}

/// Whether a server of that minor leaves a format in the schema that custom resources are validated against: before
/// 1.36 without regard to the type, so that the error of a wrong type names the format.
pub fn keeps_format(format: &str, type_: &str, minor: Minor) -> bool {
    let of_strings = if minor.has(Difference::BoundsNumberFormats) { type_ } else { "" };
    checks_format(format, of_strings, minor)
}

/// Whether a server of that minor validates defaults against a format of strings: it does so one minor before custom
/// resources. Other formats are known to all.
pub fn is_known_to_defaults(format: &str, minor: Minor) -> bool {
    format_since(format).is_none_or(|since| minor.reaches(Minor(since.0.saturating_sub(1))))
}

/// The first minor that checks a format of strings; `None` where none does.
pub fn format_since(format: &str) -> Option<Minor> {
    // Most schemas have none.
    if format.is_empty() {
        return None;
    }
    let plain = format.replace('-', "");
    let at = STRING_FORMATS.binary_search_by(|(name, _)| (*name).cmp(&plain)).ok()?;
    STRING_FORMATS.get(at).map(|(_, since)| *since)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_by_type_and_minor() {
        let table = [
            ("date-time", "string", 37, true),
            ("date-time", "object", 37, false),
            ("date-time", "object", 35, true),
            ("int64", "integer", 37, true),
            ("int64", "string", 34, false),
            ("int64", "string", 33, true),
            ("k8s-short-name", "string", 34, false),
            ("k8s-short-name", "string", 35, true),
            ("ip", "", 37, false),
            ("ip", "", 35, true),
            ("double", "number", 36, true),
        ];
        for (format, type_, minor, expected) in table {
            assert_eq!(
                recognizes_format(format, type_, Minor(minor)),
                expected,
                "{format} {type_} 1.{minor}"
            );
        }
    }

    #[test]
    fn formats_are_sorted_and_all_are_known() {
        assert!(STRING_FORMATS.is_sorted());
        assert!(crdls_values::formats::names().all(|name| format_since(name).is_some()));
    }
}
