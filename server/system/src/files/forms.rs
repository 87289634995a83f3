//! Which form the objects of a file have, by its name, by the files that name it and by the steps before it.
//!
//! Knows the fields of kustomization.yaml, chainsaw-test.yaml and kyverno-test.yaml that name files; must not know what
//! is found in those.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crdls_check::Form;
use crdls_fixes::PatchTarget;
use crdls_kustomize::patch_entries;
use crdls_yaml::{Node, Tree};

use super::excluded::plain;
use super::steps::{Applied, Steps, is_assertion};
use crate::seen;

/// How many folders up a file is looked for that names another.
const FOLDERS: usize = 4;

/// Files that name others.
struct Naming {
    /// What such a file is called.
    names: &'static [&'static str],
    /// The files that one document of it names, by their paths as it has them.
    read: fn(Node<'_>, &mut NamedFiles),
}

const NAMING: [Naming; 3] = [
    Naming { names: &crdls_check::KUSTOMIZATION_FILES, read: patches },
    Naming { names: &["chainsaw-test.yaml", "chainsaw-test.yml"], read: operations },
    Naming { names: &["kyverno-test.yaml", "kyverno-test.yml"], read: inputs },
];

/// The use of a file by the file that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FileUse {
    form: Form,
    /// The target of a patch, if the file that lists it says so.
    target: Option<PatchTarget>,
}

/// The files that a file names, as it names them.
type NamedFiles = Vec<(FileUse, String)>;

/// The files of a folder that name others, as far as they were read, by folder; and those that are known beforehand.
#[derive(Debug, Default)]
pub struct FileForms {
    /// What is named from anywhere.
    named: HashMap<PathBuf, FileUse>,
    /// What is named from a folder.
    folders: Mutex<HashMap<PathBuf, Arc<HashMap<PathBuf, FileUse>>>>,
    steps: Steps,
}

impl FileForms {
    /// With all that files name which are known already.
    pub fn of_files<'p>(files: impl Iterator<Item = &'p Path>) -> Self {
        let named = files.filter_map(|file| {
            let naming = naming(file.file_name()?)?;
            Some(named_by(&plain(file), naming))
        });
        Self { named: by_file(named.flatten()), ..Self::default() }
    }

    /// The form of the objects of a file, as far as files say it: see [`Form::of`].
    pub fn form(&self, file: &Path) -> Form {
        let file = plain(file);
        match self.file_use(&file) {
            Some(found) => found.form,
            None if is_assertion(&file) => Form::Assertion,
            None if is_chart_crd(&file) => Form::Verbatim,
            None if self.steps.is_update(&file) => Form::Patch,
            None => Form::Whole,
        }
    }

    /// The target of a file that a kustomization lists as a patch, if that names one.
    pub fn target(&self, file: &Path) -> Option<PatchTarget> {
        self.file_use(&plain(file))?.target
    }

    fn file_use(&self, file: &Path) -> Option<FileUse> {
        let mut folders = file.ancestors().skip(1).take(FOLDERS);
        let here = || folders.find_map(|folder| self.by_folder(folder).get(file).cloned());
        self.named.get(file).cloned().or_else(here)
    }

    fn by_folder(&self, folder: &Path) -> Arc<HashMap<PathBuf, FileUse>> {
        let known = || self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(folder) {
            return known.clone();
        }
        let files = NAMING.iter().flat_map(|naming| naming.names.iter().map(move |name| (naming, name)));
        let found = by_file(files.flat_map(|(naming, name)| named_by(&folder.join(name), naming)));
        known().entry(folder.to_owned()).or_insert(Arc::new(found)).clone()
    }
}

impl FileUse {
    /// A use without a target.
    const fn of(form: Form) -> Self {
        Self { form, target: None }
    }
}

/// Whether a file may name others, so that a change of it changes their forms.
pub fn names_others(file: &Path) -> bool {
    file.file_name().and_then(naming).is_some()
}

