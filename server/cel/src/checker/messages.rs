//! The messages of protocol buffers that every environment knows.
//!
//! Mirrors what the registry of cel-go begins with (common/types/pb/pb.go `init`, and
//! `checkedWellKnowns` of common/types/types.go).

use crate::types::Type;

const PACKAGE: &str = "google.protobuf.";

/// The type of a message; most stand for a type of the language.
pub(super) fn type_named(name: &str) -> Option<Type> {
    let short = name.strip_prefix(PACKAGE)?;
    fields(short)?;
    Some(match short {
        "BoolValue" => Type::nullable(Type::Bool),
        "BytesValue" => Type::nullable(Type::Bytes),
        "DoubleValue" | "FloatValue" => Type::nullable(Type::Double),
        "Int64Value" | "Int32Value" => Type::nullable(Type::Int),
        "UInt64Value" | "UInt32Value" => Type::nullable(Type::Uint),
        "StringValue" => Type::nullable(Type::String),
        "Any" => Type::Any,
        "Duration" => Type::Duration,
        "Timestamp" => Type::Timestamp,
        "ListValue" => Type::list(Type::Dyn),
        "Struct" => Type::map(Type::String, Type::Dyn),
        "Value" => Type::Dyn,
        _ => Type::object(name),
    })
}

pub(super) fn has(name: &str) -> bool {
    name.strip_prefix(PACKAGE).and_then(fields).is_some()
}

/// The type of a field of a message.
pub(super) fn field(message: &str, field: &str) -> Option<Type> {
    let all = fields(message.strip_prefix(PACKAGE)?)?;
    all.iter().find(|(name, _)| *name == field).map(|(_, t)| t())
}

/// Whether a name is a value of an enum.
pub(super) fn is_enum_value(name: &str) -> bool {
    name.strip_prefix(PACKAGE) == Some("NullValue.NULL_VALUE")
}

type Fields = &'static [(&'static str, fn() -> Type)];

fn fields(message: &str) -> Option<Fields> {
    MESSAGES.iter().find(|(name, _)| *name == message).map(|(_, fields)| *fields)
}

static MESSAGES: &[(&str, Fields)] = &[
    ("Any", &[("type_url", || Type::String), ("value", || Type::Bytes)]),
    ("BoolValue", &[("value", || Type::Bool)]),
    ("BytesValue", &[("value", || Type::Bytes)]),
    ("DoubleValue", &[("value", || Type::Double)]),
    ("Duration", &[("seconds", || Type::Int), ("nanos", || Type::Int)]),
    ("Empty", &[]),
    ("FloatValue", &[("value", || Type::Double)]),
    ("Int32Value", &[("value", || Type::Int)]),
    ("Int64Value", &[("value", || Type::Int)]),
    ("ListValue", &[("values", || Type::list(Type::Dyn))]),
    ("StringValue", &[("value", || Type::String)]),
    ("Struct", &[("fields", || Type::map(Type::String, Type::Dyn))]),
    ("Struct.FieldsEntry", &[("key", || Type::String), ("value", || Type::Dyn)]),
    ("Timestamp", &[("seconds", || Type::Int), ("nanos", || Type::Int)]),
    ("UInt32Value", &[("value", || Type::Uint)]),
    ("UInt64Value", &[("value", || Type::Uint)]),
    (
        "Value",
        &[
            ("null_value", || Type::Int),
            ("number_value", || Type::Double),
            ("string_value", || Type::String),
            ("bool_value", || Type::Bool),
            ("struct_value", || Type::map(Type::String, Type::Dyn)),
            ("list_value", || Type::list(Type::Dyn)),
        ],
    ),
];
