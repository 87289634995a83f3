//! A CRD to start from, as text.
//!
//! Must not know who asks for it.

/// The names in a CRD that somebody starts.
#[derive(Clone, Copy, Debug)]
pub struct CrdNames<'n> {
    /// In UpperCamelCase.
    pub kind: &'n str,
    /// In lower case.
    pub plural: &'n str,
    /// A domain.
    pub group: &'n str,
    /// As `v1`.
    pub version: &'n str,
    /// `Namespaced` or `Cluster`.
    pub scope: &'n str,
}

/// A CRD with one version, a schema with a field, and `/status`, without a line break at its end. The server accepts
/// it where it accepts the names.
pub fn new_crd(names: &CrdNames<'_>) -> String {
    let CrdNames { kind, plural, group, version, scope } = names;
    let singular = kind.to_lowercase();
    format!(
        "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: {plural}.{group}
spec:
  group: {group}
  names:
    kind: {kind}
    plural: {plural}
    singular: {singular}
  scope: {scope}
  versions:
    - name: {version}
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size:
                  type: string
            status:
              type: object
      subresources:
        status: {{}}"
    )
}

/// The plural of a kind in lower case, by the rules of English spelling.
pub fn plural(kind: &str) -> String {
    let singular = kind.to_lowercase();
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| singular.ends_with(end));
    match singular.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if hisses => format!("{singular}es"),
        _ => format!("{singular}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::plural;

    #[test]
    fn plurals() {
        let cases =
            [("Pizza", "pizzas"), ("Policy", "policies"), ("Gateway", "gateways"), ("Ingress", "ingresses")];
        for (kind, expected) in cases {
            assert_eq!(plural(kind), expected);
        }
    }
}
