//! What the user chose.

use std::collections::BTreeMap;

use crate::{Code, Path, PathStep, Severity, Step};
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

/// Which advice of our own is given in addition to what the server reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// All advice.
    All,
    /// No advice.
    Nothing,
    /// Some of the advice that searches give on rules.
    OnRules(Vec<AdviceOnRule>),
}

/// A finding of a search on a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdviceOnRule {
    /// The code of the finding.
    pub code: &'static Code,
    /// The path of the finding.
    pub path: Vec<PathStep>,
    /// The [`words`] of its message.
    pub words: String,
}

/// What a text says without its numbers and without the factor of a cost, which change with the text before.
pub fn words(text: &str) -> String {
    let text = text.split(" by factor of ").next().unwrap_or_default();
    match text.bytes().any(|byte| byte.is_ascii_digit()) {
        true => text.replace(|c: char| c.is_ascii_digit(), ""),
        false => text.to_owned(),
    }
}

impl Advice {
    /// Whether advice of a code is given on the rule at a path in its CRD. The numbers of versions and items may differ: an
    /// edit changes them.
    pub fn has(&self, code: &Code, rule: &Path<'_>) -> bool {
        self.gives(code, rule, |_| true)
    }

    /// Whether advice of a code with a message is given on the rule at a path in its CRD, whatever the numbers.
    pub fn has_message(&self, code: &Code, rule: &Path<'_>, message: impl Fn() -> String) -> bool {
        self.gives(code, rule, |known| known.words == words(&message()))
    }

    fn gives(&self, code: &Code, rule: &Path<'_>, is_meant: impl Fn(&AdviceOnRule) -> bool) -> bool {
        let known = match self {
            Self::All => return true,
            Self::Nothing => return false,
            Self::OnRules(known) => known,
        };
        let ends_in_rule = |path: &[PathStep]| {
            let mut steps = path.iter().rev();
            rule.back().all(|step| match (step, steps.next()) {
                (Step::Index(_), Some(PathStep::Index(_))) => true,
                (step, Some(known)) => step.name().is_some_and(|name| known.member() == Some(name)),
                (_, None) => false,
            })
        };
        known.iter().any(|known| known.code == code && ends_in_rule(&known.path) && is_meant(known))
    }
}

/// The settings that change what is found and shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The cluster's minor; of several the newest.
    pub kubernetes: Minor,
    /// All minors that are checked, [`Self::kubernetes`] among them.
    pub minors: Minors,
    /// Which advice is given.
    pub advice: Advice,
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
        Self { kubernetes, minors: kubernetes.into(), advice: Advice::Nothing, ..self.clone() }
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
            advice: Advice::All,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FieldPath, code};

    code!(ONE, "missing-type", Error, server, "made up");
    code!(OTHER, "missing-items", Error, server, "made up");

    #[test]
    fn advice_on_a_rule_is_given_whatever_the_numbers_before_it() {
        let versions = Path::EMPTY.child("versions");
        let rule =
            |version, name| versions.index(version).child("properties").key(name).child("rule").manifest();
        let advice_on = |path: &FieldPath| {
            let (path, words) = (path.steps().to_vec(), words("`self.a[0]` may be missing"));
            Advice::OnRules(vec![AdviceOnRule { code: &ONE, path, words }])
        };
        let advice = advice_on(&rule(0, "a"));
        let has = |code, version, name: &str| {
            let (version, name) = (versions.index(version), name.to_owned());
            advice.has(code, &version.child("properties").key(&name).child("rule"))
        };
        assert!(has(&ONE, 0, "a") && has(&ONE, 1, "a"));
        assert!(!has(&ONE, 0, "b") && !has(&OTHER, 0, "a"));
        assert!(Advice::All.has(&ONE, &versions) && !Advice::Nothing.has(&ONE, &versions));
        let says = |message: &str| {
            let (version, name) = (versions.index(1), "a".to_owned());
            let rule = version.child("properties");
            advice.has_message(&ONE, &rule.key(&name).child("rule"), || message.to_owned())
        };
        assert!(says("`self.a[1]` may be missing") && !says("`self.b[0]` may be missing"));
        // In a list of objects, the path of a finding begins at the document.
        let listed = rule(0, "a").below(&FieldPath::of_list_item(&[2]));
        let advice = advice_on(&listed);
        let version = versions.index(0);
        assert!(advice.has(&ONE, &version.child("properties").key("a").child("rule")));
    }
}
