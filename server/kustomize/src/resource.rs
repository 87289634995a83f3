//! Resources and the set of them that a build works on: `resource.Resource` and `resmap.resWrangler`.
//!
//! kustomize keeps what it must remember of a resource in annotations, which it removes in the end; here it is in
//! fields.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::id::{Gvk, ResId};
use crate::node::{self, Data, Node, Origin};
use crate::problem::{Problem, ProblemKind, Step};
use crate::scalar::{Scalar, Tag};
use crate::tables::tables;

/// A resource of a build.
#[derive(Clone, Debug)]
pub(crate) struct Resource {
    /// The object; empty after a patch deleted it.
    pub(crate) node: Node,
    /// The entry of a kustomization that brought it in.
    pub(crate) listed: Origin,
    pub(crate) past: Past,
    /// A ConfigMap or Secret whose content is not known.
    pub(crate) is_generated: bool,
    /// The name gets the hash of the content.
    pub(crate) is_hashed: bool,
}

/// What kustomize remembers of a resource (`copyKustomizeSpecificFields`).
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    /// Earlier ids, the oldest first. Group and version do not count.
    previous: Vec<ResId>,
    pub(crate) prefixes: Vec<Arc<str>>,
    pub(crate) suffixes: Vec<Arc<str>>,
    /// Variables whose value it has.
    pub(crate) variables: Vec<String>,
}

impl Resource {
    pub(crate) fn new(node: Node, listed: Origin) -> Self {
        Self { node, listed, past: Past::default(), is_generated: false, is_hashed: false }
    }

    /// Whether nothing is left of it.
    pub(crate) fn is_gone(&self) -> bool {
        self.node.is_empty()
    }

    pub(crate) fn gvk(&self) -> Gvk {
        Gvk::of(&self.node)
    }

    pub(crate) fn id(&self) -> ResId {
        ResId::of(&self.node)
    }

    /// `PrevIds`
    pub(crate) fn previous_ids(&self) -> impl Iterator<Item = ResId> + '_ {
        let gvk = self.gvk();
        self.past.previous.iter().map(move |previous| ResId {
            gvk: Gvk { kind: previous.gvk.kind.clone(), ..gvk.clone() },
            ..previous.clone()
        })
    }

    /// `OrgId`
    pub(crate) fn original_id(&self) -> ResId {
        let first = self.previous_ids().next();
        first.unwrap_or_else(|| self.id())
    }

    /// `StorePreviousId`
    pub(crate) fn store_id(&mut self) {
        let id = self.id();
        let namespace = id.effective_namespace().to_owned();
        self.past.previous.push(ResId { namespace, cluster_scoped: false, ..id });
    }

    /// Whether kustomize would have annotations of its own on it.
    pub(crate) fn is_annotated(&self) -> bool {
        !self.past.previous.is_empty() || !self.past.prefixes.is_empty() || self.is_generated
    }

    /// Where its name is written.
    pub(crate) fn name_origin(&self) -> Origin {
        self.node.at(&["metadata", "name"]).unwrap_or(&self.node).origin
    }
}

/// Makes strings of all values of `metadata.labels` or `metadata.annotations`, and removes the map where it is empty
/// (`setMapInMetadata`).
pub(crate) fn rewrite_strings(node: &mut Node, field: &str) {
    let Some(values) = node.at(&["metadata", field]) else { return };
    let is_string =
        |entry: &node::Entry| entry.value.as_scalar().is_some_and(|scalar| scalar.tag == Tag::Str);
    // A look before the object is copied.
    if values.as_map().is_some_and(|map| !map.entries.is_empty() && map.entries.iter().all(is_string)) {
        return;
    }
    let Some(metadata) = node.get_mut("metadata").and_then(Node::as_map_mut) else { return };
    let Some(values) = metadata.get_mut(field) else { return };
    let Some(map) = values.as_map_mut().filter(|map| !map.entries.is_empty()) else {
        metadata.take(field);
        return;
    };
    for entry in map.entries.iter_mut().filter(|entry| !is_string(entry)) {
        entry.value.data = Data::Scalar(Scalar::string(entry.value.text()));
    }
}

/// Takes kustomize's annotations off, as it does before it prints (`RemoveBuildAnnotations`).
pub(crate) fn remove_annotations(node: &mut Node) {
    let is_removed = |name: &str| tables().annotations.contains(&name);
    let annotations = node.at(&["metadata", "annotations"]).and_then(Node::as_map);
    // A look before the object is copied.
    if annotations.is_some_and(|map| map.entries.iter().any(|entry| is_removed(&entry.name))) {
        let annotations = node.get_mut("metadata").and_then(|metadata| metadata.get_mut("annotations"));
        if let Some(map) = annotations.and_then(Node::as_map_mut) {
            map.entries.retain(|entry| !is_removed(&entry.name));
        }
    }
    rewrite_strings(node, "annotations");
}

/// Makes sure that `metadata.annotations` is a map: kustomize's own annotations are there.
pub(crate) fn ensure_annotations(node: &mut Node) {
    let origin = node.origin;
    let Some(metadata) = node.get_mut("metadata").and_then(Node::as_map_mut) else { return };
    if metadata.get("annotations").is_none_or(Node::is_null) {
        metadata.set("annotations", Node::map(origin));
    }
}

/// The resources of a build in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resources(pub(crate) Vec<Resource>);

impl Resources {
    /// `Append`
    pub(crate) fn append(&mut self, resource: Resource) -> Step {
        self.append_all(vec![resource]).pop().map_or(Ok(()), |problem| Err(Box::new(problem)))
    }

    /// `AppendAll`
    pub(crate) fn append_all(&mut self, others: Vec<Resource>) -> Vec<Problem> {
        let places = self.0.iter().rev().map(|resource| (resource.id().to_key(), resource.name_origin()));
        let mut known: HashMap<_, Origin> = places.collect();
        let mut problems = Vec::new();
        for resource in others {
            let (id, name) = (resource.id(), resource.name_origin());
            match known.entry(id.to_key()) {
                Entry::Vacant(entry) => {
                    entry.insert(name);
                    self.0.push(resource);
                }
                Entry::Occupied(first) => {
                    let message = format!("may not add resource with an already registered id: {id}");
                    let problem = Problem::new(ProblemKind::DuplicateId, message, name);
                    problems.push(*problem.with(*first.get(), "the first resource with this id"));
                }
            }
        }
        problems
    }

    /// `DropEmpties`
    pub(crate) fn drop_gone(&mut self) {
        self.0.retain(|resource| !resource.is_gone());
    }

    /// The resources one of whose ids matches (`GetMatchingResourcesByAnyId`).
    pub(crate) fn by_any_id(&mut self, matches: impl Fn(&ResId) -> bool) -> Vec<&mut Resource> {
        let fits = |resource: &Resource| {
            !resource.is_gone() && (resource.previous_ids().any(|id| matches(&id)) || matches(&resource.id()))
        };
        self.0.iter_mut().filter(|resource| fits(resource)).collect()
    }

    /// The only resource with an id (`GetById`), or why there is none.
    pub(crate) fn by_id(&mut self, id: &ResId) -> Result<&mut Resource, String> {
        let mut found = self.by_any_id(|other| id.same(other));
        match (found.pop(), found.pop()) {
            (Some(only), None) => Ok(only),
            (None, _) => Err(format!("no matches for Id {id}; failed to find unique target for patch {id}")),
            _ => Err(format!("multiple matches for Id {id}; failed to find unique target for patch {id}")),
        }
    }
}
