//! Edits of a text by its tree: a key is added, a value written, an entry taken out or moved. What
//! stands around, comments among it, stays as it is.
//!
//! Knows block and flow style, indentation and line ends; must not know Kubernetes. Where a place has no
//! certain edit, there is none.

mod insert;
mod moving;
mod remove;
mod replace;
#[cfg(test)]
mod tests;
mod within;

pub(super) use crate::lines;
pub(super) use insert::{insert, push};
pub(super) use moving::moved;
pub(super) use remove::{Part, parts, remove};
pub(super) use replace::replace;
pub(super) use within::within;
