//! Markers in the comments of Go types, as controller-gen reads them.
//!
//! Knows the grammar of markers, which markers each version of controller-gen reads and where, what belongs to which
//! declaration, and what controller-gen says or silently ignores. Must not know files, YAML or the protocol.

pub mod apply;
pub mod collect;
pub mod findings;
pub mod grammar;
pub mod help;
pub mod program;
pub mod registry;

mod generated {
    //! What `cargo dev codegen` writes.
    pub mod codes;
}
mod parsed;
mod read_file;

pub use generated::codes;
pub use parsed::{MarkerError, MarkerText, Parsed};
pub use read_file::{Read, ReadFile};

#[cfg(test)]
mod tests;
