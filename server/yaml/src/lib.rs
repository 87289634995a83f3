//! A lossless, error-tolerant, incremental YAML tree that reads values as kubectl does.
//!
//! Knows YAML 1.1 as `sigs.k8s.io/yaml` v1.6.0 (over `go.yaml.in/yaml/v2`) reads it, and how kubectl
//! cuts a file into documents. Knows nothing of Kubernetes' types, of files or of editors.
//!
//! * [`Tree::parse`] never fails: text that is not YAML becomes [`SyntaxError`]s beside a tree that
//!   keeps everything around it.
//! * [`Tree::edit`] reparses the smallest block around a change; the result equals a parse from scratch.
//! * [`cursor::Cursor`] tells what a cursor is at, though the text is half there.
//! * [`Node`] is a view of one node; [`Node::scalar`] and [`members`] give values as kubectl reads them.
//! * [`strict::check`] says what the Go library says of a text that it refuses.
//! * [`misread::misreading`] finds texts that YAML reads differently from how they are written.

mod anchors;
mod blocks;
pub mod cursor;
mod decoded;
mod edit;
mod error;
pub mod json_stream;
mod kind;
mod lines;
pub mod misread;
mod node;
mod parser;
mod raw;
pub mod resolve;
mod stream;
pub mod strict;
mod tree;
mod value;

pub use blocks::TallBlock;
pub use decoded::Decoded;
pub use edit::Reparsed;
pub use error::{SyntaxError, SyntaxErrorKind};
pub use kind::{Kind, single_quoted};
pub use node::{Entries, Entry, Node};
pub use raw::NodeId;
pub use resolve::Scalar;
pub use tree::{Document, Tree};
pub use value::{Budget, Member, members, sorted_members};
