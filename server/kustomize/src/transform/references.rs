//! References to names that a build changed (`nameReferenceTransformer`, `nameref.Filter`).

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::accumulated::Accumulated;
use crate::config::Config;
use crate::fields::{Fits, each_field, set_member, set_scalar};
use crate::id::{Gvk, NO_NAMESPACE, ResId};
use crate::node::{Data, Node, Origin};
use crate::problem::{Problem, ProblemKind};
use crate::resource::Resource;
use crate::scalar::Scalar;

/// A resource that others can refer to, as it is before references are updated.
struct Candidate {
    id: ResId,
    previous: Vec<ResId>,
    resource: Resource,
}

/// Updates all references.
pub(crate) fn update(into: &mut Accumulated) {
    let config = into.config();
    let candidates: Vec<Candidate> = into.resources.iter().map(Candidate::of).collect();
    let mut by_name: HashMap<&str, Vec<&Candidate>> = HashMap::new();
    for candidate in &candidates {
        for previous in &candidate.previous {
            let list = by_name.entry(&previous.name).or_default();
            if list.last().is_none_or(|last| !std::ptr::eq(*last, candidate)) {
                list.push(candidate);
            }
        }
    }
    if into.renames_missing {
        into.unknown |= into.unconfigured || into.resources.iter().any(|r| may_refer(r, &config, &by_name));
    }
    if by_name.is_empty() {
        return;
    }
    for (resource, referrer) in into.resources.iter_mut().zip(&candidates) {
        let original = resource.original_id().gvk;
        let current = &referrer.id.gvk;
        let node = &mut resource.node;
        for reference in &config.name_reference {
            for spec in reference.referrers.iter().filter(|spec| spec.selector.selects(&original)) {
                let choice = Choice {
                    all: &candidates,
                    by_name: &by_name,
                    referrer,
                    target: &reference.target,
                    of_role: spec.path.ends_with("roleRef/name"),
                    hashed: Cell::new(None),
                };
                let spec = spec.of(current);
                let mut set = |field: &mut Node| choice.set(field);
                if let Err(why) = each_field(node, &spec, None, Origin::default(), &mut set) {
                    let message = format!(
                        "updating name reference in '{}' field of '{}': {why}",
                        &*spec.path, referrer.id
                    );
                    into.problems.note(Problem::new(ProblemKind::Reference, message, node.origin));
                }
                if let Some(at) = choice.hashed.get() {
                    let message = "a reference to a generated name with a hash is not evaluated";
                    if !current.is_builtin() {
                        into.problems.note(Problem::new(ProblemKind::NotEvaluated, message, at));
                    }
                }
            }
        }
    }
}

/// Whether a custom resource or CRD has a field that may refer to a resource that is not known.
fn may_refer(resource: &Resource, config: &Config, by_name: &HashMap<&str, Vec<&Candidate>>) -> bool {
    let gvk = resource.original_id().gvk;
    if !gvk.is_custom() {
        return false;
    }
    let referrers = config.name_reference.iter().flat_map(|reference| &reference.referrers);
    referrers.filter(|spec| spec.selector.selects(&gvk)).any(|spec| {
        let mut refers = false;
        let done =
            each_field(&mut resource.node.clone(), &spec.of(&gvk), None, Origin::default(), &mut |field| {
                refers |= !by_name.contains_key(field.text());
                Ok(())
            });
        refers || done.is_err()
    })
}

impl Candidate {
    fn of(resource: &Resource) -> Self {
        let id = resource.id();
        // The name without the hash is one of before.
        let previous = resource.previous_ids().chain(resource.is_hashed.then(|| id.clone())).collect();
        Self { id, previous, resource: resource.clone() }
    }

    fn is_of_namespace(&self, namespace: &str) -> bool {
        self.previous.first().unwrap_or(&self.id).effective_namespace() == namespace
    }
}

/// `getNamespacesForRoleBinding`
fn subject_namespaces(node: &Node) -> Vec<String> {
    if !node.has("kind", "RoleBinding") {
        return Vec::new();
    }
    let subjects = node.get("subjects").and_then(Node::as_seq).unwrap_or_default().iter();
    let accounts = subjects.filter(|subject| subject.has("kind", "ServiceAccount"));
    accounts.filter_map(|subject| Some(subject.get("namespace")?.text().to_owned())).collect()
}

/// `getRoleRefGvk`
fn role_of(node: &Node) -> Option<Gvk> {
    let role = node.get("roleRef")?;
    let text = |name: &str| role.get(name).map(|value| value.text().to_owned());
    Some(Gvk { group: text("apiGroup")?, version: String::new(), kind: text("kind")? })
}

/// Which resource a field refers to.
struct Choice<'a> {
    all: &'a [Candidate],
    by_name: &'a HashMap<&'a str, Vec<&'a Candidate>>,
    /// The resource whose references are updated.
    referrer: &'a Candidate,
    target: &'a Gvk,
    /// The field is the name of a role.
    of_role: bool,
    /// The last field that refers to a name with a hash that is not known.
    hashed: Cell<Option<Origin>>,
}

