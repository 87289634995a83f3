//! Git as a program, for repositories that tests read without it. It works by no settings but those of the repository.

use std::path::Path;
use std::process::Command;

use crate::require::{Tool, or_skip};

/// Who makes commits, and where no settings are.
const ENVIRONMENT: [(&str, &str); 6] = [
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
    ("GIT_AUTHOR_NAME", "a"),
    ("GIT_AUTHOR_EMAIL", "a@example.com"),
    ("GIT_COMMITTER_NAME", "a"),
    ("GIT_COMMITTER_EMAIL", "a@example.com"),
];

/// `None`, and printed or a failure of `test`, where there is no git.
pub fn or_skip_without_git(test: &str) -> Option<()> {
    let ran = Command::new("git").arg("--version").output();
    or_skip(Tool::Git, test, ran.is_ok_and(|ran| ran.status.success()).then_some(()))
}

/// Runs git in a folder, with arguments that have no blanks. Returns what it prints; panics where it fails.
pub fn git(folder: &Path, args: &str) -> String {
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "protocol.file.allow=always"]).args(args.split(' '));
    command.envs(ENVIRONMENT);
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(name);
    }
    let ran = command.output().expect("git");
    assert!(ran.status.success(), "git {args}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8_lossy(&ran.stdout).trim().to_owned()
}

/// Commits everything that a folder has.
pub fn commit(folder: &Path, message: &str) {
    git(folder, "add -A");
    git(folder, &format!("commit -q --allow-empty -m {message}"));
}
