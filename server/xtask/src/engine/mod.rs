//! The commands that run the code of crdls, one module each.

mod bench;
mod compare;
mod go_crds;
mod go_findings;
mod hunt;
mod kustomizations;
mod kustomize_findings;
mod messages;
mod page;
mod probe;
mod repositories;
mod torture;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crdls_minors::Minor;
use crdls_tests::hunt::Sides;
use crdls_tests::oracle;

use crate::args::{By, EngineCommand};
use crate::build;

use repositories::Programs;

/// The allocator of the program crdls, since its speed is measured here.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs a command; the error is trouble that kept it from answering.
pub(crate) fn run(root: &Path, command: EngineCommand) -> Result<ExitCode, String> {
    crdls_tests::require::use_all();
    match command {
        EngineCommand::Page { serve: true, .. } => page::serve().map(|()| ExitCode::SUCCESS),
        EngineCommand::Page { shots, .. } => page::play(root, shots.as_deref()).map(|()| ExitCode::SUCCESS),
        EngineCommand::Torture { minutes, seed, target, save, program } => {
            torture::torture(minutes, seed, target.as_deref(), save, program.program)
        }
        EngineCommand::Replay { file, target, program } => {
            torture::replay(&file, target.as_deref(), program.program)
        }
        EngineCommand::Shapes { name, most } => Ok(torture::shapes(&name, most)),
        EngineCommand::Findings { program } => torture::findings(program.program),
        EngineCommand::Session { minutes, edits, seed, program } => {
            torture::session(minutes, edits, seed, program.program)
        }
        EngineCommand::Hunt { seed, batches, by } => hunt::run(seed, batches, &sides(&by)?),
        EngineCommand::Probe { what, file, seed, files, each, by } => {
            let plan = probe::Plan { seed, files, each };
            probe::run(what, file.as_deref(), &plan, &sides(&by)?)
        }
        EngineCommand::Compare { paths, by } => Ok(compare::run(&paths, &sides(&by)?)),
        EngineCommand::Repositories { paths } => {
            let oracle = build::oracle(root)?;
            let kustomize = oracle::program_or_skip("repositories", "kustomize");
            let kustomize = kustomize.ok_or("needs Go")?;
            let programs = Programs { crdls: &program(None)?, oracle: &oracle, kustomize: &kustomize };
            repositories::run(root, programs, &paths).map(|()| ExitCode::SUCCESS)
        }
        EngineCommand::Kustomizations { paths, findings: true, .. } => {
            kustomize_findings::run(&program(None)?, &paths).map(|()| ExitCode::SUCCESS)
        }
        EngineCommand::Kustomizations { paths, components: true, .. } => {
            kustomize_findings::run_components(&program(None)?, &paths).map(|()| ExitCode::SUCCESS)
        }
        EngineCommand::Kustomizations { paths, releases, .. } if !releases.is_empty() => {
            kustomize_findings::run_releases(&program(None)?, &paths, &releases).map(|()| ExitCode::SUCCESS)
        }
        EngineCommand::Kustomizations { paths, .. } => {
            let kustomize = oracle::program_or_skip("kustomizations", "kustomize").ok_or("needs Go")?;
            kustomizations::run(&kustomize, &paths).map(|()| ExitCode::SUCCESS)
        }
        EngineCommand::GoCrds { paths, controller_gen } => {
            go_crds::run(root, &paths, &controller_gen).map(|()| ExitCode::SUCCESS)
        }
        EngineCommand::GoFindings { paths } => {
            go_findings::run(&program(None)?, &paths).map(|()| ExitCode::SUCCESS)
        }
        EngineCommand::Messages { quiet } => messages::run(quiet).map(|()| ExitCode::SUCCESS),
        EngineCommand::Bench(of) => bench::run(root, of).map(|()| ExitCode::SUCCESS),
    }
}

/// The folder of real CRDs.
fn corpus() -> Result<PathBuf, String> {
    crdls_tests::corpus::dir().ok_or_else(|| "no corpus: set CRDLS_CORPUS".to_owned())
}

/// crdls and the API server's code, both of a minor.
fn sides(by: &By) -> Result<Sides, String> {
    let minor = match by.kubernetes.as_deref().map(Minor::parse) {
        None => Minor::NEWEST,
        Some(Some(minor)) => minor,
        Some(None) => return Err(format!("--kubernetes takes {} to {}", Minor::OLDEST, Minor::NEWEST)),
    };
    let binary = match minor {
        Minor::NEWEST => oracle::binary().ok_or("no go: it builds the API server's code")?,
        _ => oracle::built(minor)
            .ok_or(format!("`cargo dev oracle {minor}` builds the API server's code of {minor}"))?,
    };
    Ok(Sides { oracle: binary, minor })
}

/// The program crdls: as given, or the one that was built with this one.
fn program(given: Option<PathBuf>) -> Result<PathBuf, String> {
    if let Some(given) = given {
        // Some run it in a folder of their own.
        let path = std::path::absolute(&given).unwrap_or(given);
        return if path.is_file() { Ok(path) } else { Err(format!("no such program: {}", path.display())) };
    }
    let own = std::env::current_exe().map_err(|err| err.to_string())?;
    let path = own.with_file_name(format!("crdls{}", std::env::consts::EXE_SUFFIX));
    if path.is_file() { Ok(path) } else { Err("this needs the program crdls: see --program".to_owned()) }
}

fn status(good: bool) -> ExitCode {
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
