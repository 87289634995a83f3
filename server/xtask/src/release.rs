//! `cargo dev release X.Y.Z`: the version in all files, the changelog, a commit and a tag, then archives, packages and
//! manifests with their checksums. Publishes nothing: it prints what is left to do.
//!
//! A dry run does the same in a clone, without archives, and runs there what checks versions.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::build::{call, said};
use crate::dist;
use crate::files::{read, write};

/// A text in a file that has the version, in place of `{}`, and how often it is there.
struct VersionText {
    file: &'static str,
    text: &'static str,
    count: usize,
}

const fn in_file(file: &'static str, text: &'static str) -> VersionText {
    VersionText { file, text, count: 1 }
}

/// All files that have the version, but for the lock file of cargo and changelogs.
const VERSIONS: &[VersionText] = &[
    in_file("Cargo.toml", "[workspace.package]\nversion = \"{}\"\n"),
    in_file("ci/github.yml", "OWNER/crdls@v{}\n"),
    in_file("ci/gitlab.yml", "/v{}/ci/gitlab.yml\n"),
    in_file("docs/ci.md", "    rev: v{}\n"),
    in_file("editors/agents/.claude-plugin/plugin.json", "\n  \"version\": \"{}\",\n"),
    in_file("editors/playground/package.json", "\n  \"version\": \"{}\",\n"),
    in_file(
        "editors/playground/package-lock.json",
        "{\n  \"name\": \"crdls-playground\",\n  \"version\": \"{}\",\n",
    ),
    in_file(
        "editors/playground/package-lock.json",
        "      \"name\": \"crdls-playground\",\n      \"version\": \"{}\",\n",
    ),
    in_file("editors/vscode/package.json", "\n  \"version\": \"{}\",\n"),
    in_file("editors/vscode/package-lock.json", "{\n  \"name\": \"crdls\",\n  \"version\": \"{}\",\n"),
    in_file("editors/vscode/package-lock.json", "      \"name\": \"crdls\",\n      \"version\": \"{}\",\n"),
    VersionText { file: "editors/vscode/README.md", text: "crdls-{}.vsix\n", count: 2 },
    in_file("editors/zed/Cargo.toml", "\nversion = \"{}\"\n"),
    in_file("editors/zed/extension.toml", "\nversion = \"{}\"\n"),
];

/// Placeholders that have to be replaced before the first release.
const PLACEHOLDERS: [&str; 2] = ["OWNER/crdls", "URL-OF-CRDLS"];

const CHANGELOGS: [&str; 2] = ["CHANGELOG.md", "editors/vscode/CHANGELOG.md"];
const UNRELEASED: &str = "## Unreleased";

/// `cargo dev release X.Y.Z`
pub(crate) fn make(root: &Path, version: &str, triples: &[String]) -> Result<(), String> {
    let table = read(root, "packaging/packages.toml")?;
    if let Some(placeholder) = PLACEHOLDERS.iter().find(|placeholder| table.contains(**placeholder)) {
        return Err(format!(
            "packaging/packages.toml has `{placeholder}`: replace it in all files by the address of the repository"
        ));
    }
    if !said(&mut git(root, &["status", "--porcelain"]))?.is_empty() {
        return Err("there are changes that are not committed".to_owned());
    }
    tag(root, version)?;
    dist::run(root, triples)?;
    call(Command::new("python3").arg(root.join("packaging/build.py")))?;
    println!("\nNothing is published. Look at the commit and at {}, then:", dist::ARCHIVES);
    println!("    git push origin HEAD v{version}    # ci/release.yml makes the archives of all platforms");
    Ok(())
}

