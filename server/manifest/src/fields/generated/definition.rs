//! From `schemas/manifest/definition.toml`. Made by `cargo dev codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::names::Field;
#[allow(unused_imports)]
use crate::fields::types::{Elem, FieldDef, KeyMistake, Ty, TypeDef, ValueDef};

/// `CustomResourceDefinition`
pub static CUSTOM_RESOURCE_DEFINITION: TypeDef = TypeDef {
    name: "CustomResourceDefinition",
    go: "v1.CustomResourceDefinition",
    doc: "Defines a new kind: its names, its versions and what its objects can contain.",
    fields: &[
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The version of the CustomResourceDefinition API that this manifest is written \
in, not of the kind that it defines. `v1` is the only one served since \
Kubernetes 1.22.",
            required: true,
            values: &[ValueDef::new("apiextensions.k8s.io/v1", "The only version that is served.", "", None)],
            snippet: " apiextensions.k8s.io/v1",
            order: 1,
            ..FieldDef::of(Field::ApiVersion)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The kind of this manifest. The kind that it defines is `spec.names.kind`.",
            required: true,
            values: &[ValueDef::new("CustomResourceDefinition", "A definition of a kind.", "", None)],
            snippet: " CustomResourceDefinition",
            order: 2,
            ..FieldDef::of(Field::Kind)
        },
        FieldDef {
            ty: Ty::Object(&OBJECT_META),
            go: "v1.ObjectMeta",
            doc: "Name, labels and annotations of the definition itself. The name must be \
`<spec.names.plural>.<spec.group>`, so that two definitions cannot define the \
same resource.",
            required: true,
            snippet: "\n  name: ${1:plural}.${2:group}",
            order: 3,
            ..FieldDef::of(Field::Metadata)
        },
        FieldDef {
            ty: Ty::Object(&CUSTOM_RESOURCE_DEFINITION_SPEC),
            go: "v1.CustomResourceDefinitionSpec",
            doc: "The kind: its group, names, scope and versions.",
            required: true,
            order: 4,
            ..FieldDef::of(Field::Spec)
        },
        FieldDef {
            ty: Ty::Object(&CUSTOM_RESOURCE_DEFINITION_STATUS),
            go: "v1.CustomResourceDefinitionStatus",
            doc: "The state of the definition: whether the API server serves it, under which \
names, and which versions are in storage. The server writes it; leave it out of \
manifests. An empty `status` left by a generator does no harm.",
            order: 90,
            ..FieldDef::of(Field::Status)
        },
    ],
    mistakes: &[
        KeyMistake::new("data", "a CustomResourceDefinition has no `data`; is this a ConfigMap?"),
        KeyMistake::new("group", "it belongs below `spec:`"),
        KeyMistake::new("names", "it belongs below `spec:`"),
        KeyMistake::new("scope", "it belongs below `spec:`"),
        KeyMistake::new("versions", "it belongs below `spec:`"),
    ],
};

