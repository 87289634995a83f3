//! The CRD itself, its spec and its names.

use crdls_text::TextRange;

use super::view::{absent, view};
use super::{Conversion, FieldValue, Item, Metadata, Object, Span, Value, Version};
use crate::fields::{CUSTOM_RESOURCE_DEFINITION, CUSTOM_RESOURCE_DEFINITION_STATUS, Field};
use crdls_values::version_order;

view!(
    /// A CustomResourceDefinition.
    Crd
);

view!(
    /// `spec`
    Spec
);

view!(
    /// `spec.names`
    Names
);

absent!(NO_METADATA, OBJECT_META);
absent!(NO_SPEC, CUSTOM_RESOURCE_DEFINITION_SPEC);
absent!(NO_NAMES, CUSTOM_RESOURCE_DEFINITION_NAMES);

impl<'m> Crd<'m> {
    /// `apiVersion`; empty where it is not written.
    pub fn api_version(self) -> &'m str {
        self.0.str(Field::ApiVersion)
    }

    /// `kind`; empty where it is not written.
    pub fn kind(self) -> &'m str {
        self.0.str(Field::Kind)
    }

    /// `metadata`; one without fields where it is not written.
    pub fn metadata(self) -> Metadata<'m> {
        Metadata(self.0.object(Field::Metadata).unwrap_or(&NO_METADATA))
    }

    /// `spec`; one without fields where it is not written.
    #[inline]
    pub fn spec(self) -> Spec<'m> {
        Spec(self.0.object(Field::Spec).unwrap_or(&NO_SPEC))
    }

    /// `status`
    pub fn status(self) -> Option<&'m Object> {
        self.0.object(Field::Status)
    }

    /// `spec.versions`
    pub fn versions(self) -> impl ExactSizeIterator<Item = Version<'m>> + Clone {
        self.spec().versions()
    }

    /// The versions, the one first that clients prefer.
    pub fn versions_by_priority(self) -> Vec<Version<'m>> {
        let mut versions: Vec<_> = self.versions().collect();
        versions.sort_by(|a, b| version_order::compare(b.name(), a.name()));
        versions
    }

    /// The versions that are served.
    pub fn served_versions(self) -> Vec<Version<'m>> {
        let mut versions = self.versions_by_priority();
        versions.retain(|version| version.served());
        versions
    }

    /// `status.storedVersions`, the versions in which objects may be stored; `None` where the manifest has no such list,
    /// as one that was not read from a cluster.
    pub fn stored_versions(self) -> Option<Vec<&'m str>> {
        let status = self.status().filter(|status| status.has(Field::StoredVersions))?;
        Some(status.strings(Field::StoredVersions).map(|(name, _)| name).collect())
    }
}

/// Takes a CRD as one whose objects are stored in these versions, as `status.storedVersions` says in a cluster. The rest
/// of its status is not kept.
pub fn set_stored_versions(crd: &mut Object, names: &[String]) {
    let status = CUSTOM_RESOURCE_DEFINITION.field(Field::Status.name());
    let versions = CUSTOM_RESOURCE_DEFINITION_STATUS.field(Field::StoredVersions.name());
    let (Some(status), Some(versions)) = (status, versions) else { return };
    let range = crd.range;
    let value = |def, value| FieldValue { def, span: Span { key: range, value: range }, value };
    let items = names.iter().map(|name| Item { range, value: Value::Str(name.clone()) }).collect();
    let fields = vec![value(versions, Value::List(items))];
    let its = Object::new(&CUSTOM_RESOURCE_DEFINITION_STATUS, range, fields);
    crd.set(value(status, Value::Object(its)));
}

impl<'m> Spec<'m> {
    /// `group`; empty where it is not written.
    pub fn group(self) -> &'m str {
        self.0.str(Field::Group)
    }

    /// `scope`; empty where it is not written.
    pub fn scope(self) -> &'m str {
        self.0.str(Field::Scope)
    }

    /// `names`; one without fields where it is not written.
    pub fn names(self) -> Names<'m> {
        Names(self.0.object(Field::Names).unwrap_or(&NO_NAMES))
    }

    /// `versions`
    pub fn versions(self) -> impl ExactSizeIterator<Item = Version<'m>> + Clone {
        self.0.objects(Field::Versions).map(Version)
    }

    /// `conversion`
    pub fn conversion(self) -> Option<Conversion<'m>> {
        self.0.object(Field::Conversion).map(Conversion)
    }

    /// `conversion` by a webhook; `None` where the server converts by itself.
    pub fn webhook_conversion(self) -> Option<Conversion<'m>> {
        self.conversion().filter(|conversion| conversion.strategy() == "Webhook")
    }

    /// `preserveUnknownFields`
    pub fn preserve_unknown_fields(self) -> bool {
        self.0.bool(Field::PreserveUnknownFields)
    }
}

impl<'m> Names<'m> {
    /// `plural`; empty where it is not written.
    pub fn plural(self) -> &'m str {
        self.0.str(Field::Plural)
    }

    /// `singular`; empty where it is not written.
    pub fn singular(self) -> &'m str {
        self.0.str(Field::Singular)
    }

    /// `kind`; empty where it is not written.
    pub fn kind(self) -> &'m str {
        self.0.str(Field::Kind)
    }

    /// `listKind`; empty where it is not written.
    pub fn list_kind(self) -> &'m str {
        self.0.str(Field::ListKind)
    }

    /// `shortNames`, each with its range.
    pub fn short_names(self) -> impl ExactSizeIterator<Item = (&'m str, TextRange)> + Clone {
        self.0.strings(Field::ShortNames)
    }

    /// `categories`, each with its range.
    pub fn categories(self) -> impl ExactSizeIterator<Item = (&'m str, TextRange)> + Clone {
        self.0.strings(Field::Categories)
    }
}

/// Takes a CRD as one that stores objects in this version, and in no other one.
pub fn set_storage_version(crd: &mut Object, name: &str) {
    let Some(Value::Object(spec)) = crd.value_mut(Field::Spec) else { return };
    let Some(Value::List(versions)) = spec.value_mut(Field::Versions) else { return };
    for version in versions {
        let Value::Object(version) = &mut version.value else { continue };
        let Some(storage) = version.ty.field(Field::Storage.name()) else { continue };
        let is_it = version.str(Field::Name) == name;
        let span = Span { key: version.range, value: version.range };
        version.set(FieldValue { def: storage, span, value: Value::Bool(is_it) });
    }
}
