//! `cargo dev dist`: what a release is made of, for the machine that it runs on, in `target/dist`.
//!
//! An archive with the stripped program, licence, man pages, completions of shells and the schema of crdls.toml; the extension for VS Code
//! with the same program in it, where npm is; and the checksums of both.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::build::{self, call};

const SHELLS: &[(&str, &str)] =
    &[("bash", "crdls.bash"), ("zsh", "_crdls"), ("fish", "crdls.fish"), ("powershell", "crdls.ps1")];

/// `cargo dev dist`
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let program = build::crdls(root, build::Profile::Dist)?;
    let (platform, target) = (platform()?, root.join("target/dist"));
    let name = format!("crdls-{platform}");
    let _ = fs::remove_dir_all(&target);
    archive(root, &program, &target, &name)?;
    let mut made = vec![format!("{name}.tar.gz")];
    made.extend(extension(root, &program, &target, &platform)?);
    checksums(&target, &made)?;
    for file in made.iter().map(String::as_str).chain(["checksums.txt"]) {
        let size = fs::metadata(target.join(file)).map_err(failed)?.len();
        println!("target/dist/{file}: {size} bytes");
    }
    Ok(())
}

fn archive(root: &Path, program: &Path, target: &Path, name: &str) -> Result<(), String> {
    let folder = target.join(name);
    let (man, complete) = (folder.join("man"), folder.join("complete"));
    for folder in [&man, &complete] {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let texts =
        ["LICENSE", "README.md", "CHANGELOG.md", "docs/crdls.schema.json"].map(|file| root.join(file));
    for file in std::iter::once(program.to_owned()).chain(texts) {
        let named = file.file_name().unwrap_or_default();
        fs::copy(&file, folder.join(named)).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    for (shell, file) in SHELLS {
        fs::write(complete.join(file), said(program, &["completions", shell])?).map_err(failed)?;
    }
    call(Command::new(program).arg("man").arg(&man))?;
    call(Command::new("tar").args(["-czf", &format!("{name}.tar.gz"), name]).current_dir(target))
}

/// The extension with the program; nothing where there is no npm.
fn extension(root: &Path, program: &Path, target: &Path, platform: &str) -> Result<Option<String>, String> {
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
    fs::create_dir_all(&bundled).map_err(failed)?;
    fs::copy(program, bundled.join(program.file_name().unwrap_or_default())).map_err(failed)?;
    let name = format!("crdls-{platform}.vsix");
    let out: PathBuf = target.join(&name);
    let packed = call(
        Command::new(npm)
            .args(["run", "package", "--", "--target", platform, "--out"])
            .arg(&out)
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

/// As VS Code names them.
fn platform() -> Result<String, String> {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        system => system,
    };
    let machine = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        machine => return Err(format!("no name for {machine}")),
    };
    Ok(format!("{system}-{machine}"))
}

fn said(program: &Path, args: &[&str]) -> Result<Vec<u8>, String> {
    let output = Command::new(program).args(args).output().map_err(failed)?;
    if output.status.success() { Ok(output.stdout) } else { Err(format!("crdls {} failed", args.join(" "))) }
}

fn failed(err: std::io::Error) -> String {
    err.to_string()
}
