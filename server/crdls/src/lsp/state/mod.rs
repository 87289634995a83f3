//! What the server holds between two messages: the session, its open documents, the threads that work for it.
//!
//! Must not know which requests there are, nor when something is checked.

pub(crate) mod check;
pub(crate) mod closed;
pub(crate) mod comparison;
pub(crate) mod documentation;
pub(crate) mod documents;
pub(crate) mod go;
pub(crate) mod manifests;
pub(crate) mod open_files;
pub(crate) mod pages;
pub(crate) mod session;
pub(crate) mod tested;
pub(crate) mod workers;
