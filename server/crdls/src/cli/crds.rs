//! The further places that CRDs are looked for in: paths, folders and globs.

use std::path::{Component, Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};

use super::outcome::warn;
use super::sources::{Input, Walk, collect};

/// Files of all the places, and what is wrong with those that have none. What is ignored by git counts
/// too: the place was named.
pub(crate) fn find(places: &[PathBuf]) -> (Vec<Input>, Vec<String>) {
    let (mut inputs, mut troubles) = (Vec::new(), Vec::new());
    for place in places {
        let (found, wrong) = match pattern(place) {
            Some(Ok(glob)) => matching(place, &glob),
            Some(Err(why)) => (Vec::new(), vec![why]),
            None => collect(std::slice::from_ref(place), Walk::Everything),
        };
        inputs.extend(found);
        troubles.extend(wrong);
    }
    (inputs, troubles)
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

fn matching(place: &Path, glob: &GlobMatcher) -> (Vec<Input>, Vec<String>) {
    let base = base(place);
    let (mut inputs, troubles) = match base.is_dir() {
        true => collect(&[base], Walk::Everything),
        false => (Vec::new(), Vec::new()),
    };
    let relative = |path: &Path| path.strip_prefix("./").map(Path::to_owned).unwrap_or(path.to_owned());
    inputs.retain(|input| input.path.as_ref().is_some_and(|path| glob.is_match(relative(path))));
    if inputs.is_empty() {
        warn(format_args!("no YAML or JSON file matches {}", place.display()));
    }
    (inputs, troubles)
}

/// The folder that all matches of a glob are in.
fn base(place: &Path) -> PathBuf {
    let plain = |part: &Component<'_>| !part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{']);
    let base: PathBuf = place.components().take_while(plain).collect();
    if base.as_os_str().is_empty() { PathBuf::from(".") } else { base }
}
