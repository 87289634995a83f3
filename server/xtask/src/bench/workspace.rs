//! `cargo dev bench workspace`: a workspace of 2,000 CRDs, as an editor and as the Go program see it.
//!
//! The CRDs are those of the corpus, many times over, each time in groups of another name; they are made
//! in a temporary folder, and go with it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{fs, iter};

use serde_json::Value;

use super::editor::uri;
use super::{RUNS, Typist, best, build, corpus, median, millis, timed};
use crate::build::Profile;
use crate::files::{self, Scratch};

const CRDS: usize = 2000;
const EDITS: usize = 100;

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let crds = corpus(root)?.join("crds");
    let (server, oracle) = (build::crdls(root, Profile::Release)?, build::oracle(root)?);
    let folder = Scratch::new("workspace");
    let workspace = make(&crds, &folder)?;
    println!("a workspace of {CRDS} CRDs, {:.1} MB", workspace.bytes as f64 / 1e6);
    edited(&server, &workspace)?;
    indexed(&oracle, &server, &workspace)
}

struct Workspace {
    folder: PathBuf,
    bytes: usize,
    /// A file of middling size.
    open: PathBuf,
}

/// Writes the CRDs, a folder for each time.
fn make(crds: &Path, folder: &Path) -> Result<Workspace, String> {
    let texts: Vec<_> = files::below(crds)?.iter().filter_map(|path| fs::read_to_string(path).ok()).collect();
    let with_groups: Vec<_> = texts.iter().filter_map(|text| Some((text, group(text)?))).collect();
    let copies = (0..).flat_map(|copy| iter::repeat(copy).zip(with_groups.iter().enumerate()));
    let (mut bytes, mut sizes) = (0, Vec::new());
    for (copy, (number, (text, group))) in copies.take(if with_groups.is_empty() { 0 } else { CRDS }) {
        let path = format!("{copy}/{number}.yaml");
        let text = text.replace(group, &format!("copy{copy}.{group}"));
        bytes += text.len();
        sizes.push((text.len(), folder.join(&path)));
        files::write(folder, path, text)?;
    }
    sizes.sort();
    let open = sizes.get(sizes.len() / 2).ok_or("the corpus has no CRD")?.1.clone();
    Ok(Workspace { folder: folder.to_owned(), bytes, open })
}

fn group(text: &str) -> Option<&str> {
    let crds = text.lines().filter(|line| *line == "kind: CustomResourceDefinition").count();
    let group = text.lines().find_map(|line| line.strip_prefix("  group: "))?;
    (crds == 1).then(|| group.trim_matches(['"', '\'', ' ']))
}

/// What an editor waits for.
fn edited(server: &Path, workspace: &Workspace) -> Result<(), String> {
    let (open, text) = (uri(&workspace.open), fs::read_to_string(&workspace.open).unwrap_or_default());
    let of_open = |message: &Value| {
        message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == open.as_str()
    };
    let is_end = |message: &Value| message["params"]["value"]["kind"] == "end";
    let (mut firsts, mut ends, mut edits, mut memory) = (Vec::new(), Vec::new(), Vec::new(), None);
    for _ in 0..RUNS {
        let start = Instant::now();
        let mut typist = Typist::open(server, &workspace.folder, &workspace.open, "yaml", &text)?;
        let first = typist.editor.until(|message| of_open(message) || is_end(message))?;
        if is_end(&first) {
            return Err("the index was complete before the open file was checked".to_owned());
        }
        firsts.push(start.elapsed());
        typist.editor.until(is_end)?;
        ends.push(start.elapsed());
        for _ in 0..EDITS {
            typist.replace([[0, 0]; 2], "# \n")?;
            typist.diagnostics()?;
            edits.push(typist.took());
        }
        memory = typist.editor.peak_memory().max(memory);
    }
    println!("in an editor, from the start of the server, median of {RUNS}");
    println!(
        "  diagnostics of an open file of {:.0} kB {:>7.1} ms",
        text.len() as f64 / 1e3,
        millis(median(&firsts))
    );
    println!("  the index is complete              {:>7.1} ms", millis(median(&ends)));
    println!("  from an edit to its diagnostics    {:>7.1} ms", millis(median(&edits)));
    match memory {
        Some(memory) => println!("  the most memory                    {:>7.1} MB", memory as f64 / 1e3),
        None => println!("  the most memory                    not told by this system"),
    }
    Ok(())
}

/// The index alone, beside the Go program.
fn indexed(oracle: &Path, server: &Path, workspace: &Workspace) -> Result<(), String> {
    let mut index = Command::new(server);
    // A name that there is not: all CRDs are read, and none is shown.
    index.args(["explain", "--threads", "1", "no-such-kind", "--crds"]).arg(&workspace.folder);
    let ours = (0..=RUNS).map(|_| timed(&mut index)).collect::<Result<Vec<_>, _>>()?;
    let ours = millis(median(&ours[1..]));
    let mut oracle = Command::new(oracle);
    oracle.args(["time-decode", "--repeat", &RUNS.to_string()]).arg(&workspace.folder);
    let (theirs, found) = best(&mut oracle, "crds")?;
    println!("the index alone, one thread");
    println!("  crdls          {ours:>8.1} ms, median of {RUNS} (whole process, files read)");
    println!("  the Go program {theirs:>8.1} ms, best of {RUNS} (decoding alone; {found} can be decoded)");
    println!("  ratio          {:>8.1}", theirs / ours);
    Ok(())
}
