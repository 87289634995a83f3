//! What the user chose.

use std::collections::BTreeMap;

use crate::Severity;
use crdls_minors::{Minor, Minors};

/// What kubectl asks the server to do with unknown fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FieldValidation {
    /// Refuse the object.
    #[default]
    Strict,
    /// Accept it with a warning for each.
    Warn,
    /// Accept it silently.
    Ignore,
}

/// The settings that change what is found and shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The cluster's minor; of several the newest.
    pub kubernetes: Minor,
    /// All minors that are checked, [`Self::kubernetes`] among them.
    pub minors: Minors,
    /// Whether advice of our own is given beside what the server says.
    pub advice: bool,
    /// What happens with unknown fields.
    pub field_validation: FieldValidation,
    /// How severe it is that the CRD of a custom resource is not known; `None`: it is only counted.
    pub unknown_kinds: Option<Severity>,
    /// The kinds of which that is accepted, as `Kind.group` or `*.group`.
    pub missing_kinds: Vec<String>,
    /// Whether templates are checked as the manifests that they would be.
    pub check_templates: bool,
    /// Severity by code; `None` is off.
    pub severities: BTreeMap<String, Option<Severity>>,
    /// Whether an editor shows what rules cost beside them.
    pub cost_hints: bool,
    /// And what the server fills in.
    pub default_hints: bool,
    /// And which bounds lack below rules.
    pub bound_hints: bool,
    /// And a few words above versions and kinds.
    pub lenses: bool,
    /// The address below which each code has a page; `None` where nobody publishes them.
    pub docs_base_url: Option<String>,
}

impl Config {
    /// The same for other minors; as it is where there are none.
    #[must_use]
    pub fn of_minors(self, minors: Minors) -> Self {
        match minors.newest() {
            Some(kubernetes) => Self { kubernetes, minors, ..self },
            None => self,
        }
    }

    /// The same for one minor, without advice of our own.
    #[must_use]
    pub fn verdict_of(&self, kubernetes: Minor) -> Self {
        Self { kubernetes, minors: kubernetes.into(), advice: false, ..self.clone() }
    }

    /// The address of the page on a code; `None` where there is none.
    pub fn docs_url(&self, code: &str) -> Option<String> {
        self.docs_base_url.as_ref().map(|base| format!("{}/{code}", base.trim_end_matches('/')))
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            kubernetes: Minor::NEWEST,
            minors: Minor::NEWEST.into(),
            advice: true,
            field_validation: FieldValidation::Strict,
            unknown_kinds: None,
            missing_kinds: Vec::new(),
            check_templates: false,
            severities: BTreeMap::new(),
            cost_hints: true,
            default_hints: true,
            bound_hints: true,
            lenses: true,
            docs_base_url: None,
        }
    }
}
