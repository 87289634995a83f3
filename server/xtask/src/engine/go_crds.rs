//! The CRDs that the Go types of repositories give, made here and by controller-gen.
//!
//! Each repository is asked as its manifests show that it calls controller-gen, or as a table says. Must not know how a
//! CRD is made.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crdls_markers::registry::Version;
use crdls_tests::controller_gen;
use crdls_tests::go_calls::{GoCall, GroupKind, WrittenManifests, calls};
use crdls_tests::go_crds::{Call, CrdText, asked, made};

use super::repositories::folders;
use crate::files::Scratch;

/// The results of comparing CRDs.
#[derive(Default)]
struct Counts {
    /// Equal to controller-gen's byte for byte.
    bytes: usize,
    /// Equal as values.
    values: usize,
    /// A line each.
    differing: Vec<String>,
    /// CRDs of calls that controller-gen cannot run here.
    not_asked: usize,
    /// Equal to a checked-in manifest.
    checked_in: usize,
    /// Another manifest is checked in, and controller-gen's is not that one either.
    others_checked_in: usize,
    /// Another manifest is checked in, and controller-gen was not asked or its CRD is that one. A line each.
    not_checked_in: Vec<String>,
    /// Why calls were not run.
    troubles: BTreeSet<String>,
}

/// Prints what became of the CRDs of each repository, and of all.
///
/// By each of `versions`, or by the one of the repository where there are none.
pub(super) fn run(root: &Path, places: &[PathBuf], versions: &[String]) -> Result<(), String> {
    let read = |text: &String| Version::read(text).ok_or_else(|| format!("{text} is no version"));
    let versions: Vec<Version> = versions.iter().map(read).collect::<Result<_, _>>()?;
    let mut total = Counts::default();
    for place in places {
        let is_table = place.extension().is_some_and(|ending| ending == "tsv");
        let repositories = if is_table { of_table(root, place)? } else { of_folders(root, place)? };
        for (folder, calls) in repositories {
            let manifests = WrittenManifests::of(&folder);
            let calls = calls.unwrap_or_else(|| self::calls(&folder, &manifests));
            let mut counts = Counts::default();
            for call in &calls {
                let own = [call.version];
                for version in if versions.is_empty() { &own[..] } else { &versions } {
                    counts.compare(&GoCall { version: *version, ..call.clone() }, &manifests);
                }
            }
            println!("{}: {}", folder.display(), counts.line());
            counts.differing.iter().chain(&counts.not_checked_in).for_each(|line| println!("    {line}"));
            counts.troubles.iter().for_each(|why| println!("    not asked: {why}"));
            total.add(counts);
        }
    }
    println!("all: {}", total.line());
    Ok(())
}

type Repository = (PathBuf, Option<Vec<GoCall>>);

/// A folder, or the folders of a list.
fn of_folders(root: &Path, place: &Path) -> Result<Vec<Repository>, String> {
    let of_list = if place.is_dir() { vec![place.to_owned()] } else { folders(root, place)? };
    let whole = of_list.into_iter().filter_map(|folder| folder.canonicalize().ok());
    Ok(whole.map(|folder| (folder, None)).collect())
}

/// The calls that a table names, a row each, by the columns of its first line.
fn of_table(root: &Path, table: &Path) -> Result<Vec<Repository>, String> {
    let text = std::fs::read_to_string(table).map_err(|err| format!("{}: {err}", table.display()))?;
    let mut rows = text.lines();
    let heads: Vec<&str> = rows.next().unwrap_or_default().split('\t').collect();
    let mut by_repository: BTreeMap<String, BTreeSet<[String; 4]>> = BTreeMap::new();
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let cell = |name: &str| {
            let at = heads.iter().position(|head| *head == name);
            at.and_then(|at| cells.get(at)).copied().unwrap_or_default().to_owned()
        };
        let (name, commit) = (cell("repository"), cell("commit_or_module"));
        let repository = if commit.contains('@') { commit } else { format!("{name}@{commit}") };
        let call = [cell("module_dir"), cell("paths"), cell("controller_gen"), cell("flags")];
        by_repository.entry(repository).or_default().insert(call);
    }
    let mut all = Vec::new();
    for (repository, rows) in by_repository {
        let Ok(folder) = super::repositories::folder(root, &repository) else {
            eprintln!("{repository}: not to be had");
            continue;
        };
        let call = |[module, paths, version, flags]: [String; 4]| GoCall {
            folder: if module == "." { folder.clone() } else { folder.join(module) },
            paths: paths.split(';').map(str::to_owned).collect(),
            version: Version::read(&version).unwrap_or(Version::NEWEST),
            flags,
            kinds: None,
            others: BTreeSet::new(),
        };
        all.push((folder.clone(), Some(rows.into_iter().map(call).collect())));
    }
    Ok(all)
}

/// Versions before this one do not build with the Go of today.
const OLDEST: Version = Version::new(16, 4);

