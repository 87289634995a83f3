//! The two versions of OpenAPI, and whose documents are made.
//!
//! Must not know what is in a document.

use crdls_minors::Minor;
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

/// Whose documents are made: those of a server of a minor, in a version of OpenAPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// The version of OpenAPI.
    pub form: Form,
    /// The minor of the server.
    pub minor: Minor,
}

impl Dialect {
    /// `/openapi/v2` of a minor.
    pub fn v2(minor: Minor) -> Self {
        Self { form: Form::V2, minor }
    }

    /// `/openapi/v3` of a minor.
    pub fn v3(minor: Minor) -> Self {
        Self { form: Form::V3, minor }
    }
}
