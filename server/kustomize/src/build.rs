//! The root of a build: what kustomize does once, after everything is accumulated (`makeCustomizedResMap`).

use std::collections::{BTreeSet, HashMap, HashSet};

use crdls_text::TextRange;
use crdls_values::Json;

use crate::accumulated::Accumulated;
use crate::as_json::{json, scalar_of};
use crate::id::{ResId, or};
use crate::kustomization::LegacyOrder;
use crate::merge::DIRECTIVE;
use crate::node::{Data, Entry, Node, Origin};
use crate::problem::{Problem, ProblemKind, Step as Done};
use crate::read::{repeated, validate};
use crate::resource::remove_annotations;
use crate::scalar::Tag;
use crate::session::{Loaded, Paths, Session, join};
use crate::transform::{references, vars};

/// What a kustomization comes to.
#[derive(Debug, Default)]
pub struct Build {
    /// The objects in the order in which kustomize prints them.
    pub objects: Vec<Object>,
    /// What is wrong with the kustomization and those below it.
    pub problems: Vec<Problem>,
    /// The targets of patches that selected a resource, in one kustomization at least.
    pub selecting: BTreeSet<Origin>,
    /// Something that is not evaluated may change the objects.
    pub(crate) is_unknown: bool,
    paths: Paths,
}

/// An object of a build.
#[derive(Clone, Debug)]
pub struct Object {
    /// The id.
    pub id: ResId,
    /// The value.
    pub node: Node,
    /// The entry of a kustomization that brought it in.
    pub listed: Origin,
    /// The content is not known.
    pub is_generated: bool,
}

/// A step from a value to one inside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'s> {
    /// A member of a map.
    Name(&'s str),
    /// An item of a list.
    Item(usize),
}

/// Where a path of an object was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenAt {
    /// What wrote or removed it last. Of a collection and of what is missing, the last key that there is.
    pub origin: Origin,
    /// Whether a patch removed it.
    pub is_removed: bool,
}

impl Build {
    /// Whether kustomize fails.
    pub fn fails(&self) -> bool {
        self.problems.iter().any(|problem| problem.kind.is_failure())
    }

    /// Whether the build read a file, or looked for it.
    pub fn is_made_of(&self, path: &str) -> bool {
        self.paths.contains(path)
    }

    /// Whether the objects are as kustomize builds them, or kustomize fails. Others may be missing.
    pub fn is_evaluated(&self) -> bool {
        // An entry that fails leaves unknown what depends on it.
        (!self.is_unknown || self.fails())
            && !self.problems.iter().any(|problem| problem.kind == ProblemKind::NotEvaluated)
    }
}

