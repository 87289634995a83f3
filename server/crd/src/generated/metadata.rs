//! From `schemas/manifest/metadata.toml`. Made by `cargo xtask codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::{Elem, FieldDef, Stranger, Ty, TypeDef, ValueDef};

/// `ObjectMeta`
pub static OBJECT_META: TypeDef = TypeDef {
    name: "ObjectMeta",
    go: "v1.ObjectMeta",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::Annotations,
            name: "annotations",
            ty: Ty::Map(&Elem { ty: Ty::String, go: "string" }),
            go: "map[string]string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::CreationTimestamp,
            name: "creationTimestamp",
            ty: Ty::Time,
            go: "v1.Time",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::DeletionGracePeriodSeconds,
            name: "deletionGracePeriodSeconds",
            ty: Ty::Int64,
            go: "int64",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::DeletionTimestamp,
            name: "deletionTimestamp",
            ty: Ty::Time,
            go: "v1.Time",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Finalizers,
            name: "finalizers",
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::GenerateName,
            name: "generateName",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Generation,
            name: "generation",
            ty: Ty::Int64,
            go: "int64",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Labels,
            name: "labels",
            ty: Ty::Map(&Elem { ty: Ty::String, go: "string" }),
            go: "map[string]string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::ManagedFields,
            name: "managedFields",
            ty: Ty::List(&Elem { ty: Ty::Object(&MANAGED_FIELDS_ENTRY), go: "v1.ManagedFieldsEntry" }),
            go: "[]v1.ManagedFieldsEntry",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Name,
            name: "name",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Namespace,
            name: "namespace",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::OwnerReferences,
            name: "ownerReferences",
            ty: Ty::List(&Elem { ty: Ty::Object(&OWNER_REFERENCE), go: "v1.OwnerReference" }),
            go: "[]v1.OwnerReference",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::ResourceVersion,
            name: "resourceVersion",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::SelfLink,
            name: "selfLink",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Uid,
            name: "uid",
            ty: Ty::String,
            go: "types.UID",
            doc: "TODO",
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};

/// `OwnerReference`
pub static OWNER_REFERENCE: TypeDef = TypeDef {
    name: "OwnerReference",
    go: "v1.OwnerReference",
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
            id: Field::BlockOwnerDeletion,
            name: "blockOwnerDeletion",
            ty: Ty::Bool,
            go: "bool",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Controller,
            name: "controller",
            ty: Ty::Bool,
            go: "bool",
            doc: "TODO",
            pointer: true,
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
            id: Field::Name,
            name: "name",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Uid,
            name: "uid",
            ty: Ty::String,
            go: "types.UID",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};

/// `ManagedFieldsEntry`
pub static MANAGED_FIELDS_ENTRY: TypeDef = TypeDef {
    name: "ManagedFieldsEntry",
    go: "v1.ManagedFieldsEntry",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::ApiVersion,
            name: "apiVersion",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::FieldsType,
            name: "fieldsType",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::FieldsV1,
            name: "fieldsV1",
            ty: Ty::Json,
            go: "v1.FieldsV1",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Manager,
            name: "manager",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Operation,
            name: "operation",
            ty: Ty::String,
            go: "v1.ManagedFieldsOperationType",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Subresource,
            name: "subresource",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Time,
            name: "time",
            ty: Ty::Time,
            go: "v1.Time",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};
