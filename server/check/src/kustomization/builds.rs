//! The builds of kustomizations, and the CRDs that they apply.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crdls_kustomize::{Build, Files, KnownFiles, Node, Object, Session};
use crdls_report::Config;
use crdls_resource::{BuiltCrd, nearness};
use crdls_text::TextRange;

use super::checked_crd::CheckedCrds;

/// The kustomizations of some folders, over one set of files.
#[derive(Debug)]
pub struct Kustomizations<'f> {
    pub(super) session: Session<'f>,
    /// The folders of all kustomizations.
    pub(super) folders: Vec<String>,
    /// The folders whose kustomization no other one includes.
    pub(super) roots: Vec<String>,
    built: HashMap<String, Arc<Build>>,
    pub(super) checked: CheckedCrds,
}

/// Results of builds, kept for those after an edit.
#[derive(Debug, Default)]
pub struct KnownBuilds {
    built: HashMap<String, Arc<Build>>,
    files: KnownFiles,
    checked: CheckedCrds,
}

impl KnownBuilds {
    /// Forgets what was made of a file, unless its text is still the same.
    pub fn changed(&mut self, path: &str, text: Option<&str>) {
        if self.files.changed(path, text) {
            self.built.retain(|_, build| !build.is_made_of(path));
        }
    }
}

impl<'f> Kustomizations<'f> {
    /// The kustomizations in folders.
    pub fn of(files: &'f dyn Files, folders: &[String]) -> Self {
        Self::knowing(files, folders, KnownBuilds::default())
    }

    /// The same with what earlier builds keep.
    pub fn knowing(files: &'f dyn Files, folders: &[String], known: KnownBuilds) -> Self {
        let mut session = Session::knowing(files, known.files);
        let roots = session.roots(folders);
        Self { session, folders: folders.to_vec(), roots, built: known.built, checked: known.checked }
    }

    /// Ends these builds and returns their results.
    pub fn into_known(self) -> KnownBuilds {
        KnownBuilds { built: self.built, files: self.session.into_known(), checked: self.checked }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// The files that kustomizations include as resources, by path, and the folders.
    pub fn included(&mut self) -> HashSet<String> {
        self.session.included(&self.roots)
    }

    /// The files that components include which no kustomization includes.
    pub(super) fn of_unused_components(&mut self) -> HashSet<String> {
        let mut components = self.session.components(&self.folders);
        if components.is_empty() {
            return HashSet::new();
        }
        let included = self.included();
        components.retain(|folder| !included.contains(folder));
        let of_components = self.session.included(&components);
        of_components.into_iter().filter(|path| !included.contains(path)).collect()
    }

    /// The files that kustomizations name as resources, patches and schemas.
    pub fn named(&mut self) -> HashSet<String> {
        self.session.named(&self.folders)
    }

    /// Whether the kustomization of a root includes one of some files and folders.
    pub(super) fn includes(&mut self, root: &str, wanted: &dyn Fn(&str) -> bool) -> bool {
        let included = self.session.included(std::slice::from_ref(&root.to_owned()));
        included.iter().any(|path| wanted(path))
    }

    /// The paths of the files that were read, or do not exist where they are looked for.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.session.paths()
    }

    pub(super) fn build(&mut self, root: &str) -> Arc<Build> {
        if let Some(known) = self.built.get(root) {
            return Arc::clone(known);
        }
        let build = Arc::new(self.session.build(root));
        self.built.insert(root.to_owned(), Arc::clone(&build));
        build
    }

    /// The CRDs of files as kustomizations apply them, by path. `has_crds`: whether a file has any, by its path. Where
    /// kustomizations apply a CRD differently, the one that is nearest to the file counts.
    pub fn crds(
        &mut self,
        has_crds: &dyn Fn(&str) -> bool,
        config: &Config,
    ) -> BTreeMap<String, Vec<BuiltCrd>> {
        let mut first: BTreeMap<(u32, TextRange), (Nearness, Object)> = BTreeMap::new();
        for root in self.roots.clone() {
            if !self.includes(&root, has_crds) {
                continue;
            }
            let build = self.build(&root);
            // What is not evaluated may change the CRD.
            if build.fails() || !build.is_evaluated() {
                continue;
            }
            for object in build.objects.iter().filter(|object| is_crd(object)) {
                let Some(file) = self.session.source(object.file()) else { continue };
                let new = (nearness(&root, &file.path), root.clone());
                let place = (object.file(), object.node.origin.range);
                match first.get_mut(&place) {
                    Some(known) if known.0 <= new => {}
                    Some(known) => *known = (new, object.clone()),
                    None => drop(first.insert(place, (new, object.clone()))),
                }
            }
        }
        let mut by_file: BTreeMap<String, Vec<BuiltCrd>> = BTreeMap::new();
        for ((file, _), (_, object)) in first {
            let file = self.session.source(file).map(|file| file.path.clone());
            if let Some((file, built)) = file.zip(self.built_crd(&object, config)) {
                by_file.entry(file).or_default().push(built);
            }
        }
        by_file
    }

    fn built_crd(&mut self, object: &Object, config: &Config) -> Option<BuiltCrd> {
        let range = object.node.origin.range;
        if self.session.as_written(object).is_some_and(|written| is_same_crd(&object.node, written)) {
            return Some(BuiltCrd::as_written(range));
        }
        let crd = self.checked.of(object, config)?;
        Some(BuiltCrd::changed(range, Arc::clone(&crd.decoded), crd.hash))
    }
}

/// Where a kustomization is, as seen from a file, and its folder.
type Nearness = ((bool, usize), String);

/// Whether an object is a CRD.
pub(super) fn is_crd(object: &Object) -> bool {
    object.id.gvk.kind == "CustomResourceDefinition" && object.id.gvk.group == "apiextensions.k8s.io"
}

/// Whether two CRDs differ in labels and annotations at most.
fn is_same_crd(built: &Node, written: &Node) -> bool {
    let same = |name: &str| match (built.get(name), written.get(name)) {
        (Some(built), Some(written)) => built.is_copy_of(written),
        (built, written) => built.is_none() && written.is_none(),
    };
    let name = |node: &Node| Some(node.get("metadata")?.get("name")?.text().to_owned());
    built.is_copy_of(written)
        || ["apiVersion", "kind", "spec"].into_iter().all(same) && name(built) == name(written)
}
