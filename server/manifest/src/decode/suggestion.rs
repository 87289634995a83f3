//! Which field or value somebody meant.

use crdls_text::{MAX_WORD, nearest};
use crdls_yaml::{Member, Node, Scalar};

use crate::fields::{FieldDef, JSON_SCHEMA_PROPS, Ty, TypeDef};

/// The field that was meant by a key that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldSuggestion {
    /// The name of the field.
    pub name: &'static str,
    /// The key can be replaced without a look: the field is not there yet and can hold the value.
    pub safe: bool,
}

impl FieldSuggestion {
    /// What a member of a mapping with these members was meant to be.
    pub(super) fn of(member: &Member<'_>, siblings: &[Member<'_>], ty: &TypeDef) -> Option<Self> {
        if ty.mistake(&member.name).is_some() {
            return None;
        }
        let field = suggested_field(ty, &member.name)?;
        let safe = !member.merged
            && is_free(field, member, siblings, ty)
            && holds(field.ty, member.value())
            && !is_property(field, member, ty);
        Some(Self { name: field.name, safe })
    }
}

/// Mappings with more keys are no work of a hand that slipped.
const MAX_SIBLINGS: usize = 64;

/// Whether no other key of the mapping is the field, or near to it.
fn is_free(field: &FieldDef, member: &Member<'_>, siblings: &[Member<'_>], ty: &TypeDef) -> bool {
    let claims = |other: &Member<'_>| {
        other.name == field.name
            || (other.name != member.name
                && ty.field(&other.name).is_none()
                && suggested_field(ty, &other.name).is_some_and(|near| near.id == field.id))
    };
    siblings.len() <= MAX_SIBLINGS && !siblings.iter().any(claims)
}

/// Whether a value is of a kind that a field can hold.
fn holds(ty: Ty, value: Node<'_>) -> bool {
    let (map, list) = (value.kind().is_map(), value.kind().is_seq());
    match (ty, value.scalar()) {
        (_, Some(Scalar::Null)) | (Ty::Json, _) => true,
        (Ty::Bool | Ty::SchemaOrBool, Some(Scalar::Bool(_))) => true,
        (Ty::Int32 | Ty::Int64 | Ty::Float64, Some(Scalar::Int(_))) => true,
        (Ty::Float64, Some(Scalar::Float(_))) => true,
        (Ty::String | Ty::Bytes | Ty::Time, Some(Scalar::Str(_))) => true,
        (Ty::List(_), None) => list,
        (Ty::SchemaOrArray | Ty::SchemaOrStrings, None) => map || list,
        (Ty::Map(_) | Ty::Object(_) | Ty::SchemaOrBool, None) => map,
        _ => false,
    }
}

/// Whether it is rather a property that stands a level too high: its value is a schema, where the
/// field's would be schemas by name.
fn is_property(field: &FieldDef, member: &Member<'_>, ty: &TypeDef) -> bool {
    let named = *ty == JSON_SCHEMA_PROPS && matches!(field.ty, Ty::Map(_));
    named && member.value().get("type").is_some_and(|entry| entry.value.kind().is_scalar())
}

/// Names that have been printed in books and blogs, too far from the right ones to be told by letters.
const PRINTED: [(&str, &str); 3] = [
    ("x-kubernetes-embedded-object", "x-kubernetes-embedded-resource"),
    ("x-kubernetes-embedded-type", "x-kubernetes-embedded-resource"),
    ("x-kubernetes-map-keys", "x-kubernetes-list-map-keys"),
];

/// The field whose name is nearest to a text, where it is near enough to be meant.
pub(crate) fn suggested_field(ty: &TypeDef, name: &str) -> Option<&'static FieldDef> {
    // A field that the server is too old for is not misspelt.
    if ty.field(name).is_some() {
        return None;
    }
    let lower = name.to_lowercase();
    if let Some((_, right)) = PRINTED.iter().find(|(printed, _)| *printed == lower) {
        return ty.field(right);
    }
    let names = || ty.fields.iter().map(|field| field.name);
    let is_same = |field: &&str| name.len() <= MAX_WORD && letters(field).eq(letters(name));
    ty.field(names().find(is_same).or_else(|| nearest(name, names()))?)
}

/// The letters of a name that is written with other separators: `x_kubernetes_list_type`, `maxLength`.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{CUSTOM_RESOURCE_DEFINITION_NAMES, JSON_SCHEMA_PROPS};

    #[test]
    fn finds_what_was_meant() {
        let near = |name| suggested_field(&JSON_SCHEMA_PROPS, name).map(|field| field.name);
        assert_eq!(near("propreties"), Some("properties"));
        assert_eq!(near("desciption"), Some("description"));
        assert_eq!(near("maxlength"), Some("maxLength"));
        assert_eq!(near("x-kubernetes-validation"), Some("x-kubernetes-validations"));
        assert_eq!(near("readOnly"), None);
        assert_eq!(near("foo"), None);
        assert_eq!(near("type"), None);
        assert_eq!(near("x-kubernetes-embedded-object"), Some("x-kubernetes-embedded-resource"));
        assert_eq!(near("x-kubernetes-embedded-type"), Some("x-kubernetes-embedded-resource"));
        assert_eq!(near("x-kubernetes-map-keys"), Some("x-kubernetes-list-map-keys"));
        assert_eq!(near("x-Kubernetes-list-type"), Some("x-kubernetes-list-type"));
        assert_eq!(
            near("x_kubernetes_preserve_unknown_fields"),
            Some("x-kubernetes-preserve-unknown-fields")
        );
        assert_eq!(near("xKubernetesIntOrString"), Some("x-kubernetes-int-or-string"));
        assert_eq!(near("_"), None);
        assert_eq!(
            suggested_field(&CUSTOM_RESOURCE_DEFINITION_NAMES, "shortName").map(|f| f.name),
            Some("shortNames")
        );
    }
}
