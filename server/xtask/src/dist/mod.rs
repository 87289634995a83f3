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
use target::Target;
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
        made.push(archive(root, &target, Profile::Dist)?);
        made.extend(extension(root, &target, &out)?);
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

/// The first twelve characters of the commit that is checked out; `None` where there is no repository.
fn commit(root: &Path) -> Option<String> {
    let output =
        Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).current_dir(root).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// An error where the version that the program prints does not have the commit.
fn has_commit(root: &Path, program: &Path) -> Result<(), String> {
    let version = said(Command::new(program).arg("--version"))?;
    match commit(root).filter(|commit| !version.contains(commit.as_str())) {
        Some(commit) => Err(format!("`{version}` is not of commit {commit}")),
        None => Ok(()),
    }
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
    for file in [target.program_name(), "THIRD-PARTY-LICENSES.txt"] {
        fs::copy(unpacked.join(file), bundled.join(file)).map_err(failed)?;
    }
    let name = format!("crdls-{}.vsix", target.platform);
    let packed = call(
        Command::new(npm)
            .args(["run", "package", "--", "--target", &target.platform, "--out"])
            .arg(out.join(&name))
            .stdout(Stdio::null())
            .current_dir(&folder),
    );
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