/// `CustomResourceDefinitionSpec`
pub static CUSTOM_RESOURCE_DEFINITION_SPEC: TypeDef = TypeDef {
    name: "CustomResourceDefinitionSpec",
    go: "v1.CustomResourceDefinitionSpec",
    doc: "The kind: its group, names, scope and versions.",
    fields: &[
        FieldDef {
            ty: Ty::Object(&CUSTOM_RESOURCE_CONVERSION),
            go: "v1.CustomResourceConversion",
            doc: "How objects are converted from one version to another. Without it, only \
`apiVersion` is changed, which is right as long as all versions have the same \
fields.",
            pointer: true,
            default: "strategy: None",
            snippet: "\n  strategy: ${1|None,Webhook|}",
            order: 5,
            ..FieldDef::of(Field::Conversion)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The API group of the kind, served as `/apis/<group>/…`: a DNS name in lower \
case with at least one dot, preferably one that you own. It cannot be changed \
later. `*.k8s.io` and `*.kubernetes.io` are reserved and need the annotation \
`api-approved.kubernetes.io`.",
            required: true,
            snippet: " ${1:example.org}",
            order: 1,
            ..FieldDef::of(Field::Group)
        },
        FieldDef {
            ty: Ty::Object(&CUSTOM_RESOURCE_DEFINITION_NAMES),
            go: "v1.CustomResourceDefinitionNames",
            doc: "The names of the kind: in manifests, in URLs and on kubectl's command line.",
            required: true,
            snippet: "\n  kind: ${1:Widget}\n  plural: ${2:widgets}",
            order: 2,
            ..FieldDef::of(Field::Names)
        },
        FieldDef {
            ty: Ty::Bool,
            go: "bool",
            doc: "Left over from v1beta1. A new definition must not set it to true, and `false` \
is the default in v1. To keep unknown fields of one object, set \
`x-kubernetes-preserve-unknown-fields: true` in its schema.",
            values: &[ValueDef::new("false", "Fields that the schema does not name are dropped.", "", None)],
            default: "false",
            order: 80,
            ..FieldDef::of(Field::PreserveUnknownFields)
        },
        FieldDef {
            ty: Ty::String,
            go: "v1.ResourceScope",
            doc: "Whether objects belong to namespaces or to the cluster. It cannot be changed \
after the kind is served.",
            required: true,
            values: &[
                ValueDef::new(
                    "Namespaced",
                    "Each object belongs to a namespace. Its name is unique there, and it is deleted \
with the namespace.",
                    "",
                    None,
                ),
                ValueDef::new(
                    "Cluster",
                    "Objects belong to no namespace; names are unique in the cluster.",
                    "",
                    None,
                ),
            ],
            order: 3,
            ..FieldDef::of(Field::Scope)
        },
        FieldDef {
            ty: Ty::List(&Elem {
                ty: Ty::Object(&CUSTOM_RESOURCE_DEFINITION_VERSION),
                go: "v1.CustomResourceDefinitionVersion",
            }),
            go: "[]v1.CustomResourceDefinitionVersion",
            doc: "The versions of the kind, each with its own schema. Exactly one is the storage \
version. Where several are served, the API server converts between them as \
`conversion` says. A version that is in `status.storedVersions` cannot be \
removed.",
            required: true,
            snippet: "\n  - name: ${1:v1}\n    served: true\n    storage: true\n    schema:\n      \
openAPIV3Schema:\n        type: object\n        properties:\n          spec:\n            \
type: object\n            $0",
            order: 4,
            ..FieldDef::of(Field::Versions)
        },
    ],
    mistakes: &[
        KeyMistake::new(
            "additionalPrinterColumns",
            "v1beta1 had it here; in v1 it belongs to each item of `versions`, and \
`JSONPath` is written `jsonPath`",
        ),
        KeyMistake::new("kind", "it belongs below `names:`"),
        KeyMistake::new("plural", "it belongs below `names:`"),
        KeyMistake::new("schema", "it belongs to each item of `versions`"),
        KeyMistake::new("selectableFields", "it belongs to each item of `versions`"),
        KeyMistake::new("subresources", "v1beta1 had it here; in v1 it belongs to each item of `versions`"),
        KeyMistake::new("validation", "v1beta1 had it; in v1 each item of `versions` has its own `schema`"),
        KeyMistake::new("version", "v1beta1 had it; in v1 each item of `versions` has a `name`"),
    ],
};

/// `CustomResourceDefinitionNames`
pub static CUSTOM_RESOURCE_DEFINITION_NAMES: TypeDef = TypeDef {
    name: "CustomResourceDefinitionNames",
    go: "v1.CustomResourceDefinitionNames",
    doc: "The names of the kind. All names except `kind` and `listKind` are lower case.",
    fields: &[
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "Groups that the kind belongs to: `kubectl get <category>` lists all kinds in \
it. Lower case.",
            values: &[ValueDef::new(
                "all",
                "The kinds that `kubectl get all` lists. Use it with care: users then see every \
object of the kind there.",
                "",
                None,
            )],
            snippet: "\n  - ${1:all}",
            order: 5,
            ..FieldDef::of(Field::Categories)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The `kind` in manifests: singular, in CamelCase, such as `Widget`. Letters, \
digits and dashes, at most 63. It cannot be changed after the kind is served.",
            required: true,
            snippet: " ${1:Widget}",
            order: 1,
            ..FieldDef::of(Field::Kind)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The kind of a list of objects. It must differ from `kind`; the default is what \
clients expect.",
            default: "`kind` with `List` appended",
            order: 6,
            ..FieldDef::of(Field::ListKind)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The name in URLs, `/apis/<group>/<version>/…/<plural>`, in RBAC rules and for \
kubectl: lower case letters, digits and dashes, at most 63, beginning with a \
letter. `metadata.name` must begin with it. It cannot be changed later.",
            required: true,
            snippet: " ${1:widgets}",
            order: 2,
            ..FieldDef::of(Field::Plural)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "Abbreviations for kubectl's command line, such as `po` for pods. Lower case. If \
two kinds use the same short name, the first one keeps it, and the condition \
`NamesAccepted` of the other reports the conflict.",
            snippet: "\n  - ${1:short}",
            order: 4,
            ..FieldDef::of(Field::ShortNames)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The name of one object: kubectl prints it and accepts it, as in `kubectl get \
widget`. Lower case.",
            default: "`kind` in lower case",
            order: 3,
            ..FieldDef::of(Field::Singular)
        },
    ],
    mistakes: &[
        KeyMistake::new("name", "the name in URLs is `plural`, the one in manifests is `kind`"),
        KeyMistake::new("short", "the field is `shortNames`, a list"),
    ],
};
