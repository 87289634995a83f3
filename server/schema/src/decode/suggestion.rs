//! Which field or value somebody meant.

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

/// Words that are longer were not misspelt, and of more than so many nobody meant one.
const MAX_WORD: usize = 64;
const MAX_NAMES: usize = 1000;

/// The name that is nearest to a text, where it is near enough to be meant; of equals the first.
pub fn nearest<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let (_, name) = near(text, names).min_by_key(|(distance, _)| *distance)?;
    Some(name)
}

/// The name that a text is but for one letter. For names of which not all are known: one that differs in more letters may
/// be one of those.
pub fn misspelled<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    near(text, names).find(|(distance, _)| *distance <= 1).map(|(_, name)| name)
}

/// The one of some words that was meant by another: it is near, or the other is a part of it, as `int` of
/// `integer`. None where two are as near.
pub fn suggested_value<'v>(word: &str, choices: &[&'v str]) -> Option<&'v str> {
    let found: Vec<_> = near(word, choices.iter().copied()).collect();
    let least = found.iter().map(|(distance, _)| *distance).min();
    let nearest = found.iter().filter(|(distance, _)| Some(*distance) == least).map(|(_, choice)| *choice);
    let lower = word.to_lowercase();
    let part = |choice: &&str| {
        let choice = choice.to_lowercase();
        (3..=MAX_WORD).contains(&lower.len()) && (choice.starts_with(&lower) || choice.ends_with(&lower))
    };
    only(nearest).or_else(|| only(choices.iter().copied().take(MAX_NAMES).filter(part)))
}

/// The names that are near enough to a text to be meant, and how near.
fn near<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> impl Iterator<Item = (usize, &'n str)> {
    let word = if text.len() > MAX_WORD { Vec::new() } else { lower(text) };
    let limit = word.len().div_ceil(4).min(3);
    let names = names.into_iter().take(if word.is_empty() { 0 } else { MAX_NAMES });
    let length = word.len();
    let fits = move |name: &&str| match name.is_ascii() {
        true => name.len().abs_diff(length) <= limit,
        false => name.len() <= 4 * MAX_WORD,
    };
    names.filter(fits).filter_map(move |name| Some((within(&word, &lower(name), limit)?, name)))
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

/// Upper and lower case are the same.
fn lower(text: &str) -> Vec<char> {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// How many letters have to be put in, taken out, changed or swapped with the next, if they are no more
/// than `limit`.
fn within(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX - 1);
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, &from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &to) in b.iter().enumerate() {
            let mut best =
                (at(&above, j) + usize::from(from != to)).min(at(&above, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(&to) && b.get(j - 1) == Some(&from);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().filter(|distance| *distance <= limit)
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

    #[test]
    fn finds_the_value_that_was_meant() {
        let types = ["array", "boolean", "integer", "number", "object", "string"];
        let reasons =
            ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];
        let table = [
            ("Namespace", &["Cluster", "Namespaced"][..], Some("Namespaced")),
            ("namespaced", &["Cluster", "Namespaced"], Some("Namespaced")),
            ("String", &types, Some("string")),
            ("int", &types, Some("integer")),
            ("bool", &types, Some("boolean")),
            ("strnig", &types, Some("string")),
            ("Required", &reasons, Some("FieldValueRequired")),
            ("list", &types, None),
            ("float", &types, None),
            ("int32", &types, None),
            ("ab", &["aa", "bb"], None),
            ("FieldValue", &reasons, None),
            ("", &types, None),
        ];
        for (word, choices, meant) in table {
            assert_eq!(suggested_value(word, choices), meant, "{word}");
        }
    }

    #[test]
    fn counts_swaps_once() {
        let within = |a, b, limit| super::within(&lower(a), &lower(b), limit);
        assert_eq!(within("ab", "ba", 1), Some(1));
        assert_eq!(within("", "abc", 3), Some(3));
        assert_eq!(within("", "abc", 2), None);
        assert_eq!(within("axxb", "ayyb", 1), None);
        assert_eq!(within("Kind", "kind", 0), Some(0));
    }
}
