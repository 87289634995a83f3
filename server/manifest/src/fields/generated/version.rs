//! From `schemas/manifest/version.toml`. Made by `cargo dev codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::names::Field;
#[allow(unused_imports)]
use crate::fields::types::{Elem, FieldDef, KeyMistake, Ty, TypeDef, ValueDef};

/// `CustomResourceDefinitionVersion`
pub static CUSTOM_RESOURCE_DEFINITION_VERSION: TypeDef = TypeDef {
    name: "CustomResourceDefinitionVersion",
    go: "v1.CustomResourceDefinitionVersion",
    doc: "A version of the kind: whether it is served and stored, and what its objects \
can contain.",
    fields: &[
        FieldDef {
            ty: Ty::List(&Elem {
                ty: Ty::Object(&CUSTOM_RESOURCE_COLUMN_DEFINITION),
                go: "v1.CustomResourceColumnDefinition",
            }),
            go: "[]v1.CustomResourceColumnDefinition",
            doc: "The columns that `kubectl get` shows next to the name. By default the age is \
shown; with columns of your own, the age is shown only if you list it: `type: \
date`, `jsonPath: .metadata.creationTimestamp`.",
            snippet: "\n  - name: ${1:Age}\n    type: ${2:date}\n    jsonPath: \
${3:.metadata.creationTimestamp}",
            order: 6,
            ..FieldDef::of(Field::AdditionalPrinterColumns)
        },
        FieldDef {
            ty: Ty::Bool,
            go: "bool",
            doc: "Whether every request to this version is answered with a warning, which kubectl \
prints.",
            default: "false",
            order: 8,
            ..FieldDef::of(Field::Deprecated)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The text of the warning: at most 256 bytes of printable text on one line. \
Allowed only where `deprecated` is true. Say which version to use, and what \
changed.",
            pointer: true,
            default: "`<group>/<version> <kind> is deprecated`, with the version to use instead",
            snippet: " ${1:example.org/v1alpha1 Widget is deprecated; use example.org/v1}",
            order: 9,
            ..FieldDef::of(Field::DeprecationWarning)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The version's name in `apiVersion: <group>/<name>` and in URLs: lower case \
letters, digits and dashes, at most 63. Names such as `v1`, `v2beta1`, \
`v1alpha3` are sorted by stability, then by number, and kubectl uses the first \
that is served. All other names are sorted after them.",
            required: true,
            values: &[
                ValueDef::new("v1", "Stable: users may rely on it.", "", None),
                ValueDef::new("v1beta1", "Can still change, with notice.", "", None),
                ValueDef::new("v1alpha1", "Can change or be removed at any time.", "", None),
            ],
            snippet: " ${1:v1}",
            order: 1,
            ..FieldDef::of(Field::Name)
        },
        FieldDef {
            ty: Ty::Object(&CUSTOM_RESOURCE_VALIDATION),
            go: "v1.CustomResourceValidation",
            doc: "What objects of this version can contain. Fields that the schema does not name \
are dropped when an object is written.",
            pointer: true,
            required: true,
            snippet: "\n  openAPIV3Schema:\n    type: object\n    properties:\n      spec:\n        \
type: object\n        $0",
            order: 4,
            ..FieldDef::of(Field::Schema)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::Object(&SELECTABLE_FIELD), go: "v1.SelectableField" }),
            go: "[]v1.SelectableField",
            doc: "Up to 8 fields that `kubectl get --field-selector` and watches can select by, \
in addition to `metadata.name` and `metadata.namespace`. They must be strings, \
integers or booleans, and not inside a list.",
            snippet: "\n  - jsonPath: .spec.$1",
            since: Some(crdls_minors::Minor(31)),
            order: 7,
            ..FieldDef::of(Field::SelectableFields)
        },
        FieldDef {
            ty: Ty::Bool,
            go: "bool",
            doc: "Whether the API server serves this version. Objects cannot be read or written \
in a version that is not served. At least one version should be.",
            default: "false",
            order: 2,
            ..FieldDef::of(Field::Served)
        },
        FieldDef {
            ty: Ty::Bool,
            go: "bool",
            doc: "Whether objects are written to etcd in this version. Exactly one version must \
say `true`. Existing objects stay in their old version until they are written \
again; see `status.storedVersions`.",
            default: "false",
            order: 3,
            ..FieldDef::of(Field::Storage)
        },
        FieldDef {
            ty: Ty::Object(&CUSTOM_RESOURCE_SUBRESOURCES),
            go: "v1.CustomResourceSubresources",
            doc: "Which of `/status` and `/scale` this version serves.",
            pointer: true,
            snippet: "\n  status: {}",
            order: 5,
            ..FieldDef::of(Field::Subresources)
        },
    ],
    mistakes: &[
        KeyMistake::new("conversion", "it belongs to `spec`, for all versions at once"),
        KeyMistake::new("openAPIV3Schema", "it belongs below `schema:`"),
        KeyMistake::new("scale", "it belongs below `subresources:`"),
        KeyMistake::new("status", "to serve `/status`, write `status: {}` below `subresources:`"),
        KeyMistake::new("validation", "the field is `schema`"),
    ],
};

