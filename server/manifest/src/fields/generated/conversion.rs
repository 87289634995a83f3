//! From `schemas/manifest/conversion.toml`. Made by `cargo dev codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::names::Field;
#[allow(unused_imports)]
use crate::fields::types::{Elem, FieldDef, KeyMistake, Ty, TypeDef, ValueDef};

/// `CustomResourceConversion`
pub static CUSTOM_RESOURCE_CONVERSION: TypeDef = TypeDef {
    name: "CustomResourceConversion",
    go: "v1.CustomResourceConversion",
    doc: "How objects are converted from one version to another.",
    fields: &[
        FieldDef {
            ty: Ty::String,
            go: "v1.ConversionStrategyType",
            doc: "How objects are converted.",
            required: true,
            values: &[
                ValueDef::new(
                    "None",
                    "The API server changes `apiVersion` and nothing else: a field that the other \
version does not have is dropped when the object is written.",
                    "",
                    None,
                ),
                ValueDef::new(
                    "Webhook",
                    "The API server asks your webhook. While the webhook does not answer, objects \
that need conversion cannot be read, listed or deleted.",
                    "",
                    None,
                ),
            ],
            order: 1,
            ..FieldDef::of(Field::Strategy)
        },
        FieldDef {
            ty: Ty::Object(&WEBHOOK_CONVERSION),
            go: "v1.WebhookConversion",
            doc: "How to reach the webhook. Required with `strategy: Webhook`, not allowed with \
`None`.",
            pointer: true,
            snippet: "\n  conversionReviewVersions: [v1]\n  clientConfig:\n    service:\n      \
namespace: ${1:default}\n      name: ${2:webhook}\n      path: ${3:/convert}",
            order: 2,
            ..FieldDef::of(Field::Webhook)
        },
    ],
    mistakes: &[
        KeyMistake::new("clientConfig", "it belongs below `webhook:`"),
        KeyMistake::new("conversionReviewVersions", "v1beta1 had it here; in v1 it belongs below `webhook:`"),
        KeyMistake::new("webhookClientConfig", "v1beta1 had it; in v1 it is `clientConfig` below `webhook:`"),
    ],
};

/// `WebhookConversion`
pub static WEBHOOK_CONVERSION: TypeDef = TypeDef {
    name: "WebhookConversion",
    go: "v1.WebhookConversion",
    doc: "The webhook, and the versions of ConversionReview that it reads.",
    fields: &[
        FieldDef {
            ty: Ty::Object(&WEBHOOK_CLIENT_CONFIG),
            go: "v1.WebhookClientConfig",
            doc: "The webhook's address, as `service` or `url`, and the certificates that its own \
is verified with.",
            pointer: true,
            required: true,
            snippet: "\n  service:\n    namespace: ${1:default}\n    name: ${2:webhook}\n    path: \
${3:/convert}",
            order: 2,
            ..FieldDef::of(Field::ClientConfig)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::String, go: "string" }),
            go: "[]string",
            doc: "The versions of ConversionReview that the webhook understands, the preferred \
one first. The API server sends the first that it knows. At least one of `v1` \
and `v1beta1` is required.",
            required: true,
            values: &[
                ValueDef::new("v1", "The current version.", "", None),
                ValueDef::new("v1beta1", "The older version, still supported by the API server.", "", None),
            ],
            snippet: " [v1]",
            order: 1,
            ..FieldDef::of(Field::ConversionReviewVersions)
        },
    ],
    mistakes: &[],
};

/// `WebhookClientConfig`
pub static WEBHOOK_CLIENT_CONFIG: TypeDef = TypeDef {
    name: "WebhookClientConfig",
    go: "v1.WebhookClientConfig",
    doc: "The webhook's address: exactly one of `service` and `url`.",
    fields: &[
        FieldDef {
            ty: Ty::Bytes,
            go: "[]uint8",
            doc: "The CA certificates that the webhook's certificate is verified with: PEM text \
in base64, on one line. cert-manager's CA injector fills it in from an \
annotation. Base64 text without certificates is accepted on creation, but every \
call then fails.",
            default: "the roots that the API server's host trusts",
            order: 3,
            ..FieldDef::of(Field::CaBundle)
        },
        FieldDef {
            ty: Ty::Object(&SERVICE_REFERENCE),
            go: "v1.ServiceReference",
            doc: "A service in the cluster, called over TLS as `<name>.<namespace>.svc`. The \
certificate must contain that name.",
            pointer: true,
            snippet: "\n  namespace: ${1:default}\n  name: ${2:webhook}",
            order: 1,
            ..FieldDef::of(Field::Service)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "An address outside the cluster: `https://host:port/path`, without user, query \
or fragment. The API server resolves the host by its own DNS, which does not \
know the cluster's services.",
            pointer: true,
            snippet: " https://$1",
            order: 2,
            ..FieldDef::of(Field::Url)
        },
    ],
    mistakes: &[],
};

/// `ServiceReference`
pub static SERVICE_REFERENCE: TypeDef = TypeDef {
    name: "ServiceReference",
    go: "v1.ServiceReference",
    doc: "A service in the cluster.",
    fields: &[
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The service's name.",
            required: true,
            order: 2,
            ..FieldDef::of(Field::Name)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The service's namespace.",
            required: true,
            snippet: " ${1:default}",
            order: 1,
            ..FieldDef::of(Field::Namespace)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The path in the request's URL; it begins with a slash.",
            pointer: true,
            snippet: " ${1:/convert}",
            order: 3,
            ..FieldDef::of(Field::Path)
        },
        FieldDef {
            ty: Ty::Int32,
            go: "int32",
            doc: "The service's port, 1 to 65535.",
            pointer: true,
            default: "443",
            order: 4,
            ..FieldDef::of(Field::Port)
        },
    ],
    mistakes: &[],
};
