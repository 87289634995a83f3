//! A custom resource as one that is created, or that replaces an old one.
//!
//! Knows which old object is meant; must not know what an update may change (`resource::update`).

use crdls_yaml::Node;

use crate::judgement::JudgedAs;
use crate::{Old, Source};
use crdls_manifest::objects::text_of;
use crdls_report::{Config, Finding};
use crdls_resource::update::{Subresource, Update, Updated, judge_update, missing};
use crdls_resource::{JudgingCrd, ServedVersion, judge};

/// Everything the server says of an object, and what it was judged as.
pub(crate) fn judged(
    root: Node<'_>,
    by: ServedVersion<'_>,
    source: Source<'_>,
    config: &Config,
) -> (JudgedAs, Vec<Finding>) {
    if let Some(updated) = update(root, by, source, config) {
        return (JudgedAs::Update, updated.findings);
    }
    let verdict = judge(root.into(), source.file, by, config);
    let is_new = source.old.is_some_and(Old::has_resources) && !source.form.is_partial();
    let judgement = match is_new {
        true => JudgedAs::Created { is_crd: false, name: name(root) },
        false => JudgedAs::CustomResource,
    };
    (judgement, verdict.findings)
}

/// What the server makes of an object that replaces an old one; nothing where it replaces none, or is only a part.
pub fn update(root: Node<'_>, by: ServedVersion<'_>, source: Source<'_>, config: &Config) -> Option<Updated> {
    let old = source.old.filter(|old| old.has_resources() && !source.form.is_partial())?;
    match (old.resource(root), old.subresource()) {
        (Some(resource), subresource) => {
            let update = Update { old: &resource.object, subresource };
            Some(judge_update(root.into(), update, source.file, by, config))
        }
        // Only what is there has a part that can be written.
        (None, Some(subresource)) => Some(missing(root.into(), &name(root), subresource)),
        (None, None) => None,
    }
}

/// What judges the object whose number of replicas is written: of an object of `autoscaling/v1`, where such are sent.
pub fn scaled<'s>(root: Node<'_>, source: Source<'s>) -> Option<ServedVersion<'s>> {
    let old = source.old.filter(|old| old.subresource() == Some(Subresource::Scale))?;
    let scaled = old.resource(root)?;
    match source.crds?.judge_type(&scaled.api_version, &scaled.kind, source.file) {
        JudgingCrd::Version(by) => Some(by),
        JudgingCrd::Refusal(_) | JudgingCrd::Nothing(_) => None,
    }
}

/// What a line calls an object: `` `Oven` `naples/vesuvio` ``.
pub(crate) fn name(root: Node<'_>) -> String {
    let metadata = || root.get("metadata")?.value.resolved();
    let text = |key| metadata().and_then(|metadata| text_of(metadata, key));
    let kind = text_of(root, "kind").unwrap_or_default();
    match (text("namespace"), text("name").unwrap_or_default()) {
        (Some(namespace), name) => format!("`{kind}` `{namespace}/{name}`"),
        (None, name) => format!("`{kind}` `{name}`"),
    }
}
