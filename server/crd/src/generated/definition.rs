//! From `schemas/manifest/definition.toml`. Made by `cargo xtask codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::{Elem, FieldDef, Stranger, Ty, TypeDef, ValueDef};

/// `CustomResourceDefinition`
pub static CUSTOM_RESOURCE_DEFINITION: TypeDef = TypeDef {
    name: "CustomResourceDefinition",
    go: "v1.CustomResourceDefinition",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::ApiVersion,
            name: "apiVersion",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Kind,
            name: "kind",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Metadata,
            name: "metadata",
            ty: Ty::Object(&OBJECT_META),
            go: "v1.ObjectMeta",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Spec,
            name: "spec",
            ty: Ty::Object(&CUSTOM_RESOURCE_DEFINITION_SPEC),
            go: "v1.CustomResourceDefinitionSpec",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Status,
            name: "status",
            ty: Ty::Object(&CUSTOM_RESOURCE_DEFINITION_STATUS),
            go: "v1.CustomResourceDefinitionStatus",
            doc: "TODO",
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};

/// `CustomResourceDefinitionSpec`
pub static CUSTOM_RESOURCE_DEFINITION_SPEC: TypeDef = TypeDef {
    name: "CustomResourceDefinitionSpec",
    go: "v1.CustomResourceDefinitionSpec",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::Conversion,
            name: "conversion",
            ty: Ty::Object(&CUSTOM_RESOURCE_CONVERSION),
            go: "v1.CustomResourceConversion",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Group,
            name: "group",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Names,
            name: "names",
            ty: Ty::Object(&CUSTOM_RESOURCE_DEFINITION_NAMES),
            go: "v1.CustomResourceDefinitionNames",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::PreserveUnknownFields,
            name: "preserveUnknownFields",
            ty: Ty::Bool,
            go: "bool",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Scope,
            name: "scope",
            ty: Ty::String,
            go: "v1.ResourceScope",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Versions,
            name: "versions",
            ty: Ty::List(&Elem {
                ty: Ty::Object(&CUSTOM_RESOURCE_DEFINITION_VERSION),
                go: "v1.CustomResourceDefinitionVersion",
            }),
            go: "[]v1.CustomResourceDefinitionVersion",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};

/// `CustomResourceDefinitionNames`
pub static CUSTOM_RESOURCE_DEFINITION_NAMES: TypeDef = TypeDef {
    name: "CustomResourceDefinitionNames",
    go: "v1.CustomResourceDefinitionNames",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::Categories,
            name: "categories",
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Kind,
            name: "kind",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::ListKind,
            name: "listKind",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Plural,
            name: "plural",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::ShortNames,
            name: "shortNames",
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Singular,
            name: "singular",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};
