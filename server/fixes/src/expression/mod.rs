//! Where expressions stand in a CRD, how they are formatted, and what refused ones were meant to be.

pub mod find;
mod format;
mod rewrites;
pub mod schema;

pub use format::formatted;
pub(crate) use rewrites::{ExpressionRewrite, guards, rewrites, wanted_optional_old_self};
