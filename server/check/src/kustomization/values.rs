//! Values of a file's objects as kustomizations build them.

use crdls_kustomize::{Object, Source};
use crdls_report::FieldPath;
use crdls_text::TextRange;
use crdls_values::Json;

use super::builds::Kustomizations;
use super::judged::steps;
use crate::embedded::KUSTOMIZATION_FILES;

/// A value as a kustomization builds it.
#[derive(Clone, Debug)]
pub struct BuiltValue {
    /// The folder of the kustomization.
    pub root: String,
    /// The value; nothing where the built object has none there.
    pub value: Option<Json>,
    /// The file that wrote or removed it last.
    pub file: String,
    /// Where that is.
    pub range: TextRange,
}

/// The objects of a file as kustomizations build them.
#[derive(Debug, Default)]
pub struct BuiltObjects {
    /// Each after the folder of its kustomization.
    objects: Vec<(String, Object)>,
    sources: Vec<Source>,
}

impl Kustomizations<'_> {
    /// The objects of a file, by each kustomization that includes the file.
    pub fn objects_of(&mut self, file: &str) -> BuiltObjects {
        let mut objects = Vec::new();
        for root in self.roots.clone() {
            if !self.includes(&root, &|included| included == file) {
                continue;
            }
            let build = self.build(&root);
            let is_it = |object: &&Object| {
                self.session.source(object.file()).is_some_and(|source| source.path == file)
            };
            objects.extend(build.objects.iter().filter(is_it).map(|object| (root.clone(), object.clone())));
        }
        BuiltObjects { objects, sources: self.session.sources().to_vec() }
    }

    /// The CRDs and custom resources that a file wrote a part of, as kustomizations build them, each list after the folder
    /// of its kustomization. Of the file of a kustomization, all that it builds.
    pub fn made_of(&mut self, file: &str) -> Vec<(String, Vec<Json>)> {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        let is_whole = KUSTOMIZATION_FILES.contains(&name);
        let roots = if is_whole { vec![folder.to_owned()] } else { self.roots_of(file) };
        let mut all = Vec::new();
        for root in roots {
            let build = self.build(&root);
            let number = self.session.sources().iter().position(|source| source.path == file);
            let is_part = |object: &&Object| number.is_some_and(|number| object.is_made_of(number as u32));
            let wanted = build.objects.iter().filter(|object| object.is_custom());
            let wanted = wanted.filter(|object| is_whole || is_part(object));
            let objects: Vec<_> = wanted.filter_map(|object| object.value().ok()).collect();
            all.extend((!objects.is_empty()).then_some((root, objects)));
        }
        all
    }

    /// Where a resource that a patch in a file changes is named: a file and a range. `kind`, `name`: those of the patch.
    pub fn patched_by(&mut self, file: &str, kind: &str, name: &str) -> Option<(String, TextRange)> {
        self.roots_of(file).iter().find_map(|root| {
            let build = self.build(root);
            let number = self.session.sources().iter().position(|source| source.path == file)? as u32;
            let is_patched = |object: &&Object| object.file() != number && object.is_made_of(number);
            let mut of_kind = build.objects.iter().filter(|object| object.id.gvk.kind == kind);
            of_kind.by_ref().filter(is_patched).find_map(|object| {
                let written = self.session.as_written(object)?.get("metadata")?.get("name")?;
                let is_named = written.text() == name || object.id.name == name;
                let source = self.session.source(written.origin.file).filter(|_| is_named)?;
                Some((source.path.clone(), written.origin.range))
            })
        })
    }

    /// The roots that include a file as a resource, or a kustomization that names it.
    fn roots_of(&mut self, file: &str) -> Vec<String> {
        let mut around = vec![file.to_owned()];
        for folder in self.folders.clone() {
            if self.session.named(std::slice::from_ref(&folder)).contains(file) {
                around.push(folder);
            }
        }
        let mut roots = self.roots.clone();
        roots.retain(|root| self.includes(root, &|included| around.iter().any(|known| known == included)));
        roots
    }
}

impl BuiltObjects {
    /// The value at a path of an object, by each kustomization. `object`: the bytes of the object.
    pub fn values_at(&self, object: TextRange, path: &FieldPath) -> Vec<BuiltValue> {
        let built = self.objects.iter().filter(|(_, built)| built.node.origin.range == object);
        let value = |(root, built): &(String, Object)| {
            let origin = built.written(steps(path)).origin;
            let file = self.sources.get(origin.file as usize)?.path.clone();
            let value = path.value_in(&built.value().ok()?).cloned();
            Some(BuiltValue { root: root.clone(), value, file, range: origin.range })
        };
        built.filter_map(value).collect()
    }
}
