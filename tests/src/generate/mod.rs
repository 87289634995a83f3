//! What inputs are made from, for every program and test that makes some: `hunt`, `probe`, `torture`. Manifests,
//! schemas, custom resources, expressions, YAML and edits, right in the main, with faults as often as one asks for.
//!
//! All choices come from one [`Random`](crate::random::Random), so that a seed or a fuzzer's bytes make any of them.
//! Knows the tables of fields and functions; must not know what is done with what it makes.

pub mod change;
pub mod crd;
pub mod edits;
pub mod expression;
mod forms;
pub mod instance;
mod metadata;
mod mutate;
mod odd;
mod pool;
mod rule;
mod samples;
pub mod schema;
pub mod update;
pub mod yaml;

pub use mutate::mutate;
pub use pool::Pool;
