//! How a rule spells the name of a property.
//!
//! Mirrors `Escape` and `Unescape` of k8s.io/apiserver (pkg/cel/escaping.go).

use std::borrow::Cow;

use crdls_cel::syntax::RESERVED;

/// The name as a rule has it; `None` where CEL cannot spell it.
pub fn escape(name: &str) -> Option<Cow<'_, str>> {
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if RESERVED.contains(&name) {
        return Some(Cow::Owned(format!("__{name}__")));
    }
    // As most names are.
    if name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Some(Cow::Borrowed(name));
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

/// The name that a rule spells so; `None` where it spells none.
pub fn unescape(spelled: &str) -> Option<Cow<'_, str>> {
    // Most names have none at all, which is seen sooner.
    if !spelled.contains('_') || !spelled.contains("__") {
        return Some(Cow::Borrowed(spelled));
    }
    let (mut name, mut rest) = (String::new(), spelled);
    while let Some(next) = rest.chars().next() {
        let Some((inner, behind)) = escaped_part(rest) else {
            name.push(next);
            rest = rest.get(next.len_utf8()..).unwrap_or("");
            continue;
        };
        name.push_str(match inner {
            "underscores" => "__",
            "dot" => ".",
            "dash" => "-",
            "slash" => "/",
            word if RESERVED.contains(&word) && inner.len() + 4 == spelled.len() => word,
            _ => return None,
        });
        rest = behind;
    }
    Some(Cow::Owned(name))
}

/// What stands between two pairs of underscores at the beginning, and what follows them.
fn escaped_part(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix("__")?;
    let (inner, behind) = inside.split_once('_').filter(|(inner, _)| !inner.is_empty())?;
    Some((inner, behind.strip_prefix('_')?))
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
    #[test]
    fn names_back() {
        let table = [
            ("spec", Some("spec")),
            ("a__dash__b", Some("a-b")),
            ("a__dot__b__slash__c", Some("a.b/c")),
            ("a__underscores__b", Some("a__b")),
            ("___dash__", Some("_-")),
            ("__namespace__", Some("namespace")),
            ("x__namespace__", None),
            ("__other__", None),
            ("a__b", Some("a__b")),
        ];
        for (spelled, name) in table {
            assert_eq!(unescape(spelled).as_deref(), name, "{spelled}");
        }
    }
}
