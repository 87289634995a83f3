//! Files with CRDs that a kustomization leaves out although it lists the files next to them.

use std::collections::{BTreeMap, HashSet};

use crdls_yaml::Tree;

use crate::decode::Spelled;
use crate::id::CRD;
use crate::node::{Node, Origin};
use crate::problem::{Correction, Problem, ProblemKind};
use crate::session::{Loaded, Session, join};

impl Session<'_> {
    /// The files with CRDs next to those that the kustomizations of folders list, which none of all kustomizations names.
    pub fn unlisted_crds(&mut self, folders: &[String], all: &[String]) -> Vec<Problem> {
        let named = if folders.is_empty() { HashSet::new() } else { self.named(all) };
        let mut problems = Vec::new();
        for folder in folders {
            let Ok(loaded) = self.load(folder) else { continue };
            // One CRD of several in a folder is a choice.
            let several = self.folders_of_crds(&loaded).into_iter().filter(|(_, number)| *number > 1);
            let files = several.flat_map(|(folder, _)| self.files_in(&folder)).collect::<Vec<_>>();
            let mut unnamed = files.iter().filter(|path| !named.contains(*path)).peekable();
            if unnamed.peek().is_none() {
                continue;
            }
            // A file that a comment names is left out on purpose.
            let tree = Tree::parse(&loaded.text);
            let is_meant =
                |path: &str| tree.comments().iter().any(|comment| names_file(comment.of(&loaded.text), path));
            for path in unnamed.filter(|path| !is_meant(path)) {
                if let Some(crd) = self.crds_of(path).first() {
                    problems.push(*unlisted(&loaded, path, crd.origin));
                }
            }
        }
        problems
    }

    /// The file next to the CRDs of a kustomization that has a CRD of a name.
    pub(crate) fn unlisted_crd(&mut self, loaded: &Loaded, name: &str) -> Option<String> {
        let folders = self.folders_of_crds(loaded).into_keys();
        let paths: Vec<String> = folders.flat_map(|folder| self.files_in(&folder)).collect();
        let is_it = |crd: &Node| crd.at(&["metadata", "name"]).is_some_and(|found| found.text() == name);
        paths.into_iter().find(|path| self.crds_of(path).iter().any(is_it))
    }

    /// The files that kustomizations name as resources, patches and schemas.
    pub fn named(&mut self, folders: &[String]) -> HashSet<String> {
        let mut named = HashSet::new();
        for folder in folders {
            let Ok(loaded) = self.load(folder) else { continue };
            let fields = &loaded.fields;
            let patches = fields.patches.iter().chain(&fields.patches_json6902);
            let entries = fields.resources.iter().chain(&fields.patches_strategic_merge).chain(&fields.crds);
            let entries = entries.chain(patches.map(|patch| &patch.path).filter(|path| path.is_set()));
            named.extend(entries.map(|entry: &Spelled| join(folder, &entry.value)));
        }
        named
    }

    /// The paths of what is in a folder.
    fn files_in(&self, folder: &str) -> Vec<String> {
        self.files.list(folder).iter().map(|name| join(folder, name)).collect()
    }

    /// The folders of the files with CRDs that a kustomization lists, and how many it lists in each.
    fn folders_of_crds(&mut self, loaded: &Loaded) -> BTreeMap<String, usize> {
        let mut folders = BTreeMap::new();
        for entry in &loaded.fields.resources {
            let path = join(&loaded.folder, &entry.value);
            if is_yaml(&path) && !self.crds_of(&path).is_empty() {
                let (folder, _) = path.rsplit_once('/').unwrap_or(("", &path));
                *folders.entry(folder.to_owned()).or_insert(0) += 1;
            }
        }
        folders
    }

    /// The CRDs of a file that has nothing else.
    fn crds_of(&mut self, path: &str) -> Vec<Node> {
        let Some(file) = is_yaml(path).then(|| self.open(path)).flatten() else { return Vec::new() };
        // Most other files need not be read for a CRD.
        if self.read_resources(file).is_none() && !self.text(file).contains(CRD) {
            return Vec::new();
        }
        let Ok(nodes) = self.resources(file) else { return Vec::new() };
        let is_crd = |node: &Node| node.has("kind", CRD) && node.at(&["spec", "versions"]).is_some();
        if nodes.iter().all(is_crd) { nodes.to_vec() } else { Vec::new() }
    }
}

fn is_yaml(path: &str) -> bool {
    path.ends_with(".yaml") || path.ends_with(".yml")
}

/// Whether a comment has the name of a file as a word, or at the end of a path.
fn names_file(comment: &str, path: &str) -> bool {
    let name = last_name(path);
    !name.is_empty() && comment.split_whitespace().any(|word| last_name(word) == name)
}

/// The last name of a path, without quotes and punctuation around it.
fn last_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric())
}

fn unlisted(loaded: &Loaded, path: &str, crd: Origin) -> Box<Problem> {
    let at = loaded.field("resources").map(|entry| entry.key.range()).unwrap_or_default();
    let problem = Problem::new(ProblemKind::UnlistedCrd, loaded.relative(path), loaded.at(at));
    problem.with(crd, "the CRD").corrected(loaded.listing(path))
}

impl Loaded {
    /// A path as an entry of the kustomization has it.
    fn relative(&self, path: &str) -> String {
        let folders = || self.folder.split('/').filter(|_| !self.folder.is_empty());
        let common = folders().zip(path.split('/')).take_while(|(a, b)| a == b).count();
        let up = folders().count() - common;
        let rest: Vec<&str> = path.split('/').skip(common).collect();
        format!("{}{}", "../".repeat(up), rest.join("/"))
    }

    /// A file added to the resources.
    pub(crate) fn listing(&self, path: &str) -> Option<Correction> {
        let path = self.relative(path);
        let edit = self.with_entry("resources", &path)?;
        Some(Correction { title: format!("add `{path}`"), edits: vec![edit], is_safe: false })
    }
}
