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
use crate::files::bytes::{Bytes, Packed};
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
        findings.keep();
        if let Some(written) = written {
            kept.keep(&facts, &written, outcome);
        }
    }
    outcome
}

impl KeptRun {
    /// `None` for a run that writes files, or reads what is not in files.
    fn of(args: &CheckArgs) -> Option<Self> {
        let reads_input = std::env::args_os().any(|arg| arg == "-" || arg == "--crds=-" || arg == "--crd=-");
        let writes = args.fix || args.update_baseline;
        if args.no_cache || writes || reads_input || streams::is_in_memory() {
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

    fn keep(&self, facts: &[(PathBuf, Fact)], written: &StreamText, outcome: Outcome) {
        let mut packed = Packed::default();
        packed.bytes(&self.key);
        packed.number(facts.len() as u64);
        for (path, fact) in facts {
            packed.path(path);
            add_fact(&mut packed, fact);
        }
        packed.number(u64::from(outcome == Outcome::Errors));
        packed.number(written.len() as u64);
        for (stream, text) in written {
            packed.number(u64::from(*stream == Stream::Errors));
            packed.bytes(text);
        }
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
    let mut facts = Vec::new();
    for _ in 0..bytes.number()? {
        facts.push((bytes.path()?, fact(bytes)?));
    }
    let outcome = if bytes.number()? == 0 { Outcome::Clean } else { Outcome::Errors };
    let mut written = Vec::new();
    for _ in 0..bytes.number()? {
        let stream = if bytes.number()? == 0 { Stream::Output } else { Stream::Errors };
        written.push((stream, bytes.bytes()?));
    }
    Some((facts, outcome, written))
}

fn add_fact(packed: &mut Packed, fact: &Fact) {
    match fact {
        Fact::Kind(kind) => {
            packed.number(0);
            packed.number(number_of(*kind));
        }
        Fact::Stamp(stamp) => {
            packed.number(1);
            packed.number(number_of(stamp.kind));
            for number in [stamp.device, stamp.inode, stamp.size] {
                packed.number(number);
            }
            for time in [stamp.modified, stamp.changed] {
                packed.number(time as u64);
            }
        }
        Fact::Canonical(name) => {
            packed.number(if name.is_some() { 3 } else { 2 });
            if let Some(name) = name {
                packed.path(name);
            }
        }
    }
}

fn fact(bytes: &mut Bytes<'_>) -> Option<Fact> {
    Some(match bytes.number()? {
        0 => Fact::Kind(kind(bytes)?),
        1 => Fact::Stamp(Stamp {
            kind: kind(bytes)?,
            device: bytes.number()?,
            inode: bytes.number()?,
            size: bytes.number()?,
            modified: bytes.number()? as i64,
            changed: bytes.number()? as i64,
        }),
        2 => Fact::Canonical(None),
        3 => Fact::Canonical(Some(bytes.path()?)),
        _ => return None,
    })
}

const KINDS: [Kind; 5] = [Kind::Nothing, Kind::LostLink, Kind::File, Kind::Folder, Kind::Other];

fn number_of(kind: Kind) -> u64 {
    KINDS.iter().position(|known| *known == kind).unwrap_or(KINDS.len()) as u64
}

fn kind(bytes: &mut Bytes<'_>) -> Option<Kind> {
    KINDS.get(bytes.number()? as usize).copied()
}
