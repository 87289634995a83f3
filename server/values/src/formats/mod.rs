//! The formats of strings that values are held against.
//!
//! Mirrors `strfmt.Default` of k8s.io/kube-openapi
//! (pkg/validation/strfmt), the same since Kubernetes 1.31, with the parts of Go that it calls. Which
//! formats a minor looks at is `minors`' to say; the ranges of numbers are no formats here.

mod address;
mod digits;
mod email;
mod patterns;
mod time;

use crdls_go::base64;

use crdls_go::Url;
pub use time::parse_duration;

type Check = fn(&str) -> bool;

/// Formats without their dashes, sorted.
const CHECKS: [(&str, Check); 26] = [
    ("bsonobjectid", object_id),
    ("byte", bytes),
    ("cidr", address::is_cidr),
    ("creditcard", digits::is_credit_card),
    ("date", time::is_date),
    ("datetime", time::is_date_time),
    ("duration", time::is_duration),
    ("email", email::is_email),
    ("hexcolor", patterns::is_hex_color),
    ("hostname", patterns::is_hostname),
    ("ipv4", address::is_ipv4),
    ("ipv6", address::is_ipv6),
    ("isbn", digits::is_isbn),
    ("isbn10", digits::is_isbn10),
    ("isbn13", digits::is_isbn13),
    ("k8slongname", patterns::is_long_name),
    ("k8sshortname", patterns::is_short_name),
    ("mac", address::is_mac),
    ("password", |_| true),
    ("rgbcolor", patterns::is_rgb_color),
    ("ssn", digits::is_ssn),
    ("uri", |text| Url::parse_request(text).is_ok()),
    ("uuid", |text| patterns::is_uuid(text, None)),
    ("uuid3", |text| patterns::is_uuid(text, Some(b'3'))),
    ("uuid4", |text| patterns::is_uuid(text, Some(b'4'))),
    ("uuid5", |text| patterns::is_uuid(text, Some(b'5'))),
];

/// Whether a text is of a format, which may be written with dashes anywhere. A format that the server does
/// not know lets every text pass.
pub fn is_valid(format: &str, text: &str) -> bool {
    let plain = format.replace('-', "");
    let at = CHECKS.binary_search_by(|(name, _)| (*name).cmp(&plain)).ok();
    at.and_then(|at| CHECKS.get(at)).is_none_or(|(_, check)| check(text))
}

/// The names of all formats, without dashes.
pub fn names() -> impl Iterator<Item = &'static str> {
    CHECKS.iter().map(|(name, _)| *name)
}

/// `ObjectIDFromHex`: twelve bytes in hex.
fn object_id(text: &str) -> bool {
    text.len() == 24 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// `IsBase64`: unlike Go's own reader, nothing empty and no line breaks.
fn bytes(text: &str) -> bool {
    !text.is_empty() && !text.contains(['\n', '\r']) && base64::decode(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_sorted() {
        assert!(names().is_sorted());
    }

    #[test]
    fn dashes_do_not_count_and_unknown_formats_let_all_pass() {
        assert!(!is_valid("date-time", "x"));
        assert!(!is_valid("d-a-t-e", "x"));
        assert!(is_valid("ip", "x"));
    }
}