impl Counts {
    fn compare(&mut self, of: &GoCall, manifests: &WrittenManifests) {
        let paths: Vec<&str> = of.paths.iter().map(String::as_str).collect();
        let call = Call { folder: &of.folder, paths: &paths, flags: &of.flags };
        let version = of.version.known().max(OLDEST);
        // controller-gen first: Go fetches the modules that it needs, and then they are here for both.
        let out = Scratch::new("go-crds");
        let theirs = match controller_gen::binary(version) {
            Some(Ok(program)) => Some(asked(&program, call, &out)),
            Some(Err(why)) => {
                self.troubles.insert(shortened(&why));
                None
            }
            None => None,
        };
        let (own, generated) = made(call, version);
        let own = by_kind(own, of);
        let theirs = theirs.and_then(|(files, printed)| {
            let trouble = files.is_empty() && !own.is_empty();
            if trouble {
                let line =
                    printed.lines().find(|line| !line.trim().is_empty()).unwrap_or("it prints nothing");
                self.troubles.insert(format!("{}: {}", of.folder.display(), shortened(line)));
            }
            (!trouble).then(|| by_kind(files, of))
        });
        let unknown: Vec<&str> = generated.unknown.keys().map(|name| &**name).take(3).collect();
        for (kind, crd) in &own {
            match &theirs {
                None => self.not_asked += 1,
                Some(theirs) => self.count(kind, crd, theirs.get(kind), (version, &unknown)),
            }
            self.count_checked_in(kind, crd, theirs.as_ref().and_then(|theirs| theirs.get(kind)), manifests);
        }
        let missing = theirs.iter().flatten().filter(|(kind, _)| !own.contains_key(kind));
        self.differing.extend(
            missing.map(|((group, kind), _)| format!("{kind}.{group}: controller-gen alone writes it")),
        );
    }

    fn count(
        &mut self,
        (group, kind): &GroupKind,
        own: &CrdText,
        theirs: Option<&CrdText>,
        (version, unknown): (Version, &[&str]),
    ) {
        let Some(theirs) = theirs else {
            self.differing.push(format!("{kind}.{group}: controller-gen does not write it"));
            return;
        };
        if own.text == theirs.text {
            self.bytes += 1;
        } else if own.is_equal(theirs) {
            self.values += 1;
        } else {
            let lines = theirs.text.lines().zip(own.text.lines()).enumerate();
            let first = lines.into_iter().find(|(_, (a, b))| a != b);
            let shown =
                first.map(|(line, (theirs, own))| format!("line {}: {theirs:?}, here {own:?}", line + 1));
            let unknown = if unknown.is_empty() {
                String::new()
            } else {
                format!(", not found: {}", unknown.join(", "))
            };
            let shown = shortened(&shown.unwrap_or_default());
            self.differing.push(format!("{kind}.{group} by {version}: {shown}{unknown}"));
        }
    }

    fn count_checked_in(
        &mut self,
        kind: &GroupKind,
        own: &CrdText,
        theirs: Option<&CrdText>,
        manifests: &WrittenManifests,
    ) {
        let copies = manifests.copies(kind);
        if copies.is_empty() {
            return;
        }
        let is_there = |crd: &CrdText| copies.iter().any(|copy| copy.is_equal(crd));
        if is_there(own) {
            self.checked_in += 1;
        } else if theirs.is_some_and(|theirs| !is_there(theirs)) {
            self.others_checked_in += 1;
        } else {
            self.not_checked_in.push(format!("{}.{}: not the checked-in manifest", kind.1, kind.0));
        }
    }

    fn add(&mut self, other: Self) {
        self.bytes += other.bytes;
        self.values += other.values;
        self.not_asked += other.not_asked;
        self.checked_in += other.checked_in;
        self.others_checked_in += other.others_checked_in;
        self.differing.extend(other.differing);
        self.not_checked_in.extend(other.not_checked_in);
        self.troubles.extend(other.troubles);
    }

    fn line(&self) -> String {
        let asked = self.bytes + self.values + self.differing.len();
        let share = |part: usize, all: usize| part as f64 * 100.0 / all.max(1) as f64;
        format!(
            "{asked} CRDs by controller-gen, {} equal byte for byte, {} as values, {} differing ({:.1} % equal); {} others; checked in: {} equal, {} not, {} not as controller-gen writes them",
            self.bytes,
            self.values,
            self.differing.len(),
            share(self.bytes + self.values, asked),
            self.not_asked,
            self.checked_in,
            self.not_checked_in.len(),
            self.others_checked_in
        )
    }
}

/// The CRDs of files that a call is for.
fn by_kind(files: BTreeMap<String, String>, of: &GoCall) -> BTreeMap<GroupKind, CrdText> {
    let crds = files.into_values().filter_map(|text| CrdText::read(&text));
    crds.filter(|crd| of.is_for(&crd.kind)).map(|crd| (crd.kind.clone(), crd)).collect()
}

fn shortened(text: &str) -> String {
    text.chars().take(400).collect::<String>().replace('\n', " ")
}
