//! From `schemas/manifest/status.toml`. Made by `cargo xtask codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::{Elem, FieldDef, Stranger, Ty, TypeDef, ValueDef};

/// `CustomResourceDefinitionStatus`
pub static CUSTOM_RESOURCE_DEFINITION_STATUS: TypeDef = TypeDef {
    name: "CustomResourceDefinitionStatus",
    go: "v1.CustomResourceDefinitionStatus",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::AcceptedNames,
            name: "acceptedNames",
            ty: Ty::Object(&CUSTOM_RESOURCE_DEFINITION_NAMES),
            go: "v1.CustomResourceDefinitionNames",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Conditions,
            name: "conditions",
            ty: Ty::List(&Elem {
                ty: Ty::Object(&CUSTOM_RESOURCE_DEFINITION_CONDITION),
                go: "v1.CustomResourceDefinitionCondition",
            }),
            go: "[]v1.CustomResourceDefinitionCondition",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::ObservedGeneration,
            name: "observedGeneration",
            ty: Ty::Int64,
            go: "int64",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::StoredVersions,
            name: "storedVersions",
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "TODO",
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};

/// `CustomResourceDefinitionCondition`
pub static CUSTOM_RESOURCE_DEFINITION_CONDITION: TypeDef = TypeDef {
    name: "CustomResourceDefinitionCondition",
    go: "v1.CustomResourceDefinitionCondition",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::LastTransitionTime,
            name: "lastTransitionTime",
            ty: Ty::Time,
            go: "v1.Time",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Message,
            name: "message",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::ObservedGeneration,
            name: "observedGeneration",
            ty: Ty::Int64,
            go: "int64",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Reason,
            name: "reason",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Status,
            name: "status",
            ty: Ty::String,
            go: "v1.ConditionStatus",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Type,
            name: "type",
            ty: Ty::String,
            go: "v1.CustomResourceDefinitionConditionType",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};
