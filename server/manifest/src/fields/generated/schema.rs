//! From `schemas/manifest/schema.toml`. Made by `cargo dev codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::names::Field;
#[allow(unused_imports)]
use crate::fields::types::{Elem, FieldDef, KeyMistake, Ty, TypeDef, ValueDef};

/// `JSONSchemaProps`
pub static JSON_SCHEMA_PROPS: TypeDef = TypeDef {
    name: "JSONSchemaProps",
    go: "v1.JSONSchemaProps",
    doc: "A schema: the values that are allowed. A subset of OpenAPI v3, with extensions \
of Kubernetes.",
    fields: &[
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "Not supported: write the schema that it refers to in its place.",
            pointer: true,
            refused: true,
            order: 94,
            ..FieldDef::of(Field::DollarRef)
        },
        FieldDef {
            ty: Ty::String,
            go: "v1.JSONSchemaURL",
            doc: "Not supported: the dialect is always OpenAPI v3's.",
            refused: true,
            order: 95,
            ..FieldDef::of(Field::DollarSchema)
        },
        FieldDef {
            ty: Ty::SchemaOrBool,
            go: "v1.JSONSchemaPropsOrBool",
            doc: "Not supported: a list has one schema for all its items, `items`.",
            pointer: true,
            refused: true,
            order: 90,
            ..FieldDef::of(Field::AdditionalItems)
        },
        FieldDef {
            ty: Ty::SchemaOrBool,
            go: "v1.JSONSchemaPropsOrBool",
            doc: "Makes an object a map: the schema of its values, whatever their keys. `true` \
allows any value. It cannot be combined with `properties`, nor used at the \
root. Bound the number of entries with `maxProperties`. Below this keyword the \
API server does not report unknown keywords.",
            pointer: true,
            structural_only: true,
            only_for: &["object"],
            snippet: "\n  type: ${1:string}",
            order: 6,
            ..FieldDef::of(Field::AdditionalProperties)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "[]v1.JSONSchemaProps",
            doc: "Schemas that must all hold, in addition to this one. They can only validate, \
not declare: no `type`, `default`, `description`.",
            snippet: "\n  - $1",
            order: 30,
            ..FieldDef::of(Field::AllOf)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "[]v1.JSONSchemaProps",
            doc: "Schemas of which at least one must hold. They can only validate, not declare: \
no `type`, `default`, `description`.",
            snippet: "\n  - $1",
            order: 31,
            ..FieldDef::of(Field::AnyOf)
        },
        FieldDef {
            ty: Ty::Json,
            go: "v1.JSON",
            doc: "The value of a field that is absent, set on requests and when an object is read \
from storage. It must be valid against the schema and have no unknown fields. \
It applies only if the parent object is present: give that a default of `{}`. \
Not allowed in the root's `metadata`.",
            pointer: true,
            structural_only: true,
            order: 8,
            ..FieldDef::of(Field::Default)
        },
        FieldDef {
            ty: Ty::Map(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "v1.JSONSchemaDefinitions",
            doc: "Not supported: nothing can refer to them. Write each schema where it is used.",
            refused: true,
            order: 93,
            ..FieldDef::of(Field::Definitions)
        },
        FieldDef {
            ty: Ty::Map(&Elem { ty: Ty::SchemaOrStrings, go: "v1.JSONSchemaPropsOrStringArray" }),
            go: "v1.JSONSchemaDependencies",
            doc: "Not supported. Write it as a rule: `!has(self.a) || has(self.b)`.",
            refused: true,
            order: 92,
            ..FieldDef::of(Field::Dependencies)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "What the value is for. `kubectl explain` shows it, and so do editors; the API \
server does not use it otherwise.",
            structural_only: true,
            order: 4,
            ..FieldDef::of(Field::Description)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::Json, go: "v1.JSON" }),
            go: "[]v1.JSON",
            doc: "The values that are allowed. They must be of the schema's type: `- 1` does not \
allow the string `\"1\"`, and YAML reads a plain `yes` or `on` as a boolean. \
With `nullable`, null must be in the list too. Removing a value later breaks \
objects in storage.",
            snippet: "\n  - $1",
            order: 7,
            ..FieldDef::of(Field::Enum)
        },
        FieldDef {
            ty: Ty::Json,
            go: "v1.JSON",
            doc: "An example value, for documentation. It is not validated.",
            pointer: true,
            order: 44,
            ..FieldDef::of(Field::Example)
        },
        FieldDef {
            ty: Ty::Bool,
            go: "bool",
            doc: "Whether `maximum` itself is not allowed. It is a boolean, as in draft 4 of JSON \
Schema, not the bound.",
            only_for: &["integer", "number"],
            values: &[ValueDef::new("true", "The number must be below `maximum`.", "", None)],
            default: "false",
            snippet: " true",
            order: 40,
            ..FieldDef::of(Field::ExclusiveMaximum)
        },
        FieldDef {
            ty: Ty::Bool,
            go: "bool",
            doc: "Whether `minimum` itself is not allowed. It is a boolean, as in draft 4 of JSON \
Schema, not the bound.",
            only_for: &["integer", "number"],
            values: &[ValueDef::new("true", "The number must be above `minimum`.", "", None)],
            default: "false",
            snippet: " true",
            order: 41,
            ..FieldDef::of(Field::ExclusiveMinimum)
        },
        FieldDef {
            ty: Ty::Object(&EXTERNAL_DOCUMENTATION),
            go: "v1.ExternalDocumentation",
            doc: "A link to more documentation.",
            pointer: true,
            snippet: "\n  url: $1",
            order: 45,
            ..FieldDef::of(Field::ExternalDocs)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The format of a string or number. A format that the API server does not know is \
not checked; since 1.34 the server warns. CEL sees `date` and `date-time` as \
timestamps, `duration` as a duration, `byte` as bytes.",
            only_for: &["string", "integer", "number"],
            values: &[
                ValueDef::new(
                    "date-time",
                    "An RFC 3339 timestamp: `2006-01-02T15:04:05Z`. A timestamp in CEL.",
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
                    "A DNS label: up to 63 of `a-z`, `0-9` and `-`, not starting or ending with a \
dash.",
                    "string",
                    Some(crdls_minors::Minor(35)),
                ),
                ValueDef::new(
                    "k8s-long-name",
                    "Names of that kind with dots between them, up to 253 in all.",
                    "string",
                    Some(crdls_minors::Minor(35)),
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
            ..FieldDef::of(Field::Format)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "Not supported: leave it out.",
            refused: true,
            order: 96,
            ..FieldDef::of(Field::Id)
        },
        FieldDef {
            ty: Ty::SchemaOrArray,
            go: "v1.JSONSchemaPropsOrArray",
            doc: "The schema of every item of a list; `type: array` needs it. A list of schemas, \
one for each index, is not allowed. Below this keyword the API server does not \
report unknown keywords: a mistyped one is silently dropped.",
            pointer: true,
            only_for: &["array"],
            snippet: "\n  type: ${1:string}",
            order: 5,
            ..FieldDef::of(Field::Items)
        },
        FieldDef {
            ty: Ty::Int64,
            go: "int64",
            doc: "The maximum number of items. The cost of CEL rules at and below the items \
depends on it: without it, the estimate assumes as many as fit into a request.",
            pointer: true,
            only_for: &["array"],
            order: 16,
            ..FieldDef::of(Field::MaxItems)
        },
        FieldDef {
            ty: Ty::Int64,
            go: "int64",
            doc: "The maximum number of characters. The cost of CEL rules on the string depends \
on it: without it, the estimate assumes as many as fit into a request of 3 MiB.",
            pointer: true,
            only_for: &["string"],
            order: 12,
            ..FieldDef::of(Field::MaxLength)
        },
        FieldDef {
            ty: Ty::Int64,
            go: "int64",
            doc: "The maximum number of entries. On a map it bounds the cost of CEL rules at and \
below its values.",
            pointer: true,
            only_for: &["object"],
            order: 18,
            ..FieldDef::of(Field::MaxProperties)
        },
        FieldDef {
            ty: Ty::Float64,
            go: "float64",
            doc: "The greatest number allowed; with `exclusiveMaximum: true` the number must be \
below it.",
            pointer: true,
            only_for: &["integer", "number"],
            order: 14,
            ..FieldDef::of(Field::Maximum)
        },
        FieldDef {
            ty: Ty::Int64,
            go: "int64",
            doc: "The minimum number of items.",
            pointer: true,
            only_for: &["array"],
            order: 17,
            ..FieldDef::of(Field::MinItems)
        },
        FieldDef {
            ty: Ty::Int64,
            go: "int64",
            doc: "The minimum number of characters. `minLength: 1` rejects the empty string.",
            pointer: true,
            only_for: &["string"],
            order: 13,
            ..FieldDef::of(Field::MinLength)
        },
        FieldDef {
            ty: Ty::Int64,
            go: "int64",
            doc: "The minimum number of entries. Together with `maxProperties: 1` it allows \
exactly one field.",
            pointer: true,
            only_for: &["object"],
            order: 19,
            ..FieldDef::of(Field::MinProperties)
        },
        FieldDef {
            ty: Ty::Float64,
            go: "float64",
            doc: "The least number allowed; with `exclusiveMinimum: true` the number must be \
above it.",
            pointer: true,
            only_for: &["integer", "number"],
            order: 15,
            ..FieldDef::of(Field::Minimum)
        },
        FieldDef {
            ty: Ty::Float64,
            go: "float64",
            doc: "The number must be a multiple of this one, which is above 0.",
            pointer: true,
            only_for: &["integer", "number"],
            order: 42,
            ..FieldDef::of(Field::MultipleOf)
        },
        FieldDef {
            ty: Ty::Object(&JSON_SCHEMA_PROPS),
            go: "v1.JSONSchemaProps",
            doc: "A schema that must not hold. It can only validate, not declare.",
            pointer: true,
            snippet: "\n  $1",
            order: 33,
            ..FieldDef::of(Field::Not)
        },
        FieldDef {
            ty: Ty::Bool,
            go: "bool",
            doc: "Whether null is allowed. Without it a null field is dropped, or set to its \
default, and a null item of a list is an error. Not allowed at the root, nor on \
items and keys of lists that are sets or maps.",
            structural_only: true,
            values: &[ValueDef::new("true", "Null is a value.", "", None)],
            default: "false",
            snippet: " true",
            order: 9,
            ..FieldDef::of(Field::Nullable)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "[]v1.JSONSchemaProps",
            doc: "Schemas of which exactly one must hold, usually `required: [a]` and `required: \
[b]`. Its error does not name the field; a CEL rule can.",
            snippet: "\n  - required: [$1]\n  - required: [$2]",
            order: 32,
            ..FieldDef::of(Field::OneOf)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "A regular expression that must match somewhere in the string: anchor it with \
`^` and `$`. The syntax is Go's RE2, without lookahead and backreferences; \
`\\d` and `\\w` are ASCII. Put it into single quotes.",
            only_for: &["string"],
            snippet: " '^$1'",
            order: 11,
            ..FieldDef::of(Field::Pattern)
        },
        FieldDef {
            ty: Ty::Map(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "map[string]v1.JSONSchemaProps",
            doc: "Not supported. For a map use `additionalProperties`, with a rule on its keys: \
`self.all(key, key.matches('^[a-z]+$'))`.",
            refused: true,
            order: 91,
            ..FieldDef::of(Field::PatternProperties)
        },
        FieldDef {
            ty: Ty::Map(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "map[string]v1.JSONSchemaProps",
            doc: "The fields of an object, each with its schema. A field that is not named here \
is dropped when the object is written, unless \
`x-kubernetes-preserve-unknown-fields` is true. It cannot be combined with \
`additionalProperties`. Inside `allOf`, `anyOf`, `oneOf` and `not` it can only \
check fields that are also named outside.",
            only_for: &["object"],
            snippet: "\n  ${1:name}:\n    type: ${2:string}",
            order: 2,
            ..FieldDef::of(Field::Properties)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "The fields that an object must have. A field with a `default` is never missing, \
so naming it here has no effect. Do not add a field that a later version \
introduces: objects in storage do not have it.",
            only_for: &["object"],
            snippet: "\n  - $1",
            order: 3,
            ..FieldDef::of(Field::Required)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "A short name for the value. Documentation shows it; the API server does not use \
it.",
            structural_only: true,
            order: 43,
            ..FieldDef::of(Field::Title)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The JSON type of the value. Every field, item and additional property needs \
one, except where `x-kubernetes-int-or-string` or \
`x-kubernetes-preserve-unknown-fields` is true. Inside `allOf`, `anyOf`, \
`oneOf` and `not` it is not allowed, except in the pattern that goes with \
int-or-string.",
            structural_only: true,
            values: &[
                ValueDef::new(
                    "object",
                    "Fields with names, in `properties`, or a map, in `additionalProperties`.",
                    "",
                    None,
                ),
                ValueDef::new("array", "A list; `items` is the schema of its items.", "", None),
                ValueDef::new("string", "Text. `maxLength` bounds the cost of rules on it.", "", None),
                ValueDef::new("integer", "A whole number of 64 bits.", "", None),
                ValueDef::new("number", "Any number; whole ones are kept as such.", "", None),
                ValueDef::new("boolean", "`true` or `false`.", "", None),
            ],
            snippet: " ${1|object,array,string,integer,number,boolean|}",
            order: 1,
            ..FieldDef::of(Field::Type)
        },
        FieldDef {
            ty: Ty::Bool,
            go: "bool",
            doc: "Must not be true: finding equal items takes too long. For unique items use \
`x-kubernetes-list-type` `set` or `map`.",
            only_for: &["array"],
            values: &[ValueDef::new("false", "Items may be equal; the same as leaving it out.", "", None)],
            default: "false",
            order: 80,
            ..FieldDef::of(Field::UniqueItems)
        },
        FieldDef {
            ty: Ty::Bool,
            go: "bool",
            doc: "`true` means that the value is a complete Kubernetes object: `apiVersion` and \
`kind` are then required, and `metadata` is checked. It needs `type: object`, \
and `properties` or `x-kubernetes-preserve-unknown-fields: true`. In CEL, \
`self.metadata.name` is available.",
            structural_only: true,
            only_for: &["object"],
            values: &[ValueDef::new("true", "A complete Kubernetes object.", "", None)],
            default: "false",
            snippet: " true",
            order: 26,
            ..FieldDef::of(Field::XEmbeddedResource)
        },
        FieldDef {
            ty: Ty::Bool,
            go: "bool",
            doc: "`true` allows an integer or a string, as for ports and quantities. `type` must \
then be absent; an `anyOf` of integer and string is allowed next to it. In CEL, \
test `type(self) == int`.",
            structural_only: true,
            values: &[ValueDef::new("true", "An integer or a string.", "", None)],
            default: "false",
            snippet: " true",
            order: 25,
            ..FieldDef::of(Field::XIntOrString)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "The fields that together identify an item in a list of type `map`. Each must be \
a scalar property of the item, not nullable, and required or with a default.",
            structural_only: true,
            only_for: &["array"],
            snippet: "\n  - ${1:name}",
            order: 22,
            ..FieldDef::of(Field::XListMapKeys)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "How server-side apply merges a list, and what makes its items unique. CEL rules \
with `oldSelf` below the items need `map`. Only for `type: array`.",
            pointer: true,
            structural_only: true,
            only_for: &["array"],
            values: &[
                ValueDef::new(
                    "atomic",
                    "The list is one value: whoever applies it owns all of it.",
                    "",
                    None,
                ),
                ValueDef::new(
                    "set",
                    "Each item occurs once; items are scalars, atomic lists or atomic objects, and \
each has its own owner.",
                    "",
                    None,
                ),
                ValueDef::new(
                    "map",
                    "Items are objects identified by `x-kubernetes-list-map-keys`, merged one by one.",
                    "",
                    None,
                ),
            ],
            default: "atomic",
            snippet: " ${1|map,set,atomic|}",
            order: 21,
            ..FieldDef::of(Field::XListType)
        },
        FieldDef {
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
                    "The object is one value: whoever applies it owns all of it. Needed for the \
items of a set.",
                    "",
                    None,
                ),
            ],
            default: "granular",
            order: 23,
            ..FieldDef::of(Field::XMapType)
        },
        FieldDef {
            ty: Ty::Bool,
            go: "bool",
            doc: "`true` keeps fields that the schema does not name, here and below, up to the \
next `properties` or `additionalProperties`. Their values are not validated, \
and CEL cannot see them. `false` is not allowed: leave it out.",
            pointer: true,
            structural_only: true,
            only_for: &["object"],
            values: &[ValueDef::new("true", "Fields that are not named are kept.", "", None)],
            snippet: " true",
            order: 24,
            ..FieldDef::of(Field::XPreserveUnknownFields)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::Object(&VALIDATION_RULE), go: "v1.ValidationRule" }),
            go: "v1.ValidationRules",
            doc: "CEL rules about this value, `self`, and on updates about the previous one, \
`oldSelf`. Use them for what a keyword cannot express: conditions on two \
fields, immutable fields, a choice. They are not allowed inside `allOf`, \
`anyOf`, `oneOf` and `not`.",
            structural_only: true,
            snippet: "\n  - rule: $1\n    message: ${2:describe the requirement}",
            order: 20,
            ..FieldDef::of(Field::XValidations)
        },
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
        KeyMistake::new("deprecated", "CRDs support `deprecated` only on versions; say so in `description`"),
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
            "not supported in CRDs; use the `status` subresource for fields that users must \
not write",
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
            "not supported in CRDs; write a rule in `x-kubernetes-validations`",
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
            ty: Ty::String,
            go: "string",
            doc: "What the page is about.",
            order: 2,
            ..FieldDef::of(Field::Description)
        },
        FieldDef { ty: Ty::String, go: "string", doc: "The address.", order: 1, ..FieldDef::of(Field::Url) },
    ],
    mistakes: &[],
};
