//! What crdls reports at the root of whole repositories, as a table, and whether the API server's code, or kustomize's,
//! confirms it.
//!
//! Knows folders, Go modules and clones, and reads what `crdls check` prints. Must not know what a code means.

mod fetched;
mod others;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crdls_tests::confirm::{Confirmation, ReportedError, confirmed};
pub(super) use fetched::{folder, folders};
use others::Others;
pub(super) use others::Programs;
use serde_json::Value;

/// What was found in one repository, or in all.
#[derive(Default)]
struct Row {
    name: String,
    files: usize,
    /// CRDs and custom resources.
    judged: usize,
    not_judged: usize,
    errors: BTreeMap<String, usize>,
    confirmed: Confirmed,
}

/// What the API server's code, or kustomize, says of the errors.
#[derive(Default)]
struct Confirmed {
    /// It reports the same.
    same: usize,
    /// It refuses the document for another error, which has to be fixed first.
    later: usize,
    /// It does not report them.
    not: usize,
    /// Those, a line each.
    lines: Vec<String>,
}

/// Prints a table of the repositories: folders, or lists of what is in [`fetched`].
pub(super) fn run(root: &Path, programs: Programs<'_>, places: &[PathBuf]) -> Result<(), String> {
    let mut folders = Vec::new();
    for place in places {
        match place.is_dir() {
            true => folders.push(place.clone()),
            false => folders.extend(fetched::folders(root, place)?),
        }
    }
    let mut total = Row::default();
    println!("{:<50} {}", "repository", HEADS.map(|head| format!("{head:>14}")).concat());
    let mut clean = 0;
    for folder in &folders {
        let row = check(programs, folder)?;
        print(&row);
        clean += usize::from(row.errors.is_empty());
        total.add(row);
    }
    total.name = format!("{} repositories, {clean} without errors", folders.len());
    print(&total);
    println!("{}", by_code(&total.errors).join("\n"));
    Ok(())
}

const HEADS: [&str; 7] =
    ["files", "validated", "not validated", "errors", "confirmed", "after others", "not confirmed"];

fn check(programs: Programs<'_>, folder: &Path) -> Result<Row, String> {
    let Programs { crdls, oracle, .. } = programs;
    let folder = folder.canonicalize().map_err(|err| format!("{}: {err}", folder.display()))?;
    let checked = |format: &str| {
        let args = ["check", "--no-cache", "--color", "never", "--output-format", format];
        crate::build::output(Command::new(crdls).args(args).current_dir(&folder))
    };
    let done = checked("concise")?;
    let mut row = Row { name: name(&folder), ..Row::default() };
    row.read_summary(&String::from_utf8_lossy(&done.stderr));
    if done.status.success() {
        return Ok(row);
    }
    let findings: Vec<Value> = serde_json::from_slice(&checked("json")?.stdout).unwrap_or_default();
    let others = Others::new(programs, &folder);
    for (error, how) in confirmed(oracle, &folder, &findings).map_err(|err| format!("the oracle: {err}"))? {
        let how = if how == Confirmation::Not { others.confirmation(&error) } else { how };
        match how {
            Confirmation::Confirmed => row.confirmed.same += 1,
            Confirmation::AfterOthers => row.confirmed.later += 1,
            Confirmation::Not => {
                let ReportedError { file, line, code, message, .. } = &error;
                row.confirmed.not += 1;
                row.confirmed.lines.push(format!("{file}:{line}: {code}: {message}"));
            }
        }
        *row.errors.entry(error.code).or_default() += 1;
    }
    Ok(row)
}

fn name(folder: &Path) -> String {
    folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned()
}

impl Row {
    /// Reads `checked 3 files: …` and `1 CRD, 2 custom resources, 4 not validated: …`.
    fn read_summary(&mut self, summary: &str) {
        let number = |text: &str| text.trim().split(' ').next().and_then(|number| number.parse().ok());
        for line in summary.lines() {
            if let Some(rest) = line.strip_prefix("checked ") {
                self.files = number(rest).unwrap_or_default();
            }
            let counted = line.split_once(": ").map_or(line, |(counted, _)| counted);
            for part in counted.split(", ") {
                let ends = |ending: &str| part.trim_end_matches('s').ends_with(ending);
                match number(part) {
                    Some(number) if ends(" CRD") || ends(" custom resource") => self.judged += number,
                    Some(number) if ends(" not validated") => self.not_judged += number,
                    _ => {}
                }
            }
        }
    }

    fn add(&mut self, other: Self) {
        self.files += other.files;
        self.judged += other.judged;
        self.not_judged += other.not_judged;
        for (code, count) in other.errors {
            *self.errors.entry(code).or_default() += count;
        }
        self.confirmed.same += other.confirmed.same;
        self.confirmed.later += other.confirmed.later;
        self.confirmed.not += other.confirmed.not;
    }
}

/// The codes, the most frequent first.
fn by_code(errors: &BTreeMap<String, usize>) -> Vec<String> {
    let mut errors: Vec<_> = errors.iter().collect();
    errors.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    errors.into_iter().map(|(code, count)| format!("{code} {count}")).collect()
}

fn print(row: &Row) {
    let Row { files, judged, not_judged, errors, confirmed, .. } = row;
    let Confirmed { same, later, not, lines } = confirmed;
    let numbers = [*files, *judged, *not_judged, errors.values().sum(), *same, *later, *not];
    println!("{:<50} {}", row.name, numbers.map(|number| format!("{number:>14}")).concat());
    lines.iter().for_each(|line| println!("  not confirmed: {line}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_is_read() {
        let mut row = Row::default();
        row.read_summary(
            "checked 1 file: 1 error\n1 CRD, 20 custom resources, 3 not validated: no CRD for 2 CRDs\n",
        );
        assert_eq!((row.files, row.judged, row.not_judged), (1, 21, 3));
    }
}
