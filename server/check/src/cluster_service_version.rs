//! A ClusterServiceVersion of the Operator Lifecycle Manager: the custom resources in its annotation `alm-examples`, and the
//! CRDs that it owns.
//!
//! Knows the fields of that kind; must not know how an object is judged.

use std::collections::BTreeSet;

use crdls_manifest::objects::text_of;
use crdls_report::{FieldPath, Finding, Fix};
use crdls_resource::{Index, IndexedCrd};
use crdls_text::nearest;
use crdls_yaml::Node;

use super::Source;
use super::resource_rules::UNKNOWN_RESOURCE;
use super::template::has_placeholder;

const EXAMPLES: &str = "alm-examples";

/// The text with the examples, a list of JSON, and what leads to it.
pub(crate) fn examples(root: Node<'_>) -> Option<(Node<'_>, FieldPath)> {
    let annotations = root.get("metadata")?.value.get("annotations")?.value;
    let node = annotations.get(EXAMPLES)?.value;
    let path = FieldPath::of_names(&["metadata", "annotations"]).key(EXAMPLES);
    node.kind().is_scalar().then_some((node, path))
}

/// Where the CRDs are listed that an object owns.
const OWNED: [&str; 3] = ["spec", "customresourcedefinitions", "owned"];

/// The CRDs that a ClusterServiceVersion owns, each with `name`, `kind` and `version`.
pub fn owned_crds(root: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = || OWNED.iter().try_fold(root, |node, name| Some(node.get(name)?.value));
    list().into_iter().flat_map(Node::items)
}

/// What is wrong with the CRDs that it owns, by those of the same group that are known.
pub(crate) fn owned(root: Node<'_>, source: Source<'_>) -> Vec<Finding> {
    let Some(crds) = source.crds else { return Vec::new() };
    let path = FieldPath::of_names(&OWNED);
    let items = owned_crds(root).enumerate();
    items.filter_map(|(index, item)| of_item(item, &path.item(index), crds, source.file)).collect()
}

fn of_item(item: Node<'_>, path: &FieldPath, crds: &Index, file: &str) -> Option<Finding> {
    let [name, kind, version] = ["name", "kind", "version"].map(|key| text_of(item, key).unwrap_or_default());
    let (_, group) = name.split_once('.')?;
    if crds.kinds_of(group).next().is_none()
        || [&name, &kind, &version].iter().any(|text| has_placeholder(text))
    {
        return None;
    }
    let finding = |key: &str, message: String, meant: Option<&str>| {
        let value = item.get(key)?.value;
        let message = meant.map_or(message.clone(), |meant| format!("{message}; did you mean `{meant}`?"));
        let finding = Finding::new(&UNKNOWN_RESOURCE, value.range(), path.child(key), message)
            .why("the Operator Lifecycle Manager installs nothing if the bundle lacks a CRD that it owns");
        Some(match meant {
            Some(meant) => {
                finding.fix(Fix { safe: false, ..Fix::respell(value.range(), value.source(), meant) })
            }
            None => finding,
        })
    };
    let Some(known) = crds.first_of_name(&name, file) else {
        // Of many copies each name once.
        let names: BTreeSet<_> = crds.of_group(group).map(IndexedCrd::name).collect();
        // One that no cluster takes any more is reported where it is written.
        if names.contains(&*name) {
            return None;
        }
        let near = nearest(&name, names);
        return finding("name", format!("no CRD is named `{name}`"), near);
    };
    // What another release serves says nothing of this one, whose own CRD no cluster may take any more.
    if crds.is_apart(known, file) {
        return None;
    }
    let its = known.header().spec().names().kind();
    if !kind.is_empty() && its != kind {
        return finding("kind", format!("the kind of `{name}` is not `{kind}`"), Some(its));
    }
    let served: Vec<_> = known.header().served_versions().iter().map(|version| version.name()).collect();
    let is_unknown = !version.is_empty() && !served.contains(&version.as_str());
    let near =
        if let [only] = served.as_slice() { Some(*only) } else { nearest(&version, served.iter().copied()) };
    is_unknown
        .then(|| finding("version", format!("`{version}` is not a served version of `{name}`"), near))
        .flatten()
}
