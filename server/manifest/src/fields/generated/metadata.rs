//! From `schemas/manifest/metadata.toml`. Made by `cargo dev codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::names::Field;
#[allow(unused_imports)]
use crate::fields::types::{Elem, FieldDef, KeyMistake, Ty, TypeDef, ValueDef};

/// `ObjectMeta`
pub static OBJECT_META: TypeDef = TypeDef {
    name: "ObjectMeta",
    go: "v1.ObjectMeta",
    doc: "What every Kubernetes object has.",
    fields: &[
        FieldDef {
            ty: Ty::Map(&Elem { ty: Ty::String, go: "string" }),
            go: "map[string]string",
            doc: "Notes for tools, up to 256 KiB in all; `kubectl apply` without `--server-side` \
keeps a copy of the whole manifest here, so that a large definition does not \
fit. All values are strings. `api-approved.kubernetes.io` is needed in reserved \
groups; `cert-manager.io/inject-ca-from` fills in the webhook's `caBundle`.",
            snippet: "\n  ${1:key}: ${2:value}",
            order: 3,
            ..FieldDef::of(Field::Annotations)
        },
        FieldDef {
            ty: Ty::Time,
            go: "v1.Time",
            doc: "When the object was created. The server writes it; the `null` that generators \
write does no harm.",
            order: 80,
            ..FieldDef::of(Field::CreationTimestamp)
        },
        FieldDef {
            ty: Ty::Int64,
            go: "int64",
            doc: "The time that the object has to terminate. The server writes it.",
            pointer: true,
            order: 82,
            ..FieldDef::of(Field::DeletionGracePeriodSeconds)
        },
        FieldDef {
            ty: Ty::Time,
            go: "v1.Time",
            doc: "When the object is to be deleted. The server writes it.",
            pointer: true,
            order: 81,
            ..FieldDef::of(Field::DeletionTimestamp)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "What must be finished before the object is deleted, such as \
`example.org/cleanup`. The server adds \
`customresourcecleanup.apiextensions.k8s.io` itself, to delete all objects of \
the kind first.",
            snippet: "\n  - ${1:example.org/cleanup}",
            order: 40,
            ..FieldDef::of(Field::Finalizers)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "A prefix for a name that the server generates. It has no use here, because a \
definition's name is prescribed.",
            order: 60,
            ..FieldDef::of(Field::GenerateName)
        },
        FieldDef {
            ty: Ty::Int64,
            go: "int64",
            doc: "Increases with each change of the spec. The server writes it.",
            order: 83,
            ..FieldDef::of(Field::Generation)
        },
        FieldDef {
            ty: Ty::Map(&Elem { ty: Ty::String, go: "string" }),
            go: "map[string]string",
            doc: "Names and values to select objects by. A key can have a prefix, as in \
`example.org/part`. Values have at most 63 characters and are strings: put \
`true` and `1` into quotes.",
            snippet: "\n  ${1:key}: ${2:value}",
            order: 2,
            ..FieldDef::of(Field::Labels)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::Object(&MANAGED_FIELDS_ENTRY), go: "v1.ManagedFieldsEntry" }),
            go: "[]v1.ManagedFieldsEntry",
            doc: "Who has set which fields, for server-side apply. The server writes it; leave it \
out of manifests.",
            order: 87,
            ..FieldDef::of(Field::ManagedFields)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The definition's name: `<spec.names.plural>.<spec.group>`, nothing else. It \
cannot be changed.",
            required: true,
            snippet: " ${1:widgets}.${2:example.org}",
            order: 1,
            ..FieldDef::of(Field::Name)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "A definition belongs to no namespace: this value is dropped.",
            order: 61,
            ..FieldDef::of(Field::Namespace)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::Object(&OWNER_REFERENCE), go: "v1.OwnerReference" }),
            go: "[]v1.OwnerReference",
            doc: "The objects that own this one: it is deleted after all of them are. A \
definition belongs to no namespace, so its owners must not belong to one either.",
            snippet: "\n  - apiVersion: ${1:v1}\n    kind: ${2:ConfigMap}\n    name: ${3:name}\n    \
uid: ${4:uid}",
            order: 41,
            ..FieldDef::of(Field::OwnerReferences)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The state of the object that this manifest is based on. Leave it out of \
