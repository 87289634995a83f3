//! What values are called where they are of a wrong type.

pub use crate::json::Raw;

impl Raw<'_> {
    /// What Go's decoder calls such a value.
    pub const fn go(&self) -> &'static str {
        match self {
            Self::Map => "object",
            Self::List => "array",
            Self::Null => "null",
            Self::Bool(_) => "bool",
            Self::Number(_) => "number",
            Self::Str(_) => "string",
        }
    }

    /// What we call it.
    pub const fn ours(&self) -> &'static str {
        match self {
            Self::Map => "a map",
            Self::List => "a list",
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Str(_) => "a string",
        }
    }
}
