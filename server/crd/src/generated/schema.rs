//! From `schemas/manifest/schema.toml`. Made by `cargo xtask codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::{Elem, FieldDef, Stranger, Ty, TypeDef, ValueDef};

/// `JSONSchemaProps`
pub static JSON_SCHEMA_PROPS: TypeDef = TypeDef {
    name: "JSONSchemaProps",
    go: "v1.JSONSchemaProps",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::DollarRef,
            name: "$ref",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::DollarSchema,
            name: "$schema",
            ty: Ty::String,
            go: "v1.JSONSchemaURL",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::AdditionalItems,
            name: "additionalItems",
            ty: Ty::SchemaOrBool,
            go: "v1.JSONSchemaPropsOrBool",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::AdditionalProperties,
            name: "additionalProperties",
            ty: Ty::SchemaOrBool,
            go: "v1.JSONSchemaPropsOrBool",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::AllOf,
            name: "allOf",
            ty: Ty::List(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "[]v1.JSONSchemaProps",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::AnyOf,
            name: "anyOf",
            ty: Ty::List(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "[]v1.JSONSchemaProps",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Default,
            name: "default",
            ty: Ty::Json,
            go: "v1.JSON",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Definitions,
            name: "definitions",
            ty: Ty::Map(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "v1.JSONSchemaDefinitions",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Dependencies,
            name: "dependencies",
            ty: Ty::Map(&Elem { ty: Ty::SchemaOrStrings, go: "v1.JSONSchemaPropsOrStringArray" }),
            go: "v1.JSONSchemaDependencies",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Description,
            name: "description",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Enum,
            name: "enum",
            ty: Ty::List(&Elem { ty: Ty::Json, go: "v1.JSON" }),
            go: "[]v1.JSON",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Example,
            name: "example",
            ty: Ty::Json,
            go: "v1.JSON",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::ExclusiveMaximum,
            name: "exclusiveMaximum",
            ty: Ty::Bool,
            go: "bool",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::ExclusiveMinimum,
            name: "exclusiveMinimum",
            ty: Ty::Bool,
            go: "bool",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::ExternalDocs,
            name: "externalDocs",
            ty: Ty::Object(&EXTERNAL_DOCUMENTATION),
            go: "v1.ExternalDocumentation",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Format,
            name: "format",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef { id: Field::Id, name: "id", ty: Ty::String, go: "string", doc: "TODO", ..FieldDef::NONE },
        FieldDef {
            id: Field::Items,
            name: "items",
            ty: Ty::SchemaOrArray,
            go: "v1.JSONSchemaPropsOrArray",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MaxItems,
            name: "maxItems",
            ty: Ty::Int64,
            go: "int64",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MaxLength,
            name: "maxLength",
            ty: Ty::Int64,
            go: "int64",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MaxProperties,
            name: "maxProperties",
            ty: Ty::Int64,
            go: "int64",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Maximum,
            name: "maximum",
            ty: Ty::Float64,
            go: "float64",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MinItems,
            name: "minItems",
            ty: Ty::Int64,
            go: "int64",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MinLength,
            name: "minLength",
            ty: Ty::Int64,
            go: "int64",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MinProperties,
            name: "minProperties",
            ty: Ty::Int64,
            go: "int64",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Minimum,
            name: "minimum",
            ty: Ty::Float64,
            go: "float64",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::MultipleOf,
            name: "multipleOf",
            ty: Ty::Float64,
            go: "float64",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Not,
            name: "not",
            ty: Ty::Object(&JSON_SCHEMA_PROPS),
            go: "v1.JSONSchemaProps",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Nullable,
            name: "nullable",
            ty: Ty::Bool,
            go: "bool",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::OneOf,
            name: "oneOf",
            ty: Ty::List(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "[]v1.JSONSchemaProps",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Pattern,
            name: "pattern",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::PatternProperties,
            name: "patternProperties",
            ty: Ty::Map(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "map[string]v1.JSONSchemaProps",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Properties,
            name: "properties",
            ty: Ty::Map(&Elem { ty: Ty::Object(&JSON_SCHEMA_PROPS), go: "v1.JSONSchemaProps" }),
            go: "map[string]v1.JSONSchemaProps",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Required,
            name: "required",
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Title,
            name: "title",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Type,
            name: "type",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::UniqueItems,
            name: "uniqueItems",
            ty: Ty::Bool,
            go: "bool",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::XEmbeddedResource,
            name: "x-kubernetes-embedded-resource",
            ty: Ty::Bool,
            go: "bool",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::XIntOrString,
            name: "x-kubernetes-int-or-string",
            ty: Ty::Bool,
            go: "bool",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::XListMapKeys,
            name: "x-kubernetes-list-map-keys",
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::XListType,
            name: "x-kubernetes-list-type",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::XMapType,
            name: "x-kubernetes-map-type",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::XPreserveUnknownFields,
            name: "x-kubernetes-preserve-unknown-fields",
            ty: Ty::Bool,
            go: "bool",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::XValidations,
            name: "x-kubernetes-validations",
            ty: Ty::List(&Elem { ty: Ty::Object(&VALIDATION_RULE), go: "v1.ValidationRule" }),
            go: "v1.ValidationRules",
            doc: "TODO",
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};

/// `ExternalDocumentation`
pub static EXTERNAL_DOCUMENTATION: TypeDef = TypeDef {
    name: "ExternalDocumentation",
    go: "v1.ExternalDocumentation",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::Description,
            name: "description",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef { id: Field::Url, name: "url", ty: Ty::String, go: "string", doc: "TODO", ..FieldDef::NONE },
    ],
    strangers: &[],
};