/// `CustomResourceValidation`
pub static CUSTOM_RESOURCE_VALIDATION: TypeDef = TypeDef {
    name: "CustomResourceValidation",
    go: "v1.CustomResourceValidation",
    doc: "Holds the schema of a version.",
    fields: &[FieldDef {
        ty: Ty::Object(&JSON_SCHEMA_PROPS),
        go: "v1.JSONSchemaProps",
        doc: "The schema of a whole object, in a subset of OpenAPI v3 that is called \
structural: its root is `type: object`, each field and item has a type, and \
only validations are inside `allOf`, `anyOf`, `oneOf` and `not`. `apiVersion`, \
`kind` and `metadata` are implied.",
        pointer: true,
        required: true,
        snippet: "\n  type: object\n  properties:\n    spec:\n      type: object\n      $0",
        order: 1,
        ..FieldDef::of(Field::OpenAPIV3Schema)
    }],
    mistakes: &[
        KeyMistake::new("properties", "a schema belongs below `openAPIV3Schema:`"),
        KeyMistake::new("type", "a schema belongs below `openAPIV3Schema:`"),
    ],
};

/// `CustomResourceSubresources`
pub static CUSTOM_RESOURCE_SUBRESOURCES: TypeDef = TypeDef {
    name: "CustomResourceSubresources",
    go: "v1.CustomResourceSubresources",
    doc: "Endpoints below an object's own.",
    fields: &[
        FieldDef {
            ty: Ty::Object(&CUSTOM_RESOURCE_SUBRESOURCE_SCALE),
            go: "v1.CustomResourceSubresourceScale",
            doc: "Serves `/scale`, which `kubectl scale`, the HorizontalPodAutoscaler and \
PodDisruptionBudgets work with.",
            pointer: true,
            snippet: "\n  specReplicasPath: ${1:.spec.replicas}\n  statusReplicasPath: \
${2:.status.replicas}\n  labelSelectorPath: ${3:.status.selector}",
            order: 2,
            ..FieldDef::of(Field::Scale)
        },
        FieldDef {
            ty: Ty::Object(&CUSTOM_RESOURCE_SUBRESOURCE_STATUS),
            go: "v1.CustomResourceSubresourceStatus",
            doc: "`status: {}` serves `/status`. From then on a write to the object itself \
ignores its `status`, a write to `/status` ignores everything else, and \
`metadata.generation` grows only when something other than metadata and status \
changes: what a controller needs. The root of the schema can then use only some \
of the keywords.",
            pointer: true,
            snippet: " {}",
            order: 1,
            ..FieldDef::of(Field::Status)
        },
    ],
    mistakes: &[],
};

/// `CustomResourceSubresourceStatus`
pub static CUSTOM_RESOURCE_SUBRESOURCE_STATUS: TypeDef = TypeDef {
    name: "CustomResourceSubresourceStatus",
    go: "v1.CustomResourceSubresourceStatus",
    doc: "An empty object: its presence enables the subresource.",
    fields: &[],
    mistakes: &[],
};

