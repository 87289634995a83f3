//! `cargo dev playground`: the page with the engine in `target/playground`, and what is asked about it. The site of the
//! documentation has the same page.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use super::args::PlaygroundArgs;
use super::bench;
use super::build::{self as programs, Profile, call};
use super::wasm::Toolchain;

/// `cargo dev playground`
pub(crate) fn run(root: &Path, args: &PlaygroundArgs) -> Result<(), String> {
    if !args.check {
        return make(root, &Toolchain::get(root)?, args);
    }
    let Some(toolchain) = Toolchain::present(root)? else {
        println!("skipped: no std for wasm32 on this machine; `cargo dev playground` downloads it");
        return Ok(());
    };
    call(toolchain.cargo(root, "check").args(["--profile", "ci", "-p", "crdls-playground"]))
}

/// Makes the page in a folder of the documentation's site. False, with the reason printed, where it cannot be made here.
pub(crate) fn for_site(root: &Path, out: &Path, quick: bool) -> Result<bool, String> {
    let toolchain = Toolchain::present(root)?;
    let has_node = node(root, "--version").output().is_ok_and(|done| done.status.success());
    let Some(toolchain) = toolchain.filter(|_| has_node) else {
        let lacks =
            if has_node { "no std for wasm32; `cargo dev playground` downloads it" } else { "no Node" };
        println!("skipped: the site has no playground and no links to it, since this machine has {lacks}");
        return Ok(false);
    };
    page(root, &toolchain, out, quick)?;
    Ok(true)
}

/// Checks that each link of a site into the playground opens what its page says.
pub(crate) fn check_links(root: &Path, book: &Path, engine: &Path) -> Result<(), String> {
    call(node(&root.join("editors/playground"), "scripts/links.mjs").arg(book).arg(engine.join("crdls.wasm")))
}

/// Makes the page in a folder, and returns after how many seconds its engine was built.
fn page(root: &Path, toolchain: &Toolchain, out: &Path, quick: bool) -> Result<u64, String> {
    let start = Instant::now();
    let engine = engine(root, toolchain, quick)?;
    let built = start.elapsed().as_secs();
    build(root, out, &["--engine".as_ref(), engine.as_os_str()])?;
    Ok(built)
}

/// Makes the page in a folder with an engine.
pub(crate) fn build(root: &Path, out: &Path, engine: &[&OsStr]) -> Result<(), String> {
    let folder = root.join("editors/playground");
    modules(&folder)?;
    let _ = fs::remove_dir_all(out);
    call(node(&folder, "scripts/build.mjs").arg(out).args(engine))
}

/// Makes the page, and asks what the arguments ask.
fn make(root: &Path, toolchain: &Toolchain, args: &PlaygroundArgs) -> Result<(), String> {
    let (start, folder) = (Instant::now(), root.join("editors/playground"));
    let out = root.join("target/playground");
    let built = page(root, toolchain, &out, args.quick)?;
    println!("target/playground: engine in {built} s, all in {} s", start.elapsed().as_secs());
    // An engine that is not optimized for size need not keep its limit.
    let limit = if args.quick { &["--no-limit"][..] } else { &[] };
    call(node(&folder, "scripts/sizes.mjs").arg(&out).args(limit))?;
    let corpus = bench::data(root, "CRDLS_CORPUS", "corpus");
    if let Some(number) = args.compare {
        let program = programs::crdls(root, Profile::Ci)?;
        call(
            node(&folder, "scripts/compare.mjs")
                .arg(out.join("crdls.wasm"))
                .arg(program)
                .arg(&corpus)
                .arg(number.to_string()),
        )?;
    }
    if args.browser {
        let mut more = Vec::new();
        if corpus.exists() {
            more.extend([Path::new("--corpus"), &corpus]);
        }
        more.extend(args.limits.then_some(Path::new("--limits")));
        play(root, "scripts/browser.mjs", &out, args.shots.as_deref(), &more)?;
    }
    Ok(())
}

/// Plays a folder of pages in headless Chromium by a script of the playground.
pub(crate) fn play(
    root: &Path,
    script: &str,
    pages: &Path,
    shots: Option<&Path>,
    more: &[&Path],
) -> Result<(), String> {
    let folder = root.join("editors/playground");
    modules(&folder)?;
    let mut story = node(&folder, script);
    story.arg(pages).arg("--chromium").arg(chromium()).args(more);
    if let Some(shots) = shots {
        let shots = std::path::absolute(shots).map_err(|err| format!("{}: {err}", shots.display()))?;
        story.arg("--shots").arg(shots);
    }
    call(&mut story)
}

/// Installs the packages of the page, where they are missing.
fn modules(folder: &Path) -> Result<(), String> {
    if folder.join("node_modules").exists() {
        return Ok(());
    }
    call(npm(folder).args(["ci", "--no-audit", "--no-fund"]))
}

/// Where headless Chromium is, if it is installed.
pub(crate) fn chromium() -> PathBuf {
    std::env::var_os("CHROMIUM").map_or_else(|| PathBuf::from("/usr/bin/chromium"), PathBuf::from)
}

fn engine(root: &Path, toolchain: &Toolchain, quick: bool) -> Result<PathBuf, String> {
    let mut cargo = toolchain.cargo(root, "rustc");
    // Cargo optimizes no crates together that are a Rust library too, as this one is for its tests.
    cargo.args(["--profile", "page", "-p", "crdls-playground", "--lib", "--crate-type", "cdylib"]);
    let target = root.join(if quick { "target/page-quick" } else { "target" });
    if quick {
        cargo.env("CARGO_PROFILE_PAGE_OPT_LEVEL", "1").env("CARGO_PROFILE_PAGE_LTO", "off");
        cargo.env("CARGO_PROFILE_PAGE_CODEGEN_UNITS", "16");
    }
    call(cargo.arg("--target-dir").arg(&target))?;
    Ok(target.join("wasm32-unknown-unknown/page/crdls_playground.wasm"))
}

fn npm(folder: &Path) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(folder);
    npm
}

fn node(folder: &Path, script: &str) -> Command {
    let mut node = Command::new("node");
    node.arg(script).current_dir(folder);
    node
}
