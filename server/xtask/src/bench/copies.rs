//! CPU time of `crdls check` over many CRDs of few names: choosing among copies must not take more for each file.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::corpus;
use crate::build::{self, Profile};
use crate::files::below;

/// How many CRDs are copied.
const CRDS: usize = 100;

/// How often each of them is copied.
const COPIES: [usize; 2] = [10, 100];

const RUNS: usize = 3;

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let corpus = corpus(root)?;
    let program = build::crdls(root, Profile::Release)?;
    let mutated = corpus.join("mutated");
    let seconds = cpu_seconds(&program, &mutated)?;
    println!("check of {} mutated CRDs in one run: {seconds:.2} CPU seconds", below(&mutated)?.len());
    let mut crds = below(&corpus.join("crds"))?;
    crds.truncate(CRDS);
    let mut each = Vec::new();
    for copies in COPIES {
        let folder = root.join("target/bench/copies").join(copies.to_string());
        for copy in 0..copies {
            let to = folder.join(format!("catalog/operator/1.{copy}.0/manifests"));
            fs::create_dir_all(&to).map_err(|err| err.to_string())?;
            for (number, crd) in crds.iter().enumerate() {
                let target = to.join(format!("{number}.yaml"));
                if !target.exists() {
                    fs::copy(crd, target).map_err(|err| err.to_string())?;
                }
            }
        }
        let seconds = cpu_seconds(&program, &folder)?;
        let files = copies * crds.len();
        each.push(seconds / files as f64);
        println!(
            "{files} copies of {} CRDs: {:.0} µs of CPU for each file",
            crds.len(),
            seconds / files as f64 * 1e6
        );
    }
    if let [few, many] = each[..] {
        println!("ratio {:.2}", many / few);
    }
    Ok(())
}

/// The least CPU time of some checks of a folder.
fn cpu_seconds(program: &Path, folder: &Path) -> Result<f64, String> {
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let before = of_children()?;
        let mut check = Command::new(program);
        check
            .args(["check", "--no-cache", "--no-workspace"])
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        check.status().map_err(|err| err.to_string())?;
        times.push(of_children()? - before);
    }
    Ok(times.into_iter().fold(f64::INFINITY, f64::min))
}

/// The CPU seconds of all children of this process that ended (Linux).
pub(super) fn of_children() -> Result<f64, String> {
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").map_err(|err| format!("needs Linux: {err}"))?;
    // The name of the program is in parentheses; the fields after it begin with the third.
    let fields: Vec<_> =
        stat.rsplit_once(") ").map(|(_, rest)| rest.split(' ').collect()).unwrap_or_default();
    let ticks = fields.get(13..15).unwrap_or_default().iter().filter_map(|field| field.parse::<f64>().ok());
    Ok(ticks.sum::<f64>() / TICKS)
}
