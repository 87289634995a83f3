//! Resources and the set of them that a build works on: `resource.Resource` and `resmap.resWrangler`.
//!
//! kustomize keeps what it must remember of a resource in annotations, which it removes in the end; here it is in
//! fields.

use std::collections::{BTreeSet, HashMap};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::id::{Gvk, ResId};
use crate::node::{Data, Map, Node, Origin};
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
    let is_string = |value: &Node| value.as_scalar().is_some_and(|scalar| scalar.tag == Tag::Str);
    // A look before the object is copied.
    let all_are = |map: &Map| map.entries().iter().all(|entry| is_string(&entry.value));
    if values.as_map().is_some_and(|map| !map.entries().is_empty() && all_are(map)) {
        return;
    }
    let Some(metadata) = node.get_mut("metadata").and_then(Node::as_map_mut) else { return };
    let Some(values) = metadata.get_mut(field) else { return };
    let Some(map) = values.as_map_mut().filter(|map| !map.entries().is_empty()) else {
        metadata.take(field);
        return;
    };
    for (_, value) in map.values_mut().filter(|(_, value)| !is_string(value)) {
        value.data = Data::Scalar(Scalar::string(value.text()));
    }
}

/// Takes kustomize's annotations off, as it does before it prints (`RemoveBuildAnnotations`).
pub(crate) fn remove_annotations(node: &mut Node) {
    let is_removed = |name: &str| tables().annotations.contains(&name);
    let annotations = node.at(&["metadata", "annotations"]).and_then(Node::as_map);
    // A look before the object is copied.
    if annotations.is_some_and(|map| map.entries().iter().any(|entry| is_removed(&entry.name))) {
        let annotations = node.get_mut("metadata").and_then(|metadata| metadata.get_mut("annotations"));
        if let Some(map) = annotations.and_then(Node::as_map_mut) {
            map.retain(|entry| !is_removed(&entry.name));
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
pub(crate) struct Resources {
    list: Vec<Resource>,
    /// Where the resources are that have or had a name, by namespace; nothing where any may have changed.
    places: Option<HashMap<String, HashMap<String, BTreeSet<usize>>>>,
    /// The resources that may have changed since.
    changed: Vec<usize>,
}

impl Deref for Resources {
    type Target = [Resource];

    fn deref(&self) -> &[Resource] {
        &self.list
    }
}

impl DerefMut for Resources {
    fn deref_mut(&mut self) -> &mut [Resource] {
        self.places = None;
        &mut self.list
    }
}

impl Resources {
    /// All resources, in their order.
    pub(crate) fn into_list(self) -> Vec<Resource> {
        self.list
    }

    /// A resource that is changed alone.
    pub(crate) fn one_mut(&mut self, at: usize) -> Option<&mut Resource> {
        self.changed.push(at);
        self.list.get_mut(at)
    }

    /// Where the resources are that have or had a name, and perhaps others, by namespace.
    fn named(&mut self, name: &str) -> Option<&HashMap<String, BTreeSet<usize>>> {
        if self.places.is_none() {
            self.changed = (0..self.list.len()).collect();
        }
        let places = self.places.get_or_insert_default();
        for at in self.changed.drain(..) {
            let Some(resource) = self.list.get(at) else { continue };
            for id in resource.previous_ids().chain([resource.id()]) {
                let namespace = id.effective_namespace().to_owned();
                places.entry(id.name).or_default().entry(namespace).or_default().insert(at);
            }
        }
        places.get(name)
    }

    /// The resources that have or had a name, and perhaps others.
    pub(crate) fn with_name(&mut self, name: &str) -> Vec<usize> {
        let mut found: Vec<usize> =
            self.named(name).into_iter().flat_map(HashMap::values).flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The resources one of whose ids has the name and the namespace of an id, and perhaps others.
    fn near(&mut self, id: &ResId) -> Vec<usize> {
        let found = self.named(&id.name).and_then(|named| named.get(id.effective_namespace()));
        found.into_iter().flatten().copied().collect()
    }

    fn has_id(&self, at: usize, matches: impl Fn(&ResId) -> bool) -> bool {
        let found = self.list.get(at).filter(|resource| !resource.is_gone());
        found
            .is_some_and(|resource| resource.previous_ids().any(|id| matches(&id)) || matches(&resource.id()))
    }

    /// `Append`
    pub(crate) fn append(&mut self, resource: Resource) -> Step {
        let (id, name) = (resource.id(), resource.name_origin());
        let near = self.near(&id);
        let mut near = near.iter().filter_map(|at| self.list.get(*at));
        if let Some(first) = near.find(|other| other.id().same(&id)) {
            let message = format!("may not add resource with an already registered id: {id}");
            let problem = Problem::new(ProblemKind::DuplicateId, message, name);
            return Err(problem.with(first.name_origin(), "the first resource with this id"));
        }
        self.changed.push(self.list.len());
        self.list.push(resource);
        Ok(())
    }

    /// `AppendAll`
    pub(crate) fn append_all(&mut self, others: Vec<Resource>) -> Vec<Problem> {
        others
            .into_iter()
            .filter_map(|resource| self.append(resource).err())
            .map(|problem| *problem)
            .collect()
    }

    /// `DropEmpties`
    pub(crate) fn drop_gone(&mut self) {
        if self.list.iter().any(Resource::is_gone) {
            self.places = None;
            self.list.retain(|resource| !resource.is_gone());
        }
    }

    /// The resources one of whose ids matches and has a name (`GetMatchingResourcesByAnyId`).
    pub(crate) fn by_any_id(&mut self, name: &str, matches: impl Fn(&ResId) -> bool) -> Vec<usize> {
        let mut found = self.with_name(name);
        found.retain(|at| self.has_id(*at, &matches));
        found
    }

    /// The resources one of whose ids is this one.
    pub(crate) fn with_id(&mut self, id: &ResId) -> Vec<usize> {
        let mut found = self.near(id);
        found.retain(|at| self.has_id(*at, |other| id.same(other)));
        found
    }

    /// The only resource with an id (`GetById`), or why there is none.
    pub(crate) fn by_id(&mut self, id: &ResId) -> Result<&mut Resource, String> {
        let found = self.with_id(id);
        let several = if found.len() > 1 { "multiple" } else { "no" };
        let only = found.first().filter(|_| found.len() == 1).and_then(|at| self.one_mut(*at));
        only.ok_or_else(|| {
            format!("{several} matches for Id {id}; failed to find unique target for patch {id}")
        })
    }
}
