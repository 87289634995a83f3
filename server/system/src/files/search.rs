//! Where CRDs are looked for: files, folders and globs.
//!
//! Knows the terms of `--crds` and of the setting `crds`. Must not know what is done with what is found.

use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};

use globset::{GlobBuilder, GlobMatcher};

use super::walk::{FoundFiles, IgnoreFiles, Input, collect, walk_while, without_links};
use crate::seen;

/// The files of a path or glob that the user names to find CRDs. Files that git ignores are among them, since the
/// place was named.
pub fn find_crd_files(place: &Path) -> FoundFiles {
    match pattern(place) {
        Some(Ok(glob)) => matching(place, &glob),
        Some(Err(why)) => FoundFiles { errors: vec![why], ..FoundFiles::default() },
        None => collect(&[place.to_owned()], IgnoreFiles::Disregarded),
    }
}

/// The YAML and JSON files of a place.
#[derive(Clone, Debug, Default)]
pub struct Manifests {
    /// The files, each once.
    pub paths: Vec<PathBuf>,
    /// Whether the search of a folder ended early, so that files may be missing.
    pub is_cut: bool,
}

/// The largest catalogs of CRDs have 70,000 files; the root of a file system has any number.
pub const MOST_FILES: usize = 100_000;
/// How long a folder is searched.
pub const LONGEST_SEARCH: Duration = Duration::from_secs(20);

/// The YAML and JSON files of a workspace folder by .gitignore, of a file or of a glob; what cannot be read is left
/// out, and symbolic links to files that are among them. A folder is searched until nobody waits any more, and within
/// limits.
pub fn manifests(place: &Path, is_stopped: impl Fn() -> bool) -> Manifests {
    let (mut found, mut is_cut) = (FoundFiles::default(), false);
    let start = Instant::now();
    let goes_on = |found: &FoundFiles| {
        found.inputs.len() < MOST_FILES && start.elapsed() < LONGEST_SEARCH && !is_stopped()
    };
    match seen::is_dir(place) {
        true => is_cut = !walk_while(place, IgnoreFiles::Respected, &mut found, goes_on),
        false if seen::is_file(place) => return Manifests { paths: vec![place.to_owned()], is_cut },
        false => found = find_crd_files(place),
    }
    without_links(&mut found);
    Manifests { paths: found.inputs.into_iter().filter_map(|input| input.to_path()).collect(), is_cut }
}

/// The place as a glob, where it is one and no file has that very name.
fn pattern(place: &Path) -> Option<Result<GlobMatcher, String>> {
    let text = place.to_str()?;
    if !text.contains(['*', '?', '[', '{']) || seen::exists(place) {
        return None;
    }
    let glob = GlobBuilder::new(text).literal_separator(true).build();
    Some(glob.map(|glob| glob.compile_matcher()).map_err(|err| err.to_string()))
}

fn matching(place: &Path, glob: &GlobMatcher) -> FoundFiles {
    let base = base(place);
    let mut found = match seen::is_dir(&base) {
        true => collect(&[base], IgnoreFiles::Disregarded),
        false => FoundFiles::default(),
    };
    let relative = |path: &Path| path.strip_prefix("./").map(Path::to_owned).unwrap_or(path.to_owned());
    let matches = |input: &Input| input.path().is_some_and(|path| glob.is_match(relative(path)));
    found.inputs.retain(matches);
    found.go.retain(matches);
    if found.inputs.is_empty() && found.go.is_empty() {
        found.warnings.push(format!("no YAML or JSON file matches {}", place.display()));
    }
    found
}

/// The folder that all matches of a glob are in.
fn base(place: &Path) -> PathBuf {
    let plain = |part: &Component<'_>| !part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{']);
    let base: PathBuf = place.components().take_while(plain).collect();
    if base.as_os_str().is_empty() { PathBuf::from(".") } else { base }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_search_ends_when_nobody_waits() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let all = manifests(&here.join("../../examples"), || false);
        assert!(!all.is_cut && all.paths.len() > 10);
        let asked = Cell::new(0);
        let cut = manifests(&here.join("../../examples"), || asked.replace(asked.get() + 1) > 5);
        assert!(cut.is_cut && cut.paths.len() < all.paths.len());
    }
}
