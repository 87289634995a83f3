//! A run that need not be done again: what it printed, with all that it asked of the file system.
//!
//! Whatever could make a difference is compared, and in doubt the run is done again. Must not know which command runs.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use super::bytes::{Bytes, Keep, Packed, keep_fields, keep_listed};
use super::findings::KeptFindings;
use super::folder::{CacheFolder, LARGEST_ENTRY, entry_name};
use crate::seen::{self, Fact, Kind, Stamp};
use crate::streams::{self, Stream, StreamText};
use crate::threads::Threads;

/// About how many bytes a fact takes with its path.
const FACT: usize = 160;

/// How many facts a thread compares at a time.
const PART: usize = 512;

/// The run of a command with its arguments.
#[derive(Debug)]
pub struct KeptRun {
    folder: CacheFolder,
    /// Everything that the run is told, apart from what it reads.
    key: Vec<u8>,
    name: String,
}

impl KeptRun {
    /// The run of everything that it is told, apart from what it reads; `None` where nothing can be kept.
    pub fn of(key: Vec<u8>) -> Option<Self> {
        Some(Self { folder: CacheFolder::of_user()?, name: entry_name(&key), key })
    }

    /// Prints what the run printed before, if it would see the same. Returns whether it ended with errors.
    pub fn again(&self, threads: &Threads) -> Option<(bool, io::Result<()>)> {
        let bytes = self.folder.read(&self.name)?;
        let mut bytes = Bytes::of(&bytes);
        let (facts, has_errors, written) = (bytes.take(&self.key)).then(|| read(&mut bytes))??;
        all_hold(&facts, threads).then(|| (has_errors, streams::write_again(&written)))
    }

    /// Begins to note what the run sees and prints. Returns the findings that earlier runs have kept.
    pub fn begin(&self) -> KeptFindings {
        seen::start();
        streams::copy(LARGEST_ENTRY);
        KeptFindings::of(self.folder.clone(), &self.key)
    }

    /// Ends it. What was noted is kept if the run came to an end, with errors or without: `None` for another.
    pub fn end(&self, findings: &KeptFindings, has_errors: Option<bool>, threads: &Threads) {
        let (facts, written) = (seen::take(), streams::take_copy());
        let Some((facts, has_errors)) = facts.zip(has_errors) else { return };
        // Texts are read again while a run goes on: nothing is kept if one may have changed.
        if !all_hold(&facts, threads) {
            return;
        }
        if let Some(written) = written {
            self.keep(&facts, &written, has_errors);
        }
        drop(facts);
        findings.keep();
    }

    fn keep(&self, facts: &Vec<(PathBuf, Fact)>, written: &StreamText, has_errors: bool) {
        // With room for all, so that it is not copied to grow.
        let text: usize = written.iter().map(|(_, text)| text.len()).sum();
        let mut packed = Packed::with_capacity(text + facts.len() * FACT);
        packed.bytes(&self.key);
        facts.add(&mut packed);
        has_errors.add(&mut packed);
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

/// The facts of a run, whether it ended with errors, and its output.
type Read<'b> = (Vec<(PathBuf, Fact)>, bool, Vec<(Stream, &'b [u8])>);

fn read<'b>(bytes: &mut Bytes<'b>) -> Option<Read<'b>> {
    let facts = Vec::of(bytes)?;
    let has_errors = bool::of(bytes)?;
    // As `StreamText` is written, but not copied: it can be large.
    let written = (0..usize::of(bytes)?).map(|_| Some((Stream::of(bytes)?, bytes.bytes()?)));
    Some((facts, has_errors, written.collect::<Option<_>>()?))
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