impl Session<'_> {
    /// Those of the folders whose kustomization is built by itself: no other one includes it, and it is no component and
    /// no object of another API.
    pub fn roots(&mut self, folders: &[String]) -> Vec<String> {
        let mut others: HashSet<String> = self.components(folders).into_iter().collect();
        for folder in folders {
            match self.load(folder) {
                Ok(loaded) => others.extend(loaded.included()),
                Err(_) if self.is_of_others(folder) => drop(others.insert(folder.clone())),
                Err(_) => {}
            }
        }
        folders.iter().filter(|folder| !others.contains(*folder)).cloned().collect()
    }

    /// Those of the folders whose kustomization is a component.
    pub fn components(&mut self, folders: &[String]) -> Vec<String> {
        let is_component = |folder: &&String| self.load(folder).is_ok_and(|loaded| loaded.is_component);
        folders.iter().filter(is_component).cloned().collect()
    }

    /// The files and folders that the kustomizations of folders include as resources and components, also through others,
    /// and those folders.
    pub fn included(&mut self, folders: &[String]) -> HashSet<String> {
        let mut open: Vec<String> = folders.iter().map(|folder| join("", folder)).collect();
        let mut seen: HashSet<String> = open.iter().cloned().collect();
        while let Some(folder) = open.pop() {
            let Ok(loaded) = self.load(&folder) else { continue };
            open.extend(loaded.included().filter(|path| seen.insert(path.clone())));
        }
        seen
    }

    /// The object as its file has it.
    pub fn as_written(&self, object: &Object) -> Option<&Node> {
        self.written(object.node.origin)
    }

    /// Builds the kustomization in a folder.
    pub fn build(&mut self, folder: &str) -> Build {
        let folder = join("", folder);
        let (paths, build) = self.noting(|session| session.build_new(&folder));
        Build { paths, ..build }
    }

    fn build_new(&mut self, folder: &str) -> Build {
        let mut built = match self.load(folder) {
            Ok(loaded) => (*self.base(&loaded)).clone(),
            Err(problem) => {
                let mut built = Accumulated::default();
                built.note(problem);
                built
            }
        };
        references::update(&mut built);
        vars::resolve(&mut built);
        self.finish(built, folder)
    }

    /// Reports what keeps an object from being written as JSON, and notes where a `$patch` is left in it. What it shares
    /// with its file is not looked at again.
    fn check(&mut self, node: &Node, left: &mut Vec<Origin>) -> Done {
        let file = node.origin.file;
        let written = self.read_resources(file).unwrap_or_default();
        let is_printable = self.known.printable.get(&file).copied().unwrap_or_else(|| {
            let mut left = Vec::new();
            written.iter().all(|node| check(node, None, &mut left).is_ok()) && left.is_empty()
        });
        let known = self.written(node.origin).filter(|_| is_printable);
        let checked = check(node, known, left);
        self.known.printable.insert(file, is_printable);
        checked
    }

    /// Drops local objects, takes kustomize's annotations off, and sorts.
    fn finish(&mut self, mut built: Accumulated, folder: &str) -> Build {
        let mut objects: Vec<Object> = Vec::new();
        let mut known = HashMap::new();
        for resource in std::mem::take(&mut built.resources).into_list() {
            if resource.is_gone() {
                continue;
            }
            let mut node = resource.node;
            let local = node.at(&["metadata", "annotations", "config.kubernetes.io/local-config"]);
            if local.is_some_and(|value| value.text() != "false") {
                continue;
            }
            let invalid = |why: Box<Problem>| Box::new(Problem { kind: ProblemKind::Invalid, ..*why });
            built.tried(validate(&node).map_err(invalid));
            remove_annotations(&mut node);
            let id = ResId::of(&node);
            let first = *known.entry(id.to_key()).or_insert(objects.len());
            if let Some(first) = objects.get(first)
                && !built.problems.0.iter().any(|problem| problem.kind.is_failure())
            {
                let message = format!("may not add resource with an already registered id: {id}");
                let problem = Problem::new(ProblemKind::DuplicateId, message, node.origin);
                built.note(problem.with(first.node.origin, "the first resource with this id"));
            }
            let (listed, is_generated) = (resource.listed, resource.is_generated);
            objects.push(Object { id, node, listed, is_generated });
        }
        if let Ok(loaded) = self.load(folder) {
            built.tried(sort(&loaded, &mut objects));
        }
        let mut left = Vec::new();
        for object in &objects {
            built.tried(self.check(&object.node, &mut left));
        }
        for at in left {
            built.note(Problem::new(ProblemKind::LeftDirective, "`$patch` is left in the resource", at));
        }
        Build {
            objects,
            problems: built.problems.0,
            selecting: built.selecting,
            is_unknown: built.unknown,
            paths: Paths::default(),
        }
    }
}

/// Sorts the objects as the kustomization says (`SortOrderTransformer`).
fn sort(loaded: &Loaded, objects: &mut [Object]) -> Done {
    let options = loaded.fields.sort_options.as_ref();
    let legacy = options.and_then(|options| options.legacy.as_ref());
    let message = match options.map_or("legacy", |options| &options.order.value) {
        "legacy" => {
            objects.sort_by_cached_key(|object| object.order(legacy));
            return Ok(());
        }
        "fifo" if legacy.is_none() => return Ok(()),
        "fifo" => {
            "the field 'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo', not 'legacy'"
        }
        _ => "the field 'sortOptions.order' must be one of [fifo, legacy]",
    };
    let at = options.map_or(loaded.at(TextRange::default()), |options| options.order.at_or(options.at));
    Err(Problem::new(ProblemKind::InvalidField, message, at))
}

impl Object {
    /// What objects are sorted by (`legacyIDSorter`).
    fn order(&self, legacy: Option<&LegacyOrder>) -> (i64, String, String) {
        let gvk = &self.id.gvk;
        let (rank, gvk) = legacy.map_or_else(|| gvk.order(), |kinds| gvk.order_of(&kinds.first, &kinds.last));
        let (namespace, name) = (or(&self.id.namespace, "~X"), or(&self.id.name, "~N"));
        (rank, gvk, format!("{}|{namespace}|{name}", self.id.gvk))
    }

    /// Whether it is a CRD or of a kind that Kubernetes does not have itself.
    pub fn is_custom(&self) -> bool {
        self.id.gvk.is_custom() && !self.is_generated
    }

    /// Whether a file, by its number, wrote or removed something of it.
    pub fn is_made_of(&self, file: u32) -> bool {
        is_made_of(&self.node, file)
    }

