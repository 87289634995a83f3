//! The kustomizations of repositories, built here and by kustomize's own code.
//!
//! Must not know how one is built.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_check::KUSTOMIZATION_FILES;
use crdls_kustomize::{Build, Files, Object, Problem, ProblemKind, Session};
use crdls_tests::kustomizations::difference;
use crdls_tests::oracle;
use serde_json::{Value, json};

/// What became of kustomizations with CRDs or custom resources.
#[derive(Default)]
struct Counts {
    equal: usize,
    both_refuse: usize,
    /// A line each.
    differing: Vec<String>,
    not_evaluated: BTreeMap<String, usize>,
    /// Built without what is left out.
    partly: usize,
    without: usize,
}

/// Prints what became of the kustomizations of each folder, and of all.
pub(super) fn run(kustomize: &Path, places: &[PathBuf]) -> Result<(), String> {
    let mut total = Counts::default();
    for place in places {
        // kustomize answers with whole paths.
        let place = place.canonicalize().map_err(|err| format!("{}: {err}", place.display()))?;
        let counts = compare(kustomize, &place)?;
        println!("{}: {}", place.display(), counts.line());
        counts.differing.iter().for_each(|line| println!("    {line}"));
        total.add(counts);
    }
    println!("all: {}", total.line());
    for (reason, number) in &total.not_evaluated {
        println!("    not evaluated: {number} {reason}");
    }
    Ok(())
}

fn compare(kustomize: &Path, place: &Path) -> Result<Counts, String> {
    let folders = folders(place);
    let mut session = Session::new(&OnDisk);
    let builds: Vec<Build> = folders.iter().map(|folder| session.build(&folder.to_string_lossy())).collect();
    let questions = folders.iter().zip(&builds).map(|(folder, build)| question(folder, &session, build));
    let asked: String = questions.map(|question| format!("{question}\n")).collect();
    let answers =
        oracle::answers(kustomize, &["build"], &asked).map_err(|err| format!("kustomize: {err}"))?;
    let mut counts = Counts::default();
    for ((folder, build), answer) in folders.iter().zip(&builds).zip(&answers) {
        counts.count(folder, build, answer);
    }
    Ok(counts)
}

/// The request to kustomize: the folder, without what is left out here.
fn question(folder: &Path, session: &Session<'_>, build: &Build) -> Value {
    let mut without: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for problem in left_out(build) {
        if let Some(source) = session.source(problem.at.file) {
            let text = problem.at.range.of(&source.text).trim_matches(['"', '\'']);
            without.entry(&source.path).or_default().push(text);
        }
    }
    json!({"path": folder, "without": without})
}

/// The parts of a build that are left out.
fn left_out(build: &Build) -> impl Iterator<Item = &Problem> {
    build.problems.iter().filter(|problem| problem.kind == ProblemKind::LeftOut)
}

impl Counts {
    fn count(&mut self, folder: &Path, build: &Build, answer: &Value) {
        let is_left_out = left_out(build).next().is_some();
        let builds = answer["error"].is_null();
        let is_wrong = build.fails() && builds;
        if !build.objects.iter().any(Object::is_custom) && (builds || is_left_out) && !is_wrong {
            self.without += 1;
            return;
        }
        if !build.is_evaluated() {
            let mut reasons =
                build.problems.iter().filter(|problem| problem.kind == ProblemKind::NotEvaluated);
            let reason = reasons.next().or_else(|| left_out(build).next());
            let reason = reason.map(|reason| reason.message.clone()).unwrap_or_default();
            *self.not_evaluated.entry(reason).or_default() += 1;
            return;
        }
        self.partly += usize::from(is_left_out);
        // Patches and replacements for what is left out fail there.
        let depends = ["no matches for Id", "nothing selected by", "no such file"];
        if is_left_out && answer["error"].as_str().is_some_and(|why| depends.iter().any(|d| why.contains(d)))
        {
            self.equal += usize::from(!build.fails());
            return;
        }
        match difference(build, answer, Object::is_custom) {
            Some(why) => {
                let why: String = why.chars().take(400).collect();
                self.differing.push(format!("{}: {}", folder.display(), why.replace('\n', " ")));
            }
            None if build.fails() => self.both_refuse += 1,
            None => self.equal += 1,
        }
    }

    fn add(&mut self, other: Self) {
        self.equal += other.equal;
        self.both_refuse += other.both_refuse;
        self.without += other.without;
        self.partly += other.partly;
        self.differing.extend(other.differing);
        for (reason, number) in other.not_evaluated {
            *self.not_evaluated.entry(reason).or_default() += number;
        }
    }

    fn line(&self) -> String {
        let not_evaluated: usize = self.not_evaluated.values().sum();
        let all = self.equal + self.both_refuse + self.differing.len() + not_evaluated;
        let evaluated = (all - not_evaluated) as f64 * 100.0 / (all.max(1)) as f64;
        format!(
            "{all} kustomizations with CRDs or custom resources, {} equal, {} rejected by both, {} differing, {not_evaluated} not evaluated ({evaluated:.1} % evaluated, {} of them without some entries); {} others",
            self.equal,
            self.both_refuse,
            self.differing.len(),
            self.partly,
            self.without
        )
    }
}

/// The folders with a kustomization at a place and below it, sorted.
pub(super) fn folders(place: &Path) -> Vec<PathBuf> {
    let (mut folders, mut open) = (Vec::new(), vec![place.to_owned()]);
    while let Some(folder) = open.pop() {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let is_folder = |entry: &std::fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
        open.extend(entries.filter(is_folder).map(|entry| entry.path()));
        if KUSTOMIZATION_FILES.iter().any(|name| folder.join(name).is_file()) {
            folders.push(folder);
        }
    }
    folders.sort();
    folders
}

/// The files of the disk.
pub(super) struct OnDisk;

impl Files for OnDisk {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        std::fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into())
    }

    fn is_folder(&self, path: &str) -> bool {
        Path::new(path).is_dir()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
    }
}
