//! Stories of an editor and the real server, over standard input and output.

mod announced;
mod built_crds;
mod client;
mod closed;
mod commands;
mod diagnostics;
mod embedded;
mod features;
mod fixes;
mod folder;
mod formatting;
mod glance;
mod go;
mod go_names;
#[cfg(feature = "git")]
mod go_since;
mod hostile;
mod instances;
#[cfg(not(feature = "git"))]
mod left_out;
mod lifecycle;
mod memory;
mod names;
mod navigation;
mod random;
mod rename;
mod reviews;
mod sample;
mod setting_files;
mod settings;
#[cfg(feature = "git")]
mod since;
mod suites;
mod superseded;
mod sync;
mod torture;
mod views;
mod workspace;
mod writing;
