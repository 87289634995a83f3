//! Fields of which one may or must be set: `oneOfValuesToSet` and what `structToSchema` makes of it (pkg/crd/schema.go).

use crdls_text::TextRange;

use crate::Parsed;
use crate::collect::Owner;
use crate::grammar::Value;
use crate::program::GoFile;
use crate::registry::Version;

/// The fields that markers such as `ExactlyOneOf` name.
#[derive(Clone, Debug, Default)]
pub(super) struct OneOf {
    fields: Vec<String>,
}

impl OneOf {
    /// Adds the fields of a marker; other markers add none.
    pub(super) fn add(&mut self, parsed: &Parsed) -> Result<(), (String, TextRange)> {
        let name = parsed.marker.name;
        if !matches!(parsed.marker.short_name(), "ExactlyOneOf" | "AtMostOneOf" | "AtLeastOneOf") {
            return Ok(());
        }
        let items = parsed.value.as_ref().map_or(&[][..], Value::items);
        let nested: Vec<_> =
            items.iter().filter(|item| item.as_str().is_some_and(|field| field.contains('.'))).collect();
        if let Some(first) = nested.first() {
            let names: Vec<_> = nested.iter().filter_map(|item| item.as_str()).collect();
            return Err((
                format!("{name}: cannot reference nested fields: {}", names.join(",")),
                first.range,
            ));
        }
        self.fields.extend(items.iter().filter_map(Value::as_str).map(str::to_owned));
        Ok(())
    }

    /// Why a field cannot be one of them, and the marker that must go: it is required.
    pub(super) fn required(
        &self,
        file: &GoFile,
        owner: Owner,
        json_name: &str,
        may_be_missing: bool,
        version: Version,
        package_is_optional: impl FnOnce() -> bool,
    ) -> Option<(String, Option<TextRange>)> {
        if !self.fields.iter().any(|field| field == json_name) {
            return None;
        }
        let marker = |names: &[&str]| {
            file.markers
                .values_of(owner)
                .find(|parsed| names.contains(&parsed.marker.name))
                .map(|parsed| parsed.range)
        };
        let is_required = |range| {
            let words =
                format!("field {json_name} is part of OneOf constraint and cannot be marked as required");
            Some((words, Some(range)))
        };
        if marker(&["kubebuilder:validation:Optional"]).is_some() {
            return None;
        }
        if let Some(range) = marker(&["kubebuilder:validation:Required"]) {
            return is_required(range);
        }
        if marker(&["optional", "k8s:optional"]).is_some() {
            return None;
        }
        if let Some(range) = marker(&["required", "k8s:required"]) {
            return is_required(range);
        }
        if may_be_missing || package_is_optional() {
            return None;
        }
        let tags = if version.reads_omitzero() { "omitempty or omitzero" } else { "omitempty" };
        Some((format!("field {json_name} is part of OneOf constraint and must have {tags} tag"), None))
    }
}
