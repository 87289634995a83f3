//! The format that was meant by one that the server does not know.
//!
//! Knows other names of formats, from OpenAPI's registry, JSON Schema and programming languages; must not know which
//! minor knows which format.

use crdls_minors::Minor;
use crdls_text::nearest;

/// What was meant by a format.
#[derive(Clone, Copy, Debug)]
pub enum MeantFormat {
    /// Another format of the same type.
    Format(&'static str),
    /// Something that is no format, with what to write.
    Other(&'static str, &'static str),
}

/// Formats of strings as they are written.
const OF_STRINGS: [&str; 24] = [
    "bsonobjectid",
    "byte",
    "cidr",
    "creditcard",
    "date",
    "date-time",
    "duration",
    "email",
    "hexcolor",
    "hostname",
    "ipv4",
    "ipv6",
    "isbn",
    "k8s-long-name",
    "k8s-short-name",
    "mac",
    "password",
    "rgbcolor",
    "ssn",
    "uri",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
];

/// Names without dashes and underscores, and what they mean, sorted.
const SYNONYMS: [(&str, &str); 46] = [
    ("base64", "byte"),
    ("base64string", "byte"),
    ("binary", "byte"),
    ("bytes", "byte"),
    ("cidrblock", "cidr"),
    ("color", "hexcolor"),
    ("dns", "hostname"),
    ("dns1123label", "k8s-short-name"),
    ("dns1123subdomain", "k8s-long-name"),
    ("dnslabel", "k8s-short-name"),
    ("dnsname", "hostname"),
    ("dnssubdomain", "k8s-long-name"),
    ("domain", "hostname"),
    ("domainname", "hostname"),
    ("emailaddress", "email"),
    ("fqdn", "hostname"),
    ("goduration", "duration"),
    ("guid", "uuid"),
    ("host", "hostname"),
    ("idnemail", "email"),
    ("idnhostname", "hostname"),
    ("interval", "duration"),
    ("ip", "ipv4"),
    ("ipaddress", "ipv4"),
    ("ipv4address", "ipv4"),
    ("ipv6address", "ipv6"),
    ("iri", "uri"),
    ("iso8601", "date-time"),
    ("label", "k8s-short-name"),
    ("macaddr", "mac"),
    ("macaddress", "mac"),
    ("mail", "email"),
    ("network", "cidr"),
    ("objectid", "bsonobjectid"),
    ("period", "duration"),
    ("rfc3339", "date-time"),
    ("rgb", "rgbcolor"),
    ("secret", "password"),
    ("subdomain", "k8s-long-name"),
    ("subnet", "cidr"),
    ("time", "date-time"),
    ("timespan", "duration"),
    ("timestamp", "date-time"),
    ("urireference", "uri"),
    ("url", "uri"),
    ("urn", "uri"),
];

/// Formats of numbers, by type.
const OF_NUMBERS: [(&str, &[&str]); 2] = [("integer", &["int32", "int64"]), ("number", &["double", "float"])];

/// What was meant by a format in a schema of a type.
pub fn meant_format(format: &str, type_: &str, minor: Minor) -> Option<MeantFormat> {
    let plain: String =
        format.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    if let Some(other) = other(&plain, type_) {
        return Some(other);
    }
    let known = match OF_NUMBERS.iter().find(|(of, _)| *of == type_) {
        Some((_, formats)) => near_number(&plain, formats),
        None if matches!(type_, "" | "string") => {
            let synonym = SYNONYMS.binary_search_by(|(name, _)| (*name).cmp(&plain)).ok();
            let synonym = synonym.and_then(|at| SYNONYMS.get(at)).map(|(_, format)| *format);
            synonym.or_else(|| nearest(format, OF_STRINGS))
        }
        None => None,
    };
    let is_known = |known: &&str| {
        crdls_minors::is_format_of_numbers(known, type_) || crdls_minors::checks_format(known, type_, minor)
    };
    known.filter(is_known).map(MeantFormat::Format)
}

/// A format of numbers by a name of another language. Those of smaller or unsigned numbers need bounds instead.
fn near_number(plain: &str, formats: &[&'static str]) -> Option<&'static str> {
    let meant = match plain {
        "int" | "integer" | "i32" => "int32",
        "long" | "i64" => "int64",
        "decimal" | "float64" | "f64" => "double",
        "float32" | "f32" => "float",
        _ if plain.starts_with('u') || plain.starts_with("int") => return None,
        _ => nearest(plain, formats.iter().copied())?,
    };
    formats.iter().copied().find(|format| *format == meant)
}

/// What is no format of the type and has another keyword.
fn other(plain: &str, type_: &str) -> Option<MeantFormat> {
    const INT_OR_STRING: &str = "write `x-kubernetes-int-or-string: true` in place of `type` and `format`";
    let meant = match plain {
        "intorstring" | "quantity" | "resourcequantity" | "stringorint" => {
            ("x-kubernetes-int-or-string", INT_OR_STRING)
        }
        "regex" | "regexp" | "pattern" => return None,
        "int32" | "int64" if type_ == "string" => {
            ("type: integer", "write `type: integer`, or remove the format")
        }
        "float" | "double" if type_ == "string" => {
            ("type: number", "write `type: number`, or remove the format")
        }
        "set" | "map" | "atomic" if type_ == "array" => {
            ("x-kubernetes-list-type", "write `x-kubernetes-list-type` in place of `format`")
        }
        "atomic" | "granular" if type_ == "object" => {
            ("x-kubernetes-map-type", "write `x-kubernetes-map-type` in place of `format`")
        }
        _ if plain.starts_with("uint") && type_ == "integer" => {
            ("minimum: 0", "write `minimum: 0`, and a `maximum`, in place of the format")
        }
        _ if type_ == "array" && OF_STRINGS.iter().any(|known| known.replace('-', "") == plain) => {
            ("items", "move the format to the schema in `items`")
        }
        _ => return None,
    };
    Some(MeantFormat::Other(meant.0, meant.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(format: &str, type_: &str) -> Option<&'static str> {
        match meant_format(format, type_, Minor::NEWEST)? {
            MeantFormat::Format(name) | MeantFormat::Other(name, _) => Some(name),
        }
    }

    #[test]
    fn formats_that_were_meant() {
        assert!(SYNONYMS.is_sorted_by(|(a, _), (b, _)| a < b));
        for (format, type_, expected) in [
            ("int-or-string", "string", Some("x-kubernetes-int-or-string")),
            ("int-or-string", "", Some("x-kubernetes-int-or-string")),
            ("ip", "string", Some("ipv4")),
            ("url", "string", Some("uri")),
            ("uri-reference", "string", Some("uri")),
            ("timestamp", "string", Some("date-time")),
            ("datetimes", "string", Some("date-time")),
            ("hostnam", "string", Some("hostname")),
            ("idn-hostname", "string", Some("hostname")),
            ("int64", "string", Some("type: integer")),
            ("ipv6", "array", Some("items")),
            ("set", "array", Some("x-kubernetes-list-type")),
            ("uint32", "integer", Some("minimum: 0")),
            ("int", "integer", Some("int32")),
            ("float64", "number", Some("double")),
            ("doubl", "number", Some("double")),
            ("slug", "string", None),
            ("int8", "integer", None),
            ("email", "object", None),
        ] {
            assert_eq!(meant(format, type_), expected, "{format} of {type_}");
        }
        assert!(meant_format("dnslabel", "string", Minor(31)).is_none());
    }
}
