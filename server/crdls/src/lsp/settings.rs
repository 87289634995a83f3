//! The settings of one place: a section of the editor's, or a crdls.toml.
//!
//! Knows names and values; nothing of where they come from. What is wrong with a setting is said in
//! words and the setting left out.

use std::collections::BTreeMap;

use crdls_crd::{Config, FieldValidation, Minor, Severity, rules};
use serde_json::Value;

/// What was set; what was not is left to the layer below.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Settings {
    kubernetes: Option<Minor>,
    field_validation: Option<FieldValidation>,
    /// Severity by code; `None` is off.
    rules: BTreeMap<String, Option<Severity>>,
    pub(super) trace: Option<bool>,
}

const FIELD_VALIDATION: &[(&str, FieldValidation)] = &[
    ("strict", FieldValidation::Strict),
    ("warn", FieldValidation::Warn),
    ("ignore", FieldValidation::Ignore),
];

const SEVERITIES: &[(&str, Option<Severity>)] = &[
    ("error", Some(Severity::Error)),
    ("warning", Some(Severity::Warning)),
    ("information", Some(Severity::Information)),
    ("hint", Some(Severity::Hint)),
    ("off", None),
];

const TRACE: &[(&str, bool)] = &[("off", false), ("messages", true), ("compact", true), ("verbose", true)];

impl Settings {
    /// Reads an object, and says what is wrong with it.
    pub(super) fn read(value: &Value) -> (Self, Vec<String>) {
        let mut reader = Reader { complaints: Vec::new() };
        let mut settings = Self {
            kubernetes: reader.text(value, "kubernetes", &minors(), Minor::parse),
            field_validation: reader.choice(value, "fieldValidation", FIELD_VALIDATION),
            rules: reader.rules(value.get("rules")),
            trace: None,
        };
        // An object is the client's own: `crdls.trace.server` of VS Code.
        if value.get("trace").is_some_and(|trace| !trace.is_object()) {
            settings.trace = reader.choice(value, "trace", TRACE);
        }
        (settings, reader.complaints)
    }

    /// What the layers come to, the last one on top.
    pub(super) fn config(layers: &[&Self]) -> Config {
        let default = Config::default();
        let mut rules = BTreeMap::new();
        rules.extend(layers.iter().flat_map(|layer| layer.rules.clone()));
        Config {
            kubernetes: layers.iter().rev().find_map(|l| l.kubernetes).unwrap_or(default.kubernetes),
            field_validation: layers
                .iter()
                .rev()
                .find_map(|l| l.field_validation)
                .unwrap_or(default.field_validation),
            rules,
        }
    }
}

struct Reader {
    complaints: Vec<String>,
}

impl Reader {
    fn choice<T: Copy>(&mut self, settings: &Value, name: &str, choices: &[(&str, T)]) -> Option<T> {
        self.text(settings, name, &names(choices), |text| pick(choices, text))
    }

    /// A setting that is a text; null is as good as not there.
    fn text<T>(
        &mut self,
        settings: &Value,
        name: &str,
        known: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let value = settings.get(name).filter(|value| !value.is_null())?;
        let read = value.as_str().and_then(read);
        if read.is_none() {
            self.complaints.push(format!("`{name}` is {value}, and may be {known}"));
        }
        read
    }

    fn rules(&mut self, value: Option<&Value>) -> BTreeMap<String, Option<Severity>> {
        let rules = value.and_then(Value::as_object).into_iter().flatten();
        rules.filter_map(|(code, value)| Some((code.clone(), self.severity(code, value)?))).collect()
    }

    fn severity(&mut self, code: &str, value: &Value) -> Option<Option<Severity>> {
        let severity = value.as_str().and_then(|text| pick(SEVERITIES, text));
        let complaint = match (rules::by_code(code), severity) {
            (None, _) => format!("`rules`: there is no rule `{code}`"),
            (_, None) => format!("`rules`: `{code}` is {value}, and may be {}", names(SEVERITIES)),
            (Some(rule), Some(None)) if rule.server => {
                format!("`rules`: `{code}` is the API server's, and cannot be off")
            }
            (Some(_), Some(severity)) => return Some(severity),
        };
        self.complaints.push(complaint);
        None
    }
}

fn pick<T: Copy>(choices: &[(&str, T)], text: &str) -> Option<T> {
    choices.iter().find(|(name, _)| *name == text).map(|&(_, value)| value)
}

fn names<T>(choices: &[(&str, T)]) -> String {
    let quoted: Vec<_> = choices.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    quoted.join(", ")
}

fn minors() -> String {
    format!("\"{}\" to \"{}\"", Minor::OLDEST, Minor::NEWEST)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_upper_layer_wins() {
        let (file, _) = Settings::read(&json!({"kubernetes": "1.33", "fieldValidation": "warn"}));
        let (editor, _) = Settings::read(&json!({"kubernetes": "v1.35.2", "fieldValidation": null}));
        let config = Settings::config(&[&file, &editor]);
        assert_eq!(config.kubernetes, Minor(35));
        assert_eq!(config.field_validation, FieldValidation::Warn);
    }

    #[test]
    fn what_is_wrong_is_said_and_left_out() {
        let wrong = json!({"kubernetes": 1.37, "fieldValidation": "lax", "rules": {"x": "off"}, "trace": {"server": "off"}});
        let (settings, complaints) = Settings::read(&wrong);
        assert_eq!(settings, Settings::default());
        assert_eq!(
            complaints,
            [
                r#"`kubernetes` is 1.37, and may be "1.31" to "1.37""#,
                r#"`fieldValidation` is "lax", and may be "strict", "warn", "ignore""#,
                "`rules`: there is no rule `x`",
            ]
        );
    }
}