/// `cargo dev release X.Y.Z --dry-run`
pub(crate) fn rehearse(root: &Path, version: &str) -> Result<(), String> {
    let clone = root.join("target/release-dry-run");
    let _ = fs::remove_dir_all(&clone);
    call(Command::new("git").args(["clone", "--quiet", "--shared"]).arg(root).arg(&clone))?;
    for (name, value) in [("user.name", "dry run"), ("user.email", "dry-run@example.org")] {
        call(&mut git(&clone, &["config", name, value]))?;
    }
    tag(&clone, version)?;
    // The lock file fits, and tests compare the version of each package and manifest.
    let metadata = ["metadata", "--format-version", "1", "--locked", "--offline", "--no-deps"];
    said(Command::new("cargo").args(metadata).current_dir(&clone))?;
    let tests =
        ["-m", "unittest", "--quiet", "tests/packages/test_editors.py", "tests/packages/test_packages.py"];
    call(Command::new("python3").args(tests).env_remove("CRDLS").current_dir(&clone))?;
    println!("{}", said(&mut git(&clone, &["show", "--stat", "--format=%D: %s", "HEAD"]))?);
    println!(
        "a release would add to {}: an archive and a .vsix for each target, and checksums.txt;",
        dist::ARCHIVES
    );
    println!(
        "and to target/packages: wheels, packages of npm, debs, images, and the manifests with the checksums"
    );
    Ok(())
}

/// Writes the version to all files, commits them and tags the commit.
fn tag(root: &Path, version: &str) -> Result<(), String> {
    let name = format!("v{version}");
    if !said(&mut git(root, &["tag", "--list", &name]))?.is_empty() {
        return Err(format!("there is a tag {name} already"));
    }
    for (file, text) in released(&|file| read(root, file), version, &today())? {
        write(root, file, text)?;
    }
    call(&mut git(root, &["commit", "--quiet", "--all", "--message", &format!("Release {version}")]))?;
    call(&mut git(root, &["tag", "--annotate", &name, "--message", &format!("crdls {version}")]))
}

/// The files of a release that differ from those of the checkout.
fn released(
    read: &dyn Fn(&str) -> Result<String, String>,
    version: &str,
    today: &str,
) -> Result<Vec<(&'static str, String)>, String> {
    let cargo = read("Cargo.toml")?;
    let old = cargo.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    let old = old.ok_or("Cargo.toml has no version")?;
    if numbers(version)? < numbers(old)? {
        return Err(format!("{version} is older than {old}"));
    }
    let mut files: Vec<(&'static str, String)> = Vec::new();
    for VersionText { file, text, count } in VERSIONS {
        if files.last().is_none_or(|(last, _)| last != file) {
            files.push((file, read(file)?));
        }
        let Some((_, written)) = files.last_mut() else { continue };
        let (before, after) = (text.replace("{}", old), text.replace("{}", version));
        let found = written.matches(&before).count();
        if found != *count {
            return Err(format!("{file} has {found} times {before:?}, expected {count}"));
        }
        *written = written.replace(&before, &after);
    }
    files.push(("Cargo.lock", locked(&read("Cargo.lock")?, old, version)));
    for file in CHANGELOGS {
        files.push((
            file,
            dated(&read(file)?, version, today)
                .ok_or_else(|| format!("{file} has no entry for {version}"))?,
        ));
    }
    Ok(files)
}

/// The lock file with another version of the crates of the workspace: those without a source.
fn locked(lock: &str, old: &str, version: &str) -> String {
    let (old, new) = (format!("\nversion = \"{old}\"\n"), format!("\nversion = \"{version}\"\n"));
    let package = |text: &str| match text.contains("\nsource = ") {
        true => text.to_owned(),
        false => text.replacen(&old, &new, 1),
    };
    lock.split("[[package]]").map(package).collect::<Vec<_>>().join("[[package]]")
}

/// A changelog whose first section is that of a version; `None` where that has no entry.
fn dated(changelog: &str, version: &str, today: &str) -> Option<String> {
    let heading = format!("## {version}");
    let (before, after) = changelog.split_once(UNRELEASED).or_else(|| changelog.split_once(&heading))?;
    let section = after.split("\n## ").next().unwrap_or(after);
    section.contains("\n- ").then(|| format!("{before}{heading} ({today}){after}"))
}

/// The numbers of a version.
fn numbers(version: &str) -> Result<[u64; 3], String> {
    let numbers: Option<Vec<u64>> = version.split('.').map(|part| part.parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| <[u64; 3]>::try_from(numbers).ok());
    numbers.ok_or_else(|| format!("`{version}` is no version like 1.2.0"))
}

/// The date, in UTC.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date((seconds / 86_400) as i64)
}

