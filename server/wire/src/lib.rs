//! What of the Language Server Protocol grows with a file: positions, and large answers as JSON.
//!
//! It is a crate of its own so that it is optimized fully. Must not know the state of the server, nor any method.

mod folds;
mod json;
mod position;
mod symbols;
mod tokens;
mod updated;

pub use folds::folds;
pub use position::{Encoding, PositionConverter};
pub use symbols::{name, symbols};
pub use tokens::{encoded, tokens};
