//! Markers in the comments of Go types, as controller-gen reads them.
//!
//! Knows the grammar of markers, which markers each version of controller-gen reads and where, what belongs to which
//! declaration, and what controller-gen says or silently ignores. Must not know files, YAML or the protocol.

pub mod collect;
pub mod grammar;
pub mod registry;

mod parsed;

pub use parsed::{MarkerError, MarkerText, Parsed};

#[cfg(test)]
mod tests;
