//! The command line.
//!
//! Knows arguments, and what a command prints and ends with. Must not know how findings are made or rendered, nor the
//! language server.

mod accepted;
mod args;
mod build;
mod catalog;
mod check;
mod codes;
mod conversion;
mod cost;
mod crds;
mod diff;
mod effective;
mod equal;
mod eval;
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
mod sample;
mod schema;
mod shells;
mod test;
mod versions;

use clap::FromArgMatches;
use crdls_minors::Minor;

use args::Command;
pub(crate) use args::{Args, VERSION};
pub(crate) use outcome::Outcome;
use outcome::{reported, trouble};

use crdls_system::guard::{caught, quiet};
use crdls_system::streams;

/// A server on standard input and output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Server {
    Lsp,
    Mcp,
}

/// The result of a command in memory.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) outcome: Outcome,
    /// The text on standard output.
    pub(crate) output: String,
    /// The text on standard error.
    pub(crate) errors: String,
}

/// The declaration of all commands.
pub(crate) fn declaration() -> clap::Command {
    let mut declaration = args::declaration();
    declaration.build();
    declaration
}

/// The arguments of this process; wrong usage and `--help` end it.
pub(crate) fn arguments() -> Args {
    let mut matches = args::declaration().get_matches();
    Args::from_arg_matches_mut(&mut matches).unwrap_or_else(|err| err.exit())
}

/// Runs a command with this text as standard input; the process goes on. Wrong usage is what the parser reports.
pub(crate) fn run_in_memory(args: &[String], input: String) -> Ran {
    let words = std::iter::once("crdls").chain(args.iter().map(String::as_str));
    let parsed = args::declaration().try_get_matches_from(words);
    let args = match parsed.and_then(|mut matches| Args::from_arg_matches_mut(&mut matches)) {
        Ok(args) => args,
        Err(err) => return Ran { outcome: Outcome::Trouble, output: String::new(), errors: err.to_string() },
    };
    let (outcome, memory) = streams::in_memory(input, || {
        caught("in a command", || run(&args, |_| false)).unwrap_or_else(trouble)
    });
    Ran { outcome, output: memory.output(), errors: memory.errors() }
}

/// Does what the arguments ask; `serve` runs a server, and returns whether it ended well.
pub(crate) fn run(args: &Args, serve: impl FnOnce(Server) -> bool) -> Outcome {
    // A panic is part of a message. Not every thread of a server is guarded.
    if !matches!(args.command, Command::Lsp(_) | Command::Mcp) {
        quiet();
    }
    reported(match &args.command {
        Command::Check(args) => check::run(args),
        Command::Build(args) => build::run(args),
        Command::Cost(args) => cost::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Effective(args) => effective::run(args),
        Command::Eval(args) => eval::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Openapi(args) => openapi::run(args),
        Command::Schema(args) => schema::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Conversion(args) => conversion::run(args),
        Command::Versions(args) => versions::run(args),
        Command::Test(args) => test::run(args),
        Command::Codes(args) => codes::run(args),
        Command::Sample(args) => sample::run(args),
        Command::New(args) => new::run(args),
        Command::Version => Ok(version()),
        Command::Completions(args) => Ok(shells::completions(args)),
        Command::Man(args) => Ok(shells::man(args)),
        Command::Lsp(_) => Ok(ended(serve(Server::Lsp))),
        Command::Mcp => Ok(ended(serve(Server::Mcp))),
    })
}

const fn ended(well: bool) -> Outcome {
    if well { Outcome::Clean } else { Outcome::Errors }
}

/// The version of the program, and what it mirrors.
fn version() -> Outcome {
    let (oldest, newest) = (Minor::OLDEST, Minor::NEWEST);
    outcome::print([format!("crdls {VERSION}\nKubernetes {oldest} to {newest}\n")])
}
