//! An expression as written: its tokens, its tree with macros unexpanded and parentheses kept, and what is
//! wrong with its text. Knows nothing of types.

mod error;
mod token;
mod tree;

pub use error::{SyntaxError, SyntaxErrorKind};
pub use token::{FOREIGN_OPERATORS, KEYWORDS, PUNCTUATION, RESERVED, Token, TokenKind};
pub use tree::{Element, Entry, Field, Node, NodeId, NodeKind, Tree};
