//! Names as DNS and Kubernetes want them, with the server's words for those that are not so.
//!
//! Mirrors `IsDNS1035Label`, `IsDNS1123Label`, `IsDNS1123Subdomain` and `IsValidPortNum` of k8s.io/apimachinery
//! (pkg/util/validation/validation.go) and `IsLabelKey` and `IsLabelValue` (pkg/api/validate/content),
//! which count in bytes and say so. Each gives the sentences that the server says; none is a good name.

const LABEL_1035: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const LABEL_1123: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const KEY: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

const MAX_LABEL: usize = 63;
const MAX_SUBDOMAIN: usize = 253;

/// A label that starts with a letter: names of versions, plurals, short names.
pub fn label_1035(text: &str) -> Vec<String> {
    let good = is_lower_label(text) && text.starts_with(|c: char| c.is_ascii_lowercase());
    problems(text, MAX_LABEL, "characters", good, LABEL_1035)
}

/// A label: names of namespaces.
pub fn label_1123(text: &str) -> Vec<String> {
    let words = if is_subdomain(text) { "must not contain dots" } else { LABEL_1123 };
    problems(text, MAX_LABEL, "characters", is_lower_label(text), words)
}

/// Labels joined by dots: groups and names.
pub fn subdomain(text: &str) -> Vec<String> {
    problems(text, MAX_SUBDOMAIN, "characters", is_subdomain(text), SUBDOMAIN)
}

/// `IsLabelKey`: a name with or without a domain before it, as keys of labels are.
pub fn qualified_name(text: &str) -> Vec<String> {
    let mut parts = text.split('/');
    let (prefix, name) = match (parts.next(), parts.next(), parts.next()) {
        (Some(name), None, _) => (None, name),
        (Some(prefix), Some(name), None) => (Some(prefix), name),
        _ => {
            let optional = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
            return vec![format!("a valid label key {KEY} {optional}")];
        }
    };
    let mut said = prefix.map_or_else(Vec::new, prefix_problems);
    if name.is_empty() {
        said.push("name part must be non-empty".to_owned());
    } else if name.len() > MAX_LABEL {
        said.push(format!("name part must be no more than {MAX_LABEL} bytes"));
    }
    if !is_name_part(name) {
        said.push(format!("name part {KEY}"));
    }
    said
}

fn prefix_problems(prefix: &str) -> Vec<String> {
    if prefix.is_empty() {
        return vec!["prefix part must be non-empty".to_owned()];
    }
    let said = problems(prefix, MAX_SUBDOMAIN, "bytes", is_subdomain(prefix), SUBDOMAIN);
    said.into_iter().map(|words| format!("prefix part {words}")).collect()
}

/// `IsLabelValue`.
pub fn label_value(text: &str) -> Vec<String> {
    let good = text.is_empty() || is_name_part(text);
    problems(text, MAX_LABEL, "bytes", good, LABEL_VALUE)
}

/// `IsValidPortNum`, where the port is none.
pub fn port(number: i64) -> Option<&'static str> {
    (!(1..=65535).contains(&number)).then_some("must be between 1 and 65535, inclusive")
}

fn problems(text: &str, max: usize, unit: &str, good: bool, words: &str) -> Vec<String> {
    let too_long = (text.len() > max).then(|| format!("must be no more than {max} {unit}"));
    too_long.into_iter().chain((!good).then(|| words.to_owned())).collect()
}

fn is_subdomain(text: &str) -> bool {
    text.split('.').all(is_lower_label)
}

/// Lower case letters, digits and dashes, no dash at either end.
fn is_lower_label(text: &str) -> bool {
    let letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    is_framed(text, letter, |b| letter(b) || b == b'-')
}

fn is_name_part(text: &str) -> bool {
    is_framed(text, |b| b.is_ascii_alphanumeric(), |b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
}

fn is_framed(text: &str, at_ends: impl Fn(u8) -> bool, inside: impl Fn(u8) -> bool) -> bool {
    let bytes = text.as_bytes();
    let ends = [bytes.first(), bytes.last()];
    ends.into_iter().all(|b| b.is_some_and(|b| at_ends(*b))) && bytes.iter().all(|b| inside(*b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels() {
        for good in ["a", "a1", "v1alpha1", "my-name", "a--b", &"a".repeat(63)] {
            assert!(label_1035(good).is_empty(), "{good}");
        }
        for bad in ["", "1a", "A", "a-", "-a", "a.b", "a_b", "ä"] {
            assert_eq!(label_1035(bad), [LABEL_1035], "{bad}");
        }
        assert_eq!(label_1035(&"a".repeat(64)), ["must be no more than 63 characters"]);
    }

    #[test]
    fn subdomains() {
        for good in ["a", "1", "a.b", "example.com", &["a"; 100].join(".")] {
            assert!(subdomain(good).is_empty(), "{good}");
        }
        for bad in ["", "a..b", ".a", "a.", "a-.b", "A.b", "a_b"] {
            assert_eq!(subdomain(bad), [SUBDOMAIN], "{bad}");
        }
        assert_eq!(subdomain(&"A".repeat(254)).len(), 2);
    }

    #[test]
    fn qualified_names() {
        for good in ["a", "A.b_c-d", "example.com/Name", "1"] {
            assert!(qualified_name(good).is_empty(), "{good}");
        }
        assert_eq!(qualified_name("/a"), ["prefix part must be non-empty"]);
        assert_eq!(qualified_name("a/").len(), 2);
        assert_eq!(qualified_name("A/a"), [format!("prefix part {SUBDOMAIN}")]);
        assert!(
            qualified_name("a/b/c").iter().all(|words| words.starts_with("a valid label key must consist"))
        );
    }

    #[test]
    fn label_values_and_ports() {
        assert!(label_value("").is_empty());
        assert_eq!(label_value("a b"), [LABEL_VALUE]);
        assert_eq!(label_value(&"a".repeat(64)), ["must be no more than 63 bytes"]);
        assert!(port(443).is_none() && port(0).is_some() && port(65536).is_some());
    }
}
