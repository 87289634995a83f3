//! From `schemas/manifest/schema.toml`. Made by `cargo xtask codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::{Elem, FieldDef, KeyMistake, Ty, TypeDef, ValueDef, head};

/// `JSONSchemaProps`
pub static JSON_SCHEMA_PROPS: TypeDef = TypeDef {
    name: "JSONSchemaProps",
    go: "v1.JSONSchemaProps",
    doc: "A schema: what a value may be. A subset of OpenAPI v3, with extensions of \
Kubernetes' own.",
    fields: &[
        FieldDef {
            id: Field::DollarRef,
            name: "$ref",
            ty: Ty::String,
            go: "string",
            doc: "Not supported: write the schema that it refers to in its place.",
            pointer: true,
            refused: true,
            order: 94,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::DollarSchema,
            name: "$schema",
            ty: Ty::String,
            go: "v1.JSONSchemaURL",
            doc: "Not supported: the dialect is always OpenAPI v3's.",
            refused: true,
            order: 95,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::AdditionalItems,
            name: "additionalItems",
            ty: Ty::SchemaOrBool,
            go: "v1.JSONSchemaPropsOrBool",
            doc: "Not supported: a list has one schema for all its items, `items`.",
            pointer: true,
            refused: true,
            order: 90,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::AdditionalProperties,
            name: "additionalProperties",
            ty: Ty::SchemaOrBool,
            go: "v1.JSONSchemaPropsOrBool",
            doc: "Makes an object a map: the schema of its values, whatever their keys. `true` \
takes any value. It cannot stand beside `properties`, nor at the root. Bound \
the number of entries with `maxProperties`. Below this keyword the API server \
does not report unknown keywords.",
            pointer: true,
            structural_only: true,
            only_for: &["object"],
            snippet: "\n  type: ${1:string}",
            order: 6,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::AllOf,
            name: "allOf",
            ty: Ty::List(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "[]v1.JSONSchemaProps",
            doc: "Schemas that all have to hold, beside this one. They may check and not declare: \
no `type`, `default`, `description`.",
            snippet: "\n  - $1",
            order: 30,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::AnyOf,
            name: "anyOf",
            ty: Ty::List(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "[]v1.JSONSchemaProps",
            doc: "Schemas of which at least one has to hold. They may check and not declare: no \
`type`, `default`, `description`.",
            snippet: "\n  - $1",
            order: 31,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Default,
            name: "default",
            ty: Ty::Json,
            go: "v1.JSON",
            doc: "What an absent field is set to: on requests, and when an object is read from \
storage. It has to fit the schema with nothing left over to drop. It takes \
effect only where the object around it is there: give that a default of `{}`. \
Not allowed in the root's `metadata`.",
            pointer: true,
            structural_only: true,
            order: 8,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Definitions,
            name: "definitions",
            ty: Ty::Map(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "v1.JSONSchemaDefinitions",
            doc: "Not supported: nothing can refer to them. Write each schema where it is used.",
            refused: true,
            order: 93,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Dependencies,
            name: "dependencies",
            ty: Ty::Map(&Elem { ty: Ty::SchemaOrStrings, go: "v1.JSONSchemaPropsOrStringArray" }),
            go: "v1.JSONSchemaDependencies",
            doc: "Not supported. Say it as a rule: `!has(self.a) || has(self.b)`.",
            refused: true,
            order: 92,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Description,
            name: "description",
            ty: Ty::String,
            go: "string",
            doc: "What the value is for. `kubectl explain` shows it, and so do editors; the API \
server makes nothing else of it.",
            structural_only: true,
            order: 4,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Enum,
            name: "enum",
            ty: Ty::List(&Elem { ty: Ty::Json, go: "v1.JSON" }),
            go: "[]v1.JSON",
            doc: "The values that are allowed. They have to be of the schema's type: `- 1` does \
not allow the string `\"1\"`, and YAML reads a plain `yes` or `on` as a \
boolean. With `nullable`, null has to be in the list too. Removing a value \
later breaks objects in storage.",
            snippet: "\n  - $1",
            order: 7,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Example,
            name: "example",
            ty: Ty::Json,
            go: "v1.JSON",
            doc: "A value as it could be, for documentation. Nothing checks it.",
            pointer: true,
            order: 44,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::ExclusiveMaximum,
            name: "exclusiveMaximum",
            ty: Ty::Bool,
            go: "bool",
            doc: "Whether `maximum` itself is not allowed. It is a boolean, as in draft 4 of JSON \
Schema, not the bound.",
            only_for: &["integer", "number"],
            values: &[ValueDef::new("true", "The number must be below `maximum`.", "", None)],
            default: "false",
            snippet: " true",
            order: 40,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::ExclusiveMinimum,
            name: "exclusiveMinimum",
            ty: Ty::Bool,
            go: "bool",
            doc: "Whether `minimum` itself is not allowed. It is a boolean, as in draft 4 of JSON \
Schema, not the bound.",
            only_for: &["integer", "number"],
            values: &[ValueDef::new("true", "The number must be above `minimum`.", "", None)],
            default: "false",
            snippet: " true",
            order: 41,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::ExternalDocs,
            name: "externalDocs",
            ty: Ty::Object(&EXTERNAL_DOCUMENTATION),
            go: "v1.ExternalDocumentation",
            doc: "A link to more documentation.",
            pointer: true,
            snippet: "\n  url: $1",
            order: 45,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Format,
            name: "format",
            ty: Ty::String,
            go: "string",
            doc: "What a string or number looks like inside. One that the API server does not \
know is not checked; since 1.34 it warns. CEL sees `date` and `date-time` as \
timestamps, `duration` as a duration, `byte` as bytes.",
            only_for: &["string", "integer", "number"],
            values: &[
                ValueDef::new(
                    "date-time",
                    "A point in time as RFC 3339 has it: `2006-01-02T15:04:05Z`. A timestamp in CEL.",
                    "string",
                    None,
                ),
                ValueDef::new("date", "A day: `2006-01-02`. A timestamp in CEL.", "string", None),
                ValueDef::new(
                    "duration",
                    "A span of time as Go writes it: `1h30m`, `10s`. A duration in CEL.",
                    "string",
                    None,
                ),
                ValueDef::new("byte", "Base64 text. Bytes in CEL.", "string", None),
                ValueDef::new("uri", "An absolute URL or a path that begins with a slash.", "string", None),
                ValueDef::new("email", "An address, also with a name: `A B <a@b.org>`.", "string", None),
                ValueDef::new("hostname", "A host name of labels with dots between them.", "string", None),
                ValueDef::new("ipv4", "An IPv4 address.", "string", None),
                ValueDef::new("ipv6", "An IPv6 address.", "string", None),
                ValueDef::new("cidr", "An IP network: `10.0.0.0/8`.", "string", None),
                ValueDef::new("mac", "A hardware address: `00:00:5e:00:53:01`.", "string", None),
                ValueDef::new("uuid", "A UUID, its dashes optional.", "string", None),
                ValueDef::new("uuid3", "A UUID of version 3.", "string", None),
                ValueDef::new("uuid4", "A UUID of version 4.", "string", None),
                ValueDef::new("uuid5", "A UUID of version 5.", "string", None),
                ValueDef::new(
                    "k8s-short-name",
                    "A name as most objects have: up to 63 of `a-z`, `0-9` and `-`, no dash at the \
ends. Not checked before 1.34.",
                    "string",
                    Some(crate::Minor(34)),
                ),
                ValueDef::new(
                    "k8s-long-name",
                    "Names of that kind with dots between them, up to 253 in all. Not checked before \
1.34.",
                    "string",
                    Some(crate::Minor(34)),
                ),
                ValueDef::new("password", "Any string; a hint not to show it.", "string", None),
                ValueDef::new("bsonobjectid", "24 hexadecimal digits.", "string", None),
                ValueDef::new("isbn", "An ISBN of 10 or 13 digits.", "string", None),
                ValueDef::new("isbn10", "An ISBN of 10 digits.", "string", None),
                ValueDef::new("isbn13", "An ISBN of 13 digits.", "string", None),
                ValueDef::new("creditcard", "The number of a credit card.", "string", None),
                ValueDef::new("ssn", "A social security number of the USA.", "string", None),
                ValueDef::new("hexcolor", "A colour: `#ffffff`, `#fff`.", "string", None),
                ValueDef::new("rgbcolor", "A colour: `rgb(255,255,255)`.", "string", None),
                ValueDef::new("datetime", "Checked as `date-time`, but a string in CEL.", "string", None),
                ValueDef::new("int32", "A whole number of 32 bits.", "integer", None),
                ValueDef::new("int64", "A whole number of 64 bits.", "integer", None),
                ValueDef::new("float", "A number of single precision.", "number", None),
                ValueDef::new("double", "A number of double precision.", "number", None),
            ],
            order: 10,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Id,
            name: "id",
            ty: Ty::String,
            go: "string",
            doc: "Not supported: leave it out.",
            refused: true,
            order: 96,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Items,
            name: "items",
            ty: Ty::SchemaOrArray,
            go: "v1.JSONSchemaPropsOrArray",
            doc: "The schema of every item of a list; `type: array` needs it. A list of schemas, \
one for each place, is refused. Below this keyword the API server does not \
report unknown keywords: a mistyped one is dropped in silence.",
            pointer: true,
            only_for: &["array"],
            snippet: "\n  type: ${1:string}",
            order: 5,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MaxItems,
            name: "maxItems",
            ty: Ty::Int64,
            go: "int64",
            doc: "The most items that a list may have. CEL rules at and below the items cost by \
it: without it they are reckoned with as many items as fit into a request.",
            pointer: true,
            only_for: &["array"],
            order: 16,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MaxLength,
            name: "maxLength",
            ty: Ty::Int64,
            go: "int64",
            doc: "The most characters that a string may have. CEL rules on the string cost by it: \
without it they are reckoned with what fits into a request of 3 MiB.",
            pointer: true,
            only_for: &["string"],
            order: 12,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MaxProperties,
            name: "maxProperties",
            ty: Ty::Int64,
            go: "int64",
            doc: "The most entries that an object may have. On a map it bounds what CEL rules at \
and below its values cost.",
            pointer: true,
            only_for: &["object"],
            order: 18,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Maximum,
            name: "maximum",
            ty: Ty::Float64,
            go: "float64",
            doc: "The greatest number allowed; with `exclusiveMaximum: true` the number must be \
below it.",
            pointer: true,
            only_for: &["integer", "number"],
            order: 14,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MinItems,
            name: "minItems",
            ty: Ty::Int64,
            go: "int64",
            doc: "The fewest items that a list may have.",
            pointer: true,
            only_for: &["array"],
            order: 17,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MinLength,
            name: "minLength",
            ty: Ty::Int64,
            go: "int64",
            doc: "The fewest characters that a string may have. `minLength: 1` refuses the empty \
string.",
            pointer: true,
            only_for: &["string"],
            order: 13,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MinProperties,
            name: "minProperties",
            ty: Ty::Int64,
            go: "int64",
            doc: "The fewest entries that an object may have. Beside `maxProperties: 1` it makes \
a choice of exactly one field.",
            pointer: true,
            only_for: &["object"],
            order: 19,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Minimum,
            name: "minimum",
            ty: Ty::Float64,
            go: "float64",
            doc: "The least number allowed; with `exclusiveMinimum: true` the number must be \
above it.",
            pointer: true,
            only_for: &["integer", "number"],
            order: 15,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MultipleOf,
            name: "multipleOf",
            ty: Ty::Float64,
            go: "float64",
            doc: "The number has to be a multiple of this one, which is above 0.",
            pointer: true,
            only_for: &["integer", "number"],
            order: 42,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Not,
            name: "not",
            ty: Ty::Object(&JSON_SCHEMA_PROPS),
            go: "v1.JSONSchemaProps",
            doc: "A schema that must not hold. It may check and not declare.",
            pointer: true,
            snippet: "\n  $1",
            order: 33,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Nullable,
            name: "nullable",
            ty: Ty::Bool,
            go: "bool",
            doc: "Whether null is a value. Without it a null field is dropped, or set to its \
default, and a null item of a list is an error. Not allowed at the root, nor on \
items and keys of lists that are sets or maps.",
            structural_only: true,
            values: &[ValueDef::new("true", "Null is a value.", "", None)],
            default: "false",
            snippet: " true",
            order: 9,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::OneOf,
            name: "oneOf",
            ty: Ty::List(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "[]v1.JSONSchemaProps",
            doc: "Schemas of which exactly one has to hold, mostly `required: [a]` and `required: \
[b]`. Its error does not say which; a CEL rule can.",
            snippet: "\n  - required: [$1]\n  - required: [$2]",
            order: 32,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Pattern,
            name: "pattern",
            ty: Ty::String,
            go: "string",
            doc: "A regular expression that a string has to match somewhere: anchor it with `^` \
and `$`. The syntax is Go's RE2, without lookahead and backreferences; `\\d` \
and `\\w` are ASCII. Put it into single quotes.",
            only_for: &["string"],
            snippet: " '^$1'",
            order: 11,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::PatternProperties,
            name: "patternProperties",
            ty: Ty::Map(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "map[string]v1.JSONSchemaProps",
            doc: "Not supported. For a map use `additionalProperties`, with a rule on its keys: \
`self.all(key, key.matches('^[a-z]+$'))`.",
            refused: true,
            order: 91,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Properties,
            name: "properties",
            ty: Ty::Map(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "map[string]v1.JSONSchemaProps",
            doc: "The fields of an object, each with its schema. A field that is not named here \
is dropped when the object is written, unless \
`x-kubernetes-preserve-unknown-fields` is true. It cannot stand beside \
`additionalProperties`. Inside `allOf`, `anyOf`, `oneOf` and `not` it may only \
check fields that are named outside too.",
            only_for: &["object"],
            snippet: "\n  ${1:name}:\n    type: ${2:string}",
            order: 2,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Required,
            name: "required",
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "The fields that an object must have. One with a `default` never misses, so that \
naming it here says nothing. A field that comes in a later version must not be \
added: objects in storage do not have it.",
            only_for: &["object"],
            snippet: "\n  - $1",
            order: 3,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Title,
            name: "title",
            ty: Ty::String,
            go: "string",
            doc: "A short name for the value. Documentation shows it; the API server makes \
nothing of it.",
            structural_only: true,
            order: 43,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Type,
            name: "type",
            ty: Ty::String,
            go: "string",
            doc: "The JSON type of the value. Every field, item and additional property needs \
one, save where `x-kubernetes-int-or-string` or \
`x-kubernetes-preserve-unknown-fields` is true. Inside `allOf`, `anyOf`, \
`oneOf` and `not` it is refused, but for the pattern that goes with \
int-or-string.",
            structural_only: true,
            values: &[
                ValueDef::new(
                    "object",
                    "Fields with names, in `properties`, or a map, in `additionalProperties`.",
                    "",
                    None,
                ),
                ValueDef::new("array", "A list; `items` says of what.", "", None),
                ValueDef::new("string", "Text. `maxLength` bounds the cost of rules on it.", "", None),
                ValueDef::new("integer", "A whole number of 64 bits.", "", None),
                ValueDef::new("number", "Any number; whole ones are kept as such.", "", None),
                ValueDef::new("boolean", "`true` or `false`.", "", None),
            ],
            snippet: " ${1|object,array,string,integer,number,boolean|}",
            order: 1,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::UniqueItems,
            name: "uniqueItems",
            ty: Ty::Bool,
            go: "bool",
            doc: "Must not be true: to find equal items takes too long. For unique items use \
`x-kubernetes-list-type` `set` or `map`.",
            only_for: &["array"],
            values: &[ValueDef::new("false", "Items may be equal; the same as leaving it out.", "", None)],
            default: "false",
            order: 80,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::XEmbeddedResource,
            name: "x-kubernetes-embedded-resource",
            ty: Ty::Bool,
            go: "bool",
            doc: "`true` says that the value is a whole Kubernetes object: `apiVersion` and \
`kind` are then required, and `metadata` is checked. It needs `type: object`, \
and `properties` or `x-kubernetes-preserve-unknown-fields: true`. In CEL \
`self.metadata.name` is there.",
            structural_only: true,
            only_for: &["object"],
            values: &[ValueDef::new("true", "A whole Kubernetes object.", "", None)],
            default: "false",
            snippet: " true",
            order: 26,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::XIntOrString,
            name: "x-kubernetes-int-or-string",
            ty: Ty::Bool,
            go: "bool",
            doc: "`true` takes a whole number or a string, as ports and quantities are written. \
`type` must then be absent; an `anyOf` of integer and string may stand beside \
it. In CEL ask `type(self) == int`.",
            structural_only: true,
            values: &[ValueDef::new("true", "A whole number or a string.", "", None)],
            default: "false",
            snippet: " true",
            order: 25,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::XListMapKeys,
            name: "x-kubernetes-list-map-keys",
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "The fields of an item that together make it unique in a list of type `map`. \
Each has to be a scalar property of the item, not nullable, and required or \
with a default.",
            structural_only: true,
            only_for: &["array"],
            snippet: "\n  - ${1:name}",
            order: 22,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::XListType,
            name: "x-kubernetes-list-type",
            ty: Ty::String,
            go: "string",
            doc: "How server-side apply merges a list, and what makes its items unique. CEL rules \
with `oldSelf` below the items need `map`. Only for `type: array`.",
            pointer: true,
            structural_only: true,
            only_for: &["array"],
            values: &[
                ValueDef::new("atomic", "The list is one value: who applies it owns all of it.", "", None),
                ValueDef::new(
                    "set",
                    "Each item once; items are scalars, atomic lists or atomic objects, and each has \
its own owner.",
                    "",
                    None,
                ),
                ValueDef::new(
                    "map",
                    "Items are objects known by `x-kubernetes-list-map-keys`, merged one by one.",
                    "",
                    None,
                ),
            ],
            default: "atomic",
            snippet: " ${1|map,set,atomic|}",
            order: 21,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::XMapType,
            name: "x-kubernetes-map-type",
            ty: Ty::String,
            go: "string",
            doc: "How server-side apply merges an object. Only for `type: object`.",
            pointer: true,
            structural_only: true,
            only_for: &["object"],
            values: &[
                ValueDef::new("granular", "Each field has its own owner.", "", None),
                ValueDef::new(
                    "atomic",
                    "The object is one value: who applies it owns all of it. Needed for the items of \
a set.",
                    "",
                    None,
                ),
            ],
            default: "granular",
            order: 23,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::XPreserveUnknownFields,
            name: "x-kubernetes-preserve-unknown-fields",
            ty: Ty::Bool,
            go: "bool",
            doc: "`true` keeps fields that the schema does not name, here and below, up to the \
next `properties` or `additionalProperties`. Nothing checks what they hold, and \
CEL cannot see them. `false` is refused: leave it out.",
            pointer: true,
            structural_only: true,
            only_for: &["object"],
            values: &[ValueDef::new("true", "Fields that are not named are kept.", "", None)],
            snippet: " true",
            order: 24,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::XValidations,
            name: "x-kubernetes-validations",
            ty: Ty::List(&Elem { ty: Ty::Object(&VALIDATION_RULE), go: "v1.ValidationRule" }),
            go: "v1.ValidationRules",
            doc: "Rules in CEL about the value at this place, `self`, and on updates about what \
it was, `oldSelf`. For what one keyword cannot say: two fields together, what \
must not change, a choice. No place is needed in `allOf` and the like; there it \
is refused.",
            structural_only: true,
            snippet: "\n  - rule: $1\n    message: ${2:what has to hold}",
            order: 20,
            ..FieldDef::NONE
        },
    ],
    heads: &[
        head("$ref"),
        head("$schema"),
        head("additionalItems"),
        head("additionalProperties"),
        head("allOf"),
        head("anyOf"),
        head("default"),
        head("definitions"),
        head("dependencies"),
        head("description"),
        head("enum"),
        head("example"),
        head("exclusiveMaximum"),
        head("exclusiveMinimum"),
        head("externalDocs"),
        head("format"),
        head("id"),
        head("items"),
        head("maxItems"),
        head("maxLength"),
        head("maxProperties"),
        head("maximum"),
        head("minItems"),
        head("minLength"),
        head("minProperties"),
        head("minimum"),
        head("multipleOf"),
        head("not"),
        head("nullable"),
        head("oneOf"),
        head("pattern"),
        head("patternProperties"),
        head("properties"),
        head("required"),
        head("title"),
        head("type"),
        head("uniqueItems"),
        head("x-kubernetes-embedded-resource"),
        head("x-kubernetes-int-or-string"),
        head("x-kubernetes-list-map-keys"),
        head("x-kubernetes-list-type"),
        head("x-kubernetes-map-type"),
        head("x-kubernetes-preserve-unknown-fields"),
        head("x-kubernetes-validations"),
    ],
    mistakes: &[
        KeyMistake::new("$comment", "write a YAML comment"),
        KeyMistake::new("$defs", "nothing can refer to them; write each schema where it is used"),
        KeyMistake::new("$id", "schemas have no identity here; leave it out"),
        KeyMistake::new("const", "write `enum` with the one value"),
        KeyMistake::new("contains", "write a rule in `x-kubernetes-validations`: `self.exists(item, …)`"),
        KeyMistake::new(
            "dependentRequired",
            "write a rule in `x-kubernetes-validations`: `!has(self.a) || has(self.b)`",
        ),
        KeyMistake::new(
            "deprecated",
            "OpenAPI has it for fields, the API server only for whole versions; say it in \
`description`",
        ),
        KeyMistake::new(
            "discriminator",
            "OpenAPI has it, the API server does not; say which fields go together in \
`x-kubernetes-validations`",
        ),
        KeyMistake::new(
            "else",
            "`if`, `then` and `else` do not exist here; write a rule in \
`x-kubernetes-validations`",
        ),
        KeyMistake::new("examples", "the keyword is `example`, with one value"),
        KeyMistake::new(
            "if",
            "`if`, `then` and `else` do not exist here; write a rule in \
`x-kubernetes-validations`",
        ),
        KeyMistake::new("immutable", "write a rule: `x-kubernetes-validations: [{rule: self == oldSelf}]`"),
        KeyMistake::new("openAPIV3Schema", "this is a schema already"),
        KeyMistake::new("optional", "a field is optional unless `required` of the object around it names it"),
        KeyMistake::new("prefixItems", "a list has one schema for all its items, `items`"),
        KeyMistake::new("propertyNames", "write a rule in `x-kubernetes-validations`: `self.all(key, …)`"),
        KeyMistake::new(
            "readOnly",
            "OpenAPI has it, the API server does not; `status` with its subresource is what \
users cannot write",
        ),
        KeyMistake::new(
            "then",
            "`if`, `then` and `else` do not exist here; write a rule in \
`x-kubernetes-validations`",
        ),
        KeyMistake::new("unevaluatedProperties", "fields that `properties` does not name are dropped anyway"),
        KeyMistake::new(
            "writeOnly",
            "OpenAPI has it, the API server does not; keep what must not be read in a Secret",
        ),
        KeyMistake::new(
            "x-kubernetes-group-version-kind",
            "the API server fills it in when it publishes the schema",
        ),
        KeyMistake::new(
            "x-kubernetes-patch-merge-key",
            "custom resources know no strategic merge; use `x-kubernetes-list-map-keys`",
        ),
        KeyMistake::new(
            "x-kubernetes-patch-strategy",
            "custom resources know no strategic merge; use `x-kubernetes-list-type`",
        ),
        KeyMistake::new(
            "x-kubernetes-unions",
            "it never came to custom resources; write a rule in `x-kubernetes-validations`",
        ),
        KeyMistake::new("xml", "OpenAPI has it, the API server does not"),
    ],
};

/// `ExternalDocumentation`
pub static EXTERNAL_DOCUMENTATION: TypeDef = TypeDef {
    name: "ExternalDocumentation",
    go: "v1.ExternalDocumentation",
    doc: "A link to more documentation.",
    fields: &[
        FieldDef {
            id: Field::Description,
            name: "description",
            ty: Ty::String,
            go: "string",
            doc: "What is there.",
            order: 2,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Url,
            name: "url",
            ty: Ty::String,
            go: "string",
            doc: "Where it is.",
            order: 1,
            ..FieldDef::NONE
        },
    ],
    heads: &[head("description"), head("url")],
    mistakes: &[],
};
