//! Files of Go: what there is to report of their markers.
//!
//! Knows which CRDs a rule of a role can name; markers themselves are the business of `crdls_markers`.

use crdls_markers::findings::{Settings, Survey};
use crdls_markers::grammar::Value;
use crdls_markers::program::{GoFile, Package, Program};
use crdls_markers::{Parsed, findings};
use crdls_report::{Config, Finding};
use crdls_resource::Index;
use crdls_text::TextRange;

use super::{configured, resource_rules};

/// What of a project a file of Go is checked with.
#[derive(Clone, Copy, Debug)]
pub struct GoContext<'a> {
    /// The packages.
    pub program: &'a Program,
    /// What is known of all of them.
    pub survey: &'a Survey,
    /// Version and flags of controller-gen.
    pub settings: Settings,
    /// The CRDs of the workspace, for the resources that roles name.
    pub crds: Option<&'a Index>,
}

/// Everything to report of a file of Go, sorted.
pub fn check_go(context: GoContext<'_>, package: &Package, file: &GoFile, config: &Config) -> Vec<Finding> {
    let mut found = findings::check(context.program, package, file, context.survey, context.settings);
    if let Some(crds) = context.crds.filter(|_| file.is_built()) {
        let markers = file.markers.markers().iter().filter_map(|read| read.parsed.as_deref());
        let rules =
            markers.filter(|parsed| parsed.marker.name == "kubebuilder:rbac" && parsed.errors.is_empty());
        found.extend(rules.flat_map(|parsed| unknown_resources(parsed, crds)));
        found.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    }
    configured(found, config)
}

fn unknown_resources(parsed: &Parsed, crds: &Index) -> Vec<Finding> {
    let texts = |name: &str| -> Vec<(TextRange, String)> {
        let items = parsed.value_of(name).map_or(&[][..], Value::items);
        items.iter().filter_map(|item| Some((item.range, item.as_str()?.to_owned()))).collect()
    };
    let groups: Vec<String> = texts("groups").into_iter().map(|(_, group)| group).collect();
    resource_rules::of_names(&groups, texts("resources"), crds)
}
