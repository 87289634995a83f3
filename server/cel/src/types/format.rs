//! How the server writes types in its messages (cel-go, checker/format.go FormatCELType).

use std::fmt;

use super::{Kind, Type};

impl Type {
    /// The name without parameters (Type.TypeName).
    pub fn name(&self) -> &str {
        match self {
            Self::Nullable(wrapped) => wrapped.name(),
            Self::Opaque(name, _) | Self::Object(name) | Self::Param(name) => name,
            Self::Variable(_) => "_var",
            _ => NAMES.iter().find(|(kind, _)| *kind == self.kind()).map_or("", |(_, name)| name),
        }
    }
}

impl Type {
    /// The type with the full names of those that messages abbreviate (Type.String).
    pub fn full_name(&self) -> String {
        match self {
            Self::Nullable(wrapped) => format!("wrapper({})", wrapped.full_name()),
            Self::Variable(_) | Self::Param(_) => format!("<{self}>"),
            _ if self.parameters().is_empty() => self.name().to_owned(),
            _ => {
                let parameters: Vec<_> = self.parameters().iter().map(Type::full_name).collect();
                format!("{}({})", self.name(), parameters.join(", "))
            }
        }
    }
}

const NAMES: &[(Kind, &str)] = &[
    (Kind::Dyn, "dyn"),
    (Kind::Any, "google.protobuf.Any"),
    (Kind::Error, "error"),
    (Kind::Null, "null_type"),
    (Kind::Bool, "bool"),
    (Kind::Bytes, "bytes"),
    (Kind::Double, "double"),
    (Kind::Int, "int"),
    (Kind::Uint, "uint"),
    (Kind::String, "string"),
    (Kind::Duration, "google.protobuf.Duration"),
    (Kind::Timestamp, "google.protobuf.Timestamp"),
    (Kind::List, "list"),
    (Kind::Map, "map"),
    (Kind::Type, "type"),
];

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any"),
            Self::Duration => f.write_str("duration"),
            Self::Timestamp => f.write_str("timestamp"),
            Self::Error => f.write_str("!error!"),
            Self::Null => f.write_str("null"),
            Self::Variable(number) => write!(f, "_var{number}"),
            Self::Nullable(wrapped) => write!(f, "wrapper({wrapped})"),
            _ => {
                f.write_str(self.name())?;
                write_parameters(f, self.parameters())
            }
        }
    }
}

fn write_parameters(f: &mut fmt::Formatter<'_>, parameters: &[Type]) -> fmt::Result {
    for (i, parameter) in parameters.iter().enumerate() {
        write!(f, "{}{parameter}", if i == 0 { "(" } else { ", " })?;
    }
    if parameters.is_empty() { Ok(()) } else { f.write_str(")") }
}

/// The types that a function is applied to: `(int, int)`, or `list(int).(int)` on a value
/// (formatFunctionDeclType).
pub(crate) fn signature(target: Option<&Type>, args: &[Type]) -> String {
    let args: Vec<_> = args.iter().map(Type::to_string).collect();
    let target = target.map_or_else(String::new, |target| format!("{target}."));
    format!("{target}({})", args.join(", "))
}
