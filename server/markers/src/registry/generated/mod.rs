//! From `schemas/markers/markers.toml`. Made by `cargo dev codegen`. Do not edit.

use super::{Applies, Argument, Generator, Marker, On, Reads, Target, Version};
use crate::grammar::ArgumentType;

const OF_MAXIMUM: Marker = Marker {
    name: "kubebuilder:validation:Maximum",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    applies: Applies::Number,
    reads: Some((Reads::Float, Version::new(23, 0))),
    arguments: &[Argument { value: ArgumentType::Number, ..Argument::NONE }],
    anonymous: true,
    schema: "maximum",
    doc: "The largest number that is accepted. It writes `maximum`. On an integer it must be a whole number.",
    example: "kubebuilder:validation:Maximum=100",
    ..Marker::NONE
};
const OF_MINIMUM: Marker = Marker {
    name: "kubebuilder:validation:Minimum",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    applies: Applies::Number,
    reads: Some((Reads::Float, Version::new(23, 0))),
    arguments: &[Argument { value: ArgumentType::Number, ..Argument::NONE }],
    anonymous: true,
    schema: "minimum",
    doc: "The smallest number that is accepted. It writes `minimum`. On an integer it must be a whole number.",
    example: "kubebuilder:validation:Minimum=1",
    ..Marker::NONE
};
const OF_EXCLUSIVEMAXIMUM: Marker = Marker {
    name: "kubebuilder:validation:ExclusiveMaximum",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    applies: Applies::Number,
    arguments: &[Argument { value: ArgumentType::Bool, ..Argument::NONE }],
    anonymous: true,
    schema: "exclusiveMaximum",
    doc: "Whether `Maximum` itself is rejected too. It writes `exclusiveMaximum` and has no effect without `Maximum`.",
    example: "kubebuilder:validation:ExclusiveMaximum=true",
    ..Marker::NONE
};
const OF_EXCLUSIVEMINIMUM: Marker = Marker {
    name: "kubebuilder:validation:ExclusiveMinimum",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    applies: Applies::Number,
    arguments: &[Argument { value: ArgumentType::Bool, ..Argument::NONE }],
    anonymous: true,
    schema: "exclusiveMinimum",
    doc: "Whether `Minimum` itself is rejected too. It writes `exclusiveMinimum` and has no effect without `Minimum`.",
    example: "kubebuilder:validation:ExclusiveMinimum=true",
    ..Marker::NONE
};
const OF_MULTIPLEOF: Marker = Marker {
    name: "kubebuilder:validation:MultipleOf",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    applies: Applies::Number,
    arguments: &[Argument { value: ArgumentType::Number, ..Argument::NONE }],
    anonymous: true,
    schema: "multipleOf",
    doc: "The number must be a multiple of this one. It writes `multipleOf`.",
    example: "kubebuilder:validation:MultipleOf=5",
    ..Marker::NONE
};
const OF_MINPROPERTIES: Marker = Marker {
    name: "kubebuilder:validation:MinProperties",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    applies: Applies::Object,
    arguments: &[Argument { value: ArgumentType::Int, ..Argument::NONE }],
    anonymous: true,
    schema: "minProperties",
    doc: "The smallest number of keys that an object or map may have. It writes `minProperties`.",
    example: "kubebuilder:validation:MinProperties=1",
    ..Marker::NONE
};
const OF_MAXPROPERTIES: Marker = Marker {
    name: "kubebuilder:validation:MaxProperties",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    applies: Applies::Object,
    arguments: &[Argument { value: ArgumentType::Int, ..Argument::NONE }],
    anonymous: true,
    schema: "maxProperties",
    doc: "The largest number of keys that an object or map may have. It writes `maxProperties`. On a map it bounds the estimated cost of CEL rules below.",
    example: "kubebuilder:validation:MaxProperties=16",
    ..Marker::NONE
};
const OF_MAXLENGTH: Marker = Marker {
    name: "kubebuilder:validation:MaxLength",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    applies: Applies::String,
    arguments: &[Argument { value: ArgumentType::Int, ..Argument::NONE }],
    anonymous: true,
    schema: "maxLength",
    doc: "The largest number of characters that a string may have. It writes `maxLength` and bounds the estimated cost of CEL rules on the string.",
    example: "kubebuilder:validation:MaxLength=63",
    ..Marker::NONE
};
const OF_MINLENGTH: Marker = Marker {
    name: "kubebuilder:validation:MinLength",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    applies: Applies::String,
    arguments: &[Argument { value: ArgumentType::Int, ..Argument::NONE }],
    anonymous: true,
    schema: "minLength",
    doc: "The smallest number of characters that a string may have. It writes `minLength`; 1 rejects the empty string.",
    example: "kubebuilder:validation:MinLength=1",
    ..Marker::NONE
};
const OF_PATTERN: Marker = Marker {
    name: "kubebuilder:validation:Pattern",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    applies: Applies::String,
    arguments: &[Argument { value: ArgumentType::String, ..Argument::NONE }],
    anonymous: true,
    schema: "pattern",
    doc: "A regular expression of Go's syntax that must match somewhere in the string; `^` and `$` tie it to the ends. It writes `pattern`. Backquotes keep commas, braces and backslashes as they are.",
    example: "kubebuilder:validation:Pattern=`^[a-z]{2,8}$`",
    ..Marker::NONE
};
const OF_MAXITEMS: Marker = Marker {
    name: "kubebuilder:validation:MaxItems",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    applies: Applies::Array,
    reads: Some((Reads::Int, Version::new(23, 0))),
    arguments: &[Argument { value: ArgumentType::Int, ..Argument::NONE }],
    anonymous: true,
    schema: "maxItems",
    doc: "The largest number of items that a list may have. It writes `maxItems` and bounds the estimated cost of CEL rules on the list and on what is below.",
    example: "kubebuilder:validation:MaxItems=16",
    ..Marker::NONE
};
const OF_MINITEMS: Marker = Marker {
    name: "kubebuilder:validation:MinItems",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    applies: Applies::Array,
    arguments: &[Argument { value: ArgumentType::Int, ..Argument::NONE }],
    anonymous: true,
    schema: "minItems",
    doc: "The smallest number of items that a list may have. It writes `minItems`.",
    example: "kubebuilder:validation:MinItems=1",
    ..Marker::NONE
};
const OF_UNIQUEITEMS: Marker = Marker {
    name: "kubebuilder:validation:UniqueItems",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    applies: Applies::Array,
    arguments: &[Argument { value: ArgumentType::Bool, ..Argument::NONE }],
    anonymous: true,
    schema: "uniqueItems",
    instead: "listType",
    doc: "Writes `uniqueItems`. The API server rejects a CRD where it is true; `+listType=set` makes the items unique instead.",
    example: "listType=set",
    ..Marker::NONE
};
const OF_ENUM: Marker = Marker {
    name: "kubebuilder:validation:Enum",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    arguments: &[Argument { value: ArgumentType::AnyList, ..Argument::NONE }],
    anonymous: true,
    schema: "enum",
    doc: "The values that are accepted, with semicolons between them. It writes `enum`. On a list it belongs to the list itself; its items have `items:Enum`.",
    example: "kubebuilder:validation:Enum=Small;Medium;Large",
    ..Marker::NONE
};
const OF_FORMAT: Marker = Marker {
    name: "kubebuilder:validation:Format",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    arguments: &[Argument { value: ArgumentType::String, ..Argument::NONE }],
    anonymous: true,
    schema: "format",
    doc: "The format of the value, such as `date-time`, `duration`, `ipv4`, `uri` or `int64`. It writes `format`. The API server ignores a format that it does not know.",
    example: "kubebuilder:validation:Format=date-time",
    ..Marker::NONE
};
const OF_TYPE: Marker = Marker {
    name: "kubebuilder:validation:Type",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    arguments: &[Argument {
        value: ArgumentType::String,
        values: &["string", "integer", "number", "boolean", "array", "object"],
        ..Argument::NONE
    }],
    anonymous: true,
    schema: "type",
    doc: "The type in the schema, in place of the one that follows from Go. It writes `type` and comes before other markers. A type with its own `MarshalJSON` needs it.",
    example: "kubebuilder:validation:Type=string",
    ..Marker::NONE
};
const OF_XPRESERVEUNKNOWNFIELDS: Marker = Marker {
    name: "kubebuilder:validation:XPreserveUnknownFields",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    schema: "x-kubernetes-preserve-unknown-fields",
    instead: "kubebuilder:pruning:PreserveUnknownFields",
    doc: "The API server keeps fields of this object that its schema does not have. It writes `x-kubernetes-preserve-unknown-fields: true`. The name `kubebuilder:pruning:PreserveUnknownFields` is preferred.",
    example: "kubebuilder:pruning:PreserveUnknownFields",
    ..Marker::NONE
};
const OF_XEMBEDDEDRESOURCE: Marker = Marker {
    name: "kubebuilder:validation:XEmbeddedResource",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    schema: "x-kubernetes-embedded-resource",
    doc: "The value is an object of its own, with `apiVersion`, `kind` and `metadata`, which the API server validates. It writes `x-kubernetes-embedded-resource: true`.",
    example: "kubebuilder:validation:XEmbeddedResource",
    ..Marker::NONE
};
const OF_XINTORSTRING: Marker = Marker {
    name: "kubebuilder:validation:XIntOrString",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    schema: "x-kubernetes-int-or-string",
    doc: "The value is an integer or a string. It writes `x-kubernetes-int-or-string: true`. A field of type `intstr.IntOrString` needs it before `Pattern` or `MaxLength`.",
    example: "kubebuilder:validation:XIntOrString",
    ..Marker::NONE
};
const OF_XVALIDATION: Marker = Marker {
    name: "kubebuilder:validation:XValidation",
    on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
    arguments: &[
        Argument {
            value: ArgumentType::String,
            name: "rule",
            doc: "The CEL expression. In double quotes, `\"` inside of it is written `\\\"`; in backquotes nothing is escaped.",
            ..Argument::NONE
        },
        Argument {
            value: ArgumentType::String,
            name: "message",
            optional_since: Some(Version::new(14, 0)),
            doc: "What the API server says where the rule is false. One line; without it the rule itself is printed.",
            ..Argument::NONE
        },
        Argument {
            value: ArgumentType::String,
            name: "messageExpression",
            optional_since: Some(Version::new(14, 0)),
            since: Version::new(15, 0),
            doc: "A CEL expression for the message, with the same variables as the rule. It wins over `message`.",
            ..Argument::NONE
        },
        Argument {
            value: ArgumentType::String,
            name: "reason",
            optional_since: Some(Version::new(14, 0)),
            since: Version::new(16, 0),
            values: &[
                "FieldValueInvalid",
                "FieldValueForbidden",
                "FieldValueRequired",
                "FieldValueDuplicate",
            ],
            doc: "The machine-readable reason of the error, `FieldValueInvalid` where nothing is said.",
        },
        Argument {
            value: ArgumentType::String,
            name: "fieldPath",
            optional_since: Some(Version::new(14, 0)),
            since: Version::new(16, 0),
            doc: "The path of the field that the error names, from `self` on, such as `.spec.size`. It must exist in the schema.",
            ..Argument::NONE
        },
        Argument {
            value: ArgumentType::Bool,
            name: "optionalOldSelf",
            optional_since: Some(Version::new(14, 0)),
            since: Version::new(17, 3),
            doc: "`true` makes `oldSelf` an optional value, so that the rule runs on creation too.",
            ..Argument::NONE
        },
    ],
    many: true,
    schema: "x-kubernetes-validations",
    doc: "A CEL rule that must be true of the value, which it calls `self`. It writes an item of `x-kubernetes-validations`. A rule that names `oldSelf` compares with the stored value and runs on updates. controller-gen does not compile the rule.",
    example: "kubebuilder:validation:XValidation:rule=\"self.min <= self.max\",message=\"min must not exceed max\"",
    ..Marker::NONE
};

