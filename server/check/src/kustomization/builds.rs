//! The builds of kustomizations, and the CRDs that they apply.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

use crdls_kustomize::{Build, Files, Node, Object, Session};
use crdls_resource::{BuiltCrd, nearness};
use crdls_schema::decode::decode;
use crdls_schema::fields::CUSTOM_RESOURCE_DEFINITION;
use crdls_schema::{Config, Path, Unit};
use crdls_text::TextRange;

/// The kustomizations of some folders, over one set of files.
#[derive(Debug)]
pub struct Kustomizations<'f> {
    pub(super) session: Session<'f>,
    /// The folders of all kustomizations.
    pub(super) folders: Vec<String>,
    /// The folders whose kustomization no other one includes.
    pub(super) roots: Vec<String>,
    /// Builds that are kept.
    built: BTreeMap<String, Arc<Build>>,
}

impl<'f> Kustomizations<'f> {
    /// The kustomizations in folders.
    pub fn of(files: &'f dyn Files, folders: &[String]) -> Self {
        let mut session = Session::new(files);
        let roots = session.roots(folders);
        Self { session, folders: folders.to_vec(), roots, built: BTreeMap::new() }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// The files that kustomizations include as resources, by path, and the folders.
    pub fn included(&mut self) -> HashSet<String> {
        self.session.included(&self.roots)
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

    /// The paths of the files that were read.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.session.sources().iter().map(|source| source.path.as_str())
    }

    pub(super) fn build(&mut self, root: &str) -> Arc<Build> {
        match self.built.get(root) {
            Some(known) => Arc::clone(known),
            None => Arc::new(self.session.build(root)),
        }
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
            self.built.insert(root.clone(), Arc::clone(&build));
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

    fn built_crd(&self, object: &Object, config: &Config) -> Option<BuiltCrd> {
        let range = object.node.origin.range;
        if self.session.as_written(object).is_some_and(|written| is_same_crd(&object.node, written)) {
            return Some(BuiltCrd { range, decoded: None, hash: 0 });
        }
        let value = object.value().ok()?;
        let mut hasher = DefaultHasher::new();
        hasher.write(value.to_json().as_bytes());
        let decoded = decode(Unit::Made(&value), &CUSTOM_RESOURCE_DEFINITION, &Path::EMPTY, config);
        Some(BuiltCrd { range, decoded: Some(Arc::new(decoded)), hash: hasher.finish() })
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
