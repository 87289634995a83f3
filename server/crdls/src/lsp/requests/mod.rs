//! The answers to requests: what `crdls_ide` finds in a snapshot, in the protocol's terms.
//!
//! One module for each subject. Must not change the state of the server, nor decide when it is asked.

pub(crate) mod actions;
pub(crate) mod built;
pub(crate) mod changes;
pub(crate) mod commands;
pub(crate) mod completion;
pub(crate) mod edits;
pub(crate) mod expressions;
pub(crate) mod go;
pub(crate) mod go_names;
pub(crate) mod lenses;
pub(crate) mod navigation;
pub(crate) mod rename;
pub(crate) mod rules;
pub(crate) mod structure;
pub(crate) mod suites;
pub(crate) mod symbols;
pub(crate) mod tokens;
pub(crate) mod views;
