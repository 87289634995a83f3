//! `metadata`.

use crdls_text::TextRange;

use super::Entry;
use super::view::view;
use crate::fields::Field;

view!(
    /// `metadata`
    Metadata
);

view!(
    /// An item of `metadata.ownerReferences`.
    OwnerReference
);

view!(
    /// An item of `metadata.managedFields`.
    ManagedFields
);

impl<'m> Metadata<'m> {
    /// `name`; empty where it is not written.
    pub fn name(self) -> &'m str {
        self.0.str(Field::Name)
    }

    /// `generateName`; empty where it is not written.
    pub fn generate_name(self) -> &'m str {
        self.0.str(Field::GenerateName)
    }

    /// `namespace`; empty where it is not written.
    pub fn namespace(self) -> &'m str {
        self.0.str(Field::Namespace)
    }

    /// `generation`; 0 where it is not written.
    pub fn generation(self) -> i64 {
        self.0.opt_int(Field::Generation).unwrap_or(0)
    }

    /// `resourceVersion`; empty where it is not written.
    pub fn resource_version(self) -> &'m str {
        self.0.str(Field::ResourceVersion)
    }

    /// `uid`; empty where it is not written.
    pub fn uid(self) -> &'m str {
        self.0.str(Field::Uid)
    }

    /// `deletionGracePeriodSeconds`
    pub fn deletion_grace_period_seconds(self) -> Option<i64> {
        self.0.opt_int(Field::DeletionGracePeriodSeconds)
    }

    /// Sorted by key.
    pub fn labels(self) -> impl ExactSizeIterator<Item = (&'m Entry, &'m str)> + Clone {
        self.0.string_map(Field::Labels)
    }

    /// Sorted by key.
    pub fn annotations(self) -> impl ExactSizeIterator<Item = (&'m Entry, &'m str)> + Clone {
        self.0.string_map(Field::Annotations)
    }

    /// The annotation of a name.
    pub fn annotation(self, name: &str) -> Option<&'m str> {
        self.annotations().find(|(entry, _)| *entry.name == *name).map(|(_, text)| text)
    }

    /// `finalizers`, each with its range.
    pub fn finalizers(self) -> impl ExactSizeIterator<Item = (&'m str, TextRange)> + Clone {
        self.0.strings(Field::Finalizers)
    }

    /// `managedFields`
    pub fn managed_fields(self) -> impl ExactSizeIterator<Item = ManagedFields<'m>> + Clone {
        self.0.objects(Field::ManagedFields).map(ManagedFields)
    }

    /// `ownerReferences`
    pub(crate) fn owner_references(self) -> impl ExactSizeIterator<Item = OwnerReference<'m>> + Clone {
        self.0.objects(Field::OwnerReferences).map(OwnerReference)
    }
}

impl<'m> ManagedFields<'m> {
    /// `operation`; empty where it is not written.
    pub fn operation(self) -> &'m str {
        self.0.str(Field::Operation)
    }

    /// `fieldsType`; empty where it is not written.
    pub fn fields_type(self) -> &'m str {
        self.0.str(Field::FieldsType)
    }

    /// `manager`; empty where it is not written.
    pub fn manager(self) -> &'m str {
        self.0.str(Field::Manager)
    }

    /// `subresource`; empty where it is not written.
    pub fn subresource(self) -> &'m str {
        self.0.str(Field::Subresource)
    }
}

impl<'m> OwnerReference<'m> {
    /// `apiVersion`; empty where it is not written.
    pub fn api_version(self) -> &'m str {
        self.0.str(Field::ApiVersion)
    }

    /// `kind`; empty where it is not written.
    pub fn kind(self) -> &'m str {
        self.0.str(Field::Kind)
    }

    /// `name`; empty where it is not written.
    pub fn name(self) -> &'m str {
        self.0.str(Field::Name)
    }

    /// `uid`; empty where it is not written.
    pub fn uid(self) -> &'m str {
        self.0.str(Field::Uid)
    }

    /// `controller`
    pub fn controller(self) -> Option<bool> {
        self.0.opt_bool(Field::Controller)
    }
}
