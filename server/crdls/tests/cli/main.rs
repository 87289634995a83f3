//! The commands as users run them: the binary itself, on files of its own.

mod baseline;
mod built_crds;
mod check;
mod chosen;
mod conversion;
mod cost;
mod diff;
#[cfg(feature = "git")]
mod diff_ci;
mod diff_go;
mod docs;
mod explain;
mod faults;
mod fix;
mod formats;
mod forms;
mod generate;
mod generated;
mod go;
mod go_kinds;
mod ignored;
mod instances;
mod judged;
mod kinds;
mod kustomizations;
mod left_out;
mod mcp;
mod minors;
mod new;
mod planted;
mod planted_go;
mod playground;
mod published;
mod replaced;
mod robust;
mod run;
mod settings;
mod severity;
mod suites;
mod templates;
mod update;
mod versions;
mod walk;
#[cfg(feature = "webhook")]
mod webhook;
mod which_crd;
