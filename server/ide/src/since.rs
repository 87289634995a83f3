//! What a file may not change of the objects that it had at some earlier time.
//!
//! Must not know where the old objects were read.

use std::collections::HashSet;
use std::sync::Arc;

use crdls_check::Old;
use crdls_manifest::objects::DocumentObject;
use crdls_report::{Config, Finding, Related, Severity};
use crdls_values::Json;

use crate::{File, FileContext, FileFinding, check, holds_others};

/// The longest old value that is shown, in characters.
const LONGEST: usize = 80;

/// As hints, what the server would refuse if the custom resources of a file replaced the old ones of the context, and
/// takes of new ones: `found` is what is found of those. `since` says when the old ones were: `v1.4.0`. Empty for a file
/// that does not parse.
pub fn refused_updates(
    file: &File,
    context: FileContext<'_>,
    found: &[FileFinding],
    since: &str,
    config: &Config,
) -> Vec<FileFinding> {
    let Some(old) = context.old.filter(|_| file.parses() && holds_others(file)) else { return Vec::new() };
    let known: HashSet<_> = found.iter().map(|found| identity(&found.finding)).collect();
    let mut refused = check(file, context, config);
    refused.retain(|found| found.finding.refuses() && !known.contains(&identity(&found.finding)));
    let hints = refused.into_iter().filter_map(|found| {
        let object = file.objects_of(found.document).find(|object| holds(object, &found.finding))?;
        (!object.is_crd()).then(|| hint(found, &object, old, since))
    });
    hints.collect()
}

/// What is equal for a finding on a new object and for that on one that replaces another.
fn identity(finding: &Finding) -> (&str, u32, u32, Option<&str>) {
    let detail = finding.server.as_ref().map(|server| &*server.detail);
    (finding.code.name, finding.range.start, finding.range.end, detail)
}

fn holds(object: &DocumentObject<'_>, finding: &Finding) -> bool {
    let range = object.node.range();
    range.start <= finding.range.start && finding.range.end <= range.end
}

fn hint(found: FileFinding, object: &DocumentObject<'_>, old: &Old, since: &str) -> FileFinding {
    let FileFinding { document, finding, hidden } = found;
    let mut finding = Arc::unwrap_or_clone(finding);
    finding.severity = Severity::Hint;
    finding.message = format!("as an update of `{since}`: {}", finding.message);
    // Lists around the object are no part of it.
    let depth = object.list_indices.len() * 2;
    let steps = finding.path.steps().get(depth..).unwrap_or_default();
    // Which item of a list replaces which is not known by its number.
    let names: Option<Vec<_>> = steps.iter().map(|step| step.member()).collect();
    let value = old.resource(object.node).zip(names).and_then(|(old, names)| {
        names.into_iter().try_fold(&old.object, |value, name| value.get(name)).map(Json::to_json)
    });
    if let Some(value) = value.filter(|value| value.chars().count() <= LONGEST) {
        let message = format!("`{value}` in `{since}`");
        finding.related.insert(0, Related { file: None, range: finding.range, message });
    }
    FileFinding { document, finding: Arc::new(finding), hidden }
}
