//! `cargo xtask bench start`: the program's size, and the time from its start to its answer to `initialize`,
//! beside yaml-language-server's in the same run, in turn.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::bench::median;

const RUNS: usize = 11;

/// What clients say first; the process that is watched is none.
const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}"#;

/// The peer, and the package that has it.
const PEER: &str = "yaml-language-server";

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let built = Command::new("cargo").args(["build", "--release", "-p", "crdls"]).current_dir(root).status();
    if !built.is_ok_and(|status| status.success()) {
        return Err("the release build failed".to_owned());
    }
    let program = root.join("target/release/crdls");
    let size = std::fs::metadata(&program).map_err(|e| e.to_string())?.len();
    println!("size of crdls: {size} bytes");
    let peer = peer(root);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..=RUNS {
        ours.push(answered(Command::new(&program).arg("lsp"))?);
        if let Some(peer) = &peer {
            theirs.push(answered(Command::new(peer).arg("--stdio"))?);
        }
    }
    // The first of each is the warm-up.
    let ours = median(&ours[1..]);
    println!("start to `initialize` answered, median of {RUNS}");
    println!("  crdls                {:>8.1} ms", ours.as_secs_f64() * 1e3);
    if theirs.is_empty() {
        println!("  {PEER}: skipped, it is neither on PATH nor where YAML_LANGUAGE_SERVER says");
        return Ok(());
    }
    let theirs = median(&theirs[1..]);
    println!("  {PEER} {:>8.1} ms", theirs.as_secs_f64() * 1e3);
    println!("  ratio                {:>8.1}", theirs.as_secs_f64() / ours.as_secs_f64());
    Ok(())
}

/// Where it was named, where `npm install` puts it for us, or on PATH.
fn peer(root: &Path) -> Option<PathBuf> {
    let named = std::env::var_os("YAML_LANGUAGE_SERVER").map(PathBuf::from);
    let own = root.join("target/peers/node_modules/.bin").join(PEER);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|folder| folder.join(PEER));
    named.into_iter().chain([own]).chain(on_path).find(|file| file.is_file())
}

fn answered(command: &mut Command) -> Result<Duration, String> {
    let failed = |e: std::io::Error| e.to_string();
    let start = Instant::now();
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(failed)?;
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("no pipes".to_owned());
    };
    write!(input, "Content-Length: {}\r\n\r\n{INITIALIZE}", INITIALIZE.len()).map_err(failed)?;
    input.flush().map_err(failed)?;
    let answer = answer(&mut BufReader::new(output));
    let taken = start.elapsed();
    child.kill().map_err(failed)?;
    child.wait().map_err(failed)?;
    answer.map(|()| taken).ok_or_else(|| "it did not answer".to_owned())
}

/// Reads messages until one has capabilities.
fn answer(output: &mut impl BufRead) -> Option<()> {
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if output.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().ok()?;
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        output.read_exact(&mut body).ok()?;
        if String::from_utf8_lossy(&body).contains("\"capabilities\"") {
            return Some(());
        }
    }
}