manifests: creation rejects it, and an update with an old one fails.",
            order: 84,
            ..FieldDef::of(Field::ResourceVersion)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "No longer used: the server does not write it.",
            order: 86,
            ..FieldDef::of(Field::SelfLink)
        },
        FieldDef {
            ty: Ty::String,
            go: "types.UID",
            doc: "Distinguishes this object from others that had or will have the same name. The \
server writes it.",
            order: 85,
            ..FieldDef::of(Field::Uid)
        },
    ],
    mistakes: &[
        KeyMistake::new("clusterName", "it was never used, and was removed in Kubernetes 1.24"),
        KeyMistake::new("initializers", "it was removed in Kubernetes 1.16"),
    ],
};

/// `OwnerReference`
pub static OWNER_REFERENCE: TypeDef = TypeDef {
    name: "OwnerReference",
    go: "v1.OwnerReference",
    doc: "An object that owns another.",
    fields: &[
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The owner's `apiVersion`, such as `apps/v1`.",
            required: true,
            order: 1,
            ..FieldDef::of(Field::ApiVersion)
        },
        FieldDef {
            ty: Ty::Bool,
            go: "bool",
            doc: "Whether the owner, when deleted in the foreground, waits for this object to go \
first.",
            pointer: true,
            default: "false",
            order: 6,
            ..FieldDef::of(Field::BlockOwnerDeletion)
        },
        FieldDef {
            ty: Ty::Bool,
            go: "bool",
            doc: "Whether the owner manages this object. At most one owner may.",
            pointer: true,
            order: 5,
            ..FieldDef::of(Field::Controller)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The owner's kind.",
            required: true,
            order: 2,
            ..FieldDef::of(Field::Kind)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The owner's name.",
            required: true,
            order: 3,
            ..FieldDef::of(Field::Name)
        },
        FieldDef {
            ty: Ty::String,
            go: "types.UID",
            doc: "The owner's `metadata.uid`. Another object of the same name is not the owner.",
            required: true,
            order: 4,
            ..FieldDef::of(Field::Uid)
        },
    ],
    mistakes: &[],
};

/// `ManagedFieldsEntry`
pub static MANAGED_FIELDS_ENTRY: TypeDef = TypeDef {
    name: "ManagedFieldsEntry",
    go: "v1.ManagedFieldsEntry",
    doc: "The fields that one manager has set.",
    fields: &[
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The version of the object that the fields are of.",
            order: 3,
            ..FieldDef::of(Field::ApiVersion)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The format of the fields.",
            values: &[ValueDef::new("FieldsV1", "The one format there is.", "", None)],
            order: 5,
            ..FieldDef::of(Field::FieldsType)
        },
        FieldDef {
            ty: Ty::Json,
            go: "v1.FieldsV1",
            doc: "The fields, as a tree of `f:<name>`, `k:<keys>` and `v:<value>`.",
            pointer: true,
            order: 6,
            ..FieldDef::of(Field::FieldsV1)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "Who: the name of a tool or a controller.",
            order: 1,
            ..FieldDef::of(Field::Manager)
        },
        FieldDef {
            ty: Ty::String,
            go: "v1.ManagedFieldsOperationType",
            doc: "How the fields were set.",
            values: &[
                ValueDef::new("Apply", "By server-side apply.", "", None),
                ValueDef::new("Update", "By any other write.", "", None),
            ],
            order: 2,
            ..FieldDef::of(Field::Operation)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The subresource that was written to, as `status`; empty for the object itself.",
            order: 7,
            ..FieldDef::of(Field::Subresource)
        },
        FieldDef {
            ty: Ty::Time,
            go: "v1.Time",
            doc: "When the manager last changed one of them.",
            pointer: true,
            order: 4,
            ..FieldDef::of(Field::Time)
        },
    ],
    mistakes: &[],
};
