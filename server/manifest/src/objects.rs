//! The objects of a document: itself, or the items of a list, those of lists in lists among them.
//!
//! The only place that looks into lists: who asks for the objects of a document asks here. Must not know
//! what is checked in an object.

use crdls_yaml::{Entry, Node, Scalar};

use crate::crd_kinds::{CrdKind, V1};
use crdls_report::FieldPath;

/// What a document holds, as far as crdls cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A CRD, or an object that stands for one.
    Crd(&'static CrdKind),
    /// A ConversionReview of a version that the server knows.
    Review,
    /// A test suite for CRDs: a mapping with `crdName` and cases.
    Suite,
    /// A kustomization, or a component of some.
    Kustomization,
    /// A test of chainsaw, or its configuration.
    ChainsawTest,
    /// A ClusterServiceVersion of the Operator Lifecycle Manager.
    ClusterServiceVersion,
    /// Something else of `apiextensions.k8s.io`, which has nothing else.
    Unknown,
    /// A list of objects.
    List,
    /// Any other object, or none.
    Other,
}

impl Kind {
    /// The kind of CRD that it is, or stands for.
    pub const fn crd(self) -> Option<&'static CrdKind> {
        match self {
            Self::Crd(kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether it is a CRD that clusters take, or stands for one.
    pub fn is_served_crd(self) -> bool {
        self.crd().is_some_and(|kind| kind.is_served)
    }

    /// Whether a CRD may define the kind of the object.
    pub const fn is_resource(self) -> bool {
        match self {
            Self::Kustomization | Self::ChainsawTest | Self::ClusterServiceVersion | Self::Other => true,
            Self::Crd(_) | Self::Review | Self::Suite | Self::Unknown | Self::List => false,
        }
    }
}

/// The `kind` of reviews.
pub const REVIEW: &str = "ConversionReview";
/// The `kind` of CRDs.
pub const CRD: &str = V1.kind;
/// How the `apiVersion` of CRDs begins.
pub const GROUP: &str = V1.group;
/// The lists of a kustomization whose items are paths, or have one.
pub const KUSTOMIZATION_LISTS: [&str; 11] = [
    "bases",
    "components",
    "configurations",
    "crds",
    "generators",
    "patches",
    "patchesJson6902",
    "patchesStrategicMerge",
    "replacements",
    "resources",
    "transformers",
];

/// What an object is, by its `apiVersion` and `kind`. While one of them is being typed the other will do,
/// and a second `kind` does not hide the first: where indentation is lost, it belongs to the names.
pub fn kind(root: Node<'_>) -> Kind {
    // Suites of openshift/api name an `apiVersion` of CRDs.
    if is_suite(root) {
        return Kind::Suite;
    }
    let api_version = text_of(root, "apiVersion");
    let kind = text_of(root, "kind");
    // An `apiVersion` that is no string is none.
    let begun = || CrdKind::of(None, kind.as_deref()).filter(|_| api_version_of(root).is_none());
    if let Some(kind) = CrdKind::of(api_version.as_deref(), kind.as_deref()).or_else(begun) {
        return Kind::Crd(kind);
    }
    let group = api_version.as_deref().and_then(|v| v.strip_prefix(GROUP));
    match (group, kind.as_deref()) {
        (Some("v1" | "v1beta1"), Some(REVIEW)) => Kind::Review,
        (None, Some(_)) if is_list(root) => Kind::List,
        (_, Some(kind)) if kind.ends_with("List") && root.get("items").is_some() => Kind::List,
        _ if is_begun_list(root, api_version.as_deref()) => Kind::List,
        (Some(_), Some(_)) if first_crd(root).is_some() => Kind::Crd(&V1),
        (Some(_), Some(_)) => Kind::Unknown,
        _ => holder(root, api_version.as_deref(), kind.as_deref()),
    }
}

/// The kind of an object that may have others inside.
fn holder(root: Node<'_>, api_version: Option<&str>, kind: Option<&str>) -> Kind {
    let group = api_version.map(|version| version.split_once('/').map_or("", |(group, _)| group));
    let is_list_of = |key: &&str| root.get(key).is_some_and(|entry| entry.value.kind().is_seq());
    match (group, kind) {
        (Some("kustomize.config.k8s.io"), _) => Kind::Kustomization,
        (None, Some("Kustomization" | "Component")) => Kind::Kustomization,
        // Kustomizations may do without both.
        (None, None) if KUSTOMIZATION_LISTS.iter().any(is_list_of) => Kind::Kustomization,
        (Some("chainsaw.kyverno.io"), _) => Kind::ChainsawTest,
        (Some("operators.coreos.com"), Some("ClusterServiceVersion")) => Kind::ClusterServiceVersion,
        _ => Kind::Other,
    }
}

/// Whether it has the keys of a suite, in any letter case.
fn is_suite(root: Node<'_>) -> bool {
    let has = |name: &str| {
        root.entries().any(|entry| entry.key.str().is_some_and(|key| key.eq_ignore_ascii_case(name)))
    };
    has("crdName") && ["tests", "onCreate", "onUpdate"].into_iter().any(has)
}

/// Whether kubectl takes it for a list: whatever has `items` is one (apimachinery,
/// pkg/apis/meta/v1/unstructured/helpers.go).
fn is_list(root: Node<'_>) -> bool {
    let Some(items) = root.get("items").map(|items| items.value) else { return false };
    let is_null = matches!(items.scalar(), None | Some(Scalar::Null));
    items.kind().is_seq() || (items.kind().is_scalar() && is_null)
}

/// Whether it is a list as kubectl writes one, its kind last, and broken off before that.
fn is_begun_list(root: Node<'_>, api_version: Option<&str>) -> bool {
    let begun = root.get("kind").is_none_or(|kind| kind.value.is_empty() || kind.value.is_broken());
    begun && api_version == Some("v1") && root.get("items").is_some()
}

/// The text of a scalar below a key of a mapping; `None` where there is none.
pub fn text_of(root: Node<'_>, key: &str) -> Option<String> {
    let value = root.get(key)?.value;
    (value.kind().is_scalar())
        .then(|| value.str().unwrap_or_default().into_owned())
        .filter(|text| !text.is_empty())
}

/// The same of a string: for kubectl an `apiVersion` or `kind` of another type is none.
pub fn string_of(root: Node<'_>, key: &str) -> Option<String> {
    let is_string = matches!(root.get(key)?.value.resolved().and_then(Node::scalar), Some(Scalar::Str(_)));
    is_string.then(|| text_of(root, key)).flatten()
}

/// The `apiVersion` of an object; a slash alone is none (`ParseGroupVersion` of k8s.io/apimachinery,
/// pkg/runtime/schema/group_version.go).
pub fn api_version_of(root: Node<'_>) -> Option<String> {
    string_of(root, "apiVersion").filter(|text| text != "/")
}

/// The first `kind: CustomResourceDefinition`, though another `kind` may hide it.
pub fn first_crd(root: Node<'_>) -> Option<Entry<'_>> {
    let is = |node: Node<'_>, text: &str| node.str().is_some_and(|found| found == text);
    root.entries().find(|entry| is(entry.key, "kind") && is(entry.value, CRD))
}

/// An object of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentObject<'t> {
    /// The object.
    pub node: Node<'t>,
    /// What it is.
    pub kind: Kind,
    /// Its index in each list around it, from 0 and from the outermost list inwards; empty where the document
    /// itself is the object.
    pub list_indices: Vec<usize>,
}

impl<'t> DocumentObject<'t> {
    /// An object that is in no list.
    pub fn of(node: Node<'t>) -> Self {
        Self { node, kind: kind(node), list_indices: Vec::new() }
    }

    /// Whether it is a CRD, or stands for one.
    pub const fn is_crd(&self) -> bool {
        self.kind.crd().is_some()
    }

    /// Whether it is an item of a list.
    pub fn is_item(&self) -> bool {
        !self.list_indices.is_empty()
    }

    /// The path of the object in its document; empty where it is the document.
    pub fn prefix(&self) -> FieldPath {
        FieldPath::of_list_item(&self.list_indices)
    }
}

/// Lists in lists are flattened, as kubectl does; not deeper than anyone writes.
const MAX_LISTS: usize = 8;

/// The objects of a document by its root, in the order of the text: never a list, unless lists are nested
/// deeper than anyone writes; none for an empty list.
pub fn objects(root: Node<'_>) -> Vec<DocumentObject<'_>> {
    let mut found = Vec::new();
    collect(root, &mut Vec::new(), &mut found);
    found
}

fn collect<'t>(node: Node<'t>, list_indices: &mut Vec<usize>, found: &mut Vec<DocumentObject<'t>>) {
    let kind = kind(node);
    if kind != Kind::List || list_indices.len() > MAX_LISTS {
        found.push(DocumentObject { node, kind, list_indices: list_indices.clone() });
        return;
    }
    let items = node.get("items").map(|entry| entry.value).into_iter().flat_map(Node::items);
    for (index, item) in items.enumerate() {
        list_indices.push(index);
        collect(item, list_indices, found);
        list_indices.pop();
    }
}

#[cfg(test)]
mod tests {
    use crdls_yaml::Tree;

    use super::*;

    #[test]
    fn lists_in_lists_are_flattened() {
        let text = "kind: List\nitems:\n- kind: A\n- kind: List\n  items:\n  - kind: CustomResourceDefinition\n\
                    - kind: List\n  items: []\n";
        let tree = Tree::parse(text);
        let found = objects(tree.root(text, &tree.documents()[0]).unwrap());
        let found: Vec<_> = found.iter().map(|object| (object.kind, object.prefix().to_string())).collect();
        assert_eq!(
            found,
            [(Kind::Other, "items[0]".to_owned()), (Kind::Crd(&V1), "items[1].items[0]".to_owned())]
        );
    }

    #[test]
    fn kustomizations_may_do_without_their_kind() {
        for (text, expected) in [
            ("resources: [a.yaml]\n", Kind::Kustomization),
            ("resources: {limits: {cpu: 1}}\n", Kind::Other),
            ("kind: Component\n", Kind::Kustomization),
            ("kind: Component\napiVersion: core.oam.dev/v1\n", Kind::Other),
            ("apiVersion: kustomize.config.k8s.io/v1beta1\n", Kind::Kustomization),
            ("apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n", Kind::Other),
        ] {
            let tree = Tree::parse(text);
            assert_eq!(kind(tree.root(text, &tree.documents()[0]).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn a_document_that_is_no_list_is_its_object() {
        let text = "kind: A\n";
        let tree = Tree::parse(text);
        let found = objects(tree.root(text, &tree.documents()[0]).unwrap());
        assert!(matches!(&*found, [object] if !object.is_item() && object.prefix().is_empty()));
    }
}
