//! `cargo dev bench start`: the program's size, and the time from its start to its answer to `initialize`,
//! beside yaml-language-server's in the same run, in turn.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{Editor, build, median, millis, peer};
use crate::build::Profile;

const RUNS: usize = 11;

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let program = build::crdls(root, Profile::Release)?;
    let size = std::fs::metadata(&program).map_err(|e| e.to_string())?.len();
    println!("size of crdls: {size} bytes");
    let peer = peer::folder(root).map(|folder| peer::program(&folder));
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..=RUNS {
        ours.push(answered(Command::new(&program).arg("lsp"))?);
        if let Some(peer) = &peer {
            theirs.push(answered(Command::new("node").arg(peer).arg("--stdio"))?);
        }
    }
    // The first of each is the warm-up.
    let ours = median(&ours[1..]);
    println!("start to `initialize` answered, median of {RUNS}");
    println!("  crdls                {:>8.1} ms", millis(ours));
    if theirs.is_empty() {
        return Ok(());
    }
    let theirs = median(&theirs[1..]);
    println!("  {} {:>8.1} ms", peer::NAME, millis(theirs));
    println!("  ratio                {:>8.1}", theirs.as_secs_f64() / ours.as_secs_f64());
    Ok(())
}

/// Time until it has answered a client of no folder.
pub(super) fn answered(command: &mut Command) -> Result<Duration, String> {
    let start = Instant::now();
    let _editor = Editor::start(command.stderr(Stdio::null()), &[])?;
    Ok(start.elapsed())
}
