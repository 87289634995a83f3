//! The names of operations.
//!
//! Mirrors `GetOperationIDAndTags` of k8s.io/apiserver (pkg/endpoints/openapi/openapi.go).

/// The first of these that an operation's name begins with is its verb.
const VERBS: [&str; 11] =
    ["get", "log", "read", "replace", "patch", "delete", "watch", "connect", "proxy", "list", "create"];

/// The name of an operation in a document.
pub(crate) fn operation_id(operation: &str, group: &str, version: &str) -> String {
    let verb = VERBS.into_iter().find(|verb| operation.starts_with(verb)).unwrap_or_default();
    let rest = operation.strip_prefix(verb).unwrap_or(operation);
    let group = trimmed(group);
    format!("{verb}{}{}{}", valid(group, true), valid(version, true), valid(rest, true))
}

/// The tag of the operations of a group and version.
pub(crate) fn tag(group: &str, version: &str) -> String {
    format!("{}_{}", valid(trimmed(group), false), valid(version, false))
}

fn trimmed(group: &str) -> &str {
    group.strip_suffix(".k8s.io").unwrap_or(group)
}

/// `ToValidOperationID`: without what is neither letter, digit nor `_`; a letter after that is a capital.
fn valid(text: &str, capital: bool) -> String {
    let mut capital = capital;
    let mut found = String::new();
    for (at, c) in text.char_indices() {
        let is_kept = c.is_alphabetic() || c == '_' || (at != 0 && c.is_numeric());
        if !is_kept {
            capital = true;
        } else if std::mem::take(&mut capital) {
            found.extend(c.to_uppercase());
        } else {
            found.push(c);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_as_the_server_names_them() {
        assert_eq!(
            operation_id("listNamespacedPizza", "cert-manager.example.org", "v1beta1"),
            "listCertManagerExampleOrgV1beta1NamespacedPizza"
        );
        assert_eq!(operation_id("deletecollectionPizza", "x.k8s.io", "v1"), "deleteXV1CollectionPizza");
        assert_eq!(tag("cert-manager.example.org", "v1"), "certManagerExampleOrg_v1");
    }
}
