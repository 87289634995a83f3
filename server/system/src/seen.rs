//! The file system as a run sees it: whatever a run asks is noted, so that a later run knows whether all is as it was.
//!
//! Files and folders are compared by their stamps, as git does. What changed so shortly before the run that another change
//! could have the same time is never taken for unchanged. Must not know what a run does with what it sees.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How exact the times of most file systems are: those of Linux advance at least a hundred times a second.
const TICK: Duration = Duration::from_millis(100);
/// The same where times are whole seconds, or every second one.
const LONG_TICK: Duration = Duration::from_millis(2500);

static IS_NOTING: AtomicBool = AtomicBool::new(false);
static NOTES: Mutex<Option<Notes>> = Mutex::new(None);

/// The notes on a run.
#[derive(Debug)]
struct Notes {
    start: Duration,
    /// By absolute path, as bytes, which are hashed faster than paths.
    facts: HashMap<OsString, Fact>,
    canonical: HashMap<OsString, Option<PathBuf>>,
    /// Another run may see something else without any fact being different.
    is_unsure: bool,
}

/// A fact that a run depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The kind of thing at a path, whatever its content.
    Kind(Kind),
    /// A file or folder with this content.
    Stamp(Stamp),
    /// A path is another name of this one; of none where nothing is there.
    Canonical(Option<PathBuf>),
}

/// The kind of thing at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// There is nothing.
    Nothing,
    /// A symbolic link to nothing.
    LostLink,
    /// A file, or a link to one.
    File,
    /// A folder, or a link to one.
    Folder,
    /// A pipe, a device.
    Other,
}

/// Numbers of which one changes whenever the content of a file, or the list of files in a folder, does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// A file, or a folder.
    pub kind: Kind,
    /// The file system that it is on.
    pub device: u64,
    /// The number in the file system.
    pub inode: u64,
    /// Bytes.
    pub size: u64,
    /// Nanoseconds since 1970.
    pub modified: i64,
    /// The last change of the content, the name or the rights. Programs cannot set it.
    pub changed: i64,
}

/// Begins to note what this process asks.
pub fn start() {
    let start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    *notes() = Some(Notes { start, facts: HashMap::new(), canonical: HashMap::new(), is_unsure: false });
    IS_NOTING.store(true, Ordering::Relaxed);
}

/// Ends it. Returns the facts by path, as the current folder has it; `None` where another run may see something else although all of them hold.
pub fn take() -> Option<Vec<(PathBuf, Fact)>> {
    IS_NOTING.store(false, Ordering::Relaxed);
    let Notes { start, mut facts, canonical, is_unsure } = notes().take()?;
    let is_settled = |fact: &Fact| match fact {
        Fact::Stamp(stamp) => stamp.is_settled(start),
        Fact::Kind(_) | Fact::Canonical(_) => true,
    };
    if is_unsure || !facts.values().all(is_settled) {
        return None;
    }
    // The stamp of a folder says what is not in it.
    let is_listed = |path: &OsStr| {
        let folder = Path::new(path).parent();
        folder.is_some_and(|folder| matches!(facts.get(folder.as_os_str()), Some(Fact::Stamp(_))))
    };
    let is_implied = |path: &OsStr, fact: &Fact| *fact == Fact::Kind(Kind::Nothing) && is_listed(path);
    // The system finds a short path faster.
    let here = std::env::current_dir().ok()?;
    let from_here = |path: &OsStr| match Path::new(path).strip_prefix(&here) {
        Ok(below) if !below.as_os_str().is_empty() => below.to_owned(),
        _ => PathBuf::from(path),
    };
    let implied = facts.iter().filter(|(path, fact)| is_implied(path, fact));
    for path in implied.map(|(path, _)| path.clone()).collect::<Vec<_>>() {
        facts.remove(&path);
    }
    let mut all: Vec<_> = facts
        .into_iter()
        .map(|(path, fact)| (from_here(&path), fact))
        .chain(canonical.into_iter().map(|(path, name)| (path.into(), Fact::Canonical(name))))
        .collect();
    all.sort_by(|(a, _), (b, _)| a.as_os_str().cmp(b.as_os_str()));
    Some(all)
}

/// Notes that the same facts may lead to something else.
pub fn unsure() {
    if let Some(notes) = notes().as_mut() {
        notes.is_unsure = true;
    }
}

/// Whether what this process asks is noted.
pub fn is_noting() -> bool {
    IS_NOTING.load(Ordering::Relaxed)
}

/// Notes the content of a file, or the list of a folder, that somebody is about to read.
pub fn content(path: &Path) {
    if !is_noting() {
        return;
    }
    let fact = match found(path) {
        Ok(PathState { kind: kind @ (Kind::Nothing | Kind::LostLink), .. }) => Fact::Kind(kind),
        Ok(found) => match Stamp::of(&found) {
            Some(stamp) => Fact::Stamp(stamp),
            None => return unsure(),
        },
        Err(_) => return unsure(),
    };
    note(path, fact);
}

/// Whether a path leads to a file.
pub fn is_file(path: &Path) -> bool {
    kind(path) == Some(Kind::File)
}

/// Whether a path leads to a folder.
pub fn is_dir(path: &Path) -> bool {
    kind(path) == Some(Kind::Folder)
}

