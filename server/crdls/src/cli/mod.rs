//! The command line.
//!
//! Knows arguments, settings, files and threads; knows nothing of how findings are made or look.

mod args;
mod check;
mod cost;
mod crds;
mod effective;
mod explain;
mod fix;
mod guard;
mod index;
mod known;
mod old;
mod outcome;
mod progress;
mod rules;
mod sample;
pub(crate) mod settings;
mod shells;
mod sources;
mod threads;

pub(crate) use args::Args;
pub(crate) use guard::{caught, guarded, last_panic, loud};
pub(crate) use known::version as preferred_version;
pub(crate) use outcome::Outcome;
pub(crate) use sources::manifests;
pub(crate) use threads::Threads;

use args::Command;

/// Does what the arguments ask.
pub(crate) fn run(args: &Args) -> Outcome {
    match &args.command {
        Command::Check(args) => check::run(args),
        Command::Cost(args) => cost::run(args),
        Command::Effective(args) => effective::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Rules(args) => rules::run(args),
        Command::Sample(args) => sample::run(args),
        Command::Completions(args) => shells::completions(args),
        Command::Man(args) => shells::man(args),
        Command::Lsp(_) if crate::lsp::run() => Outcome::Clean,
        Command::Lsp(_) => Outcome::Errors,
    }
}
