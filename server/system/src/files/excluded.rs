//! Files that the user excludes: the option `--exclude` and the setting `exclude`.
//!
//! Knows the patterns, which are those of .gitignore. Must not know what happens to files that are left.

use std::path::{Component, Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// Patterns, each list with the folder that its patterns start at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Excluded(Vec<FolderPatterns>);

#[derive(Clone, Debug)]
struct FolderPatterns {
    folder: PathBuf,
    patterns: Vec<String>,
    matcher: Gitignore,
}

impl PartialEq for FolderPatterns {
    /// The matcher is made from the patterns.
    fn eq(&self, other: &Self) -> bool {
        (&self.folder, &self.patterns) == (&other.folder, &other.patterns)
    }
}

impl Excluded {
    /// Adds patterns that start at a folder. A pattern that cannot be read is left out: [`pattern_error`] says why.
    #[must_use]
    pub fn and(mut self, folder: &Path, patterns: &[String]) -> Self {
        let mut builder = GitignoreBuilder::new("");
        for pattern in patterns {
            let _ = builder.add_line(None, pattern);
        }
        if let Ok(matcher) = builder.build()
            && !matcher.is_empty()
        {
            let patterns = patterns.to_vec();
            self.0.push(FolderPatterns { folder: plain(folder), patterns, matcher });
        }
        self
    }

    /// Whether a file, or a folder that it is in, is excluded.
    pub fn covers(&self, file: &Path) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let file = plain(file);
        self.0.iter().any(|FolderPatterns { folder, matcher, .. }| {
            let below = file.strip_prefix(folder).ok();
            below.is_some_and(|path| matcher.matched_path_or_any_parents(path, false).is_ignore())
        })
    }
}

/// What is wrong with a pattern.
pub fn pattern_error(pattern: &str) -> Option<String> {
    GitignoreBuilder::new("").add_line(None, pattern).err().map(|err| err.to_string())
}

/// The absolute path, without `.` and `..`. Links stay: names count as they are written.
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_those_of_gitignore() {
        let patterns = ["vendor/", "/a.yaml", "deep/**/x.yaml", "*.golden.yaml"].map(str::to_owned);
        let excluded = Excluded::default().and(Path::new("/repo"), &patterns);
        for (file, covered) in [
            ("/repo/vendor/b.yaml", true),
            ("/repo/sub/vendor/deep/b.yaml", true),
            ("/repo/a.yaml", true),
            ("/repo/sub/a.yaml", false),
            ("/repo/sub/../a.yaml", true),
            ("/repo/deep/er/x.yaml", true),
            ("/repo/sub/x.golden.yaml", true),
            ("/elsewhere/vendor/b.yaml", false),
        ] {
            assert_eq!(excluded.covers(Path::new(file)), covered, "{file}");
        }
        assert!(!Excluded::default().covers(Path::new("/repo/a.yaml")));
    }

    #[test]
    fn a_pattern_that_cannot_be_is_told() {
        assert!(pattern_error("a{b").is_some());
        assert_eq!(pattern_error("a/*.yaml"), None);
    }
}