    /// Where a path was written last, or what removed it.
    pub fn written<'s>(&self, steps: impl IntoIterator<Item = Step<'s>>) -> WrittenAt {
        let kind = self.node.get("kind").map_or(self.node.origin, |kind| kind.origin);
        let mut found = WrittenAt { origin: kind, is_removed: false };
        let mut node = &self.node;
        for step in steps {
            let next = match (step, &node.data) {
                (Step::Name(name), Data::Map(map)) => {
                    let Some(entry) = map.entry(name) else {
                        let removed = map.removed.iter().rfind(|removed| &*removed.name == name);
                        let by = removed.map(|removed| WrittenAt { origin: removed.by, is_removed: true });
                        return by.unwrap_or(found);
                    };
                    found.origin = entry.key;
                    &entry.value
                }
                (Step::Item(at), Data::Seq(items)) => match items.get(at) {
                    Some(item) => {
                        found.origin = item.origin;
                        item
                    }
                    None => return found,
                },
                _ => return found,
            };
            node = next;
        }
        if node.as_scalar().is_some() {
            found.origin = node.origin;
        }
        found
    }

    /// The file that had the object first.
    pub fn file(&self) -> u32 {
        self.node.origin.file
    }

    /// The value as JSON, as kustomize prints it. Ranges are those of [`Self::file`]; what another file wrote has the range
    /// of the value around it: see [`Self::written`].
    pub fn value(&self) -> Result<Json, Box<Problem>> {
        json(&self.node)
    }
}

fn is_made_of(node: &Node, file: u32) -> bool {
    node.origin.file == file
        || match &node.data {
            Data::Map(map) => {
                let is_entry = |entry: &Entry| entry.key.file == file || is_made_of(&entry.value, file);
                map.entries().iter().any(is_entry)
                    || map.removed.iter().any(|removed| removed.by.file == file)
            }
            Data::Seq(items) => items.iter().any(|item| is_made_of(item, file)),
            Data::Scalar(_) => false,
        }
}

