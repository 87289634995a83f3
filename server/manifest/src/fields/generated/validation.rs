//! From `schemas/manifest/validation.toml`. Made by `cargo dev codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::names::Field;
#[allow(unused_imports)]
use crate::fields::types::{Elem, FieldDef, KeyMistake, Ty, TypeDef, ValueDef};

/// `ValidationRule`
pub static VALIDATION_RULE: TypeDef = TypeDef {
    name: "ValidationRule",
    go: "v1.ValidationRule",
    doc: "A CEL rule that a value must fulfil, and the error if it does not.",
    fields: &[
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The field that the error points to, relative to the rule: `.spec.replicas`, or \
`.map['odd.name']`. The field must be in the schema; list indices are not \
allowed. Without it, the error points to the value that the rule is on.",
            snippet: " $1",
            order: 5,
            ..FieldDef::of(Field::FieldPath)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The error message if the rule fails: one line that says what must hold. \
Required if the rule has line breaks. `messageExpression` takes precedence.",
            default: "failed rule: …",
            snippet: " ${1:what has to hold}",
            order: 2,
            ..FieldDef::of(Field::Message)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "A CEL expression for the message, with the same variables as the rule; it must \
be a string. If it fails, is empty or has line breaks, `message` is used. Its \
cost is limited like that of a rule.",
            snippet: " $1",
            order: 3,
            ..FieldDef::of(Field::MessageExpression)
        },
        FieldDef {
            ty: Ty::Bool,
            go: "bool",
            doc: "With `true`, a rule that names `oldSelf` is also evaluated on creation, and \
`oldSelf` is an optional: test `oldSelf.hasValue()`, read `oldSelf.value()`. \
Not allowed where the rule does not name `oldSelf`.",
            pointer: true,
            values: &[ValueDef::new(
                "true",
                "`oldSelf` is an optional, and the rule is also evaluated on creation.",
                "",
                None,
            )],
            default: "false",
            snippet: " true",
            since: Some(crdls_minors::Minor(30)),
            order: 6,
            ..FieldDef::of(Field::OptionalOldSelf)
        },
        FieldDef {
            ty: Ty::String,
            go: "v1.FieldValueErrorReason",
            doc: "The type of error that clients receive. The first failing rule decides the HTTP \
status.",
            pointer: true,
            values: &[
                ValueDef::new("FieldValueInvalid", "The value is malformed or out of bounds.", "", None),
                ValueDef::new(
                    "FieldValueForbidden",
                    "The value is well-formed, but not permitted here or now.",
                    "",
                    None,
                ),
                ValueDef::new("FieldValueRequired", "A required value is missing.", "", None),
                ValueDef::new("FieldValueDuplicate", "A value that must be unique is not.", "", None),
            ],
            default: "FieldValueInvalid",
            order: 4,
            ..FieldDef::of(Field::Reason)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "A CEL expression that must be true. `self` is the value at this position of the \
schema, `oldSelf` the value before an update. A rule that names `oldSelf` is \
evaluated only on updates. The API server estimates its cost from `maxItems`, \
`maxLength` and `maxProperties` around it and rejects a rule above 10,000,000. \
Test fields that can be absent with `has(self.field)`. Names that are not valid \
in CEL are escaped, as in `self.foo__dash__bar`.",
            required: true,
            snippet: " $1",
            order: 1,
            ..FieldDef::of(Field::Rule)
        },
    ],
    mistakes: &[
        KeyMistake::new("expression", "the name in admission policies; here it is `rule`"),
        KeyMistake::new("validation", "the expression belongs to `rule`"),
    ],
};
