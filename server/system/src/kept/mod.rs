//! What runs have kept for later ones: what they printed, and findings of files.
//!
//! Must not know how anything is checked.

mod bytes;
mod findings;
mod folder;
mod run;

pub use bytes::Packed;
pub use findings::{FileResult, KeptFindings};
pub use folder::entry_name;
pub use run::KeptRun;
