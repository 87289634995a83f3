//! Feature gates: which are on and off in a cluster profile and feature set.
//!
//! Mirrors `evaluateFeatureGates` of openshift/api (tests/crd_filter.go). Must not know files.

use std::collections::BTreeSet;

use crdls_values::Json;
use crdls_values::json::Reader;
use crdls_yaml::Node;

use crate::runner::Runner;

/// A manifest of `kind: FeatureGate`.
#[derive(Clone, Debug, Default)]
pub struct GateFile {
    annotations: Vec<(String, String)>,
    enabled: BTreeSet<String>,
    disabled: BTreeSet<String>,
    /// `spec.featureSet`; empty for `Default`.
    set: String,
}

/// The annotation that says for which feature sets a manifest is.
const FEATURE_SET: &str = "release.openshift.io/feature-set";
const MAJOR_VERSION: &str = "release.openshift.io/major-version";
const PROFILE: &str = "include.release.openshift.io/";
/// In this feature set all gates are as one likes.
pub const CUSTOM: &str = "CustomNoUpgrade";
const DEFAULT: &str = "Default";

/// The annotations of a manifest that say for which clusters it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// The feature sets; empty for `Default`.
    pub sets: BTreeSet<String>,
    /// The annotation of the first cluster profile; `None` where there is none.
    pub profile: Option<String>,
    majors: BTreeSet<String>,
}

impl Targets {
    /// The gates of a CRD, from its annotations.
    pub fn of(annotations: &[(String, String)]) -> Self {
        let included = annotations.iter().filter(|(key, value)| key.starts_with(PROFILE) && value == "true");
        Self {
            sets: list(annotations, FEATURE_SET),
            profile: included.map(|(key, _)| key.clone()).min(),
            majors: list(annotations, MAJOR_VERSION),
        }
    }
}

/// The parts between commas of the annotation whose key begins so.
fn list(annotations: &[(String, String)], key: &str) -> BTreeSet<String> {
    let value = annotations.iter().find(|(name, _)| name.starts_with(key)).map(|(_, value)| value.as_str());
    let parts = value.unwrap_or_default().split(',').map(str::trim);
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

impl GateFile {
    /// Reads a manifest; nothing where it is of another kind.
    pub fn read(root: Node<'_>) -> Option<Self> {
        let manifest = Reader::default().read(root);
        if manifest.get("kind").and_then(Json::as_str) != Some("FeatureGate") {
            return None;
        }
        let gates = manifest.get("status").and_then(|status| status.get("featureGates"));
        let first = gates.and_then(|gates| gates.items().first());
        let names = |key: &str| -> BTreeSet<String> {
            let listed = first.and_then(|gates| gates.get(key)).map(Json::items).unwrap_or_default();
            listed.iter().filter_map(|gate| Some(gate.get("name")?.as_str()?.to_owned())).collect()
        };
        let (enabled, disabled) = (names("enabled"), names("disabled"));
        let set = manifest.get("spec").and_then(|spec| spec.get("featureSet")?.as_str()).unwrap_or_default();
        Some(Self { annotations: annotations(&manifest), enabled, disabled, set: set.to_owned() })
    }

    /// Whether it says which gates are on in the clusters that a CRD is for.
    pub fn is_for(&self, targets: &Targets, runner: Runner) -> bool {
        let mut own = Targets { profile: None, ..Targets::of(&self.annotations) };
        if own.sets.is_empty() && runner == Runner::Hypershift {
            own.sets.insert(if self.set.is_empty() { DEFAULT } else { &self.set }.to_owned());
        }
        let wanted =
            if targets.sets.is_empty() { BTreeSet::from([DEFAULT.to_owned()]) } else { targets.sets.clone() };
        let has_profile = |profile: &String| self.annotations.iter().any(|(key, _)| key == profile);
        targets.profile.as_ref().is_some_and(has_profile)
            && !own.sets.is_disjoint(&wanted)
            && (targets.majors.is_empty() || !own.majors.is_disjoint(&targets.majors))
    }

    /// Whether a gate is on; `None` where it is in neither list.
    pub fn is_on(&self, gate: &str) -> Option<bool> {
        match (self.enabled.contains(gate), self.disabled.contains(gate)) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }

    /// All gates that it knows.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.enabled.iter().chain(&self.disabled).map(String::as_str)
    }
}

/// The annotations of a manifest.
fn annotations(manifest: &Json) -> Vec<(String, String)> {
    let written = manifest.get("metadata").and_then(|metadata| metadata.get("annotations"));
    let members = written.map(Json::members).unwrap_or_default();
    let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    members.iter().map(|member| (member.name.to_string(), text(&member.value))).collect()
}
