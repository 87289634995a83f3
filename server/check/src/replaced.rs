//! A custom resource as one that is created, or that replaces an old one.
//!
//! Knows which old object is meant; must not know what an update may change (`resource::update`).

use crdls_yaml::Node;

use crate::Source;
use crate::judgement::JudgedAs;
use crdls_resource::update::{Subresource, Update, Updated, judge_update, missing};
use crdls_resource::{JudgingCrd, ServedVersion, judge};
use crdls_schema::objects::text_of;
use crdls_schema::{Config, Finding};

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
    let old = source.old.filter(|old| old.has_resources() && !source.form.is_partial());
    let Some(old) = old else {
        return (JudgedAs::CustomResource, judge(root, source.file, by, config).findings);
    };
    let name = name(root);
    match old.subresource() {
        // Only what is there has a part that can be written.
        Some(subresource) => (JudgedAs::Update, vec![missing(root, &name, subresource)]),
        None => (JudgedAs::Created { is_crd: false, name }, judge(root, source.file, by, config).findings),
    }
}

/// What the server makes of an object that replaces an old one; nothing where it replaces none, or is only a part.
pub fn update(root: Node<'_>, by: ServedVersion<'_>, source: Source<'_>, config: &Config) -> Option<Updated> {
    let old = source.old.filter(|_| !source.form.is_partial())?;
    let resource = old.resource(root)?;
    let update = Update { old: &resource.object, subresource: old.subresource() };
    Some(judge_update(root, update, source.file, by, config))
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