/// Whether a path leads to anything.
pub fn exists(path: &Path) -> bool {
    kind(path).is_some_and(|kind| !matches!(kind, Kind::Nothing | Kind::LostLink))
}

/// The text of a file.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    content(path);
    known_error(fs::read_to_string(path))
}

/// A file, opened to be read.
pub fn open(path: &Path) -> io::Result<fs::File> {
    content(path);
    known_error(fs::File::open(path))
}

/// The entries of a folder.
pub fn read_dir(path: &Path) -> io::Result<fs::ReadDir> {
    content(path);
    known_error(fs::read_dir(path))
}

/// The one name that all names of a file or folder have in common.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    let canonical = path.canonicalize();
    if is_noting() {
        let name = canonical.as_ref().ok().cloned();
        if let Some(notes) = notes().as_mut() {
            let known = notes.canonical.entry(absolute(path)).or_insert_with(|| name.clone());
            notes.is_unsure |= *known != name;
        }
    }
    canonical
}

/// Whether a fact that was noted holds now.
pub fn holds(path: &Path, fact: &Fact) -> bool {
    match fact {
        Fact::Canonical(known) => path.canonicalize().ok() == *known,
        Fact::Kind(kind) => found(path).is_ok_and(|found| found.kind == *kind),
        Fact::Stamp(stamp) => found(path).is_ok_and(|found| Stamp::of(&found) == Some(*stamp)),
    }
}

/// The next run may read a file that exists and cannot be read by this one.
fn known_error<T>(result: io::Result<T>) -> io::Result<T> {
    result.inspect_err(|err| {
        if !matches!(err.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidData) {
            unsure();
        }
    })
}

/// The kind of thing at a path; `None` where the system does not tell.
fn kind(path: &Path) -> Option<Kind> {
    if !is_noting() {
        return fs::metadata(path).ok().map(|metadata| Kind::of(&metadata));
    }
    match found(path) {
        Ok(PathState { kind, .. }) => {
            note(path, Fact::Kind(kind));
            Some(kind)
        }
        Err(_) => {
            unsure();
            None
        }
    }
}

/// A path with one name only, as long as no link is in it. A path with `..` keeps it.
fn absolute(path: &Path) -> OsString {
    std::path::absolute(path).map_or_else(|_| path.into(), PathBuf::into_os_string)
}

fn note(path: &Path, fact: Fact) {
    let path = absolute(path);
    let mut notes = notes();
    let Some(Notes { facts, is_unsure, .. }) = notes.as_mut() else { return };
    match facts.entry(path) {
        Entry::Vacant(place) => drop(place.insert(fact)),
        Entry::Occupied(mut place) => match (place.get(), &fact) {
            (Fact::Kind(kind), Fact::Stamp(stamp)) if *kind == stamp.kind => drop(place.insert(fact)),
            (Fact::Stamp(stamp), Fact::Kind(kind)) if *kind == stamp.kind => {}
            // It changed meanwhile.
            (known, fact) => *is_unsure |= known != fact,
        },
    }
}

fn notes() -> MutexGuard<'static, Option<Notes>> {
    NOTES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A path as it is now.
struct PathState {
    kind: Kind,
    metadata: Option<Metadata>,
}

/// Follows links. An error where the system does not tell what there is.
fn found(path: &Path) -> io::Result<PathState> {
    let nothing = |kind| Ok(PathState { kind, metadata: None });
    let is_missing =
        |err: &io::Error| matches!(err.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
    let metadata = match fs::symlink_metadata(path) {
        Err(err) if is_missing(&err) => return nothing(Kind::Nothing),
        Ok(metadata) if metadata.is_symlink() => match fs::metadata(path) {
            Err(err) if is_missing(&err) => return nothing(Kind::LostLink),
            followed => followed?,
        },
        metadata => metadata?,
    };
    Ok(PathState { kind: Kind::of(&metadata), metadata: Some(metadata) })
}

impl Kind {
    fn of(metadata: &Metadata) -> Self {
        match () {
            () if metadata.is_file() => Self::File,
            () if metadata.is_dir() => Self::Folder,
            () => Self::Other,
        }
    }
}

impl Stamp {
    /// `None` for what changes without its times, such as a pipe.
    #[cfg(unix)]
    fn of(found: &PathState) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let metadata = found.metadata.as_ref().filter(|_| found.kind != Kind::Other)?;
        let time = |seconds: i64, rest: i64| seconds.wrapping_mul(1_000_000_000).wrapping_add(rest);
        Some(Self {
            kind: found.kind,
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.size(),
            modified: time(metadata.mtime(), metadata.mtime_nsec()),
            changed: time(metadata.ctime(), metadata.ctime_nsec()),
        })
    }

    /// Elsewhere a program can give a file the time that it had before it changed.
    #[cfg(not(unix))]
    fn of(_: &PathState) -> Option<Self> {
        None
    }

    /// Whether a change after a run began has another time.
    const fn is_settled(&self, start: Duration) -> bool {
        let tick = if self.changed % 1_000_000_000 == 0 { LONG_TICK } else { TICK };
        self.changed.saturating_add(tick.as_nanos() as i64) < start.as_nanos() as i64
    }
}