/// Reports what cannot be written as JSON, and notes where a `$patch` is left. `known`: a value without both.
fn check(node: &Node, known: Option<&Node>, left: &mut Vec<Origin>) -> Done {
    if known.is_some_and(|known| node.is_copy_of(known)) {
        return Ok(());
    }
    match &node.data {
        Data::Map(map) => {
            map.repeated().map_or(Ok(()), |(entry, first)| Err(repeated(entry, first)))?;
            map.entries().iter().try_for_each(|entry| match entry.is_text {
                true => {
                    left.extend((&*entry.name == DIRECTIVE).then_some(entry.key));
                    check(&entry.value, known.and_then(|known| known.get(&entry.name)), left)
                }
                false => {
                    let message = "json: unsupported type: map[interface {}]interface {}";
                    Err(Problem::new(ProblemKind::Invalid, message, entry.key))
                }
            })
        }
        Data::Seq(items) => {
            let known = known.and_then(Node::as_seq).unwrap_or_default();
            items.iter().enumerate().try_for_each(|(at, item)| check(item, known.get(at), left))
        }
        // Most strings need not be decoded.
        Data::Scalar(scalar) if scalar.tag == Tag::Str && !scalar.text.starts_with('\t') => Ok(()),
        Data::Scalar(scalar) => scalar_of(scalar, node.origin).map(drop),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::session::Files;

    struct Texts(&'static [(&'static str, &'static str)]);

    impl Files for Texts {
        fn text(&self, path: &str) -> Option<Arc<str>> {
            self.0.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).into())
        }

        fn is_folder(&self, path: &str) -> bool {
            self.0.iter().any(|(name, _)| name.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')))
        }

        fn list(&self, _: &str) -> Vec<String> {
            Vec::new()
        }
    }

    const FILES: Texts = Texts(&[
        ("base/kustomization.yaml", "resources: [widget.yaml]\n"),
        (
            "base/widget.yaml",
            "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {a: 1, b: 2, c: 3, d: [x]}\n",
        ),
        (
            "overlay/kustomization.yaml",
            "namePrefix: pre-\nresources: [../base]\npatches:\n- path: patch.yaml\n- target: {kind: Widget}\n  patch: |-\n    - op: remove\n      path: /spec/b\n",
        ),
        (
            "overlay/patch.yaml",
            "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec:\n  a: 5\n  c: null\n  d: [y]\n",
        ),
    ]);

    #[test]
    fn each_value_knows_what_wrote_it() {
        let mut session = Session::new(&FILES);
        let build = session.build("overlay");
        assert_eq!(build.problems, []);
        let object = build.objects.first().expect("an object");
        let written = |steps: &[Step<'_>]| {
            let found = object.written(steps.iter().copied());
            let source = session.source(found.origin.file).expect("a file");
            (source.path.as_str(), found.origin.range.of(&source.text), found.is_removed)
        };
        let (spec, name) = (Step::Name("spec"), Step::Name("name"));
        assert_eq!(written(&[spec, Step::Name("a")]), ("overlay/patch.yaml", "5", false));
        assert_eq!(written(&[spec, Step::Name("c")]), ("overlay/patch.yaml", "c", true));
        assert_eq!(written(&[spec, Step::Name("d")]), ("overlay/patch.yaml", "d", false));
        assert_eq!(written(&[spec, Step::Name("d"), Step::Item(0)]), ("overlay/patch.yaml", "y", false));
        assert_eq!(written(&[spec, Step::Name("e")]), ("base/widget.yaml", "spec", false));
        assert_eq!(written(&[Step::Name("metadata"), name]), ("overlay/kustomization.yaml", "pre-", false));
        let (file, text, is_removed) = written(&[spec, Step::Name("b")]);
        assert_eq!((file, is_removed), ("overlay/kustomization.yaml", true));
        assert_eq!(text, "/spec/b");
        assert_eq!(
            object.value().expect("a value").get("spec").map(Json::to_json).as_deref(),
            Some(r#"{"a":5,"d":["y"]}"#)
        );
    }

    #[test]
    fn a_reference_to_a_name_with_a_hash_is_not_evaluated() {
        let files = Texts(&[
            (
                "kustomization.yaml",
                "resources: [widget.yaml]\nconfigMapGenerator: [{name: c}]\nconfigurations: [names.yaml]\n",
            ),
            (
                "widget.yaml",
                "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {map: c}\n",
            ),
            (
                "names.yaml",
                "nameReference:\n- {kind: ConfigMap, fieldSpecs: [{kind: Widget, path: spec/map}]}\n",
            ),
        ]);
        assert!(!Session::new(&files).build("").is_evaluated());
    }

    #[test]
    fn a_variable_of_a_generated_object_outlives_a_merge() {
        let files = Texts(&[
            (
                "base/kustomization.yaml",
                "configMapGenerator: [{name: c}]\nvars: [{name: V, objref: {kind: ConfigMap, name: c, apiVersion: v1}}]\n",
            ),
            (
                "overlay/kustomization.yaml",
                "resources: [../base]\nconfigMapGenerator: [{name: c, behavior: merge}]\n",
            ),
        ]);
        let build = Session::new(&files).build("overlay");
        assert!(!build.fails() && !build.is_evaluated(), "{:?}", build.problems);
    }

    #[test]
    fn copies_of_copies_and_long_paths_are_not_evaluated() {
        let copies: String =
            (0..60).map(|n| format!("- {{op: copy, from: /spec, path: /spec/x{n}}}\n")).collect();
        let replacement = |n| {
            format!(
                "- {{source: {{kind: Widget, fieldPath: spec}}, targets: [{{select: {{kind: Widget}}, options: {{create: true}}, fieldPaths: [spec.x{n}]}}]}}\n"
            )
        };
        let replacements: String = (0..60).map(replacement).collect();
        let long = "/a".repeat(100_000);
        let patch = "resources: [widget.yaml]\npatches: [{target: {kind: Widget}, path: patch.yaml}]\n";
        for (kustomization, other) in [
            (patch.to_owned(), copies),
            (patch.to_owned(), format!("- {{op: test, path: /spec{long}}}\n")),
            (format!("resources: [widget.yaml]\nreplacements:\n{replacements}"), String::new()),
            (
                "resources: [widget.yaml]\ncommonAnnotations: {a: b}\nconfigurations: [patch.yaml]\n"
                    .to_owned(),
                format!("commonAnnotations: [{{kind: Widget, create: true, path: spec{long}}}]\n"),
            ),
        ] {
            let widget = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {a: {}}\n";
            let files = [
                ("kustomization.yaml", kustomization),
                ("patch.yaml", other),
                ("widget.yaml", widget.to_owned()),
            ];
            let files = files.map(|(name, text)| (name, &*text.leak()));
            let build = Session::new(&Texts(Vec::from(files).leak())).build("");
            assert!(!build.fails() && !build.is_evaluated(), "{:?}", build.problems);
        }
    }

    #[test]
    fn roots_are_what_nothing_includes() {
        let folders = ["base".to_owned(), "overlay".to_owned()];
        assert_eq!(Session::new(&FILES).roots(&folders), ["overlay"]);
    }
}
