//! What the rules of a document's CRDs cost.

use super::source::decoded;
use super::{Source, template};
use crdls_crd::cost::{VersionCost, numbers, of_crd};
use crdls_manifest::model::Crd;
use crdls_manifest::objects::objects;
use crdls_minors::Minor;
use crdls_report::Config;

/// The costs of each version whose schema is structural, of each CRD of the document.
pub fn costs(source: Source<'_>, document: &crdls_yaml::Document, config: &Config) -> Vec<VersionCost> {
    counted(source, document, config, of_crd)
}

/// The numbers alone, without what drives them.
pub fn cost_numbers(
    source: Source<'_>,
    document: &crdls_yaml::Document,
    config: &Config,
) -> Vec<VersionCost> {
    counted(source, document, config, numbers)
}

fn counted(
    source: Source<'_>,
    document: &crdls_yaml::Document,
    config: &Config,
    count: fn(Crd<'_>, Minor) -> Vec<VersionCost>,
) -> Vec<VersionCost> {
    let Some(root) = source.tree.root(source.text, document) else { return Vec::new() };
    let is_template = template::names_crd(document.range.of(source.text))
        && template::delimiter(source, document).is_some();
    if is_template && !config.check_templates {
        return Vec::new();
    }
    let objects = objects(root);
    let crds = objects.iter().filter(|object| object.kind.is_served_crd());
    crds.flat_map(|object| {
        let decoded = decoded(object, source, document, config);
        let mut costs = count(Crd::new(&decoded.object), config.kubernetes);
        let rules = costs.iter_mut().flat_map(|cost| &mut cost.rules);
        let prefix = object.prefix();
        for rule in rules.filter(|_| object.is_item()) {
            let drivers = rule.drivers.iter_mut().map(|driver| &mut driver.path);
            for path in drivers.chain([&mut rule.path]) {
                *path = std::mem::take(path).below(&prefix);
            }
        }
        costs
    })
    .collect()
}
