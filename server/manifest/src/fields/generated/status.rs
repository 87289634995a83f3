//! From `schemas/manifest/status.toml`. Made by `cargo dev codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::names::Field;
#[allow(unused_imports)]
use crate::fields::types::{Elem, FieldDef, KeyMistake, Ty, TypeDef, ValueDef};

/// `CustomResourceDefinitionStatus`
pub static CUSTOM_RESOURCE_DEFINITION_STATUS: TypeDef = TypeDef {
    name: "CustomResourceDefinitionStatus",
    go: "v1.CustomResourceDefinitionStatus",
    doc: "The state of the definition, which the API server writes.",
    fields: &[
        FieldDef {
            ty: Ty::Object(&CUSTOM_RESOURCE_DEFINITION_NAMES),
            go: "v1.CustomResourceDefinitionNames",
            doc: "The names that the kind is served under. They differ from `spec.names` where \
another kind already has a name.",
            order: 2,
            ..FieldDef::of(Field::AcceptedNames)
        },
        FieldDef {
            ty: Ty::List(&Elem {
                ty: Ty::Object(&CUSTOM_RESOURCE_DEFINITION_CONDITION),
                go: "v1.CustomResourceDefinitionCondition",
            }),
            go: "[]v1.CustomResourceDefinitionCondition",
            doc: "The conditions of the definition: whether it is served, whether its names are \
accepted, whether it is being deleted.",
            order: 1,
            ..FieldDef::of(Field::Conditions)
        },
        FieldDef {
            ty: Ty::Int64,
            go: "int64",
            doc: "The `metadata.generation` that the server last processed.",
            since: Some(crdls_minors::Minor(35)),
            order: 4,
            ..FieldDef::of(Field::ObservedGeneration)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "Every version in which objects were ever stored. These versions must stay in \
`spec.versions`. To remove one, write all objects again in the storage version, \
then remove the old version from here, then from `spec.versions`.",
            order: 3,
            ..FieldDef::of(Field::StoredVersions)
        },
    ],
    mistakes: &[],
};

/// `CustomResourceDefinitionCondition`
pub static CUSTOM_RESOURCE_DEFINITION_CONDITION: TypeDef = TypeDef {
    name: "CustomResourceDefinitionCondition",
    go: "v1.CustomResourceDefinitionCondition",
    doc: "A condition of the definition.",
    fields: &[
        FieldDef {
            ty: Ty::Time,
            go: "v1.Time",
            doc: "When `status` last changed, for example `2006-01-02T15:04:05Z`.",
            order: 3,
            ..FieldDef::of(Field::LastTransitionTime)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The reason, as a sentence.",
            order: 5,
            ..FieldDef::of(Field::Message)
        },
        FieldDef {
            ty: Ty::Int64,
            go: "int64",
            doc: "The `metadata.generation` that the condition is about.",
            since: Some(crdls_minors::Minor(35)),
            order: 6,
            ..FieldDef::of(Field::ObservedGeneration)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The reason, as one word in CamelCase.",
            order: 4,
            ..FieldDef::of(Field::Reason)
        },
        FieldDef {
            ty: Ty::String,
            go: "v1.ConditionStatus",
            doc: "Whether the condition holds: a string, so write it in quotes.",
            required: true,
            values: &[
                ValueDef::new("True", "The condition holds.", "", None),
                ValueDef::new("False", "The condition does not hold.", "", None),
                ValueDef::new("Unknown", "It is not known whether the condition holds.", "", None),
            ],
            order: 2,
            ..FieldDef::of(Field::Status)
        },
        FieldDef {
            ty: Ty::String,
            go: "v1.CustomResourceDefinitionConditionType",
            doc: "The type of the condition.",
            required: true,
            values: &[
                ValueDef::new(
                    "Established",
                    "The kind is served. `kubectl wait --for condition=established crd/…` waits \
for it.",
                    "",
                    None,
                ),
                ValueDef::new("NamesAccepted", "No other kind of the group uses the names.", "", None),
                ValueDef::new(
                    "NonStructuralSchema",
                    "The schema is not structural: found on old definitions only.",
                    "",
                    None,
                ),
                ValueDef::new(
                    "Terminating",
                    "The definition is being deleted, and its objects with it.",
                    "",
                    None,
                ),
                ValueDef::new(
                    "KubernetesAPIApprovalPolicyConformant",
                    "Whether a kind of a reserved group is approved.",
                    "",
                    None,
                ),
                ValueDef::new(
                    "StorageMigrating",
                    "Objects are being written again in the storage version.",
                    "",
                    Some(crdls_minors::Minor(36)),
                ),
            ],
            order: 1,
            ..FieldDef::of(Field::Type)
        },
    ],
    mistakes: &[],
};
