//! Layers of settings, and how they are merged.
//!
//! Names and values are read by `settings`; here is what only an editor has. Must not know folders.

use std::path::Path;

use serde_json::Value;

use crate::settings::{self, Settings};

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

    /// The settings of layers, each over those before it.
    pub(crate) fn merged(layers: [&Self; 3]) -> Settings {
        layers.into_iter().fold(Settings::default(), |all, layer| all.under(&layer.settings))
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
        let config = Layer::merged([&file, &Layer::default(), &editor]).config();
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