fn naming(name: &OsStr) -> Option<&'static Naming> {
    NAMING.iter().find(|naming| naming.names.iter().any(|known| name == *known))
}

/// The files that a file names; none where it cannot be read.
fn named_by(file: &Path, naming: &Naming) -> Vec<(PathBuf, FileUse)> {
    let Ok(text) = seen::read_to_string(file) else { return Vec::new() };
    let folder = file.parent().unwrap_or(file);
    let mut applied = Applied::default();
    let files = named(&text, naming).into_iter().filter_map(|(mut found, path)| {
        let file = plain(&folder.join(path));
        if found.form == Form::Whole {
            found.form = applied.is_update(&file).then_some(Form::Patch)?;
        }
        Some((file, found))
    });
    files.collect()
}

/// The form of each file. Of a file that is named twice, that one of them expects a refusal counts, else the last that
/// uses the file.
fn by_file(named: impl Iterator<Item = (PathBuf, FileUse)>) -> HashMap<PathBuf, FileUse> {
    let mut forms: HashMap<PathBuf, FileUse> = HashMap::new();
    for (file, found) in named {
        let before = forms.entry(file).or_insert_with(|| found.clone());
        if before.form != Form::Refused && found.form != Form::NotManifest {
            *before = found;
        }
    }
    forms
}

fn named(text: &str, naming: &Naming) -> NamedFiles {
    let tree = Tree::parse(text);
    let mut found = Vec::new();
    if naming.names == crdls_check::KUSTOMIZATION_FILES {
        found.extend(tree.comments().iter().filter_map(|comment| commented_patch(comment.of(text))));
    }
    for root in tree.documents().iter().filter_map(|document| tree.root(text, document)) {
        (naming.read)(root, &mut found);
    }
    found
}

/// The files that a kustomization, or a component of one, names under `patches` and under the older lists.
fn patches(root: Node<'_>, found: &mut NamedFiles) {
    let files = patch_entries(root).filter_map(|patch| Some((patch.file?, patch.target)));
    found.extend(files.map(|(path, target)| {
        (FileUse { form: Form::Patch, target: target.and_then(PatchTarget::of) }, path.into_owned())
    }));
}

/// The patch that a comment names, as scaffolds of kustomizations do: `#- path: patches/webhook_in_ovens.yaml`. Nothing
/// builds it.
fn commented_patch(comment: &str) -> Option<(FileUse, String)> {
    let item = comment.trim_start_matches('#').trim().strip_prefix("- ")?.trim();
    let path = item.strip_prefix("path:").or_else(|| item.contains("patch").then_some(item))?;
    let path = path.trim().trim_matches(['"', '\'']);
    is_below(path).then(|| (FileUse::of(Form::NotManifest), path.to_owned()))
}

/// The files that the operations of a test of chainsaw name, wherever they are in it: as a whole those which it applies.
fn operations(node: Node<'_>, found: &mut NamedFiles) {
    for entry in node.entries() {
        let form = match entry.key.str().as_deref() {
            Some("apply" | "create" | "patch" | "update") if crdls_check::expects_error(entry.value) => {
                Some(Form::Refused)
            }
            Some("assert" | "error") => Some(Form::Assertion),
            Some("patch") => Some(Form::Patch),
            Some("apply" | "create") => Some(Form::Whole),
            _ => None,
        };
        let file = entry.value.get("file").and_then(|entry| entry.value.str());
        found.extend(form.zip(file).map(|(form, file)| (FileUse::of(form), file.into_owned())));
        operations(entry.value, found);
    }
    node.items().for_each(|item| operations(item, found));
}

/// The resources that a test of kyverno gives to policies, and what it expects of them: as much of an object as the
/// policies read. A file in another folder may be a manifest that is tested.
fn inputs(root: Node<'_>, found: &mut NamedFiles) {
    let results = root.get("results").into_iter().flat_map(|entry| entry.value.items());
    for node in std::iter::once(root).chain(results) {
        for key in ["resources", "targetResources", "patchedResources", "generatedResource"] {
            let value = node.get(key).map(|entry| entry.value);
            let files = value.into_iter().flat_map(|value| value.items().chain([value]));
            let files = files.filter_map(|file| file.str()).filter(|file| is_below(file));
            found.extend(files.map(|file| (FileUse::of(Form::Patch), file.into_owned())));
        }
    }
}

