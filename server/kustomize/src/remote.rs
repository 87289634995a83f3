//! Which entries name something elsewhere: `loader.IsRemoteFile` and `git.NewRepoSpecFromURL`.

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

/// Whether kustomize clones it.
pub(crate) fn is_repository(path: &str) -> bool {
    if path.starts_with('/') {
        return false;
    }
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    let path = without_prefix(path, "git::").unwrap_or(path);
    let scheme =
        ["ssh://", "https://", "http://", "file://"].into_iter().find(|s| without_prefix(path, s).is_some());
    let rest = scheme.and_then(|scheme| without_prefix(path, scheme)).unwrap_or(path);
    if scheme == Some("file://") {
        return !rest.is_empty();
    }
    let (user, rest) = user(rest);
    let lower = rest.get(..11).unwrap_or("").to_ascii_lowercase();
    let is_github = matches!(lower.as_str(), "github.com/" | "github.com:");
    let scp = scheme.is_none() && (user || is_github);
    if scheme.is_none() && !scp {
        return false;
    }
    let slash = rest.find('/');
    let colon = rest.find(':').filter(|colon| scp && *colon > 0 && slash.is_none_or(|slash| *colon < slash));
    let Some(end) = colon.or(slash) else { return false };
    let repository = rest.get(end + 1..).unwrap_or("");
    let has_marker = repository.contains("_git/") || repository.contains("//") || repository.contains(".git");
    end > 0 && !repository.is_empty() && (has_marker || repository.contains('/'))
}

fn without_prefix<'p>(text: &'p str, prefix: &str) -> Option<&'p str> {
    let start = text.get(..prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then(|| text.get(prefix.len()..))?
}

/// `^([a-zA-Z][a-zA-Z0-9-]*)@`
fn user(text: &str) -> (bool, &str) {
    let Some((user, rest)) = text.split_once('@') else { return (false, text) };
    let valid = user.starts_with(|c: char| c.is_ascii_alphabetic())
        && user.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if valid { (true, rest) } else { (false, text) }
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
        ] {
            assert!(is_repository(path), "{path}");
        }
        for path in ["../base", "a/b/c", "github.com", "github.com/a", "/a/b", "a@b"] {
            assert!(!is_repository(path), "{path}");
        }
        assert!(is_remote_file("https://example.com/a.yaml") && !is_remote_file("a.yaml"));
    }
}
