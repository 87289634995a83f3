//! For which target a program is built, how, and what its archive is called: `packaging/packages.toml` has the names.
//!
//! Must not know what is packed.

use std::env::consts::{ARCH, OS};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::build::{Profile, call, said};
use crate::codegen;

#[derive(Deserialize)]
struct Table {
    platform: Vec<Platform>,
}

/// A row of the table.
#[derive(Debug, Deserialize)]
struct Platform {
    name: String,
    target: String,
    #[serde(rename = "static")]
    static_target: Option<String>,
}

/// The platform that a program is built for.
#[derive(Debug)]
pub(crate) struct Target {
    /// The triple; that of rustc where none was asked for.
    pub(crate) triple: String,
    /// Whether it was asked for: cargo has another folder for it.
    is_named: bool,
    /// As VS Code names it, and the archives: linux-x64.
    pub(crate) platform: String,
    /// The triple by which a program of the platform is static.
    static_triple: Option<String>,
}

impl Target {
    /// The target of a triple; without one, this machine.
    pub(crate) fn of(root: &Path, triple: Option<&str>) -> Result<Self, String> {
        let is_named = triple.is_some();
        let triple = match triple {
            Some(triple) => triple.to_owned(),
            None => said(Command::new("rustc").args(["--print", "host-tuple"]))?,
        };
        let table: Table = codegen::table(root, "packaging/packages.toml")?;
        let is_it = |row: &Platform| row.target == triple || row.static_target.as_ref() == Some(&triple);
        match table.platform.into_iter().find(is_it) {
            Some(row) => Ok(Self { triple, is_named, platform: row.name, static_triple: row.static_target }),
            None => Err(format!("packaging/packages.toml has no platform for {triple}")),
        }
    }

    /// The target of this machine's platform whose program needs nothing of the system.
    pub(crate) fn of_static(root: &Path) -> Result<Self, String> {
        let here = Self::of(root, None)?;
        match &here.static_triple {
            Some(triple) => Self::of(root, Some(triple)),
            None => Err(format!("a program for {} is never static", here.platform)),
        }
    }

    /// Whether its programs run here.
    pub(crate) fn runs_here(&self) -> bool {
        let system = if OS == "macos" { "darwin" } else { OS };
        self.triple.starts_with(ARCH) && self.triple.contains(system)
    }

    pub(crate) fn program_name(&self) -> &'static str {
        if self.triple.contains("windows") { "crdls.exe" } else { "crdls" }
    }

    /// Builds the program. Its bytes depend on the commit and the toolchain, not on the folder.
    pub(crate) fn build(&self, root: &Path, profile: Profile) -> Result<PathBuf, String> {
        let has_std = !self.is_named || self.is_installed()?;
        let mut command = if has_std { Command::new("cargo") } else { self.zigbuild(root)? };
        let words = if has_std { ["build"] } else { ["rustc"] };
        command.args(words).args(["--profile", profile.name(), "--package", "crdls", "--bin", "crdls"]);
        if self.is_named {
            command.args(["--target", &self.triple]);
        }
        if !has_std {
            // Debian's compiler has no start files of musl: zig's are linked.
            command.args(["-Zbuild-std=std,panic_abort", "--", "-C", "link-self-contained=no"]);
        }
        // A wrapper, such as clippy's in CI, is of another compiler than Debian's.
        for wrapper in ["RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER"] {
            command.env_remove(wrapper);
        }
        call(command.env("CARGO_ENCODED_RUSTFLAGS", remapped(root)).current_dir(root))?;
        let mut folder = root.join("target");
        if self.is_named {
            folder.push(&self.triple);
        }
        Ok(folder.join(profile.name()).join(self.program_name()))
    }

    /// Whether the installed compiler has std for it.
    fn is_installed(&self) -> Result<bool, String> {
        let sysroot = said(Command::new("rustc").args(["--print", "sysroot"]))?;
        Ok(Path::new(&sysroot).join("lib/rustlib").join(&self.triple).join("lib").exists())
    }

    /// Cargo with another compiler, which builds std, and zig as linker.
    fn zigbuild(&self, root: &Path) -> Result<Command, String> {
        if self.triple != "x86_64-unknown-linux-musl" || OS != "linux" {
            let triple = &self.triple;
            return Err(format!(
                "std for {triple} is not installed: run `rustup target add {triple}` where that is possible"
            ));
        }
        let folder = root.join("target/toolchain");
        let printed = said(Command::new("python3").arg(root.join("packaging/toolchain.py")).arg(&folder))?;
        let variables: Vec<(String, String)> = serde_json::from_str::<serde_json::Map<_, _>>(&printed)
            .map_err(|e| format!("packaging/toolchain.py: {e}"))?
            .into_iter()
            .filter_map(|(name, value)| Some((name, value.as_str()?.to_owned())))
            .collect();
        let mut command = Command::new(folder.join("bin/cargo-zigbuild"));
        command.envs(variables);
        Ok(command)
    }
}

/// Flags of rustc by which paths of this machine are not in the program.
fn remapped(root: &Path) -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let prefix = |(from, to): (&Path, &str)| format!("--remap-path-prefix={}={to}", from.display());
    let pairs = home.iter().map(|home| (home.as_path(), "/cargo")).chain([(root, "/crdls")]);
    pairs.map(prefix).collect::<Vec<_>>().join("\u{1f}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_target_has_a_platform() {
        let root = crate::root();
        let platform = |triple: &str| Target::of(&root, Some(triple)).map(|target| target.platform);
        assert_eq!(platform("x86_64-unknown-linux-musl").as_deref(), Ok("linux-x64"));
        assert_eq!(platform("aarch64-apple-darwin").as_deref(), Ok("darwin-arm64"));
        assert!(platform("wasm32-unknown-unknown").is_err());
    }
}
