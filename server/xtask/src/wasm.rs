//! Cargo for wasm32-unknown-unknown: std of the installed toolchain, or of rustup where that has a network. Where
//! neither is to be had, Debian's packages bring a compiler with the sources of std, which cargo builds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::build::{call, said};

const TARGET: &str = "wasm32-unknown-unknown";

/// How cargo is called for the target.
#[derive(Debug)]
pub(crate) enum Toolchain {
    /// As it is.
    Installed,
    /// With the compiler in this folder, and the linker of the installed toolchain.
    Unpacked { folder: PathBuf, linker: PathBuf },
}

impl Toolchain {
    /// The one that is here; `None` where it would have to be downloaded.
    pub(crate) fn present(root: &Path) -> Result<Option<Self>, String> {
        let sysroot = PathBuf::from(said(Command::new("rustc").args(["--print", "sysroot"]))?.trim());
        if sysroot.join("lib/rustlib").join(TARGET).exists() {
            return Ok(Some(Self::Installed));
        }
        let host = said(Command::new("rustc").arg("-vV"))?;
        let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
        let linker = sysroot.join("lib/rustlib").join(host).join("bin/rust-lld");
        let folder = root.join("target/wasm-toolchain");
        Ok(folder.join("complete").exists().then_some(Self::Unpacked { folder, linker }))
    }

    /// The one that is here, otherwise one that is downloaded.
    pub(crate) fn get(root: &Path) -> Result<Self, String> {
        if let Some(present) = Self::present(root)? {
            return Ok(present);
        }
        let added = Command::new("rustup")
            .args(["target", "add", TARGET])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if !added.is_ok_and(|status| status.success()) {
            println!("rustup has no std for {TARGET} here; taking the compiler of Debian's rustc-web");
            unpack(&root.join("target/wasm-toolchain"))?;
        }
        Self::present(root)?.ok_or_else(|| format!("no std for {TARGET}: `rustup target add {TARGET}`"))
    }

    /// `cargo` with a command for the target.
    pub(crate) fn cargo(&self, root: &Path, command: &str) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.args([command, "--target", TARGET]).current_dir(root);
        if let Self::Unpacked { folder, linker } = self {
            cargo.arg("-Zbuild-std=std,panic_abort").env("RUSTC", folder.join("rustc"));
            // The flag above is one of nightly cargo, and Debian's std is one of a stable compiler.
            cargo.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        cargo
    }
}

/// Unpacks Debian's packages with a compiler and the sources of std. They are not installed, since they conflict with
/// others that may be.
fn unpack(folder: &Path) -> Result<(), String> {
    let packages = folder.join("packages");
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(&packages).map_err(failed)?;
    if said(Command::new("apt-cache").args(["show", "rustc-web"])).is_err() {
        call(Command::new("apt-get").args(["update", "-q"]))?;
    }
    let std = depends("libstd-rust-web-dev", "libstd-rust-web-")?;
    let llvm = depends(&std, "libllvm")?;
    let names = ["rustc-web", "rust-web-src", "libstd-rust-web-dev", &std, &llvm];
    call(Command::new("apt-get").args(["download", "-q"]).args(names).current_dir(&packages))?;
    let system = folder.join("system");
    for package in fs::read_dir(&packages).map_err(failed)?.flatten() {
        call(Command::new("dpkg").arg("-x").arg(package.path()).arg(&system))?;
    }
    fs::remove_dir_all(&packages).map_err(failed)?;
    let library = said(Command::new("dpkg-architecture").arg("-qDEB_HOST_MULTIARCH"))
        .unwrap_or_else(|_| format!("{}-linux-gnu", std::env::consts::ARCH));
    let libraries = system.join("usr/lib").join(library.trim());
    let script = format!(
        "#!/bin/sh\nLD_LIBRARY_PATH='{}' exec '{}' \"$@\"\n",
        libraries.display(),
        system.join("usr/bin/rustc").display()
    );
    let compiler = folder.join("rustc");
    fs::write(&compiler, script).map_err(failed)?;
    call(Command::new("chmod").arg("+x").arg(&compiler))?;
    fs::write(folder.join("complete"), "").map_err(failed)
}

/// The package of a prefix that a package depends on: its name has a version.
fn depends(package: &str, prefix: &str) -> Result<String, String> {
    let all = said(Command::new("apt-cache").args(["depends", "--no-recommends", package]))?;
    let mut names = all.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    let found = names.find(|name| name.starts_with(prefix)).map(str::to_owned);
    found.ok_or_else(|| format!("Debian's {package} depends on no {prefix}*"))
}

fn failed(error: std::io::Error) -> String {
    format!("target/wasm-toolchain: {error}")
}
