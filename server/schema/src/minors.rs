//! What differs between the Kubernetes minors that crdls knows, in the checks of a CRD besides CEL.
//!
//! From k8s.io/apiextensions-apiserver v0.31.14 to v0.37.2: none of these minors accepts a CRD that
//! another refuses, CEL and unknown fields aside (those have their minor beside the field); they warn of
//! different things.

use crate::Minor;

/// From here on the server warns of formats that it does not know (pkg/registry/customresourcedefinition).
const WARNS_OF_FORMATS: Minor = Minor(34);
/// From here on it does so for every type; before, for strings alone (pkg/apiserver/validation/formats.go).
const WARNS_OF_FORMATS_OF_ALL_TYPES: Minor = Minor(36);
/// From here on the server warns of sets of objects and of lists.
pub const WARNS_OF_NON_SCALAR_SETS: Minor = Minor(37);

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

/// Whether a server of that minor has nothing to say of a format.
pub fn recognizes(format: &str, type_: &str, minor: Minor) -> bool {
    if minor < WARNS_OF_FORMATS || (minor < WARNS_OF_FORMATS_OF_ALL_TYPES && type_ != "string") {
        return true;
    }
    enforces(format, type_, minor)
}

/// Whether a server of that minor holds values against a format.
pub fn enforces(format: &str, type_: &str, minor: Minor) -> bool {
    match type_ {
        "" | "string" => since(format).is_some_and(|since| since <= minor),
        "integer" => matches!(format, "int32" | "int64"),
        "number" => matches!(format, "float" | "double"),
        _ => false,
    }
}

/// The minor that brought a format of strings.
pub fn since(format: &str) -> Option<Minor> {
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
            assert_eq!(recognizes(format, type_, Minor(minor)), expected, "{format} {type_} 1.{minor}");
        }
    }

    #[test]
    fn formats_are_sorted_and_all_are_known() {
        assert!(STRING_FORMATS.is_sorted());
        assert!(crdls_values::formats::names().all(|name| since(name).is_some()));
    }
}
