//! The ids of resources: `resid.Gvk` and `resid.ResId`.

use std::fmt;

use crate::node::Node;
use crate::tables::tables;

/// Group, version and kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Gvk {
    /// The group; empty for core kinds.
    pub group: String,
    /// The version.
    pub version: String,
    /// The kind.
    pub kind: String,
}

/// What identifies a resource in a build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ResId {
    /// The kind.
    pub gvk: Gvk,
    /// The name.
    pub name: String,
    /// The namespace as it is written; empty where none is.
    pub namespace: String,
    /// Whether the kind is known to be cluster-scoped.
    pub cluster_scoped: bool,
}

/// A part of an id.
pub(crate) type IdPart = fn(&ResId) -> &str;

/// The parts of an id that a target asks for: group, version, kind, name and namespace.
pub(crate) const ID_PARTS: [IdPart; 5] =
    [|id| &id.gvk.group, |id| &id.gvk.version, |id| &id.gvk.kind, |id| &id.name, ResId::effective_namespace];

/// The kind of CRDs.
pub(crate) const CRD: &str = "CustomResourceDefinition";

/// The namespace of cluster-scoped kinds.
pub(crate) const NO_NAMESPACE: &str = "_non_namespaceable_";

/// A text, or what is written where it is empty.
pub(crate) fn or<'t>(text: &'t str, none: &'t str) -> &'t str {
    if text.is_empty() { none } else { text }
}

impl Gvk {
    pub(crate) fn new(group: &str, version: &str, kind: &str) -> Self {
        Self { group: group.to_owned(), version: version.to_owned(), kind: kind.to_owned() }
    }

    /// Of a resource.
    pub(crate) fn of(node: &Node) -> Self {
        let text = |field: &str| node.get(field).map(Node::text).unwrap_or_default();
        let api_version = text("apiVersion");
        let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
        Self::new(group, version, text("kind"))
    }

    /// Whether another kind has its parts; an empty part fits all (`Gvk.IsSelected`).
    pub(crate) fn selects(&self, other: &Self) -> bool {
        let fits = |wanted: &str, found: &str| wanted.is_empty() || wanted == found;
        fits(&self.group, &other.group)
            && fits(&self.version, &other.version)
            && fits(&self.kind, &other.kind)
    }

    /// Group and version as manifests write them.
    pub fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.clone() } else { format!("{}/{}", self.group, self.version) }
    }

    pub(crate) fn is_cluster_scoped(&self) -> bool {
        tables().is_cluster_scoped(&self.api_version(), &self.kind)
    }

    /// Whether Kubernetes has the kind itself, as far as kustomize knows.
    pub fn is_builtin(&self) -> bool {
        tables().is_known(&self.api_version(), &self.kind)
    }

    /// Whether it is the kind of CRDs, or one that Kubernetes does not have itself.
    pub fn is_custom(&self) -> bool {
        self.kind == CRD || !self.is_builtin()
    }

    /// What kinds are sorted by (`Gvk.IsLessThan`).
    pub(crate) fn order(&self) -> (i64, String) {
        self.order_of(&tables().first, &tables().last)
    }

    /// The same with other kinds that come first and last (`gvkLessThan`).
    pub(crate) fn order_of(&self, first: &[impl AsRef<str>], last: &[impl AsRef<str>]) -> (i64, String) {
        let last = last.iter().rposition(|kind| kind.as_ref() == self.kind).map(|at| at as i64 + 1);
        let at_first = first.iter().rposition(|kind| kind.as_ref() == self.kind);
        let rank = last.or(at_first.map(|at| at as i64 - first.len() as i64)).unwrap_or_default();
        let (group, version, kind) = (or(&self.group, "~G"), or(&self.version, "~V"), or(&self.kind, "~K"));
        (rank, format!("{group}_{version}_{kind}"))
    }
}

impl ResId {
    /// Of a resource as it is.
    pub(crate) fn of(node: &Node) -> Self {
        let gvk = Gvk::of(node);
        let field = |name: &str| node.text_at(&["metadata", name]).to_owned();
        let cluster_scoped = gvk.is_cluster_scoped();
        Self { gvk, name: field("name"), namespace: field("namespace"), cluster_scoped }
    }

    /// The namespace by which ids are compared.
    pub(crate) fn effective_namespace(&self) -> &str {
        match self.namespace.as_str() {
            _ if self.cluster_scoped => NO_NAMESPACE,
            "" => "default",
            namespace => namespace,
        }
    }

    /// The parts by which ids are compared.
    pub(crate) fn to_key(&self) -> (Gvk, String, String) {
        (self.gvk.clone(), self.name.clone(), self.effective_namespace().to_owned())
    }

    /// `ResId.Equals`
    pub(crate) fn same(&self, other: &Self) -> bool {
        (&self.gvk, &self.name, self.effective_namespace())
            == (&other.gvk, &other.name, other.effective_namespace())
    }
}

impl fmt::Display for Gvk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, version) = (or(&self.kind, "[noKind]"), or(&self.version, "[noVer]"));
        write!(f, "{kind}.{version}.{}", or(&self.group, "[noGrp]"))
    }
}

impl fmt::Display for ResId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}.{}", self.gvk, or(&self.name, "[noName]"), or(&self.namespace, "[noNs]"))
    }
}
