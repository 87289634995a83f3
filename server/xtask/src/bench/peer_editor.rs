//! `cargo dev bench editor`: the language server beside a peer, on the largest CRD of the corpus of at most 2 MB,
//! in one run, at three places of the file; and the server alone on a CRD of 5 MB.
//!
//! The driver lies beside the repository, in `../shared/bench`. A release is built and measured, or the program
//! that `CRDLS_SERVER` names. What is not there is skipped, and said to be. Ratios count, not milliseconds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::typing::large_crd;
use super::{data, peer, program};
use crate::build::{Profile, output};
use crate::files::below;

const PLACES: [&str; 3] = ["0.1", "0.5", "0.9"];
const LARGEST: u64 = 2_000_000;

/// What is measured, and where the driver has it.
const MEASURES: [(&str, &str); 6] = [
    ("edit → diagnostics", "/typing"),
    ("symbols after an edit", "/fence/documentSymbol"),
    ("folding after an edit", "/fence/foldingRange"),
    ("semantic tokens after an edit", "/fence/semanticTokens"),
    ("hover after an edit", "/fence/hover"),
    ("completion after an edit", "/completion"),
];

/// How often as fast as the peer the server shall be, and the limits in milliseconds and MB: of the file of the corpus, and
/// of the made one.
const RATIO: f64 = 100.0;
const MOST_MS: f64 = 16.0;
const MOST_MS_OF_MADE: f64 = 33.0;
const MOST_MB: f64 = 96.0;
const MADE: usize = 5_000_000;

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let bench = root.join("../shared/bench");
    let driver = bench.join("lspbench.py");
    let corpus = data(root, "CRDLS_CORPUS", "corpus");
    let Some(file) = largest(&corpus.join("crds")).filter(|_| driver.is_file()) else {
        println!("skipped: no driver in ../shared/bench, or no corpus");
        return Ok(());
    };
    let server = program(root, Profile::Release)?;
    let made = root.join("target/bench/made.yaml");
    fs::create_dir_all(root.join("target/bench/empty")).map_err(|err| err.to_string())?;
    fs::write(&made, large_crd(MADE)).map_err(|err| err.to_string())?;
    let peer = peer::folder(root);
    for (file, peer, most) in [(&file, peer.as_deref(), MOST_MS), (&made, None, MOST_MS_OF_MADE)] {
        let measure = |place: &&str| measure(root, &bench, file, (&server, peer), place);
        let places = PLACES.iter().map(measure).collect::<Result<Vec<_>, _>>()?;
        println!("{}, at {} of the file", file.display(), PLACES.join(", "));
        println!("{}\n", table(&places, most));
    }
    Ok(())
}

/// The largest file in a folder, and the folders in it, that is not too large.
fn largest(folder: &Path) -> Option<PathBuf> {
    let size = |path: &PathBuf| path.metadata().map_or(0, |meta| meta.len());
    below(folder).ok()?.into_iter().filter(|path| size(path) <= LARGEST).max_by_key(size)
}

/// What the driver says of each server, the peer first where there is one.
fn measure(
    root: &Path,
    bench: &Path,
    file: &Path,
    (server, peer): (&Path, Option<&Path>),
    place: &str,
) -> Result<Vec<Value>, String> {
    let out = root.join("target/bench");
    let (json, settings) = (out.join("editor.json"), out.join("peer.json"));
    let mut command = Command::new("python3");
    command.arg(bench.join("lspbench.py")).args(["--pos", place, "--phase-seconds", "20", "--edits", "40"]);
    command.args(["--reqs", "20", "--burst-rounds", "1"]).arg("--file").arg(file).arg("--json").arg(&json);
    if let Some(peer) = peer {
        let text = fs::read_to_string(bench.join("yamlls-settings.json")).map_err(|err| err.to_string())?;
        let schema =
            format!("file://{}", bench.join("crd-schema.json").canonicalize().unwrap_or_default().display());
        fs::write(&settings, text.replace("crd-schema.json", &schema)).map_err(|err| err.to_string())?;
        command.arg("--server").arg(format!("peer=node {} --stdio", peer::program(peer).display()));
        command.arg("--settings").arg(format!("peer={}", settings.display()));
    }
    command.arg("--server").arg(format!("crdls={} lsp", server.display()));
    command.arg("--root").arg(out.join("empty"));
    let output = output(&mut command)?;
    if !output.status.success() {
        return Err(format!("the driver failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = fs::read_to_string(&json).map_err(|err| err.to_string())?;
    let all: Value = serde_json::from_str(&text).map_err(|err| err.to_string())?;
    Ok(all.pointer("/rows").and_then(Value::as_array).cloned().unwrap_or_default())
}

/// A line for each measure: the medians, and how many times as fast as the peer they are; the longest of all; what of the
/// limits is not met.
fn table(places: &[Vec<Value>], most: f64) -> String {
    let mut lines = vec![format!(
        "{:<30}{:>22}{:>30}{:>10}  limits: {RATIO} times, {most} ms, {MOST_MB} MB",
        "", "p50 in ms", "times as fast as the peer", "longest"
    )];
    for (name, at) in MEASURES {
        let of = |server, field: &str| -> Vec<Option<f64>> {
            places.iter().map(|rows| number(rows, server, &format!("{at}/{field}"))).collect()
        };
        let ours = of("crdls", "p50");
        let ratios: Vec<_> =
            ours.iter().zip(of("peer", "p50")).map(|(our, its)| Some(its? / (*our)?)).collect();
        let longest = of("crdls", "max").into_iter().flatten().fold(0.0, f64::max);
        let is_slow = ratios.iter().flatten().any(|ratio| *ratio < RATIO);
        let verdict = match (is_slow, longest > most) {
            (false, false) => "met",
            (true, false) => "not met: the ratio",
            (false, true) => "not met: the longest",
            (true, true) => "not met: both",
        };
        lines.push(format!("{name:<30}{:>22}{:>30}{longest:>10.1}  {verdict}", cells(&ours), cells(&ratios)));
    }
    let memory: Vec<_> = places.iter().map(|rows| number(rows, "crdls", "/peak_rss_mb")).collect();
    let verdict = if memory.iter().flatten().all(|peak| *peak <= MOST_MB) { "met" } else { "not met" };
    lines.push(format!("{:<30}{:>22}{:>42}", "peak memory, MB", cells(&memory), verdict));
    lines.join("\n")
}

/// `6.8 6.7 7.2`
fn cells(numbers: &[Option<f64>]) -> String {
    let cell = |number: &Option<f64>| number.map_or("–".to_owned(), |number| format!("{number:.1}"));
    numbers.iter().map(cell).collect::<Vec<_>>().join(" ")
}

fn number(rows: &[Value], server: &str, at: &str) -> Option<f64> {
    let row = rows.iter().find(|row| row.get("server").is_some_and(|its| its == server));
    row?.pointer(at)?.as_f64()
}
