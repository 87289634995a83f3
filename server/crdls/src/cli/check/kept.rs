//! Runs that need not be done again: what a run printed is kept with all that it saw, and printed once more by a run with
//! the same arguments that would see the same.
//!
//! Whatever could make a difference is compared, and in doubt the run is done again. Must not know what is checked.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::kept_findings::KeptFindings;
use crate::cli::args::{CheckArgs, VERSION};
use crate::cli::outcome::{Outcome, trouble};
use crate::files::bytes::{Bytes, Keep, Packed, keep_fields, keep_listed};
use crate::files::cache::{CacheFolder, LARGEST_ENTRY, entry_name};
use crate::files::reason;
use crate::files::seen::{self, Fact, Kind, Stamp};
use crate::streams::{self, Stream, StreamText};
use crate::threads::Threads;

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

/// About how many bytes a fact takes with its path.
const FACT: usize = 160;

/// How many facts a thread compares at a time.
const PART: usize = 512;

/// The run of a command with its arguments.
struct KeptRun {
    folder: CacheFolder,
    /// Everything that the run is told, apart from what it reads.
    key: Vec<u8>,
    name: String,
}

/// Does the work of a run, or prints what it printed before. The work gets the findings that earlier runs have kept.
pub(super) fn kept(args: &CheckArgs, run: impl FnOnce(Option<Arc<KeptFindings>>) -> Outcome) -> Outcome {
    let Some(kept) = KeptRun::of(args) else { return run(None) };
    let threads = Threads::new(args.common.threads);
    if let Some(outcome) = kept.again(&threads) {
        return outcome;
    }
    let findings = Arc::new(KeptFindings::of(kept.folder.clone(), &kept.key));
    seen::start();
    streams::copy(LARGEST_ENTRY);
    let outcome = run(Some(Arc::clone(&findings)));
    let (facts, written) = (seen::take(), streams::take_copy());
    let is_whole = matches!(outcome, Outcome::Clean | Outcome::Errors);
    // Texts are read again while a run goes on: nothing is kept if one may have changed.
    if let Some(facts) = facts.filter(|facts| is_whole && all_hold(facts, &threads)) {
        if let Some(written) = written {
            kept.keep(&facts, &written, outcome);
        }
        drop(facts);
        findings.keep();
    }
    outcome
}

impl KeptRun {
    /// `None` for a run that writes files.
    fn of(args: &CheckArgs) -> Option<Self> {
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
        let key = key.into_bytes();
        Some(Self { folder: CacheFolder::of_user()?, name: entry_name(&key), key })
    }

    /// Prints what the run printed before, if it would see the same.
    fn again(&self, threads: &Threads) -> Option<Outcome> {
        let bytes = self.folder.read(&self.name)?;
        let mut bytes = Bytes::of(&bytes);
        let (facts, outcome, written) = (bytes.take(&self.key)).then(|| read(&mut bytes))??;
        if !all_hold(&facts, threads) {
            return None;
        }
        Some(match streams::write_again(&written) {
            Err(err) if err.kind() != std::io::ErrorKind::BrokenPipe => {
                trouble(format_args!("cannot write to standard output: {}", reason(&err)))
            }
            _ => outcome,
        })
    }

    fn keep(&self, facts: &Vec<(PathBuf, Fact)>, written: &StreamText, outcome: Outcome) {
        // With room for all, so that it is not copied to grow.
        let text: usize = written.iter().map(|(_, text)| text.len()).sum();
        let mut packed = Packed::with_capacity(text + facts.len() * FACT);
        packed.bytes(&self.key);
        facts.add(&mut packed);
        (outcome == Outcome::Errors).add(&mut packed);
        written.add(&mut packed);
        self.folder.write(&self.name, &packed.into_bytes());
    }
}

/// Whether all facts hold now.
fn all_hold(facts: &[(PathBuf, Fact)], threads: &Threads) -> bool {
    let differs = AtomicBool::new(false);
    let hold = |part: &[(PathBuf, Fact)]| {
        if !differs.load(Ordering::Relaxed) && !part.iter().all(|(path, fact)| seen::holds(path, fact)) {
            differs.store(true, Ordering::Relaxed);
        }
    };
    threads.map(facts.chunks(PART).collect(), hold);
    !differs.into_inner()
}

/// The facts, the outcome and the output of a run.
type Read<'b> = (Vec<(PathBuf, Fact)>, Outcome, Vec<(Stream, &'b [u8])>);

fn read<'b>(bytes: &mut Bytes<'b>) -> Option<Read<'b>> {
    let facts = Vec::of(bytes)?;
    let outcome = if bool::of(bytes)? { Outcome::Errors } else { Outcome::Clean };
    // As `StreamText` is written, but not copied: it can be large.
    let written = (0..usize::of(bytes)?).map(|_| Some((Stream::of(bytes)?, bytes.bytes()?)));
    Some((facts, outcome, written.collect::<Option<_>>()?))
}

impl Keep for Fact {
    fn add(&self, packed: &mut Packed) {
        match self {
            Self::Kind(kind) => (0_usize, *kind).add(packed),
            Self::Stamp(stamp) => (1_usize, *stamp).add(packed),
            Self::Canonical(name) => (2_usize, name.clone()).add(packed),
        }
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        Some(match usize::of(bytes)? {
            0 => Self::Kind(Keep::of(bytes)?),
            1 => Self::Stamp(Keep::of(bytes)?),
            2 => Self::Canonical(Keep::of(bytes)?),
            _ => return None,
        })
    }
}

const KINDS: [Kind; 5] = [Kind::Nothing, Kind::LostLink, Kind::File, Kind::Folder, Kind::Other];
const STREAMS: [Stream; 2] = [Stream::Output, Stream::Errors];

keep_fields! {
    Stamp { kind, device, inode, size, modified, changed }
}

keep_listed! {
    Kind: KINDS
    Stream: STREAMS
}
