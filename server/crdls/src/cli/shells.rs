//! `crdls completions` and `crdls man`: made from the declaration of the arguments.

use clap::CommandFactory;

use super::args::{Args, Completions, Man};
use super::outcome::{Outcome, print, trouble};

pub(crate) fn completions(args: &Completions) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "crdls", &mut text);
    print([String::from_utf8_lossy(&text).into_owned()])
}

/// A page for the program and one for each command.
pub(crate) fn man(args: &Man) -> Outcome {
    match clap_mangen::generate_to(Args::command(), &args.folder) {
        Ok(()) => Outcome::Clean,
        Err(err) => trouble(format_args!("{}: {err}", args.folder.display())),
    }
}