/// All markers of controller-gen.
pub(super) static MARKERS: &[Marker] = &[
    OF_MAXIMUM,
    OF_MAXIMUM.of_items("kubebuilder:validation:items:Maximum"),
    OF_MINIMUM,
    OF_MINIMUM.of_items("kubebuilder:validation:items:Minimum"),
    OF_EXCLUSIVEMAXIMUM,
    OF_EXCLUSIVEMAXIMUM.of_items("kubebuilder:validation:items:ExclusiveMaximum"),
    OF_EXCLUSIVEMINIMUM,
    OF_EXCLUSIVEMINIMUM.of_items("kubebuilder:validation:items:ExclusiveMinimum"),
    OF_MULTIPLEOF,
    OF_MULTIPLEOF.of_items("kubebuilder:validation:items:MultipleOf"),
    OF_MINPROPERTIES,
    OF_MINPROPERTIES.of_items("kubebuilder:validation:items:MinProperties"),
    OF_MAXPROPERTIES,
    OF_MAXPROPERTIES.of_items("kubebuilder:validation:items:MaxProperties"),
    OF_MAXLENGTH,
    OF_MAXLENGTH.of_items("kubebuilder:validation:items:MaxLength"),
    OF_MINLENGTH,
    OF_MINLENGTH.of_items("kubebuilder:validation:items:MinLength"),
    OF_PATTERN,
    OF_PATTERN.of_items("kubebuilder:validation:items:Pattern"),
    OF_MAXITEMS,
    OF_MAXITEMS.of_items("kubebuilder:validation:items:MaxItems"),
    OF_MINITEMS,
    OF_MINITEMS.of_items("kubebuilder:validation:items:MinItems"),
    OF_UNIQUEITEMS,
    OF_UNIQUEITEMS.of_items("kubebuilder:validation:items:UniqueItems"),
    OF_ENUM,
    OF_ENUM.of_items("kubebuilder:validation:items:Enum"),
    OF_FORMAT,
    OF_FORMAT.of_items("kubebuilder:validation:items:Format"),
    OF_TYPE,
    OF_TYPE.of_items("kubebuilder:validation:items:Type"),
    OF_XPRESERVEUNKNOWNFIELDS,
    OF_XPRESERVEUNKNOWNFIELDS.of_items("kubebuilder:validation:items:XPreserveUnknownFields"),
    OF_XEMBEDDEDRESOURCE,
    OF_XEMBEDDEDRESOURCE.of_items("kubebuilder:validation:items:XEmbeddedResource"),
    OF_XINTORSTRING,
    OF_XINTORSTRING.of_items("kubebuilder:validation:items:XIntOrString"),
    OF_XVALIDATION,
    OF_XVALIDATION.of_items("kubebuilder:validation:items:XValidation"),
    Marker {
        name: "nullable",
        on: &[On::new(Target::Field, Version::new(14, 0))],
        schema: "nullable",
        doc: "The value may be `null`. It writes `nullable: true`; without it the API server drops a null or rejects it.",
        example: "nullable",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:default",
        on: &[On::new(Target::Field, Version::new(14, 0))],
        arguments: &[Argument { value: ArgumentType::Any, ..Argument::NONE }],
        anonymous: true,
        schema: "default",
        doc: "What the API server sets where the field is missing and what is around it is there. It writes `default`. Lists and maps are in braces: `{a,b}`, `{size: 1}`. It wins over `+default`.",
        example: "kubebuilder:default=\"Small\"",
        ..Marker::NONE
    },
    Marker {
        name: "default",
        on: &[On::new(Target::Field, Version::new(16, 0))],
        reads: Some((Reads::Json, Version::new(16, 0))),
        arguments: &[Argument { value: ArgumentType::Any, name: "value", ..Argument::NONE }],
        schema: "default",
        doc: "What the API server sets where the field is missing, as JSON: a string needs its quotes. `ref(…)` is ignored. It writes `default`.",
        example: "default=\"Small\"",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:example",
        on: &[On::new(Target::Field, Version::new(14, 0))],
        arguments: &[Argument { value: ArgumentType::Any, ..Argument::NONE }],
        anonymous: true,
        schema: "example",
        doc: "An example for the documentation. It writes `example`, which the API server keeps and does not check.",
        example: "kubebuilder:example=\"my-name\"",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:title",
        on: &[On::new(Target::Field, Version::new(18, 0)), On::new(Target::Type, Version::new(20, 0))],
        arguments: &[Argument { value: ArgumentType::Any, ..Argument::NONE }],
        anonymous: true,
        schema: "title",
        doc: "The title for the documentation. It writes `title` and must be a string.",
        example: "kubebuilder:title=\"Size of the oven\"",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:externalDocs",
        on: &[On::new(Target::Field, Version::new(21, 0)), On::new(Target::Type, Version::new(21, 0))],
        arguments: &[
            Argument { value: ArgumentType::String, name: "url", doc: "An absolute URL.", ..Argument::NONE },
            Argument {
                value: ArgumentType::String,
                name: "description",
                optional_since: Some(Version::new(14, 0)),
                doc: "What is found there.",
                ..Argument::NONE
            },
        ],
        schema: "externalDocs",
        doc: "Where the field is documented. It writes `externalDocs`.",
        example: "kubebuilder:externalDocs:url=\"https://example.com/docs\"",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:validation:EmbeddedResource",
        on: &[On::new(Target::Field, Version::new(14, 0))],
        schema: "x-kubernetes-embedded-resource",
        doc: "The value is an object of its own, with `apiVersion`, `kind` and `metadata`. It writes `x-kubernetes-embedded-resource: true`.",
        example: "kubebuilder:validation:EmbeddedResource",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:validation:Schemaless",
        on: &[On::new(Target::Field, Version::new(14, 0))],
        doc: "The Go type is not looked at: the schema has nothing but what other markers say. Together with `PreserveUnknownFields` it takes any value.",
        example: "kubebuilder:validation:Schemaless",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:pruning:PreserveUnknownFields",
        on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
        schema: "x-kubernetes-preserve-unknown-fields",
        doc: "The API server keeps fields of this object that its schema does not have. It writes `x-kubernetes-preserve-unknown-fields: true`.",
        example: "kubebuilder:pruning:PreserveUnknownFields",
        ..Marker::NONE
    },
    Marker {
        name: "optional",
        on: &[On::new(Target::Field, Version::new(14, 0))],
        schema: "required",
        doc: "The field is not in `required`. It wins over `+required`, and over `omitempty` that is not there.",
        example: "optional",
        ..Marker::NONE
    },
    Marker {
        name: "required",
        on: &[On::new(Target::Field, Version::new(16, 0))],
        schema: "required",
        doc: "The field is in `required`, whatever `omitempty` says.",
        example: "required",
        ..Marker::NONE
    },
    Marker {
        name: "k8s:optional",
        on: &[On::new(Target::Field, Version::new(20, 0))],
        schema: "required",
        doc: "As `+optional`: the field is not in `required`.",
        example: "k8s:optional",
        ..Marker::NONE
    },
    Marker {
        name: "k8s:required",
        on: &[On::new(Target::Field, Version::new(20, 0))],
        schema: "required",
        doc: "As `+required`: the field is in `required`. From v0.23 on a string, list, map or struct must not be empty either.",
        example: "k8s:required",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:validation:Optional",
        on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Package, Version::new(14, 0))],
        schema: "required",
        instead: "optional",
        doc: "On a field: it is not in `required`, before all other markers. On a package: fields are optional where nothing else is said.",
        example: "optional",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:validation:Required",
        on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Package, Version::new(14, 0))],
        schema: "required",
        instead: "required",
        doc: "On a field: it is in `required`. On a package: fields are required where nothing else is said, which is so anyway.",
        example: "required",
        ..Marker::NONE
    },
    Marker {
        name: "listType",
        on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
        applies: Applies::Array,
        arguments: &[Argument {
            value: ArgumentType::String,
            values: &["map", "set", "atomic"],
            ..Argument::NONE
        }],
        anonymous: true,
        schema: "x-kubernetes-list-type",
        doc: "How server-side apply merges the list: `map` by the keys of `+listMapKey`, `set` by value, `atomic` as a whole. It writes `x-kubernetes-list-type`. `map` and `set` also reject duplicates.",
        example: "listType=map",
        ..Marker::NONE
    },
    Marker {
        name: "listMapKey",
        on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
        applies: Applies::Array,
        arguments: &[Argument { value: ArgumentType::String, ..Argument::NONE }],
        anonymous: true,
        many: true,
        schema: "x-kubernetes-list-map-keys",
        doc: "A field of the items by which they are told apart, in a list with `+listType=map`. It writes `x-kubernetes-list-map-keys`. Each key must be required or have a default.",
        example: "listMapKey=name",
        ..Marker::NONE
    },
    Marker {
        name: "mapType",
        on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
        applies: Applies::Object,
        arguments: &[Argument {
            value: ArgumentType::String,
            values: &["granular", "atomic"],
            ..Argument::NONE
        }],
        anonymous: true,
        schema: "x-kubernetes-map-type",
        doc: "How server-side apply merges a map: `granular` key by key, `atomic` as a whole. It writes `x-kubernetes-map-type`.",
        example: "mapType=atomic",
        ..Marker::NONE
    },
    Marker {
        name: "structType",
        on: &[On::new(Target::Field, Version::new(14, 0)), On::new(Target::Type, Version::new(14, 0))],
        applies: Applies::Object,
        arguments: &[Argument {
            value: ArgumentType::String,
            values: &["granular", "atomic"],
            ..Argument::NONE
        }],
        anonymous: true,
        schema: "x-kubernetes-map-type",
        doc: "How server-side apply merges a struct: `granular` field by field, `atomic` as a whole. It writes `x-kubernetes-map-type`.",
        example: "structType=atomic",
        ..Marker::NONE
    },
    Marker {
        name: "k8s:listType",
        on: &[On::new(Target::Field, Version::new(22, 0)), On::new(Target::Type, Version::new(22, 0))],
        applies: Applies::Array,
        arguments: &[Argument {
            value: ArgumentType::String,
            values: &["map", "set", "atomic"],
            ..Argument::NONE
        }],
        anonymous: true,
        schema: "x-kubernetes-list-type",
        doc: "As `+listType`: how server-side apply merges the list.",
        example: "k8s:listType=map",
        ..Marker::NONE
    },
    Marker {
        name: "k8s:listMapKey",
        on: &[On::new(Target::Field, Version::new(22, 0)), On::new(Target::Type, Version::new(22, 0))],
        applies: Applies::Array,
        arguments: &[Argument { value: ArgumentType::String, ..Argument::NONE }],
        anonymous: true,
        many: true,
        schema: "x-kubernetes-list-map-keys",
        doc: "As `+listMapKey`: a field by which the items are told apart.",
        example: "k8s:listMapKey=name",
        ..Marker::NONE
    },
    Marker {
        name: "k8s:enum",
        on: &[On::new(Target::Type, Version::new(21, 0)), On::new(Target::Field, Version::new(21, 0))],
        schema: "enum",
        doc: "The constants of this string type in its package are the accepted values. It writes `enum`. On a field it is an error.",
        example: "k8s:enum",
        ..Marker::NONE
    },
    Marker {
        name: "k8s:immutable",
        on: &[On::new(Target::Field, Version::new(21, 0))],
        schema: "x-kubernetes-validations",
        doc: "The value cannot be changed once it is set. It writes the rule `self == oldSelf`, and one on the parent for an optional field.",
        example: "k8s:immutable",
        ..Marker::NONE
    },
    Marker {
        name: "k8s:maxItems",
        on: &[On::new(Target::Field, Version::new(23, 0))],
        applies: Applies::Array,
        reads: Some((Reads::Int, Version::new(23, 0))),
        arguments: &[Argument { value: ArgumentType::Int, ..Argument::NONE }],
        anonymous: true,
        schema: "maxItems",
        doc: "As `MaxItems`. What follows a `#` is a comment.",
        example: "k8s:maxItems=16",
        ..Marker::NONE
    },
    Marker {
        name: "k8s:minimum",
        on: &[On::new(Target::Field, Version::new(23, 0))],
        applies: Applies::Number,
        reads: Some((Reads::Float, Version::new(23, 0))),
        arguments: &[Argument { value: ArgumentType::Number, ..Argument::NONE }],
        anonymous: true,
        schema: "minimum",
        doc: "As `Minimum`. What follows a `#` is a comment.",
        example: "k8s:minimum=1",
        ..Marker::NONE
    },
    Marker {
        name: "k8s:maximum",
        on: &[On::new(Target::Field, Version::new(23, 0))],
        applies: Applies::Number,
        reads: Some((Reads::Float, Version::new(23, 0))),
        arguments: &[Argument { value: ArgumentType::Number, ..Argument::NONE }],
        anonymous: true,
        schema: "maximum",
        doc: "As `Maximum`. What follows a `#` is a comment.",
        example: "k8s:maximum=100",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:validation:ExactlyOneOf",
        on: &[On::new(Target::Type, Version::new(19, 0))],
        applies: Applies::Object,
        arguments: &[Argument { value: ArgumentType::Strings, ..Argument::NONE }],
        anonymous: true,
        many: true,
        schema: "x-kubernetes-validations",
        doc: "Exactly one of these fields must be set. It writes a CEL rule. The fields must be optional, and are named as in JSON.",
        example: "kubebuilder:validation:ExactlyOneOf=http;grpc",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:validation:AtMostOneOf",
        on: &[On::new(Target::Type, Version::new(19, 0))],
        applies: Applies::Object,
        arguments: &[Argument { value: ArgumentType::Strings, ..Argument::NONE }],
        anonymous: true,
        many: true,
        schema: "x-kubernetes-validations",
        doc: "At most one of these fields may be set. It writes a CEL rule. The fields must be optional, and are named as in JSON.",
        example: "kubebuilder:validation:AtMostOneOf=http;grpc",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:validation:AtLeastOneOf",
        on: &[On::new(Target::Type, Version::new(20, 0))],
        applies: Applies::Object,
        arguments: &[Argument { value: ArgumentType::Strings, ..Argument::NONE }],
        anonymous: true,
        many: true,
        schema: "x-kubernetes-validations",
        doc: "At least one of these fields must be set. It writes a CEL rule. The fields must be optional, and are named as in JSON.",
        example: "kubebuilder:validation:AtLeastOneOf=email;phone",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:resource",
        on: &[On::new(Target::Type, Version::new(14, 0))],
        arguments: &[
            Argument {
                value: ArgumentType::String,
                name: "path",
                optional_since: Some(Version::new(14, 0)),
                doc: "The plural, in place of the one that is made of the kind.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Strings,
                name: "shortName",
                optional_since: Some(Version::new(14, 0)),
                doc: "Short names for kubectl.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Strings,
                name: "categories",
                optional_since: Some(Version::new(14, 0)),
                doc: "Categories: `kubectl get all` lists what has the category `all`.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "singular",
                optional_since: Some(Version::new(14, 0)),
                doc: "The singular, in place of the kind in lower case.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "scope",
                optional_since: Some(Version::new(14, 0)),
                values: &["Namespaced", "Cluster"],
                doc: "Whether objects belong to a namespace. `Namespaced` where nothing is said.",
                ..Argument::NONE
            },
        ],
        schema: "spec.names, spec.scope",
        doc: "Names and scope of the resource. It writes `spec.names` and `spec.scope` of the CRD.",
        example: "kubebuilder:resource:scope=Cluster,shortName=ov;ovn",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:subresource:status",
        on: &[On::new(Target::Type, Version::new(14, 0))],
        schema: "subresources.status",
        doc: "The kind has a status subresource: a write of the object leaves `status` alone, and a write of `/status` changes nothing else.",
        example: "kubebuilder:subresource:status",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:subresource:scale",
        on: &[On::new(Target::Type, Version::new(14, 0))],
        arguments: &[
            Argument {
                value: ArgumentType::String,
                name: "specpath",
                doc: "The JSONPath of the wanted number of replicas, below `.spec`.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "statuspath",
                doc: "The JSONPath of the observed number of replicas, below `.status`.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "selectorpath",
                optional_since: Some(Version::new(14, 0)),
                doc: "The JSONPath of the label selector as a string. A HorizontalPodAutoscaler needs it.",
                ..Argument::NONE
            },
        ],
        schema: "subresources.scale",
        doc: "The kind can be scaled, by `kubectl scale` and by an autoscaler.",
        example: "kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:printcolumn",
        on: &[On::new(Target::Type, Version::new(14, 0))],
        arguments: &[
            Argument {
                value: ArgumentType::String,
                name: "name",
                doc: "The head of the column.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "type",
                values: &["string", "integer", "number", "boolean", "date"],
                doc: "What the column shows. `date` is printed as an age.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "JSONPath",
                doc: "The JSONPath of the value, from the object on.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "description",
                optional_since: Some(Version::new(14, 0)),
                doc: "What the column means.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "format",
                optional_since: Some(Version::new(14, 0)),
                doc: "The OpenAPI format of the value.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Int,
                name: "priority",
                optional_since: Some(Version::new(14, 0)),
                doc: "0 is always shown, anything larger with `-o wide`.",
                ..Argument::NONE
            },
        ],
        many: true,
        schema: "additionalPrinterColumns",
        doc: "A column of `kubectl get`. It writes an item of `additionalPrinterColumns`.",
        example: "kubebuilder:printcolumn:name=\"Ready\",type=string,JSONPath=`.status.phase`",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:selectablefield",
        on: &[On::new(Target::Type, Version::new(16, 4))],
        arguments: &[Argument {
            value: ArgumentType::String,
            name: "JSONPath",
            doc: "The JSONPath of a string, boolean or integer.",
            ..Argument::NONE
        }],
        many: true,
        schema: "selectableFields",
        doc: "A field by which objects can be selected with `--field-selector`. It writes an item of `selectableFields`.",
        example: "kubebuilder:selectablefield:JSONPath=`.spec.size`",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:storageversion",
        on: &[On::new(Target::Type, Version::new(14, 0))],
        schema: "storage",
        doc: "Objects are stored in this version. Exactly one version of a kind has it; a single version needs none.",
        example: "kubebuilder:storageversion",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:unservedversion",
        on: &[On::new(Target::Type, Version::new(14, 0))],
        schema: "served",
        doc: "The API server does not serve this version.",
        example: "kubebuilder:unservedversion",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:skipversion",
        on: &[On::new(Target::Type, Version::new(14, 0))],
        doc: "The CRD of this kind does not have this version.",
        example: "kubebuilder:skipversion",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:deprecatedversion",
        on: &[On::new(Target::Type, Version::new(14, 0))],
        arguments: &[Argument {
            value: ArgumentType::String,
            name: "warning",
            optional_since: Some(Version::new(14, 0)),
            doc: "The text of the warning, in place of the API server's own.",
            ..Argument::NONE
        }],
        schema: "deprecated",
        doc: "The version is deprecated: the API server answers each request with a warning.",
        example: "kubebuilder:deprecatedversion:warning=\"example.com/v1alpha1 Oven is deprecated\"",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:metadata",
        on: &[On::new(Target::Type, Version::new(14, 0))],
        arguments: &[
            Argument {
                value: ArgumentType::Strings,
                name: "annotations",
                optional_since: Some(Version::new(14, 0)),
                doc: "Annotations, each as `key=value`.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Strings,
                name: "labels",
                optional_since: Some(Version::new(14, 0)),
                doc: "Labels, each as `key=value`.",
                ..Argument::NONE
            },
        ],
        many: true,
        schema: "metadata",
        doc: "Labels and annotations of the CRD itself, each as `key=value`.",
        example: "kubebuilder:metadata:labels=\"app=oven\"",
        ..Marker::NONE
    },
    Marker {
        name: "groupName",
        on: &[On::new(Target::Package, Version::new(14, 0))],
        arguments: &[Argument {
            value: ArgumentType::String,
            optional_since: Some(Version::new(16, 0)),
            ..Argument::NONE
        }],
        anonymous: true,
        schema: "spec.group",
        doc: "The API group of the package.",
        example: "groupName=example.com",
        ..Marker::NONE
    },
    Marker {
        name: "versionName",
        on: &[On::new(Target::Package, Version::new(14, 0))],
        arguments: &[Argument { value: ArgumentType::String, ..Argument::NONE }],
        anonymous: true,
        schema: "spec.versions",
        doc: "The version of the package, in place of the package's name.",
        example: "versionName=v1",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:skip",
        on: &[On::new(Target::Package, Version::new(14, 0))],
        doc: "The package is no version of an API: no CRD is made of its types.",
        example: "kubebuilder:skip",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:object:root",
        on: &[On::new(Target::Type, Version::new(14, 0))],
        generator: Generator::Object,
        arguments: &[Argument { value: ArgumentType::Bool, ..Argument::NONE }],
        anonymous: true,
        doc: "The type is a kind or a list of one: `DeepCopyObject` is generated for it.",
        example: "kubebuilder:object:root=true",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:object:generate",
        on: &[On::new(Target::Type, Version::new(14, 0)), On::new(Target::Package, Version::new(14, 0))],
        generator: Generator::Object,
        arguments: &[Argument { value: ArgumentType::Bool, ..Argument::NONE }],
        anonymous: true,
        doc: "Whether `DeepCopy` is generated, for a type or for a package.",
        example: "kubebuilder:object:generate=true",
        ..Marker::NONE
    },
    Marker {
        name: "k8s:deepcopy-gen",
        on: &[On::new(Target::Type, Version::new(14, 0)), On::new(Target::Package, Version::new(14, 0))],
        generator: Generator::Object,
        arguments: &[Argument { value: ArgumentType::Raw, ..Argument::NONE }],
        anonymous: true,
        instead: "kubebuilder:object:generate",
        doc: "The older name of `kubebuilder:object:generate`: `package`, `true` or `false`.",
        example: "kubebuilder:object:generate=true",
        ..Marker::NONE
    },
    Marker {
        name: "k8s:deepcopy-gen:interfaces",
        on: &[On::new(Target::Type, Version::new(14, 0))],
        generator: Generator::Object,
        arguments: &[Argument { value: ArgumentType::String, ..Argument::NONE }],
        anonymous: true,
        instead: "kubebuilder:object:root",
        doc: "The older name of `kubebuilder:object:root`: the interface that is implemented, `k8s.io/apimachinery/pkg/runtime.Object`.",
        example: "kubebuilder:object:root=true",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:ac:generate",
        on: &[On::new(Target::Type, Version::new(18, 0)), On::new(Target::Package, Version::new(18, 0))],
        generator: Generator::ApplyConfiguration,
        arguments: &[Argument { value: ArgumentType::Bool, ..Argument::NONE }],
        anonymous: true,
        doc: "Whether apply configurations are generated, for a type or for a package.",
        example: "kubebuilder:ac:generate=true",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:ac:output:package",
        on: &[On::new(Target::Package, Version::new(18, 0))],
        generator: Generator::ApplyConfiguration,
        arguments: &[Argument { value: ArgumentType::String, ..Argument::NONE }],
        anonymous: true,
        doc: "The package that apply configurations are written to.",
        example: "kubebuilder:ac:output:package=\"applyconfiguration\"",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:rbac",
        on: &[On::new(Target::Package, Version::new(14, 0))],
        generator: Generator::Rbac,
        arguments: &[
            Argument {
                value: ArgumentType::Strings,
                name: "groups",
                optional_since: Some(Version::new(14, 0)),
                doc: "API groups; `\"\"` is the core group.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Strings,
                name: "resources",
                optional_since: Some(Version::new(14, 0)),
                doc: "Resources by their plural, a subresource after a slash: `ovens/status`.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Strings,
                name: "resourceNames",
                optional_since: Some(Version::new(14, 0)),
                doc: "Names of the objects to which the rule is limited.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Strings,
                name: "verbs",
                values: &[
                    "get",
                    "list",
                    "watch",
                    "create",
                    "update",
                    "patch",
                    "delete",
                    "deletecollection",
                    "*",
                ],
                doc: "What may be done.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Strings,
                name: "urls",
                optional_since: Some(Version::new(14, 0)),
                doc: "Paths that are no resources, such as `/metrics`.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "namespace",
                optional_since: Some(Version::new(14, 0)),
                doc: "Makes a Role in this namespace instead of a ClusterRole.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "roleName",
                optional_since: Some(Version::new(14, 0)),
                since: Version::new(21, 0),
                doc: "The name of the role, in place of the one that the command line has.",
                ..Argument::NONE
            },
        ],
        many: true,
        doc: "A rule of the role that is generated for the controller. It stands apart from a declaration: directly above a `func` it is lost.",
        example: "kubebuilder:rbac:groups=example.com,resources=ovens,verbs=get;list;watch",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:webhook",
        on: &[On::new(Target::Package, Version::new(14, 0))],
        generator: Generator::Webhook,
        arguments: &[
            Argument {
                value: ArgumentType::Bool,
                name: "mutating",
                doc: "Whether the webhook changes objects.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "failurePolicy",
                values: &["fail", "ignore"],
                doc: "What happens where the webhook does not answer.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "matchPolicy",
                optional_since: Some(Version::new(14, 0)),
                values: &["exact", "equivalent"],
                doc: "Whether requests of other versions of the resource are sent too.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "sideEffects",
                optional_since: Some(Version::new(14, 0)),
                values: &["None", "NoneOnDryRun"],
                doc: "Whether the webhook changes anything else.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Int,
                name: "timeoutSeconds",
                optional_since: Some(Version::new(14, 0)),
                doc: "How long the API server waits, 1 to 30 seconds.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Strings,
                name: "groups",
                doc: "API groups of the resources.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Strings,
                name: "resources",
                doc: "Resources by their plural.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Strings,
                name: "verbs",
                values: &["create", "update", "delete", "connect", "*"],
                doc: "The operations that are sent.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Strings,
                name: "versions",
                doc: "Versions of the resources.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "name",
                doc: "The name of the webhook, with at least three parts between dots.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "serviceName",
                optional_since: Some(Version::new(14, 0)),
                since: Version::new(17, 0),
                doc: "The name of the service.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "serviceNamespace",
                optional_since: Some(Version::new(14, 0)),
                since: Version::new(17, 0),
                doc: "The namespace of the service.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "path",
                optional_since: Some(Version::new(14, 0)),
                doc: "The path of the webhook at the service. Not together with `url`.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Int,
                name: "servicePort",
                optional_since: Some(Version::new(14, 0)),
                since: Version::new(17, 0),
                doc: "The port of the service.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Strings,
                name: "webhookVersions",
                optional_since: Some(Version::new(14, 0)),
                values: &["v1"],
                doc: "The version of the configuration.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::Strings,
                name: "admissionReviewVersions",
                values: &["v1"],
                doc: "The versions of AdmissionReview that the webhook understands.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "reinvocationPolicy",
                optional_since: Some(Version::new(14, 0)),
                values: &["Never", "IfNeeded"],
                doc: "Whether the webhook is called again after others changed the object.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "url",
                optional_since: Some(Version::new(14, 0)),
                doc: "The URL of a webhook outside of the cluster. Not together with `path`.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "patch",
                optional_since: Some(Version::new(14, 0)),
                since: Version::new(22, 0),
                doc: "A patch of the generated webhook, as JSON.",
                ..Argument::NONE
            },
        ],
        many: true,
        doc: "A webhook of the ValidatingWebhookConfiguration or MutatingWebhookConfiguration that is generated.",
        example: "kubebuilder:webhook:path=/validate-oven,mutating=false,failurePolicy=fail,sideEffects=None,groups=example.com,resources=ovens,verbs=create;update,versions=v1,name=voven.example.com,admissionReviewVersions=v1",
        ..Marker::NONE
    },
    Marker {
        name: "kubebuilder:webhookconfiguration",
        on: &[On::new(Target::Package, Version::new(16, 3))],
        generator: Generator::Webhook,
        arguments: &[
            Argument {
                value: ArgumentType::Bool,
                name: "mutating",
                doc: "Which of the two configurations is meant.",
                ..Argument::NONE
            },
            Argument {
                value: ArgumentType::String,
                name: "name",
                optional_since: Some(Version::new(14, 0)),
                doc: "Its name.",
                ..Argument::NONE
            },
        ],
        many: true,
        doc: "The name of the generated webhook configuration.",
        example: "kubebuilder:webhookconfiguration:mutating=true,name=oven-mutations",
        ..Marker::NONE
    },
];
