//! Checking documents: when one is checked, and how its findings reach the client as diagnostics.
//!
//! Must not know which requests there are besides those for diagnostics, nor why something is checked again.

pub(crate) mod changes;
mod closed;
mod compared;
mod delivery;
pub(crate) mod diagnostics;
mod findings;
pub(crate) mod go;
mod go_since;
pub(crate) mod setting_files;
pub(crate) mod suite_run;
pub(crate) mod tested;

pub(crate) use closed::{files_checked, pull_closed};
pub(crate) use compared::differences;
pub(crate) use delivery::{check_all, check_closed, check_judged, compare_all, pull, push, test_changed};
pub(crate) use findings::findings;
pub(crate) use tested::test_results;
