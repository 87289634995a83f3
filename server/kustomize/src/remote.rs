//! Which entries name something elsewhere: `loader.IsRemoteFile` and `git.NewRepoSpecFromURL`.

use std::sync::OnceLock;

use crdls_go::regexp::{self, Regexp};

/// Whether kustomize requests it from a server.
pub(crate) fn is_remote_file(path: &str) -> bool {
    let lower = path.get(..8).unwrap_or(path).to_ascii_lowercase();
    ["http:", "https:"].iter().any(|scheme| lower.starts_with(scheme))
}

/// Whether a remote file has resources: a base may have configurations as well.
pub(crate) fn is_manifest(path: &str) -> bool {
    let path = path.split(['?', '#']).next().unwrap_or(path);
    [".yaml", ".yml", ".json"].iter().any(|ending| path.ends_with(ending))
}

/// A host, without a scheme with a user before it, and a path of several names or with `.git`.
const REPOSITORY: &str = concat!(
    r"^(?i:git::)?((?i:file://)[^?]|((?i:ssh|https?)://[^/?]*[^/?@]/",
    r"|[a-zA-Z][a-zA-Z0-9-]*@([^/?]+/|[^/:?]+:)|(?i:github\.com)[/:])[^?]*(/|\.git))",
);

/// Whether kustomize clones it.
pub(crate) fn is_repository(path: &str) -> bool {
    static EXPRESSION: OnceLock<Option<Regexp>> = OnceLock::new();
    EXPRESSION.get_or_init(|| regexp::compile(REPOSITORY).ok()).as_ref().is_some_and(|it| it.is_match(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repositories() {
        for path in [
            "github.com/a/b",
            "github.com/a/b/c?ref=v1",
            "git@github.com:a/b.git",
            "https://example.com/a/b//c",
            "ssh://git@example.com/a/b",
            "git::https://github.com/a/b",
            "file:///a",
            "GitHub.com/a.git",
        ] {
            assert!(is_repository(path), "{path}");
        }
        for path in ["../base", "a/b/c", "github.com", "github.com/a", "/a/b", "a@b"] {
            assert!(!is_repository(path), "{path}");
        }
        assert!(is_remote_file("https://example.com/a.yaml") && !is_remote_file("a.yaml"));
    }
}
