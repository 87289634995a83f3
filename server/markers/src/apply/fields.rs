//! The fields of a struct: their tags, which are required, and of which one may or must be set (`structToSchema` of
//! pkg/crd/schema.go).

use crdls_go_source::{TagEntry, TagOption};
use crdls_text::TextRange;

use super::markers::Refused;
use crate::Parsed;
use crate::collect::Owner;
use crate::grammar::Value;
use crate::program::TypeAt;
use crate::registry::Version;

/// The markers that name fields of which one may or must be set, in the order in which controller-gen reads them.
pub(super) const ONE_OF: [&str; 3] = ["ExactlyOneOf", "AtMostOneOf", "AtLeastOneOf"];

/// The `json` tag of a field that is part of the schema.
#[derive(Clone, Copy, Debug)]
pub struct JsonTag<'e> {
    /// The name.
    pub name: TagOption<'e>,
    /// Whether the fields of its type are the struct's.
    pub is_inline: bool,
    /// Whether the field is optional where no marker says more.
    may_be_missing: bool,
}

/// Whether a field is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Required {
    /// The field is optional.
    No,
    /// The marker at this range makes the field required.
    By(TextRange),
    /// Neither a marker nor the tag makes the field optional.
    ByDefault,
}

impl<'e> JsonTag<'e> {
    /// Reads the tag; `None` if it leaves the field out.
    pub fn read(json: &'e TagEntry, version: Version) -> Option<Self> {
        if json.leaves_out() {
            return None;
        }
        let options = json.options();
        let name = *options.first()?;
        let has = |wanted: &str| options.iter().skip(1).any(|option| option.text == wanted);
        let is_inline = has("inline") || name.text.is_empty();
        let may_be_missing = is_inline || has("omitempty") || version.reads_omitzero() && has("omitzero");
        Some(Self { name, is_inline, may_be_missing })
    }

    /// Whether the field of a type with this tag is required.
    pub fn required(&self, at: TypeAt<'_>, owner: Owner) -> Required {
        match decide_required(at.file.markers.values_of(owner)).next() {
            Some((parsed, true)) => Required::By(parsed.range),
            Some((_, false)) => Required::No,
            None if self.may_be_missing || at.package.has_marker("kubebuilder:validation:Optional") => {
                Required::No
            }
            None => Required::ByDefault,
        }
    }
}

impl Required {
    /// Why a field cannot be one of those that [`one_of`] has.
    pub fn refused_in_one_of(self, name: &str, version: Version) -> Option<String> {
        let words = match self {
            Self::No => return None,
            Self::By(_) => "cannot be marked as required",
            Self::ByDefault if version.reads_omitzero() => "must have omitempty or omitzero tag",
            Self::ByDefault => "must have omitempty tag",
        };
        Some(format!("field {name} is part of OneOf constraint and {words}"))
    }
}

/// The markers of a field that decide whether it is required, in the order in which controller-gen asks for them: the
/// first one counts.
pub fn decide_required<'m>(
    markers: impl Iterator<Item = &'m Parsed> + Clone,
) -> impl Iterator<Item = (&'m Parsed, bool)> {
    let asked: [(&[&str], bool); 4] = [
        (&["kubebuilder:validation:Optional"], false),
        (&["kubebuilder:validation:Required"], true),
        (&["optional", "k8s:optional"], false),
        (&["required", "k8s:required"], true),
    ];
    asked.into_iter().filter_map(move |(names, is_required)| {
        let marker = markers.clone().find(|parsed| names.contains(&parsed.marker.name))?;
        Some((marker, is_required))
    })
}

/// The error for a field without a `json` tag.
pub fn untagged(at: TypeAt<'_>, name: &str) -> String {
    format!("encountered struct field {name:?} without JSON tag in type {:?}", at.name())
}

/// The fields that markers such as `ExactlyOneOf` of a type name, or the first of these markers that cannot name its
/// fields (`oneOfValuesToSet`).
pub fn one_of(at: TypeAt<'_>) -> Result<Vec<&str>, (&Parsed, Refused)> {
    let mut names = Vec::new();
    for wanted in ONE_OF {
        let markers = at.file.markers.values_of(at.owner());
        for parsed in markers.filter(|parsed| parsed.marker.short_name() == wanted) {
            names.extend(one_of_marker(parsed).map_err(|refused| (parsed, refused))?);
        }
    }
    Ok(names)
}

/// The fields that a marker such as `ExactlyOneOf` names (`validateOneOfValues`).
pub(super) fn one_of_marker(parsed: &Parsed) -> Result<impl Iterator<Item = &str>, Refused> {
    let items = parsed.value.as_ref().map_or(&[][..], Value::items);
    let is_nested = |item: &&Value| item.as_str().is_some_and(|field| field.contains('.'));
    if let Some(first) = items.iter().find(is_nested) {
        let nested: Vec<_> = items.iter().filter(is_nested).filter_map(Value::as_str).collect();
        let name = parsed.marker.name;
        let words = format!("{name}: cannot reference nested fields: {}", nested.join(","));
        return Err((words, first.range));
    }
    Ok(items.iter().filter_map(Value::as_str))
}
