//! What crdls reports at the root of whole repositories, as a table.
//!
//! Knows folders and Go modules, and reads what `crdls check` prints. Must not know what a code means.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::build;

/// What was found in one repository.
struct Row {
    name: String,
    /// What the summary says was checked, and what was not.
    summary: String,
    errors: BTreeMap<String, usize>,
}

/// Prints a table of the repositories: folders, or files that list Go modules as `MODULE@VERSION`, one a line.
pub fn run(root: &Path, places: &[&str]) -> Result<(), String> {
    let mut folders = Vec::new();
    for place in places {
        match Path::new(place) {
            path if path.is_dir() => folders.push(path.to_owned()),
            path => folders.extend(modules(path)?),
        }
    }
    let program = build::release(root)?;
    let rows = folders.iter().map(|folder| check(&program, folder)).collect::<Result<Vec<_>, _>>()?;
    rows.iter().for_each(print);
    print(&total(&rows));
    Ok(())
}

/// The folders of the Go modules of a list, which the go command fetches; what it cannot fetch is reported and left
/// out.
fn modules(list: &Path) -> Result<Vec<PathBuf>, String> {
    let text = fs::read_to_string(list).map_err(|err| format!("{}: {err}", list.display()))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.filter_map(|module| folder(module).map_err(|why| eprintln!("{module}: {why}")).ok()).collect())
}

fn folder(module: &str) -> Result<PathBuf, String> {
    // Outside of all modules: the folder of the system's temporary files has none.
    let mut command = Command::new("go");
    let done = command.args(["mod", "download", "-json", module]).current_dir(std::env::temp_dir()).output();
    let done = done.map_err(|err| format!("go: {err}"))?;
    let answer: serde_json::Value = serde_json::from_slice(&done.stdout).map_err(|err| err.to_string())?;
    match (answer["Dir"].as_str(), answer["Error"].as_str()) {
        (Some(dir), _) => Ok(PathBuf::from(dir)),
        (None, why) => Err(why.unwrap_or("not found").to_owned()),
    }
}

fn check(program: &Path, folder: &Path) -> Result<Row, String> {
    let args = ["check", "--output-format", "concise", "--color", "never"];
    let done = Command::new(program).args(args).current_dir(folder).output();
    let done = done.map_err(|err| format!("{}: {err}", program.display()))?;
    let (stdout, stderr) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    let mut errors = BTreeMap::new();
    for code in stdout.lines().filter_map(|line| line.split_once(": error[")?.1.split_once(']')) {
        *errors.entry(code.0.to_owned()).or_default() += 1;
    }
    let lines =
        stderr.lines().filter(|line| !line.contains("appears on the server") && !line.contains("appear on"));
    let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
    Ok(Row { name, summary: lines.collect::<Vec<_>>().join("; "), errors })
}

fn total(rows: &[Row]) -> Row {
    let mut errors = BTreeMap::new();
    for (code, count) in rows.iter().flat_map(|row| &row.errors) {
        *errors.entry(code.clone()).or_default() += count;
    }
    let clean = rows.iter().filter(|row| row.errors.is_empty()).count();
    Row {
        name: "all".to_owned(),
        summary: format!("{} repositories, {clean} without errors", rows.len()),
        errors,
    }
}

fn print(row: &Row) {
    let mut errors: Vec<_> = row.errors.iter().collect();
    errors.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let errors: Vec<_> = errors.into_iter().map(|(code, count)| format!("{code} {count}")).collect();
    println!("{}\n  {}\n  {}", row.name, row.summary, errors.join(", "));
}
