//! From `schemas/manifest/conversion.toml`. Made by `cargo xtask codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::{Elem, FieldDef, Stranger, Ty, TypeDef, ValueDef};

/// `CustomResourceConversion`
pub static CUSTOM_RESOURCE_CONVERSION: TypeDef = TypeDef {
    name: "CustomResourceConversion",
    go: "v1.CustomResourceConversion",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::Strategy,
            name: "strategy",
            ty: Ty::String,
            go: "v1.ConversionStrategyType",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Webhook,
            name: "webhook",
            ty: Ty::Object(&WEBHOOK_CONVERSION),
            go: "v1.WebhookConversion",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};

/// `WebhookConversion`
pub static WEBHOOK_CONVERSION: TypeDef = TypeDef {
    name: "WebhookConversion",
    go: "v1.WebhookConversion",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::ClientConfig,
            name: "clientConfig",
            ty: Ty::Object(&WEBHOOK_CLIENT_CONFIG),
            go: "v1.WebhookClientConfig",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::ConversionReviewVersions,
            name: "conversionReviewVersions",
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};

/// `WebhookClientConfig`
pub static WEBHOOK_CLIENT_CONFIG: TypeDef = TypeDef {
    name: "WebhookClientConfig",
    go: "v1.WebhookClientConfig",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::CaBundle,
            name: "caBundle",
            ty: Ty::Bytes,
            go: "[]uint8",
            doc: "TODO",
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Service,
            name: "service",
            ty: Ty::Object(&SERVICE_REFERENCE),
            go: "v1.ServiceReference",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Url,
            name: "url",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};

/// `ServiceReference`
pub static SERVICE_REFERENCE: TypeDef = TypeDef {
    name: "ServiceReference",
    go: "v1.ServiceReference",
    doc: "TODO",
    fields: &[
        FieldDef {
            id: Field::Name,
            name: "name",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Namespace,
            name: "namespace",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            required: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Path,
            name: "path",
            ty: Ty::String,
            go: "string",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
        FieldDef {
            id: Field::Port,
            name: "port",
            ty: Ty::Int32,
            go: "int32",
            doc: "TODO",
            pointer: true,
            ..FieldDef::NONE
        },
    ],
    strangers: &[],
};
