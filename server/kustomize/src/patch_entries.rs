//! The entries of a kustomization that are patches, in a tree that may be half written.
//!
//! Knows the three lists; must not know what a patch does.

use std::borrow::Cow;

use crdls_yaml::Node;

/// The lists of patches, and the field of an entry that has the patch itself.
const LISTS: [(&str, Option<&str>); 3] =
    [("patches", Some("patch")), ("patchesStrategicMerge", None), ("patchesJson6902", Some("patch"))];

/// A patch that a kustomization names or has inside.
#[derive(Clone, Debug)]
pub struct PatchEntry<'t> {
    /// The field of the kustomization.
    pub list: &'static str,
    /// Which entry of it, from 0.
    pub index: usize,
    /// The file, relative to the folder of the kustomization.
    pub file: Option<Cow<'t, str>>,
    /// The text of the patch, and the field of the entry that has it.
    pub inline: Option<(Node<'t>, Option<&'static str>)>,
    /// What the patch is for, if the entry says so.
    pub target: Option<Node<'t>>,
}

/// The patches of a kustomization, or of a component, in the order of its lists.
pub fn patch_entries(root: Node<'_>) -> impl Iterator<Item = PatchEntry<'_>> {
    LISTS.into_iter().flat_map(move |(list, field)| {
        let items = root.get(list).into_iter().flat_map(|entry| entry.value.items());
        items.enumerate().map(move |(index, item)| {
            let get = |name| item.get(name).map(|entry| entry.value);
            let path = get("path").or((!item.kind().is_map()).then_some(item));
            // Text of several lines is a patch itself.
            let is_text = |node: &Node<'_>| node.str().is_some_and(|text| text.contains('\n'));
            let inline =
                field.map_or(Some(item), get).filter(|node| node.kind().is_scalar() && is_text(node));
            PatchEntry {
                list,
                index,
                file: path.filter(|node| !is_text(node)).and_then(|node| node.str()),
                inline: inline.map(|node| (node, field)),
                target: get("target"),
            }
        })
    })
}
