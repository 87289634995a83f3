//! The manifest of a CRD as data: its fields, decoding, the decoded model with spans, and the objects of a file.
//!
//! Knows what is written and what the server would hold of it; must not know what the server validates, nor
//! custom resources, files, editors or terminals.

pub mod convertible;
pub mod crd_kinds;
pub mod decode;
pub mod field_path;
pub mod fields;
mod generated {
    pub mod codes;
}
pub mod model;
pub mod name_problem;
pub mod object_meta;
pub mod objects;

pub use generated::codes;