/// The date of a day, counted from 1970-01-01: years begin in March, so that the leap day is the last one.
fn date(day: i64) -> String {
    let day = day + 719_468;
    let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{of_month:02}", era * 400 + year + next)
}

fn git(root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.args(args).current_dir(root);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW: &str = "98.7.6";

    /// Other things that have the same version, by the line that they are in.
    const OTHERS: [&str; 5] = ["ip", "10.", "Swagger", "_actions/owner", "api/"];

    #[test]
    fn no_file_keeps_the_version() {
        let root = crate::root();
        let files = released(&|file| read(&root, file), NEW, "2026-11-26").unwrap();
        let old = env!("CARGO_PKG_VERSION");
        let tracked = said(&mut git(
            &root,
            &["ls-files", "ci", "docs", "editors", "packaging", "README.md", "action.yml", "*.toml"],
        ));
        let Ok(tracked) = tracked else { return };
        let mut left = Vec::new();
        for file in tracked.lines().filter(|file| {
            !file.starts_with("tests/")
                && !file.ends_with("CHANGELOG.md")
                && !file.ends_with("package-lock.json")
        }) {
            let changed = files.iter().find(|(name, _)| *name == file).map(|(_, text)| text.clone());
            let Some(text) = changed.or_else(|| read(&root, file).ok()) else { continue };
            let is_kept = |line: &&str| {
                let is_whole = |(at, _): (usize, &str)| {
                    let around = [line[..at].chars().last(), line[at + old.len()..].chars().next()];
                    around.into_iter().flatten().all(|c| !c.is_ascii_digit())
                };
                line.match_indices(old).any(is_whole) && !OTHERS.iter().any(|other| line.contains(other))
            };
            left.extend(text.lines().filter(is_kept).map(|line| format!("{file}: {line}")));
        }
        assert!(left.is_empty(), "{left:#?}");
    }

    #[test]
    fn the_lock_file_keeps_what_is_of_others() {
        let lock = "[[package]]\nname = \"crdls\"\nversion = \"0.1.0\"\n\n[[package]]\nname = \"a\"\nversion = \"0.1.0\"\nsource = \"b\"\n";
        let expected = lock.replacen("0.1.0", "2.0.0", 1);
        assert_eq!(locked(lock, "0.1.0", "2.0.0"), expected);
    }

    #[test]
    fn a_changelog_needs_an_entry() {
        let date = |text: &str| dated(text, "1.0.0", "2026-01-02");
        assert_eq!(
            date("# C\n\n## Unreleased\n\n- a\n").as_deref(),
            Some("# C\n\n## 1.0.0 (2026-01-02)\n\n- a\n")
        );
        assert_eq!(date("# C\n\n## Unreleased\n\n## 0.9.0\n- a\n"), None);
        assert_eq!(date("# C\n\n## 0.9.0\n- a\n"), None);
    }

    #[test]
    fn days_are_dates() {
        assert_eq!(
            [0, 59, 11_016, 20_783].map(date),
            ["1970-01-01", "1970-03-01", "2000-02-29", "2026-11-26"]
        );
    }

    #[test]
    fn versions_go_up() {
        let root = crate::root();
        let refused = |version| released(&|file| read(&root, file), version, "").unwrap_err();
        assert!(refused("0.0.9").contains("older"));
        assert!(refused("1.0").contains("no version"));
    }
}
