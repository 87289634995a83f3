//! The command line.
//!
//! Knows arguments, and what a command prints and ends with. Must not know how findings are made or rendered, nor the
//! language server.

mod accepted;
mod args;
mod build;
mod catalog;
mod check;
mod conversion;
mod cost;
mod crds;
mod diff;
mod effective;
mod explain;
mod generate;
mod go_crds;
mod inputs;
mod layout;
mod new;
mod old;
mod openapi;
mod outcome;
mod progress;
mod rules;
mod sample;
mod schema;
mod shells;
mod test;
mod versions;

pub(crate) use args::Args;
use args::{Command, VERSION};
use crdls_schema::Minor;
use outcome::Outcome;

/// Does what the arguments ask; `serve` is what `crdls lsp` does, and returns whether it ended well.
pub(crate) fn run(args: &Args, serve: impl FnOnce() -> bool) -> Outcome {
    match &args.command {
        Command::Check(args) => check::run(args),
        Command::Build(args) => build::run(args),
        Command::Cost(args) => cost::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Effective(args) => effective::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Openapi(args) => openapi::run(args),
        Command::Schema(args) => schema::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Conversion(args) => conversion::run(args),
        Command::Versions(args) => versions::run(args),
        Command::Test(args) => test::run(args),
        Command::Rules(args) => rules::run(args),
        Command::Sample(args) => sample::run(args),
        Command::New(args) => new::run(args),
        Command::Version => version(),
        Command::Completions(args) => shells::completions(args),
        Command::Man(args) => shells::man(args),
        Command::Lsp(_) if serve() => Outcome::Clean,
        Command::Lsp(_) => Outcome::Errors,
    }
}

/// The version of the program, and what it mirrors.
fn version() -> Outcome {
    let (oldest, newest) = (Minor::OLDEST, Minor::NEWEST);
    outcome::print([format!("crdls {VERSION}\nKubernetes {oldest} to {newest}\n")])
}
