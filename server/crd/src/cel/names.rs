//! How a rule spells the name of a property.
//!
//! Mirrors `Escape` and `Unescape` of k8s.io/apiserver v0.37.2 (pkg/cel/escaping.go).

use std::borrow::Cow;

use crdls_cel::lexer::RESERVED;

/// The name as a rule has it; `None` where CEL cannot spell it.
pub fn escape(name: &str) -> Option<Cow<'_, str>> {
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if RESERVED.contains(&name) {
        return Some(Cow::Owned(format!("__{name}__")));
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    if !name.chars().all(allowed) {
        return None;
    }
    if !name.contains(['.', '-', '/']) && !name.contains("__") {
        return Some(Cow::Borrowed(name));
    }
    let escaped = name
        .replace("__", "__underscores__")
        .replace('.', "__dot__")
        .replace('-', "__dash__")
        .replace('/', "__slash__");
    Some(Cow::Owned(escaped))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let table = [
            ("spec", Some("spec")),
            ("a-b", Some("a__dash__b")),
            ("a.b/c", Some("a__dot__b__slash__c")),
            ("a__b", Some("a__underscores__b")),
            ("namespace", Some("__namespace__")),
            ("0a", None),
            ("ä", None),
            ("", None),
        ];
        for (name, escaped) in table {
            assert_eq!(escape(name).as_deref(), escaped, "{name}");
        }
    }
}
