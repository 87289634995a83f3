//! Where CRDs are looked for: files, folders and globs.
//!
//! Knows the terms of `--crds` and of the setting `crds`. Must not know what is done with what is found.

use std::path::{Component, Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};

use super::walk::{FoundFiles, IgnoreFiles, Input, collect, walk, without_links};

/// The files of a path or glob that the user names to find CRDs. Files that git ignores are among them, since the
/// place was named.
pub(crate) fn find_crd_files(place: &Path) -> FoundFiles {
    match pattern(place) {
        Some(Ok(glob)) => matching(place, &glob),
        Some(Err(why)) => FoundFiles { errors: vec![why], ..FoundFiles::default() },
        None => collect(&[place.to_owned()], IgnoreFiles::Disregarded),
    }
}

/// The YAML and JSON files of a workspace folder by .gitignore, of a file or of a glob; what cannot be read is left
/// out, and symbolic links to files that are among them.
pub(crate) fn manifests(place: &Path) -> Vec<PathBuf> {
    let mut found = FoundFiles::default();
    match place.is_dir() {
        true => walk(place, IgnoreFiles::Respected, &mut found),
        false if place.is_file() => return vec![place.to_owned()],
        false => found = find_crd_files(place),
    }
    without_links(&mut found);
    found.inputs.into_iter().filter_map(|input| input.path).collect()
}

/// The place as a glob, where it is one and no file has that very name.
fn pattern(place: &Path) -> Option<Result<GlobMatcher, String>> {
    let text = place.to_str()?;
    if !text.contains(['*', '?', '[', '{']) || place.exists() {
        return None;
    }
    let glob = GlobBuilder::new(text).literal_separator(true).build();
    Some(glob.map(|glob| glob.compile_matcher()).map_err(|err| err.to_string()))
}

fn matching(place: &Path, glob: &GlobMatcher) -> FoundFiles {
    let base = base(place);
    let mut found = match base.is_dir() {
        true => collect(&[base], IgnoreFiles::Disregarded),
        false => FoundFiles::default(),
    };
    let relative = |path: &Path| path.strip_prefix("./").map(Path::to_owned).unwrap_or(path.to_owned());
    let matches = |input: &Input| input.path.as_ref().is_some_and(|path| glob.is_match(relative(path)));
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
