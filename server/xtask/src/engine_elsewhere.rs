//! The commands that run the code of crdls, where this program was built without it: it is built again, with it.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::args::EngineCommand;
use crate::build;

/// Runs the same command line by the program with the engine.
pub(crate) fn run(root: &Path, command: EngineCommand) -> Result<ExitCode, String> {
    let program = build::engine(root, command.profile())?;
    let done = Command::new(&program).args(std::env::args_os().skip(1)).status();
    let done = done.map_err(|err| format!("{}: {err}", program.display()))?;
    Ok(ExitCode::from(done.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}
