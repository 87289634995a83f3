//! Markers of other tools: known as not controller-gen's, and left alone.

/// Whose marker it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// A generator of Kubernetes' own code: `+genclient`, `+k8s:openapi-gen`, `+protobuf`.
    Kubernetes,
    /// Another tool: `+marker:thing`, `+operator-sdk:csv`.
    Other,
}

/// What the names of Kubernetes' own generators begin with, or are.
const KUBERNETES: &[&str] = &[
    "genclient",
    "genregister",
    "k8s",
    "lister-gen",
    "patchStrategy",
    "patchMergeKey",
    "protobuf",
    "featureGate",
    "enum",
    "union",
    "unionDiscriminator",
    "unionDeprecated",
    "unionMember",
    "resourceName",
    "gencopy",
    "build",
];

/// Whose marker a name is that the table does not have; `None` where controller-gen's own is probably meant.
pub fn foreign(name: &str) -> Option<Foreign> {
    let first = name.split([':', '=']).next().unwrap_or(name);
    if first == "kubebuilder" {
        return None;
    }
    if KUBERNETES.contains(&first) {
        return Some(Foreign::Kubernetes);
    }
    name.contains([':', '=', '-', '.', '/']).then_some(Foreign::Other)
}
