//! The arguments, declared once: clap makes the parser and the help of it.
//!
//! Must not know what a command does.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use crdls_schema::{FieldValidation, Minor};

/// Tells what kube-apiserver would say of CustomResourceDefinitions and custom resources.
#[derive(Debug, Parser)]
#[command(name = "crdls", version, propagate_version = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check CRDs and custom resources
    Check(CheckArgs),
    /// Count what each CEL rule costs, and say what bounds it
    Cost(CostArgs),
    /// Print custom resources as the server would store them
    Effective(EffectiveArgs),
    /// Explain what is reported under a code, what a kind or a field of it is, or what a function of CEL does
    Explain(ExplainArgs),
    /// List all codes
    Rules(RulesArgs),
    /// Print a custom resource to start from
    Sample(SampleArgs),
    /// Serve editors: the language server on standard input and output
    Lsp(LspArgs),
    /// Print what completes the commands in a shell
    Completions(CompletionsArgs),
    /// Write the man pages into a folder
    #[command(hide = true)]
    Man(ManArgs),
}

#[derive(Debug, Group)]
pub(crate) struct CompletionsArgs {
    #[arg(value_name = "SHELL", value_enum, help = "The shell")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Group)]
pub(crate) struct ManArgs {
    /// A folder that exists
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
}

/// Exit status: 0 no errors, 1 errors found, 2 wrong usage or a path that cannot be read.
#[derive(Debug, Group)]
#[command(
    after_help = "Exit status: 0 no errors, 1 errors found, 2 wrong usage or a path that cannot be read."
)]
#[command(verbatim_doc_comment)]
pub(crate) struct CheckArgs {
    /// Files, folders (searched by .gitignore) or `-` for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// Apply the safe fixes, and check again
    #[arg(long)]
    pub(crate) fix: bool,
    /// Check CRDs as updates of those of the same name in FILE: what the cluster has, or had last
    #[arg(long, value_name = "FILE")]
    pub(crate) old: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Exit status: 0 all within the limits, 1 a rule or schema is not or does not compile, 2 wrong usage or a path
/// that cannot be read.
#[derive(Debug, Group)]
#[command(
    after_help = "Exit status: 0 all within the limits, 1 a rule or schema is not or does not compile, 2 wrong usage or a path that cannot be read."
)]
pub(crate) struct CostArgs {
    /// Files, folders (searched by .gitignore) or `-` for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Exit status: 0 stored, 1 the server refuses one, 2 wrong usage or a path that cannot be read.
#[derive(Debug, Group)]
#[command(
    after_help = "Exit status: 0 stored, 1 the server refuses one, 2 wrong usage or a path that cannot be read."
)]
pub(crate) struct EffectiveArgs {
    /// A file of custom resources, or `-` for standard input; CRDs in it count
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print what changes
    #[arg(long)]
    pub(crate) diff: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Group)]
pub(crate) struct LspArgs {
    /// Standard input and output, as always: some editors say so
    #[arg(long)]
    stdio: bool,
}

#[derive(Debug, Group)]
pub(crate) struct ExplainArgs {
    /// A code, as `missing-type`; a kind by any of its names and a field of it, as `pizzas.spec.toppings`; a
    /// function of CEL, as `matches`
    #[arg(value_name = "WHAT")]
    pub(crate) what: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Group)]
pub(crate) struct SampleArgs {
    /// A kind, plural, singular or short name, alone or with its group or its version and group
    #[arg(value_name = "KIND")]
    pub(crate) kind: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Group)]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What every command takes.
#[derive(Debug, Group)]
pub(crate) struct Common {
    #[arg(
        long,
        value_name = "MINOR",
        value_parser = minor,
        help = format!("The cluster's minor: {} to {} [default: {}]", Minor::OLDEST, Minor::NEWEST, Minor::NEWEST)
    )]
    pub(crate) kubernetes: Option<Minor>,
    /// What becomes of unknown fields, as of kubectl's `--validate` [default: strict]
    #[arg(long, value_name = "MODE", value_parser = field_validation, hide_possible_values = true)]
    pub(crate) field_validation: Option<FieldValidation>,
    /// One more place to find CRDs; may be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) crds: Vec<PathBuf>,
    #[arg(
        long,
        value_name = "FORMAT",
        value_enum,
        default_value = "full",
        help = "How findings are printed"
    )]
    pub(crate) output_format: Format,
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", help = "Whether output is colored")]
    pub(crate) color: Color,
    /// Threads that read and check [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Full,
    Concise,
    Json,
    Sarif,
    Github,
}

/// When output is colored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Whether standard output is colored: `auto` looks at the terminal, `NO_COLOR` and the like.
    pub(crate) fn wanted(self) -> bool {
        match self {
            Self::Auto => anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never,
            Self::Always => true,
            Self::Never => false,
        }
    }
}

fn minor(text: &str) -> Result<Minor, String> {
    let (oldest, newest) = (Minor::OLDEST, Minor::NEWEST);
    Minor::parse(text).ok_or_else(|| format!("known are {oldest} to {newest}"))
}

fn field_validation(text: &str) -> Result<FieldValidation, String> {
    crate::settings::field_validation(text).ok_or_else(|| "one of strict, warn, ignore".into())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_declaration_is_sound() {
        Args::command().debug_assert();
    }
}
