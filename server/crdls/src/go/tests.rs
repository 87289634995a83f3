//! Go types that are typed: what is found in each state, where, and whether a state after others is as from scratch.
//!
//! `CRDLS_GO_TYPING` names folders of modules to type in, separated by colons, in place of the tests' own: at least 1,000
//! states in all.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use crdls_markers::program::{GoFile, Package, TypeAt};
use crdls_report::Config;
use crdls_resource::Index;
use crdls_text::LineIndex;

use super::crds::{GoCrd, Manifests};
use super::generated::placed;
use super::project::{GoProject, GoSettings};
use super::reader::GoInputs;
use crdls_system::files::Input;
use crdls_system::threads::Threads;

/// A finding: its CRD, none of those in markers; its file, line and code.
type Findings = BTreeSet<(Option<String>, PathBuf, u32, String)>;

/// In how many lines is typed, and how many states of each are looked at, among them the whole line.
const LINES: usize = 20;
const STATES: usize = 6;

fn threads() -> Threads {
    Threads::new(None)
}

fn read(folder: &Path) -> GoProject {
    let inputs: Vec<Input> = crdls_system::files::go_files(folder).into_iter().collect();
    let (index, settings) = (Index::default(), GoSettings::default());
    let manifests = Manifests { crds: &index, file: "go.mod" };
    GoProject::read(GoInputs::of_disk(&inputs), (&settings, folder), manifests, &threads())
        .expect("a project with markers")
}

/// The kind of a CRD with its package: the group may be typed.
fn kind(crd: &GoCrd) -> String {
    let of = &crd.made.definition;
    format!("{} of {}", of.kind, of.packages.join(" and "))
}

/// What is found in the CRDs of a project, and in the markers of one of its files.
fn found(project: &GoProject, edited: &Path) -> Findings {
    let (config, mut all) = (Config::default(), Findings::new());
    let mut lines: BTreeMap<PathBuf, LineIndex> = BTreeMap::new();
    let mut line = |path: &Path, offset: u32| {
        let index = lines
            .entry(path.to_owned())
            .or_insert_with(|| LineIndex::new(&project.file(path).expect("a file of the project").1.text));
        index.line_col(offset).line
    };
    for crd in &project.crds(&threads()).crds {
        let name = Some(kind(crd));
        for finding in crd.made.text.findings(&crd.made.name, &config) {
            if let Some((path, finding)) = placed(crd, &finding.finding) {
                let at = line(&path, finding.range.start);
                all.insert((name.clone(), path, at, finding.code.name.to_owned()));
            }
        }
        for (path, range, sentence) in crd.problems() {
            let at = line(path, range.start);
            all.insert((name.clone(), path.to_owned(), at, format!("refused: {sentence}")));
        }
    }
    for found in project.marker_findings(project.file(edited).expect("the file"), None, &config) {
        let at = line(edited, found.finding.range.start);
        all.insert((None, edited.to_owned(), at, found.finding.code.name.to_owned()));
    }
    all
}

/// The same project as if nothing was made of it yet.
fn from_scratch(project: &GoProject) -> GoProject {
    let mut scratch = project.clone();
    (scratch.crds, scratch.making) = (OnceLock::new(), Arc::new(Mutex::default()));
    scratch
}

fn texts(project: &GoProject) -> BTreeMap<String, String> {
    let crds = project.crds(&threads());
    let text =
        |crd: &Arc<GoCrd>| (format!("{:?}", crd.made.definition), crd.made.text.file.text().to_owned());
    crds.crds.iter().map(text).collect()
}

/// The declaration around an offset, with its documentation and markers.
fn declaration<'p>(package: &'p Package, path: &str, offset: u32) -> Option<TypeAt<'p>> {
    package.all_types().filter(|at| at.file.path == path).find(|at| {
        let start = package.content(at.name()).map_or(at.spec.range.start, |content| content.start);
        (start..=at.decl.range.end).contains(&offset)
    })
}

/// The CRDs that an edit at an offset is about: those that are made with the declaration, or anything of its package.
fn concerned(project: &GoProject, path: &Path, offset: u32) -> BTreeSet<String> {
    let (package, file) = project.file(path).expect("the file");
    let at = declaration(package, &file.path, offset);
    let is_concerned = |crd: &&Arc<GoCrd>| {
        let mut own = crd.made.needs().list().iter().filter(|need| *need.package == *package.import_path);
        own.any(|need| at.is_none_or(|at| *at.name() == *need.name))
    };
    let crds = project.crds(&threads());
    crds.crds.iter().filter(is_concerned).map(|crd| kind(crd)).collect()
}