/// `CustomResourceSubresourceScale`
pub static CUSTOM_RESOURCE_SUBRESOURCE_SCALE: TypeDef = TypeDef {
    name: "CustomResourceSubresourceScale",
    go: "v1.CustomResourceSubresourceScale",
    doc: "The fields of an object that correspond to those of a Scale object. Paths begin \
with a dot and do not lead into lists.",
    fields: &[
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The field with the label selector of the pods, below `.spec` or `.status`: a \
string such as `app=web`, not a selector object. The HorizontalPodAutoscaler \
requires it.",
            pointer: true,
            snippet: " ${1:.status.selector}",
            order: 3,
            ..FieldDef::of(Field::LabelSelectorPath)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The field with the desired number of replicas: an integer below `.spec`. If an \
object does not have it, reading `/scale` fails, so give the field a default.",
            required: true,
            snippet: " ${1:.spec.replicas}",
            order: 1,
            ..FieldDef::of(Field::SpecReplicasPath)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The field with the current number of replicas: an integer below `.status`. If \
an object does not have it, the number is 0.",
            required: true,
            snippet: " ${1:.status.replicas}",
            order: 2,
            ..FieldDef::of(Field::StatusReplicasPath)
        },
    ],
    mistakes: &[],
};

/// `CustomResourceColumnDefinition`
pub static CUSTOM_RESOURCE_COLUMN_DEFINITION: TypeDef = TypeDef {
    name: "CustomResourceColumnDefinition",
    go: "v1.CustomResourceColumnDefinition",
    doc: "A column of `kubectl get`.",
    fields: &[
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "What the column shows. Clients that show tables can display it.",
            order: 5,
            ..FieldDef::of(Field::Description)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "A hint for clients how to show the value. kubectl ignores it; only `type: date` \
is shown as an age.",
            values: &[
                ValueDef::new("int32", "A whole number of 32 bits.", "integer", None),
                ValueDef::new("int64", "A whole number of 64 bits.", "integer", None),
                ValueDef::new("float", "A number of single precision.", "number", None),
                ValueDef::new("double", "A number of double precision.", "number", None),
                ValueDef::new("byte", "Base64 text.", "string", None),
                ValueDef::new("date", "A day.", "string", None),
                ValueDef::new("date-time", "A point in time.", "string", None),
                ValueDef::new("password", "A hint not to show it.", "string", None),
            ],
            order: 6,
            ..FieldDef::of(Field::Format)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The path of the value, beginning with a dot: `.status.phase`, or in a list \
`.status.conditions[?(@.type==\"Ready\")].status`. If nothing is found, the \
cell is empty. Note the spelling: in v1beta1 it was `JSONPath`.",
            required: true,
            snippet: " .${1:status.phase}",
            order: 3,
            ..FieldDef::of(Field::JsonPath)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The heading. kubectl prints it in capitals. The name of the object is always \
shown.",
            required: true,
            snippet: " ${1:Ready}",
            order: 1,
            ..FieldDef::of(Field::Name)
        },
        FieldDef {
            ty: Ty::Int32,
            go: "int32",
            doc: "With 0 the column is always shown, with any greater number only by `kubectl get \
-o wide`.",
            default: "0",
            order: 4,
            ..FieldDef::of(Field::Priority)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The type of the values. A value of another type leaves the cell empty.",
            required: true,
            values: &[
                ValueDef::new("string", "Text; maps and lists are shown as JSON.", "", None),
                ValueDef::new("integer", "A whole number.", "", None),
                ValueDef::new("number", "A number.", "", None),
                ValueDef::new("boolean", "`true` or `false`.", "", None),
                ValueDef::new(
                    "date",
                    "A timestamp, shown as the time that has passed since: `5m`, `3d`.",
                    "",
                    None,
                ),
            ],
            order: 2,
            ..FieldDef::of(Field::Type)
        },
    ],
    mistakes: &[KeyMistake::new("JSONPath", "the name in v1beta1; in v1 it is `jsonPath`")],
};

/// `SelectableField`
pub static SELECTABLE_FIELD: TypeDef = TypeDef {
    name: "SelectableField",
    go: "v1.SelectableField",
    doc: "A field that field selectors can name.",
    fields: &[FieldDef {
        ty: Ty::String,
        go: "string",
        doc: "The path of the field, beginning with a dot and without brackets: \
`.spec.nodeName`. It must be in the schema as a string, an integer or a \
boolean, and not in `metadata`. An object without it counts as having the empty \
string. Selectors are exact: `=` and `!=`.",
        required: true,
        snippet: " .spec.${1:nodeName}",
        order: 1,
        ..FieldDef::of(Field::JsonPath)
    }],
    mistakes: &[],
};
