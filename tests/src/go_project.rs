//! A folder of Go as a program, as the binary reads one: for tests.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crdls_markers::findings::{Settings, Survey, check};
use crdls_markers::program::{GoFile, Package, Program, is_built};
use crdls_report::Finding;
use crdls_text::LineIndex;

use crate::corpus;

/// The packages of a folder. The import path of each follows from the nearest `go.mod` above it.
pub fn program(root: &Path, settings: Settings) -> Program {
    let mut folders: BTreeMap<String, Vec<Arc<GoFile>>> = BTreeMap::new();
    for path in corpus::files(root, &[""], &["go"]) {
        let below = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        let folder = below.rsplit_once('/').map_or("", |(folder, _)| folder);
        let skipped = |part: &str| matches!(part, "vendor" | "testdata") || part.starts_with(['.', '_']);
        if folder.split('/').any(skipped) || !is_built(&below) {
            continue;
        }
        let file = GoFile::new(below.clone(), corpus::read(&path).into(), settings.version);
        if file.is_built() {
            folders.entry(import_path(root, folder)).or_default().push(Arc::new(file));
        }
    }
    Program::new(folders.into_iter().map(|(import, files)| Package::new(import, files)))
}

fn import_path(root: &Path, folder: &str) -> String {
    let mut above = folder;
    loop {
        if let Ok(text) = std::fs::read_to_string(root.join(above).join("go.mod"))
            && let Some(module) = text.lines().find_map(|line| line.strip_prefix("module "))
        {
            let rest = folder.strip_prefix(above).unwrap_or(folder).trim_start_matches('/');
            let module = module.trim().trim_matches('"');
            return if rest.is_empty() { module.to_owned() } else { format!("{module}/{rest}") };
        }
        if above.is_empty() {
            return format!("example.com/{folder}");
        }
        above = above.rsplit_once('/').map_or("", |(above, _)| above);
    }
}

/// A program of a text: of one file in the package `example.com/api/v1`, or of several, each after a line
/// `// file: api/v1/types.go`. Places are those in the whole text.
pub fn of_file(text: &str, settings: Settings) -> Program {
    let starts = text.match_indices("// file: ").map(|(at, _)| at);
    let mut starts: Vec<usize> = starts.filter(|at| text[..*at].ends_with('\n') || *at == 0).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]).collect::<Vec<_>>();
    if starts.is_empty() {
        starts.push(0);
    }
    let mut folders: BTreeMap<String, Vec<Arc<GoFile>>> = BTreeMap::new();
    for (start, end) in starts.into_iter().zip(ends) {
        let before =
            text[..start].chars().map(|c| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) });
        let own = before.collect::<String>() + &text[start..end];
        let path = text[start..end].lines().next().and_then(|line| line.strip_prefix("// file: "));
        let path = path.unwrap_or("api/v1/types.go");
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let file = GoFile::new(path.to_owned(), own.into(), settings.version);
        folders.entry(format!("example.com/{folder}")).or_default().push(Arc::new(file));
    }
    Program::new(folders.into_iter().map(|(import, files)| Package::new(import, files)))
}

/// A finding with its file and line.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The file, below the root.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// What its range has.
    pub text: String,
    /// The finding.
    pub finding: Finding,
}

/// All findings of a program.
pub fn findings(program: &Program, settings: Settings) -> Vec<Placed> {
    let survey = Survey::of(program);
    let mut all = Vec::new();
    for package in program.packages() {
        for file in &package.files {
            let lines = LineIndex::new(&file.text);
            for finding in check(program, package, file, &survey, settings) {
                all.push(Placed {
                    file: file.path.clone(),
                    line: lines.line_col(finding.range.start).line + 1,
                    text: finding.range.of(&file.text).to_owned(),
                    finding,
                });
            }
        }
    }
    all
}
