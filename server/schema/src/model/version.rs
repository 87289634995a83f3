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
    pub fn name(self) -> &'m str {
        self.0.str(Field::Name)
    }

    pub fn served(self) -> bool {
        self.0.bool(Field::Served)
    }

    pub fn storage(self) -> bool {
        self.0.bool(Field::Storage)
    }

    pub fn deprecated(self) -> bool {
        self.0.bool(Field::Deprecated)
    }

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

    pub fn subresources(self) -> Option<Subresources<'m>> {
        self.0.object(Field::Subresources).map(Subresources)
    }

    pub fn columns(self) -> impl ExactSizeIterator<Item = Column<'m>> + Clone {
        self.0.objects(Field::AdditionalPrinterColumns).map(Column)
    }

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

    pub fn scale(self) -> Option<Scale<'m>> {
        self.0.object(Field::Scale).map(Scale)
    }
}

impl<'m> Scale<'m> {
    pub fn spec_replicas_path(self) -> &'m str {
        self.0.str(Field::SpecReplicasPath)
    }

    pub fn status_replicas_path(self) -> &'m str {
        self.0.str(Field::StatusReplicasPath)
    }

    pub fn label_selector_path(self) -> Option<&'m str> {
        self.0.opt_str(Field::LabelSelectorPath)
    }
}

impl<'m> Column<'m> {
    pub fn name(self) -> &'m str {
        self.0.str(Field::Name)
    }

    pub fn type_(self) -> &'m str {
        self.0.str(Field::Type)
    }

    pub fn format(self) -> &'m str {
        self.0.str(Field::Format)
    }

    pub fn description(self) -> &'m str {
        self.0.str(Field::Description)
    }

    pub fn priority(self) -> i64 {
        self.0.opt_int(Field::Priority).unwrap_or(0)
    }

    pub fn json_path(self) -> &'m str {
        self.0.str(Field::JsonPath)
    }
}

impl<'m> SelectableField<'m> {
    pub fn json_path(self) -> &'m str {
        self.0.str(Field::JsonPath)
    }

    /// Where the path is written, else the whole entry.
    pub fn place(self) -> TextRange {
        self.span(Field::JsonPath).map_or(self.range(), |span| span.value)
    }
}
