//! Runs that need not be done again: by which arguments, and in which environment, they are the same.
//!
//! Must not know what is checked.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use crdls_system::files::reason;
use crdls_system::kept::{KeptFindings, KeptRun, Packed};
use crdls_system::streams;
use crdls_system::threads::Threads;

use crate::cli::args::{CheckArgs, VERSION};
use crate::cli::outcome::{Outcome, trouble};

/// The variables of the environment that name files which a run reads: of git, and of Go.
const VARIABLES: [&str; 10] = [
    "HOME",
    "USERPROFILE",
    "XDG_CONFIG_HOME",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GOPATH",
    "GOMODCACHE",
    "GOROOT",
    "GOWORK",
    "PATH",
];

/// Does the work of a run, or prints what it printed before. The work gets the findings that earlier runs have kept.
pub(super) fn kept(args: &CheckArgs, run: impl FnOnce(Option<Arc<KeptFindings>>) -> Outcome) -> Outcome {
    let Some(kept) = key(args).and_then(KeptRun::of) else { return run(None) };
    let threads = Threads::new(args.common.threads);
    if let Some((has_errors, printed)) = kept.again(&threads) {
        return match printed {
            Err(err) if err.kind() != ErrorKind::BrokenPipe => {
                trouble(format_args!("cannot write to standard output: {}", reason(&err)))
            }
            _ if has_errors => Outcome::Errors,
            _ => Outcome::Clean,
        };
    }
    let findings = Arc::new(kept.begin());
    let outcome = run(Some(Arc::clone(&findings)));
    let has_errors = match outcome {
        Outcome::Clean => Some(false),
        Outcome::Errors => Some(true),
        Outcome::Trouble => None,
    };
    kept.end(&findings, has_errors, &threads);
    outcome
}

/// Everything that a run is told, apart from what it reads; `None` for one that writes files.
fn key(args: &CheckArgs) -> Option<Vec<u8>> {
    let writes = args.fix || args.update_baseline;
    if args.no_cache || writes || streams::is_in_memory() {
        return None;
    }
    let mut key = Packed::default();
    key.text(VERSION);
    let program = std::env::current_exe().ok()?;
    let metadata = program.metadata().ok()?;
    key.path(&program);
    key.number(metadata.len());
    key.time(metadata.modified().ok()?);
    key.path(&std::env::current_dir().ok()?);
    key.number(u64::from(args.common.color.wanted()));
    for arg in std::env::args_os() {
        key.path(Path::new(&arg));
    }
    for variable in VARIABLES {
        key.path(Path::new(&std::env::var_os(variable).unwrap_or_else(|| OsString::from("\0"))));
    }
    Some(key.into_bytes())
}
