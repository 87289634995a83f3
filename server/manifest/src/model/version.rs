//! A version and what it has beside its schema.

use crdls_text::TextRange;

use super::view::view;
use super::{Object, Schema};
use crate::fields::Field;

view!(
    /// An item of `spec.versions`.
    Version
);

view!(
    /// `subresources`
    Subresources
);

view!(
    /// `subresources.scale`
    Scale
);

view!(
    /// An item of `additionalPrinterColumns`.
    Column
);

view!(
    /// An item of `selectableFields`.
    SelectableField
);

impl<'m> Version<'m> {
    /// `name`; empty where it is not written.
    pub fn name(self) -> &'m str {
        self.0.str(Field::Name)
    }

    /// `served`
    pub fn served(self) -> bool {
        self.0.bool(Field::Served)
    }

    /// `storage`
    pub fn storage(self) -> bool {
        self.0.bool(Field::Storage)
    }

    /// `deprecated`
    pub fn deprecated(self) -> bool {
        self.0.bool(Field::Deprecated)
    }

    /// `deprecationWarning`
    pub fn deprecation_warning(self) -> Option<&'m str> {
        self.0.opt_str(Field::DeprecationWarning)
    }

    /// The object below `schema`, which holds `openAPIV3Schema`.
    pub fn validation(self) -> Option<&'m Object> {
        self.0.object(Field::Schema)
    }

    /// `schema.openAPIV3Schema`
    pub fn schema(self) -> Option<Schema<'m>> {
        self.validation()?.object(Field::OpenAPIV3Schema).map(Schema)
    }

    /// Whether `status` is a subresource.
    pub fn has_status(self) -> bool {
        self.subresources().is_some_and(|subresources| subresources.status().is_some())
    }

    /// `subresources`
    pub fn subresources(self) -> Option<Subresources<'m>> {
        self.0.object(Field::Subresources).map(Subresources)
    }

    /// `additionalPrinterColumns`
    pub fn columns(self) -> impl ExactSizeIterator<Item = Column<'m>> + Clone {
        self.0.objects(Field::AdditionalPrinterColumns).map(Column)
    }

    /// `selectableFields`
    pub fn selectable_fields(self) -> impl ExactSizeIterator<Item = SelectableField<'m>> + Clone {
        self.0.objects(Field::SelectableFields).map(SelectableField)
    }

    /// Whether a field is the same to the server as in another version: where all versions agree, it
    /// speaks of `spec.validation`, `spec.subresources` and so on.
    pub fn agrees(self, other: Version<'_>, field: Field) -> bool {
        match (self.0.get(field), other.0.get(field)) {
            (Some(a), Some(b)) => a == b,
            (Some(one), None) | (None, Some(one)) => one.is_zero(),
            (None, None) => true,
        }
    }
}

impl<'m> Subresources<'m> {
    /// `status`: an empty object turns it on.
    pub fn status(self) -> Option<&'m Object> {
        self.0.object(Field::Status)
    }

    /// `scale`
    pub fn scale(self) -> Option<Scale<'m>> {
        self.0.object(Field::Scale).map(Scale)
    }
}

impl<'m> Scale<'m> {
    /// `specReplicasPath`; empty where it is not written.
    pub fn spec_replicas_path(self) -> &'m str {
        self.0.str(Field::SpecReplicasPath)
    }

    /// `statusReplicasPath`; empty where it is not written.
    pub fn status_replicas_path(self) -> &'m str {
        self.0.str(Field::StatusReplicasPath)
    }

    /// `labelSelectorPath`
    pub fn label_selector_path(self) -> Option<&'m str> {
        self.0.opt_str(Field::LabelSelectorPath)
    }
}

impl<'m> Column<'m> {
    /// `name`; empty where it is not written.
    pub fn name(self) -> &'m str {
        self.0.str(Field::Name)
    }

    /// `type`; empty where it is not written.
    pub fn type_(self) -> &'m str {
        self.0.str(Field::Type)
    }

    /// `format`; empty where it is not written.
    pub fn format(self) -> &'m str {
        self.0.str(Field::Format)
    }

    /// `description`; empty where it is not written.
    pub fn description(self) -> &'m str {
        self.0.str(Field::Description)
    }

    /// `priority`; 0 where it is not written.
    pub fn priority(self) -> i64 {
        self.0.opt_int(Field::Priority).unwrap_or(0)
    }

    /// `jsonPath`; empty where it is not written.
    pub fn json_path(self) -> &'m str {
        self.0.str(Field::JsonPath)
    }
}

impl<'m> SelectableField<'m> {
    /// `jsonPath`; empty where it is not written.
    pub fn json_path(self) -> &'m str {
        self.0.str(Field::JsonPath)
    }

    /// Where the path is written, else the whole entry.
    pub fn place(self) -> TextRange {
        self.span(Field::JsonPath).map_or(self.range(), |span| span.value)
    }
}
