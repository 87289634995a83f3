//! `cargo dev`: everything for developers of crdls, as one program. [`args`] has the commands.
//!
//! Knows files and folders of the checkout. What runs the code of crdls is in `engine`, a cargo feature: without it this
//! program builds while that code does not, and builds itself again with it when a command needs it.

mod args;
mod bench;
mod build;
mod codegen;
mod dist;
mod docs;
#[cfg_attr(not(feature = "engine"), path = "engine_elsewhere.rs")]
mod engine;
mod examples;
mod files;
mod go_types;
mod native;
mod new_code;
mod oracle;
mod outputs;
mod pictures;
mod plan;
mod playground;
mod release;
mod test_names;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use args::{Bench, Cli, Command, EngineCommand, ProgramBench};
use new_code::Origin;

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    let root = root();
    let done = match Cli::parse().command {
        Command::Quick { crates } => plan::quick(&root, &crates),
        Command::Nightly { minutes } => plan::nightly(&root, minutes),
        Command::Codegen { check: false } => codegen::write(&root),
        Command::Codegen { check: true } => codegen::check(&root),
        Command::NewCode { code, server: true, .. } => new_code::create(&root, &code, Origin::Server),
        Command::NewCode { code, advice, .. } => {
            new_code::create(&root, &code, Origin::Advice { about: advice.as_deref().unwrap_or("manifest") })
        }
        Command::Oracle { minors } => oracle::build(&root, &minors),
        Command::Native => native::write(&root),
        Command::GoTypes => go_types::write(&root),
        Command::Docs(args) => docs::run(&root, &args),
        Command::Pictures { check, screens } => pictures::run(&root, check, screens.as_deref()),
        Command::Dist { target, twice: true, profile } => dist::compare(&root, &target, profile),
        Command::Dist { target, .. } => dist::run(&root, &target),
        Command::Release { version, dry_run: true, .. } => release::rehearse(&root, &version),
        Command::Release { version, target, .. } => release::make(&root, &version, &target),
        Command::Playground(args) => playground::run(&root, &args),
        Command::TestNames { against } => test_names::run(&root, &against),
        Command::Outputs { against } => outputs::run(&root, &against),
        Command::Bench { of: None } => bench::run(&root, ProgramBench::Check),
        Command::Bench { of: Some(Bench::Programs(of)) } => bench::run(&root, of),
        Command::Bench { of: Some(Bench::Engine(of)) } => return by_engine(&root, EngineCommand::Bench(of)),
        Command::Engine(command) => return by_engine(&root, command),
    };
    status(done.map(|()| ExitCode::SUCCESS))
}

fn by_engine(root: &Path, command: EngineCommand) -> ExitCode {
    status(engine::run(root, command))
}

/// Prints the trouble that kept a command from answering; its status is 2.
fn status(done: Result<ExitCode, String>) -> ExitCode {
    done.unwrap_or_else(|problem| {
        eprintln!("{problem}");
        ExitCode::from(2)
    })
}

/// Whether `cargo dev` accepts these words. A required argument may be missing, since texts abbreviate.
pub fn takes<'w>(words: impl IntoIterator<Item = &'w str>) -> bool {
    let parsed = Cli::try_parse_from(std::iter::once("cargo dev").chain(words));
    parsed.map_or_else(|error| error.kind() == ErrorKind::MissingRequiredArgument, |_| true)
}

/// Checks that the generated files are current; the error names those that are not.
pub fn check_generated() -> Result<(), String> {
    codegen::check(&root())
}

/// The top of the checkout: two levels above this crate.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}
