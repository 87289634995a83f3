//! `cargo dev bench root`: an editor that is opened on `/`, on a machine with 20,000 CRDs.
//!
//! The CRDs are made in a temporary folder. A release is built and measured, or the program that `CRDLS_SERVER` names.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::typing::{crd, fields};
use super::{Editor, program};
use crate::build::Profile;
use crate::files::{self, Scratch};

const CRDS: usize = 20_000;
/// CRDs of a folder.
const TOGETHER: usize = 100;
/// The limits: when the server must be quiet, and the memory in MB.
const LATEST: Duration = Duration::from_secs(30);
const MOST_MEMORY: u64 = 300;

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let server = program(root, Profile::Release)?;
    let folder = Scratch::new("root");
    make(&folder)?;
    measured(&server)
}

fn measured(server: &Path) -> Result<(), String> {
    let start = Instant::now();
    let mut editor = Editor::start(Command::new(server).arg("lsp"), &["/".as_ref()])?;
    let shown = editor.until(|message| message["method"] == "window/showMessage")?;
    println!("`/` as the folder of a workspace, {CRDS} CRDs on the machine");
    println!("  {:>8.1} s until the message: {}", start.elapsed().as_secs_f64(), shown["params"]["message"]);
    let quiet = editor.quiet(2 * LATEST) - start;
    println!("  {:>8.1} s until the server is quiet (limit {})", quiet.as_secs_f64(), LATEST.as_secs());
    let memory = editor.peak_memory().ok_or("the system does not tell the memory")? / 1_000;
    println!("  {memory:>8} MB at peak (limit {MOST_MEMORY})");
    let holds = quiet <= LATEST && memory <= MOST_MEMORY;
    holds.then_some(()).ok_or_else(|| "a limit is exceeded".to_owned())
}

fn make(folder: &Path) -> Result<(), String> {
    for number in 0..CRDS {
        let crd = crd(&format!("ovens{number}"), &format!("Oven{number}"), &fields(4, 4_000));
        files::write(folder, format!("{}/{number}.yaml", number / TOGETHER), crd)?;
    }
    Ok(())
}
