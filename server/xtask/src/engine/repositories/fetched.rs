//! The repositories of a list, each as a folder: `OWNER/NAME@COMMIT` from a clone, `MODULE@VERSION` by the go command.
//!
//! Must not know what is done with the folders.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::build::{go_module, output};

/// Names the folder that has the clones, bare or not, as `OWNER/NAME` or `OWNER+NAME`.
const CLONES: &str = "CRDLS_CLONES";

/// The files that decide what `crdls check` reports.
const PATTERNS: [&str; 12] = [
    "*.yaml",
    "*.yml",
    "*.json",
    "*.go",
    "*go.mod",
    "*go.sum",
    "*go.work",
    "*PROJECT",
    "*modules.txt",
    "*.gitignore",
    "*Kustomization",
    "*crdls.toml",
];

/// The folders of the repositories of a list; what is not to be had is reported and left out.
pub(in crate::engine) fn folders(root: &Path, list: &Path) -> Result<Vec<PathBuf>, String> {
    let text = fs::read_to_string(list).map_err(|err| format!("{}: {err}", list.display()))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.filter_map(|line| folder(root, line).map_err(|why| eprintln!("{why}")).ok()).collect())
}

/// The folder of `OWNER/NAME@COMMIT` or `MODULE@VERSION`.
pub(in crate::engine) fn folder(root: &Path, line: &str) -> Result<PathBuf, String> {
    match line.rsplit_once('@') {
        Some((name, commit)) if is_commit(commit) => {
            of_clone(root, name, commit).map_err(|why| format!("{line}: {why}"))
        }
        _ => go_module(line),
    }
}

fn is_commit(text: &str) -> bool {
    text.len() == 40 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// The text files of a commit, in `target/repositories`. A clone may lack some of its large files.
fn of_clone(root: &Path, name: &str, commit: &str) -> Result<PathBuf, String> {
    let clones = std::env::var_os(CLONES).map(PathBuf::from);
    let clones = clones.ok_or_else(|| format!("{CLONES} has to name the folder of the clones"))?;
    let flat = clones.join(name.replace('/', "+"));
    let clone = [flat.join("repo"), flat, clones.join(name)].into_iter().find(|clone| clone.is_dir());
    let clone = clone.ok_or_else(|| format!("no clone in {}", clones.display()))?;
    let folder = root.join("target/repositories").join(name.replace('/', "+"));
    // The mark of a repository's root.
    fs::create_dir_all(folder.join(".git")).map_err(|err| err.to_string())?;
    let git = || {
        let mut git = Command::new("git");
        git.arg("-C")
            .arg(&clone)
            .env("GIT_WORK_TREE", &folder)
            .env("GIT_INDEX_FILE", folder.join(".git/index"));
        git
    };
    printed(git().args(["read-tree", commit]))?;
    let files = printed(git().args(["ls-files", "-z", "--full-name", "--"]).args(PATTERNS))?;
    let mut checkout = git();
    checkout.args(["checkout-index", "--force", "--quiet", "-z", "--stdin"]).stderr(Stdio::null());
    let mut child = checkout.stdin(Stdio::piped()).spawn().map_err(|err| format!("git: {err}"))?;
    child.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(&files)).map_err(|err| err.to_string())?;
    child.wait().map_err(|err| err.to_string())?;
    Ok(folder)
}

fn printed(command: &mut Command) -> Result<Vec<u8>, String> {
    let done = output(command)?;
    match done.status.success() {
        true => Ok(done.stdout),
        false => Err(String::from_utf8_lossy(&done.stderr).trim().to_owned()),
    }
}
