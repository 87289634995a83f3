//! The tree of an expression as it is written: macros unexpanded, parentheses kept, every token of
//! the text at hand. Knows nothing of types.

mod error;
mod tree;

pub use error::{SyntaxError, SyntaxErrorKind};
pub use tree::{Element, Entry, Field, Node, NodeId, NodeKind, Tree};
