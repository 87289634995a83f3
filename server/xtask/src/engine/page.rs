//! `cargo dev page`: the page of the playground with the engine of this program in place of WebAssembly, played in headless
//! Chromium. What only WebAssembly shows, size and times, is left to `cargo dev playground`.

use std::collections::BTreeMap;
use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::path::Path;

use crdls_playground::Workspace;
use serde::Deserialize;

use crate::playground;

/// Plays the page; says so where it cannot.
pub(super) fn play(root: &Path, shots: Option<&Path>) -> Result<(), String> {
    if !playground::chromium().exists() {
        println!("skipped: no Chromium at {}", playground::chromium().display());
        return Ok(());
    }
    let out = root.join("target/page-native");
    playground::build(root, &out, &["--native".as_ref()])?;
    let program = std::env::current_exe().map_err(|why| format!("this program: {why}"))?;
    playground::play(root, "scripts/browser.mjs", &out, shots, &[Path::new("--engine"), &program])
}

/// A call of a page: what `crdls-playground` exports for WebAssembly.
#[derive(Deserialize)]
struct Call {
    /// A page, which has its own files.
    page: String,
    does: Does,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Does {
    SetFile { name: String, text: String },
    SetGoTypes(String),
    Request(serde_json::Value),
}

/// Answers the calls on standard input, each by a line: the answer as a string, since it may have several lines.
pub(super) fn serve() -> Result<(), String> {
    let mut pages: BTreeMap<String, Workspace> = BTreeMap::new();
    for line in stdin().lock().lines() {
        let line = line.map_err(|why| format!("standard input: {why}"))?;
        let Call { page, does } = serde_json::from_str(&line).map_err(|why| format!("a call: {why}"))?;
        let workspace = pages.entry(page).or_default();
        let answer = match does {
            Does::SetFile { name, text } => {
                workspace.set_file(&name, text.into_bytes());
                String::new()
            }
            Does::SetGoTypes(text) => {
                workspace.set_go_types(&text);
                String::new()
            }
            Does::Request(request) => workspace.request(request.to_string().as_bytes()),
        };
        let mut out = stdout().lock();
        writeln!(out, "{}", serde_json::Value::String(answer))
            .and_then(|()| out.flush())
            .map_err(|why| format!("standard output: {why}"))?;
    }
    Ok(())
}
