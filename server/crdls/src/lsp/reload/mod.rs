//! What is read again when settings, folders or files change, and what is checked again then.
//!
//! Must not know how a document is checked, nor what is asked of one.

pub(crate) mod built;
pub(crate) mod configuration;
pub(crate) mod crds;
