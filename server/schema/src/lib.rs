//! The manifest of a CRD as data: its fields, decoding, the decoded model with spans, paths, and findings with
//! how they are reported and located.
//!
//! Knows what is written and what the server would hold of it; must not know what the server validates, nor
//! custom resources, files, editors or terminals.

mod code;
mod config;
pub mod convertible;
pub mod crd_kinds;
pub mod decode;
pub mod field_path;
pub mod fields;
mod finding;
mod generated {
    pub mod codes;
}
pub mod minors;
pub mod model;
pub mod name_problem;
pub mod object_meta;
pub mod objects;
mod path;
pub mod report;
pub mod sentences;
pub mod stop;
mod subject;
mod unit;

pub use code::{Code, Severity};
pub use config::{Config, FieldValidation};
pub use finding::{
    ErrorType, Finding, Fix, Note, Related, Server, WitnessObject, capitalized, in_backticks, one_line,
};
pub use generated::codes;
pub use minors::{Difference, Minor, Minors};
pub use path::{FieldPath, Path, PathStep, Step};
pub use subject::got;
pub use unit::Unit;
