//! From `schemas/manifest/validation.toml`. Made by `cargo xtask codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::{Elem, FieldDef, Stranger, Ty, TypeDef, ValueDef};

/// `ValidationRule`
pub static VALIDATION_RULE: TypeDef = TypeDef {
    name: "ValidationRule",
    go: "v1.ValidationRule",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::FieldPath,
            name: "fieldPath",
            ty: Ty::String,
            go: "string",
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
            id: Field::MessageExpression,
            name: "messageExpression",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::OptionalOldSelf,
            name: "optionalOldSelf",
            ty: Ty::Bool,
            go: "bool",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Reason,
            name: "reason",
            ty: Ty::String,
            go: "v1.FieldValueErrorReason",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Rule,
            name: "rule",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};
