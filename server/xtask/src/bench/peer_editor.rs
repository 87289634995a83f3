//! `cargo dev bench editor`: the language server beside a peer, on the largest CRD of the corpus of at most 2 MB,
//! in one run, at three places of the file.
//!
//! The driver lies beside the repository, in `../shared/bench`. A release is built and measured, or the program
//! that `CRDLS_SERVER` names. What is not there is skipped, and said to be. Ratios count, not milliseconds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::{data, peer, program};
use crate::build::Profile;

const PLACES: [&str; 3] = ["0.1", "0.5", "0.9"];
const LARGEST: u64 = 2_000_000;

/// What is compared, where the driver has it, and how often as fast the server shall be.
const MEASURES: [(&str, &str, f64); 5] = [
    ("edit → diagnostics", "/typing/p50", 50.0),
    ("symbols after an edit", "/fence/documentSymbol/p50", 20.0),
    ("hover after an edit", "/fence/hover/p50", 20.0),
    ("completion after an edit", "/completion/p50", 20.0),
    ("peak memory", "/peak_rss_mb", 3.0),
];

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let bench = root.join("../shared/bench");
    let driver = bench.join("lspbench.py");
    let corpus = data(root, "CRDLS_CORPUS", "corpus");
    let Some(file) = largest(&corpus.join("crds")).filter(|_| driver.is_file()) else {
        println!("skipped: no driver in ../shared/bench, or no corpus");
        return Ok(());
    };
    let server = program(root, Profile::Release)?;
    let peer = peer::folder(root);
    let mut places = Vec::new();
    for place in PLACES {
        places.push(measure(root, &bench, &file, (&server, peer.as_deref()), place)?);
    }
    println!("{}, p50 of crdls and of the peer, and their ratio", file.display());
    println!("{}", table(&places));
    Ok(())
}

/// The largest file in a folder, and the folders in it, that is not too large.
fn largest(folder: &Path) -> Option<PathBuf> {
    let mut found: Option<(u64, PathBuf)> = None;
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).ok()?.flatten() {
            let (path, size) = (entry.path(), entry.metadata().map_or(0, |meta| meta.len()));
            if path.is_dir() {
                folders.push(path);
            } else if size <= LARGEST && found.as_ref().is_none_or(|(most, _)| size > *most) {
                found = Some((size, path));
            }
        }
    }
    found.map(|(_, path)| path)
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
    fs::create_dir_all(&out).map_err(|err| err.to_string())?;
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
    command.arg("--root").arg(peer.unwrap_or(&out));
    let output = command.output().map_err(|err| format!("python3: {err}"))?;
    if !output.status.success() {
        return Err(format!("the driver failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = fs::read_to_string(&json).map_err(|err| err.to_string())?;
    let all: Value = serde_json::from_str(&text).map_err(|err| err.to_string())?;
    Ok(all.pointer("/rows").and_then(Value::as_array).cloned().unwrap_or_default())
}

/// A line for each measure, a column for each place, and whether the aim is met at all of them.
fn table(places: &[Vec<Value>]) -> String {
    let mut lines = vec![format!("{:<26}{:>6}", "", "aim")];
    lines[0].extend(PLACES.map(|place| format!("{:>32}", format!("at {place} of the file"))));
    for (name, at, aim) in MEASURES {
        let unit = if at == "/peak_rss_mb" { "MB" } else { "ms" };
        let mut line = format!("{name:<26}{:>6}", format!("≥ {aim}"));
        let mut ratios = Vec::new();
        for rows in places {
            let [ours, theirs] = ["crdls", "peer"].map(|server| number(rows, server, at));
            line.push_str(&format!("{:>32}", cell(ours, theirs, unit)));
            ratios.push(ours.zip(theirs).map(|(ours, theirs)| theirs / ours));
        }
        let known: Option<Vec<f64>> = ratios.into_iter().collect();
        line.push_str(match known.map(|ratios| ratios.iter().all(|ratio| *ratio >= aim)) {
            Some(true) => "  met",
            Some(false) => "  not met",
            None => "  not measured",
        });
        lines.push(line);
    }
    lines.join("\n")
}

fn number(rows: &[Value], server: &str, at: &str) -> Option<f64> {
    let row = rows.iter().find(|row| row.get("server").is_some_and(|its| its == server));
    row?.pointer(at)?.as_f64()
}

/// `4.2 / 505.1 ms = 120.3`
fn cell(ours: Option<f64>, theirs: Option<f64>, unit: &str) -> String {
    match (ours, theirs) {
        (Some(ours), Some(theirs)) => format!("{ours:.1} / {theirs:.1} {unit} = {:.1}", theirs / ours),
        (Some(ours), None) => format!("{ours:.1} {unit}"),
        _ => "–".to_owned(),
    }
}
