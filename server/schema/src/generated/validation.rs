//! From `schemas/manifest/validation.toml`. Made by `cargo xtask codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::{Elem, FieldDef, KeyMistake, Ty, TypeDef, ValueDef, head};

/// `ValidationRule`
pub static VALIDATION_RULE: TypeDef = TypeDef {
    name: "ValidationRule",
    go: "v1.ValidationRule",
    doc: "A rule in CEL that a value has to fulfil, and what is said where it does not.",
    fields: &[
        FieldDef {
            id: Field::FieldPath,
            name: "fieldPath",
            ty: Ty::String,
            go: "string",
            doc: "Which field below this place the error points at: `.spec.replicas`, or \
`.map['odd.name']`. The field has to be in the schema; indices of lists are not \
allowed. Without it the error points at the place of the rule.",
            snippet: " $1",
            order: 5,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Message,
            name: "message",
            ty: Ty::String,
            go: "string",
            doc: "What the user reads where the rule fails: one line that says what has to hold. \
Needed where the rule has line breaks. `messageExpression` wins over it.",
            default: "failed rule: …",
            snippet: " ${1:what has to hold}",
            order: 2,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MessageExpression,
            name: "messageExpression",
            ty: Ty::String,
            go: "string",
            doc: "A CEL expression that makes the message, with the same variables as the rule; \
it has to be a string. Where it fails, is empty or has line breaks, `message` \
is said. Its cost counts as a rule's does.",
            snippet: " $1",
            order: 3,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::OptionalOldSelf,
            name: "optionalOldSelf",
            ty: Ty::Bool,
            go: "bool",
            doc: "With `true` a rule that names `oldSelf` is checked on creation too, and \
`oldSelf` is an optional: ask `oldSelf.hasValue()`, take `oldSelf.value()`. \
Refused where the rule does not name `oldSelf`.",
            pointer: true,
            values: &[ValueDef::new(
                "true",
                "`oldSelf` is an optional, and the rule runs on creation too.",
                "",
                None,
            )],
            default: "false",
            snippet: " true",
            since: Some(crate::Minor(30)),
            order: 6,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Reason,
            name: "reason",
            ty: Ty::String,
            go: "v1.FieldValueErrorReason",
            doc: "Which kind of error the rule's failure is to clients; the first failing rule \
decides the HTTP status.",
            pointer: true,
            values: &[
                ValueDef::new("FieldValueInvalid", "The value is malformed or out of bounds.", "", None),
                ValueDef::new(
                    "FieldValueForbidden",
                    "The value may be right, but is not permitted here or now.",
                    "",
                    None,
                ),
                ValueDef::new("FieldValueRequired", "Something that has to be there is not.", "", None),
                ValueDef::new("FieldValueDuplicate", "Something that has to be unique is not.", "", None),
            ],
            default: "FieldValueInvalid",
            order: 4,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Rule,
            name: "rule",
            ty: Ty::String,
            go: "string",
            doc: "A CEL expression that has to be true. `self` is the value at this place of the \
schema, `oldSelf` the one before an update; a rule that names `oldSelf` is \
checked on updates only. The API server estimates its cost from `maxItems`, \
`maxLength` and `maxProperties` around it and refuses a rule above 10,000,000. \
Fields that may be absent are asked for with `has(self.field)`; names that CEL \
has no spelling for are escaped, as `self.foo__dash__bar`.",
            required: true,
            snippet: " $1",
            order: 1,
            ..FieldDef::NONE
        },
    ],
    heads: &[
        head("fieldPath"),
        head("message"),
        head("messageExpression"),
        head("optionalOldSelf"),
        head("reason"),
        head("rule"),
    ],
    mistakes: &[
        KeyMistake::new("expression", "admission policies call it so; here it is `rule`"),
        KeyMistake::new("validation", "the expression belongs to `rule`"),
    ],
};
