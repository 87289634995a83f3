//! How a command ends, and what it writes to the terminal.
//!
//! Must not know which commands there are.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use crate::render::one_line;
use crdls_system::files::reason;
use crdls_system::streams;

/// The end of a command, by its exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// Nothing of severity error.
    Clean = 0,
    /// Errors found.
    Errors = 1,
    /// Wrong usage, or something could not be read or written.
    Trouble = 2,
}

/// The end of a command, or why it cannot do its work.
pub(crate) type Ended = Result<Outcome, Troubles>;

/// Why a command cannot do its work: the errors that it reports at its end.
#[derive(Debug)]
pub(crate) struct Troubles(Vec<String>);

impl Troubles {
    /// The errors, if there are any.
    pub(crate) fn of(errors: Vec<String>) -> Result<(), Self> {
        if errors.is_empty() { Ok(()) } else { Err(Self(errors)) }
    }
}

impl<T: Display> From<T> for Troubles {
    fn from(why: T) -> Self {
        Self(vec![why.to_string()])
    }
}

/// Reports why a command could not do its work.
pub(crate) fn reported(ended: Ended) -> Outcome {
    ended.unwrap_or_else(|Troubles(errors)| report_all(errors))
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome as u8)
    }
}

/// Reports on standard error that something is wrong with the run, not with what is checked.
pub(crate) fn trouble(what: impl Display) -> Outcome {
    say(format_args!("error: {what}"));
    Outcome::Trouble
}

/// Reports errors of the run.
pub(crate) fn report_all(errors: impl IntoIterator<Item = impl Display>) -> Outcome {
    errors.into_iter().map(trouble).max().unwrap_or(Outcome::Clean)
}

/// Warns on standard error.
pub(crate) fn warn(what: impl Display) {
    say(format_args!("warning: {what}"));
}

/// Writes a line to standard error; it is no error that nobody reads it.
pub(crate) fn say(line: impl Display) {
    let line = line.to_string();
    let _ = streams::with_errors(|errors| writeln!(errors, "{}", one_line(&line)));
}

/// Writes to standard output. A reader that has seen enough ends it quietly.
pub(crate) fn print(texts: impl IntoIterator<Item = impl AsRef<str>>) -> Outcome {
    match streams::with_output(|out| write_all(texts, out)) {
        Err(err) if err.kind() != ErrorKind::BrokenPipe => {
            trouble(format_args!("cannot write to standard output: {}", reason(&err)))
        }
        _ => Outcome::Clean,
    }
}

/// Writes a report to standard error, where standard output has something else.
pub(crate) fn print_to_errors(texts: impl IntoIterator<Item = impl AsRef<str>>) -> Outcome {
    let _ = streams::with_errors(|errors| write_all(texts, errors));
    Outcome::Clean
}

fn write_all(texts: impl IntoIterator<Item = impl AsRef<str>>, to: &mut dyn Write) -> io::Result<()> {
    texts.into_iter().try_for_each(|text| to.write_all(text.as_ref().as_bytes()))?;
    to.flush()
}
