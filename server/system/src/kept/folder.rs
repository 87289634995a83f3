//! The folder in which a user's programs keep what they can compute again.
//!
//! A folder that cannot be used, and a file in it that is damaged, are as good as none. Files are written whole or not at
//! all, so that any number of processes can share the folder. Must not know what is in the files.

use std::fs;
use std::hash::{BuildHasher, Hash};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use foldhash::quality::FixedState;

/// The variable that names another folder.
const VARIABLE: &str = "CRDLS_CACHE_DIR";
/// When files take more, those that were not used for longest are removed until half of it is free.
const MOST_BYTES: u64 = 256 << 20;
/// The largest file that is kept.
pub const LARGEST_ENTRY: usize = 64 << 20;
/// Files that were not used for so long are removed.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 3600);
/// A file that was used is not marked again for this long.
const MARKED: Duration = Duration::from_secs(3600);
/// The end of the names of files.
const EXTENSION: &str = "crdls";
/// The end of the names of files that are being written.
const UNFINISHED: &str = "part";
/// The bytes at the end of a file that tell whether it is damaged.
const SUM: usize = 8;

/// The folder.
#[derive(Clone, Debug)]
pub struct CacheFolder(PathBuf);

impl CacheFolder {
    /// The folder that the environment names, or else the one for caches of the user; `None` where it cannot be created.
    pub fn of_user() -> Option<Self> {
        let variable =
            |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let in_home = |name: &str| std::env::home_dir().map(|home| home.join(name));
        let caches = || match () {
            () if cfg!(windows) => variable("LOCALAPPDATA").map(|folder| folder.join("crdls").join("cache")),
            () if cfg!(target_os = "macos") => in_home("Library/Caches/crdls"),
            () => {
                let named = variable("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
                named.or_else(|| in_home(".cache")).map(|folder| folder.join("crdls"))
            }
        };
        // Where nothing can be kept, nobody need note what is to be kept.
        let folder = variable(VARIABLE).or_else(caches)?;
        create_folder(&folder).is_ok().then_some(Self(folder))
    }

    /// The bytes that were kept under a name.
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.path(name);
        let mut bytes = fs::read(&path).ok()?;
        let (content, sum) = bytes.split_last_chunk::<SUM>()?;
        if sum_of(content) != *sum {
            return None;
        }
        bytes.truncate(content.len());
        mark(&path);
        Some(bytes)
    }

    /// Keeps bytes under a name, if that is possible.
    pub fn write(&self, name: &str, content: &[u8]) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let unfinished = self.0.join(format!("{name}-{}-{now}.{UNFINISHED}", std::process::id()));
        if content.len() > LARGEST_ENTRY {
            return;
        }
        let mut options = fs::File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let Ok(mut file) = options.open(&unfinished) else { return };
        let written = file.write_all(content).and_then(|()| file.write_all(&sum_of(content)));
        drop(file);
        if written.and_then(|()| fs::rename(&unfinished, self.path(name))).is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        self.remove_old();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name).with_extension(EXTENSION)
    }

    /// Removes what was not used for long, and what is too much. Only files that crdls has written.
    fn remove_old(&self) {
        let now = SystemTime::now();
        let mut files: Vec<_> = fs::read_dir(&self.0)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|end| end == EXTENSION || end == UNFINISHED))
            .filter_map(|path| {
                let metadata = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
                Some((metadata.modified().ok()?, metadata.len(), path))
            })
            .collect();
        files.sort();
        let mut total: u64 = files.iter().map(|(_, size, _)| size).sum();
        let most = if total > MOST_BYTES { MOST_BYTES / 2 } else { MOST_BYTES };
        for (used, size, path) in files {
            let is_old = now.duration_since(used).is_ok_and(|age| age > LONGEST);
            if is_old || total > most {
                let _ = fs::remove_file(&path);
                total -= size;
            }
        }
    }
}

/// A name for something that is kept, by all that it depends on.
pub fn entry_name(depends_on: &impl Hash) -> String {
    let hash = |seed| FixedState::with_seed(seed).hash_one(depends_on);
    format!("{:016x}{:016x}", hash(1), hash(2))
}

fn sum_of(content: &[u8]) -> [u8; SUM] {
    FixedState::with_seed(3).hash_one(content).to_le_bytes()
}

/// Others on the machine need not know what is checked.
fn create_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Notes that a file was used.
fn mark(path: &Path) {
    let Ok(file) = fs::File::options().append(true).open(path) else { return };
    let now = SystemTime::now();
    let used = file.metadata().and_then(|metadata| metadata.modified());
    if used.is_ok_and(|used| now.duration_since(used).is_ok_and(|age| age > MARKED)) {
        let _ = file.set_modified(now);
    }
}
