//! From `schemas/manifest/review.toml`. Made by `cargo dev codegen`. Do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::fields::names::Field;
#[allow(unused_imports)]
use crate::fields::types::{Elem, FieldDef, KeyMistake, Ty, TypeDef, ValueDef};

/// `ConversionReview`
pub static CONVERSION_REVIEW: TypeDef = TypeDef {
    name: "ConversionReview",
    go: "v1.ConversionReview",
    doc: "A request of the API server to convert objects from one version to another, and \
the webhook's response to it.",
    fields: &[
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The version of ConversionReview: the first one of the CRD's \
`conversionReviewVersions` that the API server knows. A response has that of \
its request.",
            required: true,
            values: &[
                ValueDef::new("apiextensions.k8s.io/v1", "The current version.", "", None),
                ValueDef::new(
                    "apiextensions.k8s.io/v1beta1",
                    "The older version, still supported by the API server.",
                    "",
                    None,
                ),
            ],
            order: 1,
            ..FieldDef::of(Field::ApiVersion)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The kind of the review itself.",
            required: true,
            values: &[ValueDef::new(
                "ConversionReview",
                "A request to convert objects, or the response to one.",
                "",
                None,
            )],
            order: 2,
            ..FieldDef::of(Field::Kind)
        },
        FieldDef {
            ty: Ty::Object(&CONVERSION_REQUEST),
            go: "v1.ConversionRequest",
            doc: "The objects, and the version to convert them to. The API server does not read \
it in a response.",
            pointer: true,
            order: 3,
            ..FieldDef::of(Field::Request)
        },
        FieldDef {
            ty: Ty::Object(&CONVERSION_RESPONSE),
            go: "v1.ConversionResponse",
            doc: "The converted objects, or why there are none.",
            pointer: true,
            order: 4,
            ..FieldDef::of(Field::Response)
        },
    ],
    mistakes: &[],
};

/// `ConversionRequest`
pub static CONVERSION_REQUEST: TypeDef = TypeDef {
    name: "ConversionRequest",
    go: "v1.ConversionRequest",
    doc: "The objects to convert, and the version to convert them to.",
    fields: &[
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "The `apiVersion` that each converted object must have, such as `example.org/v2`.",
            required: true,
            order: 2,
            ..FieldDef::of(Field::DesiredAPIVersion)
        },
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::Json, go: "v1.JSON" }),
            go: "[]runtime.RawExtension",
            doc: "The custom resources to convert, which can be of several versions. None of them \
is of the desired version already.",
            required: true,
            order: 3,
            ..FieldDef::of(Field::Objects)
        },
        FieldDef {
            ty: Ty::String,
            go: "types.UID",
            doc: "Identifies the request. The response must repeat it.",
            required: true,
            order: 1,
            ..FieldDef::of(Field::Uid)
        },
    ],
    mistakes: &[],
};

/// `ConversionResponse`
pub static CONVERSION_RESPONSE: TypeDef = TypeDef {
    name: "ConversionResponse",
    go: "v1.ConversionResponse",
    doc: "The converted objects, or why there are none.",
    fields: &[
        FieldDef {
            ty: Ty::List(&Elem { ty: Ty::Json, go: "v1.JSON" }),
            go: "[]runtime.RawExtension",
            doc: "The converted objects, one for each of the request and in the same order. Of \
`metadata` only labels and annotations can be changed.",
            required: true,
            order: 2,
            ..FieldDef::of(Field::ConvertedObjects)
        },
        FieldDef {
            ty: Ty::Object(&STATUS),
            go: "v1.Status",
            doc: "Whether the conversion succeeded: `status: Success`, or `status: Failure` with \
a `message`, which users see.",
            required: true,
            order: 3,
            ..FieldDef::of(Field::Result)
        },
        FieldDef {
            ty: Ty::String,
            go: "types.UID",
            doc: "The `uid` of the request.",
            required: true,
            order: 1,
            ..FieldDef::of(Field::Uid)
        },
    ],
    mistakes: &[],
};

/// `Status`
pub static STATUS: TypeDef = TypeDef {
    name: "Status",
    go: "v1.Status",
    doc: "How a conversion ended (metav1.Status).",
    fields: &[
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "`v1`; it can be left out.",
            order: 7,
            ..FieldDef::of(Field::ApiVersion)
        },
        FieldDef {
            ty: Ty::Int32,
            go: "int32",
            doc: "A status code of HTTP. The API server does not read it.",
            order: 4,
            ..FieldDef::of(Field::Code)
        },
        FieldDef {
            ty: Ty::Json,
            go: "v1.JSON",
            doc: "Details of the failure. The API server does not read them.",
            pointer: true,
            order: 5,
            ..FieldDef::of(Field::Details)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "`Status`; it can be left out.",
            order: 8,
            ..FieldDef::of(Field::Kind)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "Why the conversion failed. The API server passes it on to users.",
            order: 2,
            ..FieldDef::of(Field::Message)
        },
        FieldDef {
            ty: Ty::Json,
            go: "v1.JSON",
            doc: "Metadata of the status, usually empty.",
            pointer: true,
            order: 6,
            ..FieldDef::of(Field::Metadata)
        },
        FieldDef {
            ty: Ty::String,
            go: "v1.StatusReason",
            doc: "Why the conversion failed, in one word. The API server does not read it.",
            order: 3,
            ..FieldDef::of(Field::Reason)
        },
        FieldDef {
            ty: Ty::String,
            go: "string",
            doc: "`Success` or `Failure`. With anything but `Success` no object is converted.",
            required: true,
            values: &[
                ValueDef::new("Success", "All objects are converted.", "", None),
                ValueDef::new("Failure", "No object is converted; `message` says why.", "", None),
            ],
            order: 1,
            ..FieldDef::of(Field::Status)
        },
    ],
    mistakes: &[],
};
