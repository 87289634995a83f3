//! From `schemas/manifest/version.toml`. Made by `cargo xtask codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::{Elem, FieldDef, Stranger, Ty, TypeDef, ValueDef};

/// `CustomResourceDefinitionVersion`
pub static CUSTOM_RESOURCE_DEFINITION_VERSION: TypeDef = TypeDef {
    name: "CustomResourceDefinitionVersion",
    go: "v1.CustomResourceDefinitionVersion",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::AdditionalPrinterColumns,
            name: "additionalPrinterColumns",
            ty: Ty::List(&Elem {
                ty: Ty::Object(&CUSTOM_RESOURCE_COLUMN_DEFINITION),
                go: "v1.CustomResourceColumnDefinition",
            }),
            go: "[]v1.CustomResourceColumnDefinition",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Deprecated,
            name: "deprecated",
            ty: Ty::Bool,
            go: "bool",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::DeprecationWarning,
            name: "deprecationWarning",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Name,
            name: "name",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Schema,
            name: "schema",
            ty: Ty::Object(&CUSTOM_RESOURCE_VALIDATION),
            go: "v1.CustomResourceValidation",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::SelectableFields,
            name: "selectableFields",
            ty: Ty::List(&Elem { ty: Ty::Object(&SELECTABLE_FIELD), go: "v1.SelectableField" }),
            go: "[]v1.SelectableField",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Served,
            name: "served",
            ty: Ty::Bool,
            go: "bool",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Storage,
            name: "storage",
            ty: Ty::Bool,
            go: "bool",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Subresources,
            name: "subresources",
            ty: Ty::Object(&CUSTOM_RESOURCE_SUBRESOURCES),
            go: "v1.CustomResourceSubresources",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};

/// `CustomResourceValidation`
pub static CUSTOM_RESOURCE_VALIDATION: TypeDef = TypeDef {
    name: "CustomResourceValidation",
    go: "v1.CustomResourceValidation",
    doc: "TODO",
    fields: &[FieldDef {
        id: Field::OpenAPIV3Schema,
        name: "openAPIV3Schema",
        ty: Ty::Object(&JSON_SCHEMA_PROPS),
        go: "v1.JSONSchemaProps",
        doc: "TODO",
        pointer: true,
        ..FieldDef::NONE
    }],
    strangers: &[],
};

/// `CustomResourceSubresources`
pub static CUSTOM_RESOURCE_SUBRESOURCES: TypeDef = TypeDef {
    name: "CustomResourceSubresources",
    go: "v1.CustomResourceSubresources",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::Scale,
            name: "scale",
            ty: Ty::Object(&CUSTOM_RESOURCE_SUBRESOURCE_SCALE),
            go: "v1.CustomResourceSubresourceScale",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Status,
            name: "status",
            ty: Ty::Object(&CUSTOM_RESOURCE_SUBRESOURCE_STATUS),
            go: "v1.CustomResourceSubresourceStatus",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};

/// `CustomResourceSubresourceStatus`
pub static CUSTOM_RESOURCE_SUBRESOURCE_STATUS: TypeDef = TypeDef {
    name: "CustomResourceSubresourceStatus",
    go: "v1.CustomResourceSubresourceStatus",
    doc: "TODO",
    fields: &[],
    strangers: &[],
};

/// `CustomResourceSubresourceScale`
pub static CUSTOM_RESOURCE_SUBRESOURCE_SCALE: TypeDef = TypeDef {
    name: "CustomResourceSubresourceScale",
    go: "v1.CustomResourceSubresourceScale",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::LabelSelectorPath,
            name: "labelSelectorPath",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::SpecReplicasPath,
            name: "specReplicasPath",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::StatusReplicasPath,
            name: "statusReplicasPath",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};

/// `CustomResourceColumnDefinition`
pub static CUSTOM_RESOURCE_COLUMN_DEFINITION: TypeDef = TypeDef {
    name: "CustomResourceColumnDefinition",
    go: "v1.CustomResourceColumnDefinition",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::Description,
            name: "description",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Format,
            name: "format",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::JsonPath,
            name: "jsonPath",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Name,
            name: "name",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Priority,
            name: "priority",
            ty: Ty::Int32,
            go: "int32",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Type,
            name: "type",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};

/// `SelectableField`
pub static SELECTABLE_FIELD: TypeDef = TypeDef {
    name: "SelectableField",
    go: "v1.SelectableField",
    doc: "TODO",
    fields: &[FieldDef {
        id: Field::JsonPath,
        name: "jsonPath",
        ty: Ty::String,
        go: "string",
        doc: "TODO",
        required: true,
        ..FieldDef::NONE
    }],
    strangers: &[],
};
