//! The checks that kube-apiserver makes of a CRD when it is created or updated.
//!
//! Mirrors `ValidateCustomResourceDefinition` and `ValidateCustomResourceDefinitionUpdate` of
//! k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/validation/validation.go), in its order.
//! Each module names the functions that it mirrors. Checks raise findings by path; `crdls_report` finds their
//! ranges in the text.
//!
//! Knows the decoded manifest; must not know YAML.

pub(crate) mod approval;
pub(crate) mod columns;
pub(crate) mod conversion;
pub(crate) mod defaults;
pub(crate) mod expressions;
mod hoist;
pub(crate) mod lists;
pub(crate) mod metadata;
pub(crate) mod names;
mod near_format;
mod options;
mod ratcheting;
pub(crate) mod root;
pub(crate) mod rule_fields;
pub(crate) mod schema;
mod schema_nodes;
pub(crate) mod selectable;
pub(crate) mod spec;
pub(crate) mod subresources;
pub(crate) mod update;
pub(crate) mod versions;
pub(crate) mod warnings;
pub(crate) mod webhook;

use crdls_manifest::model::Crd;
use crdls_report::{Config, Finding, Report, Unit};

pub use expressions::{correlates_fields, correlates_items};
pub use near_format::{MeantFormat, meant_format};
pub(crate) use options::Options;
pub use root::stands_beside_status;
pub(crate) use schema::is_valid_type;
pub(crate) use subresources::accepts_scale_path;
pub(crate) use webhook::wrong_ca_bundle;

/// Everything that the server would refuse in a decoded CRD, each with its place in `unit`. `old` is the
/// CRD that it replaces, where it does.
pub fn validate(crd: Crd<'_>, old: Option<Crd<'_>>, unit: Unit<'_>, config: &Config) -> Vec<Finding> {
    let kubernetes = config.kubernetes;
    let options =
        old.map_or_else(|| Options::create(kubernetes), |old| ratcheting::options(crd, old, kubernetes));
    let mut report = Report { kubernetes, ..Report::default() };
    spec::check(crd, &options, config, &mut report);
    crdls_report::findings(report, unit, crd.spec().versions().len())
}
