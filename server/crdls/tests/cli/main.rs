//! The commands as users run them: the binary itself, on files of its own.

mod baseline;
mod check;
mod cost;
mod docs;
mod explain;
mod fix;
mod formats;
mod forms;
mod ignored;
mod instances;
mod judged;
mod kinds;
mod minors;
mod new;
mod planted;
mod replaced;
mod robust;
mod run;
mod settings;
mod severity;
mod suites;
mod templates;
mod update;
mod walk;
mod which_crd;
