//! `cargo dev dist`: what a release is made of, for this machine or for other targets, in `target/archives`.
//!
//! An archive with the stripped program, its licenses, a list of what it is made of, man pages, completions of shells and
//! the schema of crdls.toml; the extension for VS Code with the same program in it, where npm is; and the checksums.

mod target;
mod twice;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::build::{self, Profile, call, said};
pub(crate) use target::Target;
pub(crate) use twice::compare;

/// Where archives are, below the top of the checkout.
pub(crate) const ARCHIVES: &str = "target/archives";

const SHELLS: &[(&str, &str)] =
    &[("bash", "crdls.bash"), ("zsh", "_crdls"), ("fish", "crdls.fish"), ("powershell", "crdls.ps1")];

/// `cargo dev dist`
pub(crate) fn run(root: &Path, triples: &[String]) -> Result<(), String> {
    let out = root.join(ARCHIVES);
    let _ = fs::remove_dir_all(&out);
    let mut made = Vec::new();
    for target in targets(root, triples)? {
        made.extend(packed(root, &target, Profile::Dist)?);
    }
    checksums(&out, &made)?;
    for file in made.iter().map(String::as_str).chain(["checksums.txt"]) {
        let size = fs::metadata(out.join(file)).map_err(failed)?.len();
        println!("{ARCHIVES}/{file}: {size} bytes");
    }
    Ok(())
}

/// The targets of triples; without any, this machine.
fn targets(root: &Path, triples: &[String]) -> Result<Vec<Target>, String> {
    let named = triples.iter().map(|triple| Target::of(root, Some(triple)));
    if triples.is_empty() { Ok(vec![Target::of(root, None)?]) } else { named.collect() }
}

/// Builds the program and packs it; the names of the archive and of the extension.
fn packed(root: &Path, target: &Target, profile: Profile) -> Result<Vec<String>, String> {
    let archive = archive(root, target, profile)?;
    let extension = extension(root, target, &root.join(ARCHIVES))?;
    Ok(std::iter::once(archive).chain(extension).collect())
}

/// Builds and packs the program; the name of the archive.
fn archive(root: &Path, target: &Target, profile: Profile) -> Result<String, String> {
    let program = target.build(root, profile)?;
    if target.runs_here() {
        has_commit(root, &program)?;
    }
    let name = format!("crdls-{}", target.platform);
    let folder = root.join(ARCHIVES).join(&name);
    let _ = fs::remove_dir_all(&folder);
    let (man, complete) = (folder.join("man"), folder.join("complete"));
    for folder in [&man, &complete] {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let texts =
        ["LICENSE", "README.md", "CHANGELOG.md", "docs/crdls.schema.json"].map(|file| root.join(file));
    for file in std::iter::once(program.clone()).chain(texts) {
        let named = file.file_name().unwrap_or_default();
        fs::copy(&file, folder.join(named)).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    // A program for another system has the same commands.
    let speaker = if target.runs_here() { program } else { build::crdls(root, Profile::Ci)? };
    for (shell, file) in SHELLS {
        let text = said(Command::new(&speaker).args(["completions", shell]))?;
        fs::write(complete.join(file), text + "\n").map_err(failed)?;
    }
    call(Command::new(&speaker).arg("man").arg(&man))?;
    let packaging = root.join("packaging");
    let python = || Command::new(if cfg!(windows) { "python" } else { "python3" });
    call(python().arg(packaging.join("dependencies.py")).arg(&target.triple).arg(&folder))?;
    call(python().arg(packaging.join("archives.py")).arg(&folder).arg(target.program_name()))?;
    Ok(format!("{name}.tar.gz"))
}

/// The output of git for the commit that is checked out; `None` where there is no repository.
fn of_commit(root: &Path, format: &str) -> Option<String> {
    let args = ["log", "-1", "--abbrev=12", &format!("--format={format}")];
    let output = Command::new("git").args(args).current_dir(root).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The first characters of the commit, as the program prints them.
fn commit(root: &Path) -> Option<String> {
    of_commit(root, "%h")
}

/// Whether the commit that is checked out is in the version of a program, which need not run here.
fn is_of_commit(root: &Path, program: &Path) -> bool {
    let (commit, bytes) = (commit(root), fs::read(program).unwrap_or_default());
    commit.is_some_and(|commit| bytes.windows(commit.len()).any(|bytes| bytes == commit.as_bytes()))
}

/// An error where the version that the program prints does not have the commit.
fn has_commit(root: &Path, program: &Path) -> Result<(), String> {
    let version = said(Command::new(program).arg("--version"))?;
    match commit(root).filter(|commit| !version.contains(commit.as_str())) {
        Some(commit) => Err(format!("`{version}` is not of commit {commit}")),
        None => Ok(()),
    }
}

/// The files that the extension has in its folder `server`.
fn bundled_files(target: &Target) -> [&'static str; 2] {
    [target.program_name(), "THIRD-PARTY-LICENSES.txt"]
}

/// The extension with the program; nothing where there is no npm.
fn extension(root: &Path, target: &Target, out: &Path) -> Result<Option<String>, String> {
    let folder = root.join("editors/vscode");
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if Command::new(npm).arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("no extension: npm is not installed");
        return Ok(None);
    }
    if !folder.join("node_modules").exists() {
        call(Command::new(npm).arg("ci").current_dir(&folder))?;
    }
    let bundled = folder.join("server");
    let unpacked = out.join(format!("crdls-{}", target.platform));
    fs::create_dir_all(&bundled).map_err(failed)?;
    for file in bundled_files(target) {
        fs::copy(unpacked.join(file), bundled.join(file)).map_err(failed)?;
    }
    let name = format!("crdls-{}.vsix", target.platform);
    let mut package = Command::new(npm);
    package.args(["run", "package", "--", "--target", &target.platform, "--out"]).arg(out.join(&name));
    // The time of each file in it.
    package.envs(of_commit(root, "%ct").map(|time| ("SOURCE_DATE_EPOCH", time))).env("TZ", "UTC");
    let packed = call(package.stdout(Stdio::null()).current_dir(&folder));
    fs::remove_dir_all(&bundled).map_err(failed)?;
    packed.map(|()| Some(name))
}

fn checksums(target: &Path, files: &[String]) -> Result<(), String> {
    let tool = |program: &str, args: &[&str]| {
        Command::new(program)
            .args(args)
            .args(files)
            .current_dir(target)
            .output()
            .ok()
            .filter(|o| o.status.success())
    };
    let output = tool("sha256sum", &[]).or_else(|| tool("shasum", &["-a", "256"]));
    let output = output.ok_or("neither sha256sum nor shasum is installed")?;
    fs::write(target.join("checksums.txt"), output.stdout).map_err(failed)
}

fn failed(err: std::io::Error) -> String {
    err.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_keeps_what_is_bundled() {
        let root = crate::root();
        let kept = fs::read_to_string(root.join("editors/vscode/.vscodeignore")).unwrap();
        for triple in ["x86_64-unknown-linux-musl", "x86_64-pc-windows-msvc"] {
            for file in bundled_files(&Target::of(&root, Some(triple)).unwrap()) {
                assert!(kept.lines().any(|line| line == format!("!server/{file}")), "{file}");
            }
        }
    }
}
