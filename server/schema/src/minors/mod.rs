//! Everything that differs between the Kubernetes minors that crdls knows, as tables: a new minor is a new
//! [`Minor::NEWEST`] and rows here and in `schemas/`.
//!
//! | table | what differs |
//! | --- | --- |
//! | [`Difference`] | what the server does: warnings, sizes, costs |
//! | [`format_since`] | which formats of strings it checks |
//! | `sentences` beside this module | how it says what it finds |
//! | `since` in `schemas/manifest` | fields of a CRD and their values |
//! | `since` in `schemas/cel` | functions and macros that rules may use |
//!
//! From k8s.io/apiextensions-apiserver v0.31.14 to v0.37.2: none of these minors accepts a CRD that
//! another refuses, but for CEL, unknown fields and defaults of new formats; they say it in other words and warn of
//! different things. No other module names a minor.

mod set;
pub mod trace;

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

    /// Those that crdls knows, the oldest first.
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

/// Declares [`Difference`]: for each row a name, the first minor, the Go file, and what the server does from
/// that minor on.
macro_rules! differences {
    ($($name:ident $since:literal $file:literal $what:literal)+) => {
        /// What the server does from some known minor on, and not before.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Difference {
            $(
                #[doc = concat!("From 1.", $since, " on ", $what, " (", $file, ").")]
                $name,
            )+
        }

        impl Difference {
            /// The first minor that has it.
            pub const fn since(self) -> Minor {
                match self {
                    $(Self::$name => Minor($since),)+
                }
            }
        }
    };
}

differences! {
    ComparesLibraryTypes 32 "k8s.io/apiserver pkg/cel/library/cost.go"
        "`==` of IP addresses, CIDRs, quantities, formats, URLs and semantic versions has a bounded cost; 1.31 refuses most CRDs with such a rule"
    CelGo22 32 "go.mod: cel-go v0.22.0; v0.20.1 in 1.31"
        "rules may call `optMap` on `optional.none()`, and `format` on a string that is no literal, where the server's code panics before"
    KeywordFields 32 "k8s.io/apiserver pkg/cel/environment/base.go, pkg/cel/types.go"
        "new rules may write `self.namespace` instead of `self.__namespace__`, and likewise for all reserved words of CEL"
    CelGo23 33 "go.mod: cel-go v0.23.2"
        "the estimated cost follows the sizes of elements through lists, maps, variables and `dyn`; rules cannot name `__result__`, and half a surrogate pair in a string is an error"
    IsTerseOnEmbeddedTypes 34 "pkg/apiserver/schema/objectmeta/validation.go"
        "a missing `apiVersion` or `kind` of an embedded resource is reported as `Required value` alone"
    PrintsJsonValues 34 "k8s.io/apimachinery pkg/util/validation/field/errors.go"
        "errors print objects and lists as JSON instead of in Go's syntax"
    WarnsOfFormats 34 "pkg/registry/customresourcedefinition/strategy.go"
        "the server warns of unknown formats of strings"
    BoundsIntOrString 34 "k8s.io/apiserver pkg/cel/common/schemas.go"
        "`maxLength` of an int-or-string bounds the estimated cost"
    ComparesAbsentFields 34 "k8s.io/apiserver pkg/cel/common/valuesunstructured.go"
        "an object equals itself by `==` even if a field is `null`, or has a name that rules must escape"
    NamesDecodedFields 35 "sigs.k8s.io/json, go.mod"
        "a decoding error names the whole path of a field in a nested schema"
    PrintsFailedValues 35 "pkg/apiserver/schema/cel/validation.go"
        "the error of a failed rule prints the value instead of its type"
    WarnsOfFormatsOfAllTypes 36 "pkg/apiserver/validation/formats.go"
        "the server warns of unknown formats of every type, and of formats of strings on other types"
    BoundsNumberFormats 36 "k8s.io/kube-openapi pkg/validation/validate/schema.go"
        "custom resources are validated against the formats of numbers: `int32`, `int64`, `float` and `double`"
    RequiresOwnerFields 37 "k8s.io/apimachinery pkg/api/validation/objectmeta.go"
        "a missing field of an owner reference is reported as a required value with its index, and rules do not run then"
    WarnsOfNonScalarSets 37 "pkg/registry/customresourcedefinition/strategy.go"
        "the server warns of lists of type `set` whose items are objects or lists"
    BoundsResourceNames 37 "pkg/apiserver/schema/cel/model/schemas.go"
        "the estimated cost takes `metadata.name` as at most 253 characters and `generateName` as at most 252 where the schema has no `maxLength`"
    RoundsFloats 37 "github.com/go-openapi/swag/conv convert.go, go.mod"
        "a number just below a whole number is taken for whole, by `multipleOf` and the type `integer`, as one just above is before"
    BackquotedFields 37 "k8s.io/apiserver pkg/cel/environment/base.go"
        "rules may write the names of fields in backquotes"
    CelGo29 37 "go.mod: cel-go v0.29.2; v0.26.0 from 1.34 to 1.36"
        "`matches(text, regex)` costs as much as `text.matches(regex)`, before next to nothing; in macros, `.self` is the `self` of the rule"
}

/// Formats of strings, without dashes as the server compares them, sorted, with the first minor that
/// checks them: a new one waits for a minor, so that a cluster can be rolled back.
const STRING_FORMATS: [(&str, Minor); 26] = [
    ("bsonobjectid", Minor::OLDEST),
    ("byte", Minor::OLDEST),
    ("cidr", Minor::OLDEST),
    ("creditcard", Minor::OLDEST),
    ("date", Minor::OLDEST),
    ("datetime", Minor::OLDEST),
    ("duration", Minor::OLDEST),
    ("email", Minor::OLDEST),
    ("hexcolor", Minor::OLDEST),
    ("hostname", Minor::OLDEST),
    ("ipv4", Minor::OLDEST),
    ("ipv6", Minor::OLDEST),
    ("isbn", Minor::OLDEST),
    ("isbn10", Minor::OLDEST),
    ("isbn13", Minor::OLDEST),
    ("k8slongname", Minor(35)),
    ("k8sshortname", Minor(35)),
    ("mac", Minor::OLDEST),
    ("password", Minor::OLDEST),
    ("rgbcolor", Minor::OLDEST),
    ("ssn", Minor::OLDEST),
    ("uri", Minor::OLDEST),
    ("uuid", Minor::OLDEST),
    ("uuid3", Minor::OLDEST),
    ("uuid4", Minor::OLDEST),
    ("uuid5", Minor::OLDEST),
];

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
