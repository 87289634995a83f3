//! What the API server publishes of a CRD, and what clients make of it.
//!
//! Mirrors pkg/controller/openapi/builder of k8s.io/apiextensions-apiserver: `BuildOpenAPIV3` and `BuildOpenAPIV2`,
//! and what of k8s.io/kube-openapi makes documents of routes. Knows the decoded CRD; must not know texts, files or
//! terminals.

mod document;
mod explain;
mod form;
mod json;
mod json_schema;
mod kind;
mod native;
mod operation;
mod operation_id;
mod path;
mod route;
mod schema;
mod v2;
mod v3;
mod wrap;

pub use document::{definition, documents_by_path, documents_v3, merged_v2, v2, v3};
pub use explain::{KubectlExplain, KubectlExplained};
pub use form::{Dialect, Form};
pub use json_schema::{json_schema, json_schema_file};
pub use kind::definition_name;
pub use schema::left_out_of_v2;
