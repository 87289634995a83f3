//! An object that has the form of a custom resource, whose CRD is not known.
//!
//! Knows which groups are never defined by a CRD; must not know which CRDs there are.

use crdls_yaml::Node;

use super::Source;
use super::form::GROUPS_OF_FILES;
use super::judgement::{NotJudged, ObjectCheck};
use super::template::has_placeholder;
use super::unknown_kind::{UNKNOWN_KIND, no_match};
use crdls_manifest::objects::text_of;
use crdls_report::{Config, Finding, Path};
use crdls_resource::near;

/// The groups of Kubernetes' own API, sorted. Those without a dot are not among them: no CRD can have such a group
/// (`ValidateCustomResourceDefinitionSpec` of k8s.io/apiextensions-apiserver, pkg/apis/apiextensions/validation).
const GROUPS_OF_KUBERNETES: &[&str] = &[
    "admission.k8s.io",
    "admissionregistration.k8s.io",
    "apidiscovery.k8s.io",
    "apiextensions.k8s.io",
    "apiregistration.k8s.io",
    "authentication.k8s.io",
    "authorization.k8s.io",
    "certificates.k8s.io",
    "coordination.k8s.io",
    "custom.metrics.k8s.io",
    "discovery.k8s.io",
    "events.k8s.io",
    "external.metrics.k8s.io",
    "flowcontrol.apiserver.k8s.io",
    "imagepolicy.k8s.io",
    "internal.apiserver.k8s.io",
    "meta.k8s.io",
    "metrics.k8s.io",
    "networking.k8s.io",
    "node.k8s.io",
    "rbac.authorization.k8s.io",
    "resource.k8s.io",
    "scheduling.k8s.io",
    "settings.k8s.io",
    "storage.k8s.io",
    "storagemigration.k8s.io",
];

/// How the groups of configuration files of Kubernetes' own programs end, as `kubelet.config.k8s.io`.
const CONFIGURATION: &str = ".config.k8s.io";

/// Whether a CRD may define kinds of a group.
pub(super) fn may_be_custom(group: &str) -> bool {
    let known = |groups: &[&str]| groups.binary_search(&group).is_ok();
    group.contains('.')
        && !group.ends_with(CONFIGURATION)
        && !known(GROUPS_OF_KUBERNETES)
        && !known(GROUPS_OF_FILES)
}

/// Whether a CRD defines a kind that is near to an object's.
pub(super) fn is_near(root: Node<'_>, source: Source<'_>) -> bool {
    source.crds.is_some_and(|crds| near(root, crds).is_some())
}

/// Whether an object is of a kind that a CRD may define, or is to become one when it is rendered.
pub(super) fn may_be_ours(root: Node<'_>, source: Source<'_>) -> bool {
    let group = text_of(root, "apiVersion").and_then(|text| Some(text.split_once('/')?.0.to_owned()));
    source.crds.is_some() && group.is_some_and(|group| may_be_custom(&group))
}

/// What is made of an object that no CRD judges; nothing where it is of no kind that a CRD may define.
pub(super) fn check(root: Node<'_>, source: Source<'_>, config: &Config) -> Option<ObjectCheck> {
    let crds = source.crds?;
    let (api_version, kind) = (text_of(root, "apiVersion")?, text_of(root, "kind")?);
    let (group, _) = api_version.split_once('/')?;
    if may_be_ours(root, source) && has_placeholder(&kind) {
        return Some(ObjectCheck::not_judged(NotJudged::Template, Vec::new()));
    }
    let near = near(root, crds);
    if near.is_none() && !may_be_custom(group) {
        return None;
    }
    let is_accepted = || {
        let mut kinds = config.missing_kinds.iter().filter_map(|accepted| accepted.split_once('.'));
        kinds.any(|(its, of)| of == group && [kind.as_str(), "*"].contains(&its))
    };
    let finding = match config.unknown_kinds {
        Some(_) if !is_accepted() => unknown(root, &api_version, &kind, near, config),
        _ => near,
    };
    let why = NotJudged::NoCrd(format!("{kind}.{group}"));
    Some(ObjectCheck::not_judged(why, finding.into_iter().collect()))
}

/// What kubectl reports where the CRD is not in the cluster either. `near`: what was meant, which then is not reported
/// a second time.
fn unknown(
    root: Node<'_>,
    api_version: &str,
    kind: &str,
    near: Option<Finding>,
    config: &Config,
) -> Option<Finding> {
    let range = root.get("kind")?.value.range();
    let message = format!("no CRD defines `kind: {kind}` of `{api_version}`");
    let mut finding = Finding::new(&UNKNOWN_KIND, range, &Path::EMPTY.child("kind"), message)
        .why("the object is not validated; a cluster without its CRD does not serve the kind")
        .help("name the CRD with `--crds` or the setting `crds`, or accept that it is missing with `--ignore-missing`");
    if let Some(near) = near {
        finding = Finding {
            range: near.range,
            message: near.message,
            path: near.path,
            fixes: near.fixes,
            ..finding
        };
    }
    finding.severity = config.unknown_kinds?;
    finding.server = Some(no_match(kind, api_version));
    Some(finding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_are_sorted() {
        assert!(GROUPS_OF_KUBERNETES.is_sorted() && GROUPS_OF_FILES.is_sorted());
    }

    #[test]
    fn groups_of_kubernetes_are_not_custom() {
        for group in ["", "apps", "batch", "networking.k8s.io", "kubelet.config.k8s.io", "kubeadm.k8s.io"] {
            assert!(!may_be_custom(group), "{group}");
        }
        for group in ["gateway.networking.k8s.io", "cluster.x-k8s.io", "example.com"] {
            assert!(may_be_custom(group), "{group}");
        }
    }
}
