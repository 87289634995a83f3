//! CustomResourceDefinitions: the model with spans, and the API server's rules.
//!
//! Knows what kube-apiserver makes of a manifest; mirrors k8s.io/apiextensions-apiserver v0.37.2.
//! Knows nothing of files, editors or terminals: text in, [`Finding`]s out.

#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unreachable
    )
)]

mod advice;
pub mod cel;
mod claims;
mod config;
mod convertible;
pub mod cost;
pub mod decode;
mod dns;
pub mod document;
mod field_path;
pub mod fields;
mod finding;
pub mod formats;
mod generated;
mod go;
pub mod instance;
mod json;
mod minors;
pub mod model;
mod name_words;
mod object_meta;
pub mod objects;
mod path;
mod report;
mod rule;
pub mod rules;
pub mod sample;
pub mod stop;
pub mod validate;
mod values;
mod version_order;

pub use advice::{Wanted, claimed, wanted};
pub use config::{Config, FieldValidation, Minor};
pub use finding::{ErrorType, Finding, Fix, Note, Related, Server, Severity};
pub use json::{Json, JsonMember, JsonPath, JsonValue, double_quoted, go_float, go_quote};
pub use path::{FieldPath, Path, PathStep, Step};
pub use rule::Rule;
pub use version_order::compare as compare_versions;
