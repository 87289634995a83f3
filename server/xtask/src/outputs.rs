//! `cargo dev outputs`: whether the program prints what that of another revision prints, byte for byte: findings, costs,
//! suites and changes of the data next to the repository.
//!
//! Outputs that contain times, such as the JSON of suites, are left out. Must not know what an output means.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::bench::{corpus, data, releases};
use crate::build::{self, Profile, clone_of};

/// A run of the program: the folder that it runs in, and its arguments.
type Job = (PathBuf, Vec<String>);

/// Runs the same with both programs, and prints where they differ.
pub(crate) fn run(root: &Path, against: &str) -> Result<(), String> {
    let other = build::crdls(&clone_of(root, against)?, Profile::Release)?;
    let programs = [other, build::crdls(root, Profile::Release)?];
    let jobs = jobs(root)?;
    let mut differing = 0;
    for (folder, args) in &jobs {
        let outputs = programs.each_ref().map(|program| {
            let mut command = Command::new(program);
            build::output(command.args(args).current_dir(folder))
        });
        let [before, now] = outputs;
        if let Some(line) = first_difference(&before?, &now?) {
            differing += 1;
            println!("in {}: crdls {}\n{line}", folder.display(), args.join(" "));
        }
    }
    println!("{} of {} runs print the same", jobs.len() - differing, jobs.len());
    if differing == 0 { Ok(()) } else { Err(format!("{differing} runs differ from those of {against}")) }
}

fn jobs(root: &Path) -> Result<Vec<Job>, String> {
    let (corpus, acceptance) = (corpus(root)?, data(root, "CRDLS_ACCEPTANCE", "acceptance"));
    let job = |folder: &Path, line: &str| -> Job {
        (folder.to_owned(), line.split(' ').map(str::to_owned).collect())
    };
    let check = "check --no-cache --no-workspace --output-format";
    let mut jobs = Vec::new();
    for format in ["concise", "full", "json", "sarif", "github"] {
        jobs.push(job(&corpus, &format!("{check} {format} crds bundles instances")));
    }
    for folder in ["mutated", "kubernetes-cases", "partial", "templated"] {
        jobs.push(job(&corpus.join(folder), &format!("{check} json .")));
    }
    for folder in ["examples", "suites"] {
        jobs.push(job(&acceptance.join(folder), &format!("{check} json .")));
    }
    jobs.push(job(&data(root, "CRDLS_FAULTS", "faults"), &format!("{check} json .")));
    jobs.push(job(&corpus, "check --no-cache --no-workspace --kubernetes all --output-format json crds"));
    jobs.push(job(&corpus, "cost --output-format json crds bundles"));
    jobs.push(job(&acceptance.join("suites"), "test --output-format concise ."));
    for (_, old, new) in releases(&acceptance.join("histories"))? {
        let (folders, format) = ([old, new].map(|folder| folder.display().to_string()), "--output-format");
        let args = ["diff".to_owned()].into_iter().chain(folders);
        jobs.push((corpus.clone(), args.chain([format.to_owned(), "json".to_owned()]).collect()));
    }
    Ok(jobs)
}

/// The first lines that differ in what two runs print; nothing where all is the same.
fn first_difference(before: &Output, now: &Output) -> Option<String> {
    if before.status != now.status {
        return Some(format!("  {}, now {}", before.status, now.status));
    }
    [(&before.stdout, &now.stdout), (&before.stderr, &now.stderr)].into_iter().find_map(|(before, now)| {
        if before == now {
            return None;
        }
        let [before, now] = [before, now].map(|bytes| String::from_utf8_lossy(bytes));
        let mut lines = before.lines().zip(now.lines());
        let (before, now) = lines.find(|(before, now)| before != now).unwrap_or(("its end", "more or less"));
        let cut = |line: &str| line.chars().take(400).collect::<String>();
        Some(format!("  was {}\n  now {}", cut(before), cut(now)))
    })
}
