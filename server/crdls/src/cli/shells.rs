//! `crdls completions` and `crdls man`, made from the declaration of the arguments.
//!
//! Must not know what the arguments mean.

use super::args::{CompletionsArgs, ManArgs, declaration};
use super::outcome::{Outcome, print, trouble};

/// Prints the completions of a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut declaration(), "crdls", &mut text);
    print([String::from_utf8_lossy(&text).into_owned()])
}

/// Writes a page for the program and one for each command.
pub(crate) fn man(args: &ManArgs) -> Outcome {
    match clap_mangen::generate_to(declaration(), &args.folder) {
        Ok(()) => Outcome::Clean,
        Err(err) => trouble(format_args!("{}: {err}", args.folder.display())),
    }
}