impl Choice<'_> {
    fn set(&self, field: &mut Node) -> Fits {
        if field.is_null() {
            return Ok(());
        }
        if let Some(items) = field.as_seq_mut() {
            return items.iter_mut().try_for_each(|item| match &item.data {
                Data::Seq(_) => Err("is expected to be either a string or a map of string".to_owned()),
                _ => self.set(item),
            });
        }
        let in_map = field.as_map().is_some();
        let name = if in_map { field.get("name") } else { Some(&*field) };
        let name = name.ok_or("path config error; no 'name' field in node")?.text().to_owned();
        let namespace = field.get("namespace").map(|namespace| namespace.text().to_owned());
        let Some(found) = self.select(&name, namespace.as_deref(), in_map)? else { return Ok(()) };
        if found.resource.is_hashed {
            self.hashed.set(Some(field.origin));
        }
        let (new, at) = (&found.id, found.resource.name_origin());
        match new.name != name {
            true if in_map => set_member(field, "name", Scalar::untyped(&new.name), at)?,
            true => set_scalar(field, Scalar::untyped(&new.name), at)?,
            false => {}
        }
        if !in_map || new.namespace.is_empty() || namespace.as_deref() == Some(&new.namespace) {
            return Ok(());
        }
        set_member(field, "namespace", Scalar::untyped(&new.namespace), at)
    }

    /// `selectReferral`; `in_map`: the field has a name and a namespace.
    fn select(&self, name: &str, namespace: Option<&str>, in_map: bool) -> Fits<Option<&Candidate>> {
        let Some(named) = self.by_name.get(name) else { return Ok(None) };
        let mut found: Vec<&Candidate> = named.iter().copied().filter(|c| self.is_visible(c)).collect();
        if let Some(namespace) = namespace {
            // kustomize looks at all resources of the namespace, not only those with the name.
            let is_original = |c: &&Candidate| c.is_of_namespace(namespace) && namespace != NO_NAMESPACE;
            let by_original = self.all.iter().any(|c| self.is_visible(c) && is_original(&c));
            found.retain(|candidate| match by_original {
                true => is_original(candidate),
                false => !candidate.id.cluster_scoped && candidate.id.effective_namespace() == namespace,
            });
        }
        let selected = |candidate: &Candidate, selector: &Gvk| {
            candidate.previous.iter().any(|id| selector.selects(&id.gvk))
        };
        let role = role_of(&self.referrer.resource.node).filter(|_| self.of_role);
        found.retain(|candidate| {
            selected(candidate, self.target)
                && role.as_ref().is_none_or(|role| selected(candidate, role))
                && self.is_near(candidate)
        });
        if found.len() > 1 {
            found.retain(|candidate| self.has_affixes(candidate, true));
        }
        if found.len() > 1 {
            found.retain(|candidate| self.has_affixes(candidate, false));
        }
        let is_same = |one: &Candidate, other: &Candidate| {
            one.id.name == other.id.name && (!in_map || one.id.namespace == other.id.namespace)
        };
        match found.as_slice() {
            [] => Ok(None),
            [only] => Ok(Some(only)),
            [first, rest @ ..] if rest.iter().all(|other| is_same(first, other)) => Ok(Some(first)),
            many => {
                let ids: Vec<String> = many.iter().map(|candidate| candidate.id.to_string()).collect();
                Err(format!("found multiple possible referrals: {}", ids.join(", ")))
            }
        }
    }

    /// `SubsetThatCouldBeReferencedByResource`
    fn is_visible(&self, candidate: &Candidate) -> bool {
        let referrer = self.referrer;
        referrer.id.cluster_scoped
            || candidate.id.cluster_scoped
            || candidate.id.effective_namespace() == referrer.id.effective_namespace()
            || subject_namespaces(&referrer.resource.node).contains(&candidate.id.namespace)
    }

    /// `sameCurrentNamespaceAsReferrer`
    fn is_near(&self, candidate: &Candidate) -> bool {
        self.referrer.id.cluster_scoped
            || candidate.id.cluster_scoped
            || candidate.id.gvk.kind == "ServiceAccount"
            || candidate.id.effective_namespace() == self.referrer.id.effective_namespace()
    }

    /// `PrefixesSuffixesEquals`
    fn has_affixes(&self, candidate: &Candidate, allow_empty: bool) -> bool {
        let equal = |a: &[Arc<str>], b: &[Arc<str>]| {
            let (short, long) = if a.len() > b.len() { (b, a) } else { (a, b) };
            if short.is_empty() { allow_empty || long.is_empty() } else { long.ends_with(short) }
        };
        let (one, other) = (&candidate.resource.past, &self.referrer.resource.past);
        equal(&one.prefixes, &other.prefixes) && equal(&one.suffixes, &other.suffixes)
    }
}