/// Whether a path names a file below a folder, and not of another one. It may be the name of an object, or a text.
fn is_below(path: &str) -> bool {
    [".yaml", ".yml"].iter().any(|ending| path.ends_with(ending))
        && !path.contains("..")
        && !path.starts_with('/')
}

/// Whether a file is in the `crds` folder of a Helm chart, which is installed as it is (`Chart.CRDObjects` of
/// helm.sh/helm/v3, pkg/chart/chart.go).
fn is_chart_crd(file: &Path) -> bool {
    let mut folders =
        file.ancestors().skip(1).filter(|folder| folder.file_name() == Some(OsStr::new("crds")));
    folders.any(|folder| seen::is_file(&folder.with_file_name("Chart.yaml")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(name: &str, text: &str) -> Vec<(Form, String)> {
        let found = named(text, naming(OsStr::new(name)).unwrap());
        let found = found.into_iter().filter(|(found, _)| found.form != Form::Whole);
        found.map(|(found, path)| (found.form, path)).collect()
    }

    #[test]
    fn all_lists_of_patches_are_read() {
        let text = "resources: [bases/a.yaml]\npatches:\n- path: patches/b.yaml\n- patch: |-\n    x: y\n  target: {kind: A}\n\
                    patchesStrategicMerge:\n- ../c.yaml\n- |-\n  x: y\n  z: y\npatchesJson6902:\n- path: ./d.yaml\n  target: {}\n";
        let expected = ["patches/b.yaml", "../c.yaml", "./d.yaml"].map(|path| (Form::Patch, path.to_owned()));
        assert_eq!(paths("kustomization.yaml", text), expected);
        assert_eq!(plain(Path::new("/w/crd/../c.yaml")), Path::new("/w/c.yaml"));
    }

    #[test]
    fn the_operations_of_a_test_are_read() {
        let text = "kind: Test\nspec:\n  steps:\n  - try:\n    - apply: {file: a.yaml}\n    - assert: {file: b.yaml}\n    \
                    catch:\n    - patch: {file: c.yaml}\n    - error:\n        resource: {kind: A}\n    - error: {file: d.yaml}\n";
        let expected = [(Form::Assertion, "b.yaml"), (Form::Patch, "c.yaml"), (Form::Assertion, "d.yaml")];
        assert_eq!(paths("chainsaw-test.yaml", text), expected.map(|(form, path)| (form, path.to_owned())));
    }

    #[test]
    fn the_inputs_of_a_test_of_policies_are_read() {
        let text = "kind: Test\npolicies: [policy.yaml]\nresources: [a.yaml, ../deploy/b.yaml]\nresults:\n- resources: [some-name]\n  \
                    patchedResources: c.yaml\n";
        let expected = ["a.yaml", "c.yaml"].map(|path| (Form::Patch, path.to_owned()));
        assert_eq!(paths("kyverno-test.yaml", text), expected);
    }

    #[test]
    fn a_test_says_what_is_refused() {
        let refused = |check: &str| {
            let text =
                format!("spec:\n  steps:\n  - try:\n    - apply: {{file: a.yaml, expect: [{check}]}}\n");
            !paths("chainsaw-test.yaml", &text).is_empty()
        };
        for check in [
            "{check: {($error != null): true}}",
            "{check: {($error): a text}}",
            "{check: {(contains($error, 'x')): true}}",
        ] {
            assert!(refused(check), "{check}");
        }
        for check in [
            "{check: {($error == null): true}}",
            "{check: {a: b}}",
            "{match: {kind: A}, check: {($error != null): true}}",
        ] {
            assert!(!refused(check), "{check}");
        }
    }
}
