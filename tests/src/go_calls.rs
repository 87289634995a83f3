//! The calls of controller-gen that a repository needs: a module, its packages with kinds, the version and the flags.
//!
//! Knows Go modules, and the manifests that controller-gen wrote. Must not know what a call gives.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crdls_generate::{CrdOrigin, VERSION_ANNOTATION};
use crdls_markers::program::is_built;
use crdls_markers::registry::Version;
use crdls_report::Config;
use crdls_resource::Index;
use crdls_yaml::Tree;

use crate::corpus::{files, read};
use crate::go_crds::CrdText;

/// A group and a kind.
pub type GroupKind = (String, String);

/// A call of controller-gen.
#[derive(Clone, Debug)]
pub struct GoCall {
    /// The folder of the module.
    pub folder: PathBuf,
    /// Folders in it, as controller-gen takes them.
    pub paths: Vec<String>,
    pub version: Version,
    /// Flags of the generator `crd`, separated by commas.
    pub flags: String,
    /// The kinds that the call is for: others have other flags.
    pub kinds: Option<BTreeSet<GroupKind>>,
    /// The kinds that other calls are for.
    pub others: BTreeSet<GroupKind>,
}

impl GoCall {
    /// Whether the call is for a kind.
    pub fn is_for(&self, kind: &GroupKind) -> bool {
        self.kinds.as_ref().map_or(!self.others.contains(kind), |kinds| kinds.contains(kind))
    }
}

/// The manifests of a repository that controller-gen wrote.
#[derive(Debug, Default)]
pub struct WrittenManifests {
    /// All copies.
    copies: BTreeMap<GroupKind, Vec<CrdText>>,
    /// What the copy tells that the project keeps as its own.
    origins: BTreeMap<GroupKind, CrdOrigin>,
}

impl WrittenManifests {
    /// The packages below a folder.
    pub fn of(root: &Path) -> Self {
        let mut all = Self::default();
        let mut index = Index::default();
        for path in files(root, &[""], &["yaml", "yml"]) {
            let text = read(&path);
            if !text.contains(VERSION_ANNOTATION) || is_left_out(&path) {
                continue;
            }
            for document in text.split("\n---").filter(|document| document.contains(VERSION_ANNOTATION)) {
                if let Some(crd) = CrdText::read(document) {
                    all.copies.entry(crd.kind.clone()).or_default().push(crd);
                }
            }
            let below = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            index.read(&below, 0, text.as_str(), &Tree::parse(&text), &Config::default());
        }
        for known in index.sources_for("go.mod").into_iter().filter(|known| !known.is_template()) {
            let spec = known.header().spec();
            let kind = (spec.group().to_owned(), spec.names().kind().to_owned());
            all.origins.extend(CrdOrigin::of(known.document_text()).map(|origin| (kind, origin)));
        }
        all
    }

    /// The copies of a kind.
    pub fn copies(&self, kind: &GroupKind) -> &[CrdText] {
        self.copies.get(kind).map_or(&[], Vec::as_slice)
    }

    /// The version and the flags of packages of some groups, and the kinds whose manifest shows other flags, by these.
    fn options(&self, groups: &BTreeSet<String>) -> (Version, String, BTreeMap<String, BTreeSet<GroupKind>>) {
        let is_own = |kind: &GroupKind| groups.contains(&kind.0);
        let mut own: Vec<(&GroupKind, CrdOrigin)> = self
            .origins
            .iter()
            .filter(|(kind, _)| is_own(kind))
            .map(|(kind, origin)| (kind, *origin))
            .collect();
        if own.is_empty() {
            let copies = self.copies.iter().filter(|(kind, _)| is_own(kind));
            own = copies
                .filter_map(|(kind, copies)| Some((kind, CrdOrigin::of(&copies.last()?.text)?)))
                .collect();
        }
        let of_own = own.iter().map(|(_, origin)| *origin);
        let most = if own.is_empty() {
            CrdOrigin::most(self.origins.values().copied())
        } else {
            CrdOrigin::most(of_own)
        };
        let flags = most.flags().join(",");
        let mut others: BTreeMap<String, BTreeSet<GroupKind>> = BTreeMap::new();
        for (kind, origin) in own {
            let its = CrdOrigin { has_numbers: most.has_numbers, ..origin }.flags().join(",");
            if its != flags {
                others.entry(its).or_default().insert(kind.clone());
            }
        }
        (most.version.unwrap_or(Version::NEWEST), flags, others)
    }
}

