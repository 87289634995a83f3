//! CRDs of `apiextensions.k8s.io/v1beta1`, read for their schemas: as the CRD of v1 that they would be.
//!
//! Mirrors `Convert_v1beta1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec`
//! and the way back to v1 of k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/v1/conversion.go):
//! what stands once for all versions goes into each.

use crdls_yaml::Node;

use super::{CrdKind, V1};
use crate::decode::decode;
use crate::fields::{
    CUSTOM_RESOURCE_DEFINITION_SPEC, CUSTOM_RESOURCE_DEFINITION_VERSION, Field, FieldDef, Ty,
};
use crate::model::{FieldValue, Item, Object, Span, Value};
use crdls_report::{Config, Path};

pub(super) static V1BETA1: CrdKind =
    CrdKind { version: Some("v1beta1"), is_served: false, complete: Some(complete), ..V1 };

/// Makes it the CRD that v1 has.
fn complete(crd: &mut Object, root: Node<'_>, config: &Config) {
    let Some(written) = root.get("spec").map(|entry| entry.value) else { return };
    let shared: Vec<_> = [("validation", Field::Schema), ("subresources", Field::Subresources)]
        .into_iter()
        .filter_map(|(name, field)| shared(written, name, field, config))
        .collect();
    let version = written.get("version").and_then(|entry| entry.value.str()).unwrap_or_default();
    if let Some(Value::Object(spec)) = crd.value_mut(Field::Spec) {
        give_versions(spec, &version, &shared);
    }
}

/// What all versions share, as a field of a version.
fn shared(spec: Node<'_>, name: &str, field: Field, config: &Config) -> Option<FieldValue> {
    let entry = spec.get(name)?;
    let def = def(field)?;
    let Ty::Object(ty) = def.ty else { return None };
    let object = decode(entry.value, ty, &Path::EMPTY, config).object;
    let span = Span { key: entry.key.range(), value: entry.value.range() };
    Some(FieldValue { def, span, value: Value::Object(object) })
}

fn def(field: Field) -> Option<&'static FieldDef> {
    CUSTOM_RESOURCE_DEFINITION_VERSION.fields.iter().find(|def| def.id == field)
}

fn give_versions(spec: &mut Object, version: &str, shared: &[FieldValue]) {
    let range = spec.range;
    let has_versions = spec.get(Field::Versions).is_some_and(|field| !field.is_zero());
    if !has_versions
        && !version.is_empty()
        && let Some(def) = versions_def()
    {
        let value = Value::List(vec![Item { range, value: Value::Object(only(version, range)) }]);
        spec.set(FieldValue { def, span: Span { key: range, value: range }, value });
    }
    let Some(Value::List(versions)) = spec.value_mut(Field::Versions) else { return };
    for version in versions {
        let Value::Object(version) = &mut version.value else { continue };
        for field in shared {
            if version.get(field.def.id).is_none() {
                version.set(field.clone());
            }
        }
    }
}

fn versions_def() -> Option<&'static FieldDef> {
    CUSTOM_RESOURCE_DEFINITION_SPEC.fields.iter().find(|def| def.id == Field::Versions)
}

/// The version of a CRD that has but one.
fn only(name: &str, range: crdls_text::TextRange) -> Object {
    let values = [
        (Field::Name, Value::Str(name.into())),
        (Field::Served, Value::Bool(true)),
        (Field::Storage, Value::Bool(true)),
    ];
    let span = Span { key: range, value: range };
    let field = |(field, value)| Some(FieldValue { def: def(field)?, span, value });
    let mut fields: Vec<_> = values.into_iter().filter_map(field).collect();
    fields.sort_by_key(|field| field.def.name);
    Object::new(&CUSTOM_RESOURCE_DEFINITION_VERSION, range, fields)
}
