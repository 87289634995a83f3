//! The two versions of OpenAPI.
//!
//! Must not know what is in a document.

use serde_json::{Value, json};

/// A version of OpenAPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `/openapi/v2`, without what Swagger cannot say.
    V2,
    /// `/openapi/v3/apis/<group>/<version>`
    V3,
}

impl Form {
    /// A reference to a definition.
    pub(crate) fn reference(self, definition: &str) -> Value {
        match self {
            Self::V2 => json!({"$ref": format!("#/definitions/{definition}")}),
            Self::V3 => json!({"$ref": format!("#/components/schemas/{definition}")}),
        }
    }
}
