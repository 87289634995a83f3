//! Help where a marker or a `json` tag is typed: completion, hover, signatures, definitions and tokens, as plain data.
//!
//! Knows markers and the types that they stand on; must not know an editor. Elsewhere it has nothing to say.

mod completion;
mod definition;
mod fields;
mod item;
mod page;
mod place;
mod tags;
mod tokens;
mod values;

#[cfg(test)]
mod tests;

pub use completion::completions;
pub use definition::{Target, definition};
pub use item::{Completion, CompletionKind};
pub use page::{Hover, hover, page};
pub use place::{Signature, signature};
pub use tokens::{Token, TokenKind, tokens};

use crate::apply::Flags;
use crate::program::{GoFile, Package, Program};
use crate::registry::Version;

/// A file of a project.
#[derive(Clone, Copy, Debug)]
pub struct HelpContext<'p> {
    /// All packages.
    pub program: &'p Program,
    /// The package of the file.
    pub package: &'p Package,
    /// The file.
    pub file: &'p GoFile,
    /// The version of controller-gen.
    pub version: Version,
    /// The flags of `crd`.
    pub flags: Flags,
}
