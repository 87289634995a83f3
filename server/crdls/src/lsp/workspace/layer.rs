//! Layers of settings, and how they are merged.
//!
//! Names and values are read by `settings`; here is what only an editor has. Must not know folders.

use std::path::Path;

use crdls_change::IgnoredChange;
use crdls_report::Config;
use serde_json::Value;

use crate::go::GoSettings;
use crate::settings::{self, Settings, Since};
use crdls_system::files::Excluded;

/// The settings of one place: a section of the editor's, or a crdls.toml.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layer {
    settings: Settings,
    pub(crate) trace: Option<bool>,
}

/// Settings of the extension that starts the server.
const OF_THE_CLIENT: &[&str] = &["path", "trace"];

impl Layer {
    /// Reads a section of the editor's settings, and returns what is wrong with it. A setting that is null is not set.
    pub(crate) fn of_editor(section: &Value) -> (Self, Vec<String>) {
        let set =
            |(name, value): &(&String, &Value)| !value.is_null() && !OF_THE_CLIENT.contains(&name.as_str());
        let members = section.as_object().into_iter().flatten().filter(set);
        let ours: Value = members.map(|(name, value)| (name.clone(), value.clone())).collect();
        let layer = Self { settings: Settings::read(&ours), trace: trace(section) };
        layer.with_complaints()
    }

    /// Reads the crdls.toml that holds in a folder, and returns what is wrong with it.
    pub(crate) fn of_folder(folder: &Path) -> (Self, Vec<String>) {
        let settings = settings::of_folder(folder).unwrap_or_default();
        Self { settings, trace: None }.with_complaints()
    }

    /// The layers merged, a later one overriding those before it.
    pub(crate) fn config(layers: &[&Self]) -> Config {
        let mut config = Config::default();
        for layer in layers {
            let Settings { kubernetes, field_validation, severities, .. } = &layer.settings;
            let Settings { cost_hints, default_hints, bound_hints, lenses, docs_base_url, .. } =
                &layer.settings;
            if let Some(minors) = *kubernetes {
                config = config.of_minors(minors);
            }
            config.field_validation = field_validation.unwrap_or(config.field_validation);
            config.unknown_kinds = layer.settings.unknown_kinds.unwrap_or(config.unknown_kinds);
            config.check_templates = layer.settings.check_templates.unwrap_or(config.check_templates);
            config.severities.extend(severities.clone());
            config.cost_hints = cost_hints.unwrap_or(config.cost_hints);
            config.default_hints = default_hints.unwrap_or(config.default_hints);
            config.bound_hints = bound_hints.unwrap_or(config.bound_hints);
            config.lenses = lenses.unwrap_or(config.lenses);
            config.docs_base_url = docs_base_url.clone().or(config.docs_base_url);
        }
        config
    }

    /// The setting `crds` of the last layer that has it.
    pub(crate) fn crds(layers: &[&Self]) -> Vec<String> {
        let named = layers.iter().rev().map(|layer| &layer.settings.crds).find(|crds| !crds.is_empty());
        named.cloned().unwrap_or_default()
    }

    /// The setting `since` of the last layer that has it.
    pub(crate) fn since(layers: &[&Self]) -> Option<Since> {
        layers.iter().rev().find_map(|layer| layer.settings.since.clone())
    }

    /// The settings `go` of the last layer that has any.
    pub(crate) fn go(layers: &[&Self]) -> GoSettings {
        let named = layers.iter().rev().map(|layer| &layer.settings.go);
        named.into_iter().find(|go| **go != GoSettings::default()).cloned().unwrap_or_default()
    }

    /// The setting `diff.ignore` of the last layer that has it.
    pub(crate) fn ignored_changes(layers: &[&Self]) -> Vec<IgnoredChange> {
        let ignored = layers.iter().rev().map(|layer| &layer.settings.ignored_changes);
        ignored.into_iter().find(|ignored| !ignored.is_empty()).cloned().unwrap_or_default()
    }

    /// What the setting `exclude` of the last layer that has it covers, in a folder.
    pub(crate) fn excluded(layers: &[&Self], folder: &Path) -> Excluded {
        let Some(Settings { exclude, folder: base, .. }) =
            layers.iter().rev().map(|layer| &layer.settings).find(|settings| !settings.exclude.is_empty())
        else {
            return Excluded::default();
        };
        Excluded::default().and(base.as_deref().unwrap_or(folder), exclude)
    }

    fn with_complaints(mut self) -> (Self, Vec<String>) {
        let mut complaints = std::mem::take(&mut self.settings.errors);
        complaints.append(&mut self.settings.warnings);
        (self, complaints)
    }
}

/// Whether messages are to be logged. An object is the client's own: `crdls.trace.server` of VS Code.
fn trace(section: &Value) -> Option<bool> {
    section.get("trace")?.as_str().map(|level| level != "off")
}

#[cfg(test)]
mod tests {
    use crdls_minors::Minor;
    use crdls_report::FieldValidation;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_upper_layer_wins() {
        let (file, _) = Layer::of_editor(&json!({"kubernetes": "1.33", "fieldValidation": "warn"}));
        let (editor, _) = Layer::of_editor(&json!({"kubernetes": "v1.35.2", "fieldValidation": null}));
        let config = Layer::config(&[&file, &editor]);
        assert_eq!(config.kubernetes, Minor(35));
        assert_eq!(config.field_validation, FieldValidation::Warn);
    }

    #[test]
    fn what_is_wrong_is_said_and_left_out() {
        let (layer, complaints) =
            Layer::of_editor(&json!({"kubernetes": 1.37, "severity": {"x": "off"}, "colour": 1}));
        assert_eq!(layer, Layer::default());
        assert_eq!(complaints.len(), 3, "{complaints:?}");
    }

    #[test]
    fn what_the_client_keeps_for_itself_is_no_setting() {
        let section = json!({"path": "/bin/crdls", "trace": {"server": "verbose"}});
        assert_eq!(Layer::of_editor(&section), (Layer::default(), Vec::new()));
        assert_eq!(Layer::of_editor(&json!({"trace": "messages"})).0.trace, Some(true));
    }
}