/// The calls that a repository needs.
pub fn calls(root: &Path, manifests: &WrittenManifests) -> Vec<GoCall> {
    let mut modules: BTreeMap<PathBuf, Vec<GoPackage>> = BTreeMap::new();
    for package in packages(root) {
        if let Some(module) = module_of(root, &package.folder) {
            modules.entry(module).or_default().push(package);
        }
    }
    let mut calls = Vec::new();
    for (folder, packages) in modules {
        let groups = packages.iter().map(|package| package.group.clone()).collect();
        let (version, flags, others) = manifests.options(&groups);
        for packages in apart(packages) {
            let path = |package: &GoPackage| {
                let below = package.folder.strip_prefix(&folder).unwrap_or(&package.folder);
                format!("./{}", below.to_string_lossy().replace('\\', "/"))
            };
            let paths: Vec<String> = packages.iter().map(path).collect();
            let call = GoCall {
                folder: folder.clone(),
                paths,
                version,
                flags: flags.clone(),
                kinds: None,
                others: others.values().flatten().cloned().collect(),
            };
            let of_others = others.iter().map(|(flags, kinds)| GoCall {
                flags: flags.clone(),
                kinds: Some(kinds.clone()),
                ..call.clone()
            });
            calls.extend(of_others);
            calls.push(call);
        }
    }
    calls
}

/// A package that may have kinds.
struct GoPackage {
    folder: PathBuf,
    /// The group in `+groupName`.
    group: String,
}

/// Packages of one group and version are made apart, each with those that are next to it.
fn apart(packages: Vec<GoPackage>) -> Vec<Vec<GoPackage>> {
    let version =
        |package: &GoPackage| (package.group.clone(), package.folder.file_name().map(ToOwned::to_owned));
    let mut seen = BTreeSet::new();
    let again = packages.iter().filter(|package| !seen.insert(version(package)));
    let several: BTreeSet<String> = again.map(|package| package.group.clone()).collect();
    let mut by_folder: BTreeMap<PathBuf, Vec<GoPackage>> = BTreeMap::new();
    for package in packages {
        let parent = package.folder.parent().filter(|_| several.contains(&package.group));
        by_folder.entry(parent.unwrap_or(Path::new("")).to_owned()).or_default().push(package);
    }
    by_folder.into_values().collect()
}

/// The packages with a group whose files name `TypeMeta` and `ObjectMeta`.
fn packages(root: &Path) -> Vec<GoPackage> {
    let mut texts: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
    for path in files(root, &[""], &["go"]) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let (true, false, Some(folder)) = (is_built(&name), is_left_out(&path), path.parent()) {
            texts.entry(folder.to_owned()).or_default().push(read(&path));
        }
    }
    let package = |(folder, texts): (PathBuf, Vec<String>)| {
        let names = |word: &str| texts.iter().any(|text| text.contains(word));
        let lines = texts.iter().flat_map(|text| text.lines());
        let mut group =
            lines.filter_map(|line| line.trim().trim_start_matches('/').trim().strip_prefix("+groupName="));
        let group = group.next_back()?.trim_matches('"').to_owned();
        (names("TypeMeta") && names("ObjectMeta")).then_some(GoPackage { folder, group })
    };
    texts.into_iter().filter_map(package).collect()
}

/// What controller-gen is not called for: other projects' code, tests, and examples of generators.
fn is_left_out(path: &Path) -> bool {
    let mut parts = path.components().map(|part| part.as_os_str().to_string_lossy());
    parts.any(|part| {
        matches!(&*part, "vendor" | "testdata" | "node_modules" | "third_party")
            || part.starts_with('.') && part.len() > 2
            || part.starts_with('_')
    })
}

/// The folder of the nearest `go.mod`.
fn module_of(root: &Path, folder: &Path) -> Option<PathBuf> {
    let mut around = folder.ancestors().take_while(|above| above.starts_with(root));
    around.find(|above| above.join("go.mod").is_file()).map(Path::to_owned)
}
