//! Formats by name: `format.dns1123Label().validate(text)`.
//!
//! Mirrors `ConstantFormats` of k8s.io/apiserver (pkg/cel/library/format.go).

use crate::{dns, formats};
use crdls_go::Url;

/// A format with the sentences about texts that are not of it.
#[derive(Clone, Copy, Debug)]
pub struct NamedFormat {
    /// What rules call it.
    key: &'static str,
    /// By this name formats are compared.
    pub name: &'static str,
    /// How long a pattern the server takes it to be, where it counts costs.
    pub pattern_size: u64,
    check: fn(&str) -> Vec<String>,
}

const ALL: [NamedFormat; 13] = [
    NamedFormat::new("dns1123Label", "DNS1123Label", 30, dns::label_1123),
    NamedFormat::new("dns1123Subdomain", "DNS1123Subdomain", 60, dns::subdomain),
    NamedFormat::new("dns1035Label", "DNS1035Label", 30, dns::label_1035),
    NamedFormat::new("qualifiedName", "QualifiedName", 60, dns::qualified_name),
    NamedFormat::new("dns1123LabelPrefix", "DNS1123LabelPrefix", 30, |text| dns::label_1123(&masked(text))),
    NamedFormat::new("dns1123SubdomainPrefix", "DNS1123SubdomainPrefix", 60, |text| {
        dns::subdomain(&masked(text))
    }),
    NamedFormat::new("dns1035LabelPrefix", "DNS1035LabelPrefix", 30, |text| dns::label_1035(&masked(text))),
    NamedFormat::new("labelValue", "LabelValue", 40, dns::label_value),
    NamedFormat::new("uri", "URI", 1103, |text| Url::parse_request(text).err().into_iter().collect()),
    NamedFormat::new("uuid", "uuid", 70, |text| open_api("uuid", text, "does not match the UUID format")),
    NamedFormat::new("byte", "byte", 84, |text| open_api("byte", text, "invalid base64")),
    NamedFormat::new("date", "date", 71, |text| open_api("date", text, "invalid date")),
    NamedFormat::new("datetime", "datetime", 71, |text| open_api("datetime", text, "invalid datetime")),
];

impl NamedFormat {
    const fn new(
        key: &'static str,
        name: &'static str,
        pattern_size: u64,
        check: fn(&str) -> Vec<String>,
    ) -> Self {
        Self { key, name, pattern_size, check }
    }

    /// The format that rules call by this name; `None` where there is none.
    pub fn named(key: &str) -> Option<&'static Self> {
        ALL.iter().find(|format| format.key == key)
    }

    /// The server's sentences about a text; none where it is of the format.
    pub fn validate(&self, text: &str) -> Vec<String> {
        (self.check)(text)
    }
}

/// `maskTrailingDash`: with the dash goes the byte before it, so the result is one shorter.
fn masked(text: &str) -> String {
    match text.as_bytes() {
        [kept @ .., _, b'-'] => format!("{}a", String::from_utf8_lossy(kept)),
        _ => text.to_owned(),
    }
}

fn open_api(format: &str, text: &str, words: &str) -> Vec<String> {
    if formats::is_valid(format, text) { Vec::new() } else { vec![words.to_owned()] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes() {
        let validate = |key, text| NamedFormat::named(key).expect(key).validate(text);
        assert!(validate("dns1123LabelPrefix", "a-").is_empty());
        assert!(validate("dns1123LabelPrefix", "A-").is_empty());
        assert!(!validate("dns1123LabelPrefix", "-").is_empty());
        assert!(!validate("dns1123Label", "a-").is_empty());
        assert_eq!(validate("dns1123Label", "a.b"), ["must not contain dots"]);
    }
}
