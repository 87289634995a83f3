//! The commands as users run them: the binary itself, on files of its own.

mod check;
mod cost;
mod docs;
mod explain;
mod fix;
mod formats;
mod forms;
mod instances;
mod judged;
mod kinds;
mod new;
mod robust;
mod run;
mod settings;
mod templates;
mod update;
mod walk;
mod which_crd;
