//! `namespace`, `namePrefix` and `nameSuffix`.

use crate::accumulated::Accumulated;
use crate::config::FieldSpec;
use crate::decode::Spelled;
use crate::fields::{Fits, STRING, UNTYPED, each_field, set_member, set_scalar};
use crate::id::Gvk;
use crate::node::{Node, Origin};
use crate::problem::{Problem, ProblemKind};
use crate::scalar::{Scalar, Tag};

/// What only the configuration of a transformer can say.
#[derive(Clone, Debug, Default)]
pub(super) struct Namespacing {
    /// Namespaces that are set stay.
    pub(super) unset_only: bool,
    /// Which subjects of bindings are in the namespace: `defaultOnly`, `allServiceAccounts` or `none`.
    pub(super) subjects: String,
}

/// `NamespaceTransformer`
pub(super) fn namespace(namespace: &Spelled, specs: &[FieldSpec], how: &Namespacing, into: &mut Accumulated) {
    if !namespace.is_set() {
        return;
    }
    let at = namespace.at;
    into.change(at, &mut |resource| {
        if resource.is_gone() {
            return Ok(());
        }
        resource.store_id();
        set_namespace(&mut resource.node, specs, &namespace.value, how, at)
            .map_err(|why| format!("namespace transformation failed: {why}"))
    });
    conflicts(into, at);
}

/// Two resources that have one id now.
fn conflicts(into: &mut Accumulated, at: Origin) {
    let mut seen = std::collections::HashMap::new();
    for resource in into.resources.iter() {
        let (id, name) = (resource.id(), resource.name_origin());
        if let Some(first) = seen.insert(id.to_key(), name) {
            let message = format!("namespace transformation produces ID conflict: {id}");
            let problem = Problem::new(ProblemKind::NamespaceConflict, message, at);
            let problem = problem.with(first, "one of the resources").with(name, "one of the resources");
            into.problems.note(problem);
        }
    }
}

/// `namespace.Filter`
fn set_namespace(
    node: &mut Node,
    specs: &[FieldSpec],
    namespace: &str,
    how: &Namespacing,
    at: Origin,
) -> Fits {
    let gvk = Gvk::of(node);
    let mut set = |field: &mut Node| match how.unset_only && !field.text().is_empty() && !field.is_null() {
        true => Ok(()),
        false => set_scalar(field, Scalar::tagged(namespace, Tag::Str), at),
    };
    if !gvk.is_cluster_scoped() {
        let spec = FieldSpec::of_all("metadata/namespace", true);
        each_field(node, &spec, Some(UNTYPED), at, &mut set)?;
    }
    let is_binding = matches!(gvk.kind.as_str(), "RoleBinding" | "ClusterRoleBinding");
    if is_binding && let Some(subjects) = node.get_mut("subjects").and_then(Node::as_seq_mut) {
        for subject in subjects {
            let wanted = match how.subjects.as_str() {
                "none" => false,
                "allServiceAccounts" => subject.has("kind", "ServiceAccount"),
                _ => subject.has("name", "default"),
            };
            let is_set = subject.get("namespace").is_some_and(|namespace| !namespace.text().is_empty());
            if wanted && !(how.unset_only && is_set) {
                set_member(subject, "namespace", Scalar::tagged(namespace, Tag::Str), at)?;
            }
        }
    }
    for spec in specs {
        let of_subjects = *spec.path == *"subjects/namespace"
            && matches!(spec.selector.kind.as_str(), "RoleBinding" | "ClusterRoleBinding");
        let of_name = *spec.path == *"metadata/name" && gvk.api_version() != "v1";
        if *spec.path != *"metadata/namespace" && !of_name && !(is_binding && of_subjects) {
            each_field(node, spec, Some(STRING), at, &mut set)?;
        }
    }
    Ok(())
}

/// Kinds whose names are left alone.
fn is_skipped(gvk: &Gvk) -> bool {
    match gvk.kind.as_str() {
        "CustomResourceDefinition" | "Namespace" => true,
        "APIService" => gvk.group == "apiregistration.k8s.io",
        _ => false,
    }
}

/// `PrefixTransformer` and `SuffixTransformer`
pub(super) fn affix(text: &Spelled, is_prefix: bool, specs: &[FieldSpec], into: &mut Accumulated) {
    if !text.is_set() {
        return;
    }
    let at = text.at;
    let (before, after) = if is_prefix { (text.value.as_str(), "") } else { ("", text.value.as_str()) };
    into.change(at, &mut |resource| {
        let original = resource.original_id();
        if is_skipped(&original.gvk) {
            return Ok(());
        }
        for spec in specs.iter().filter(|spec| spec.selector.selects(&original.gvk)) {
            if *spec.path == *"metadata/name" {
                let past = &mut resource.past;
                let list = if is_prefix { &mut past.prefixes } else { &mut past.suffixes };
                list.push(text.value.as_str().into());
                resource.store_id();
            }
            let mut change = |field: &mut Node| {
                let renamed = format!("{before}{}{after}", field.text());
                set_scalar(field, Scalar::untyped(&renamed), at)
            };
            each_field(&mut resource.node, spec, Some(STRING), at, &mut change)?;
        }
        Ok(())
    });
}