/// Numbers that look random (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// How the states of a project went.
#[derive(Debug, Default)]
struct Typing {
    states: usize,
    /// Findings that only a state has, in CRDs that the line has nothing to do with.
    outside: Vec<String>,
    /// States with such a finding elsewhere in a CRD that the line is part of.
    elsewhere: Vec<String>,
    /// States with such a finding in a marker elsewhere.
    markers: usize,
}

/// Deletes lines and types them again.
fn type_in(folder: &Path, lines: usize, random: &mut Random, typing: &mut Typing) {
    let whole = read(folder);
    let mut places: Vec<(PathBuf, usize, usize)> = Vec::new();
    for path in whole.paths() {
        let (_, file) = whole.file(&path).expect("the file");
        let mut start = 0;
        for line in file.text.split_inclusive('\n') {
            let end = start + line.trim_end().len();
            if !line.trim().is_empty() && file.text.contains("+kubebuilder:") {
                places.push((path.clone(), start, end));
            }
            start += line.len();
        }
    }
    let step = (places.len() / lines).max(1);
    for (path, start, end) in places.into_iter().skip(step / 2).step_by(step).take(lines) {
        let text = Arc::clone(&whole.file(&path).expect("the file").1.text);
        let number = LineIndex::new(&text).line_col(start as u32).line;
        let (before, concerned) = (found(&whole, &path), concerned(&whole, &path, start as u32));
        let mut project = whole.clone();
        let mut cuts = vec![end];
        cuts.extend((1..STATES).map(|_| start + random.below(end - start)));
        cuts.sort_unstable();
        for mut cut in cuts {
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            let typed: Arc<str> = format!("{}{}", &text[..cut], &text[end..]).into();
            project = project.with_text(&path, typed).expect("the file");
            let (_, file) = project.file(&path).expect("the file");
            let read = GoFile::new(file.path.clone(), Arc::clone(&file.text), project.settings.version);
            assert_eq!(file.markers, read.markers, "{} {}", path.display(), &text[start..cut]);
            let now = found(&project, &path);
            if typing.states.is_multiple_of(4) || cut == end {
                let scratch = from_scratch(&project);
                assert_eq!(texts(&project), texts(&scratch), "{} {}", path.display(), &text[start..cut]);
                assert_eq!(now, found(&scratch, &path), "{} {}", path.display(), &text[start..cut]);
            }
            if cut == end {
                assert_eq!(now, before, "the text is as it was");
                continue;
            }
            typing.states += 1;
            let is_new = |one: &&_| !before.contains(*one);
            let (mut is_elsewhere, mut is_in_marker) = (false, false);
            for one in now.iter().filter(is_new).filter(|one| (&one.1, one.2) != (&path, number)) {
                let told = format!("`{}`: {one:?}", &text[start..cut]);
                if one.0.as_ref().is_some_and(|name| !concerned.contains(name)) {
                    typing.outside.push(told);
                } else if one.0.is_none() {
                    is_in_marker = true;
                } else if !std::mem::replace(&mut is_elsewhere, true) {
                    typing.elsewhere.push(told);
                }
            }
            typing.markers += usize::from(is_in_marker);
        }
    }
}

#[test]
fn what_is_typed_is_found_where_it_is_typed() {
    let named = std::env::var("CRDLS_GO_TYPING").ok();
    let own = || vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/go/kitchen")];
    let folders = named.as_ref().map_or_else(own, |named| named.split(':').map(PathBuf::from).collect());
    let (mut typing, mut random) = (Typing::default(), Random(1));
    let mut left = folders.len();
    for folder in folders {
        // The whole line is the state before. What a small module lacks comes from those after it.
        let more = 1000_usize.saturating_sub(typing.states).div_ceil((STATES - 1) * left);
        type_in(&folder, if named.is_some() { more } else { LINES }, &mut random, &mut typing);
        left -= 1;
    }
    let Typing { states, outside, elsewhere, markers } = typing;
    println!(
        "{states} states: {} findings outside, {} states with one elsewhere, {markers} with one in a marker elsewhere",
        outside.len(),
        elsewhere.len()
    );
    assert!(named.is_none() || states >= 1000, "lines are missing: {states} states");
    assert!(outside.is_empty(), "{}", outside.join("\n"));
    // In the tests' own types nearly each line is named by another one.
    let most = states / if named.is_some() { 20 } else { 10 };
    assert!(elsewhere.len() <= most, "{} of {states}:\n{}", elsewhere.len(), elsewhere.join("\n"));
}
