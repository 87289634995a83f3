//! The CRDs that controller-gen makes of packages, and those that crdls makes.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use crdls_generate::{Definition, Files, Generated, Generator, GoFolders, Modules, Options, to_yaml};
use crdls_markers::registry::Version;
use crdls_values::Json;
use crdls_values::json::Reader;
use crdls_yaml::Tree;
use serde_json::Value;

/// Packages of a module and the flags of the generator `crd`.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The module.
    pub folder: &'a Path,
    /// Folders in it, `./api/...` and the like.
    pub paths: &'a [&'a str],
    /// Flags, separated by commas.
    pub flags: &'a str,
}

/// The files that controller-gen writes, and what it prints.
pub fn asked(program: &Path, call: Call<'_>, out: &Path) -> (BTreeMap<String, String>, String) {
    let _ = std::fs::remove_dir_all(out);
    std::fs::create_dir_all(out).expect("a folder");
    let flags = if call.flags.is_empty() { String::new() } else { format!(":{}", call.flags) };
    let output = Command::new(program)
        .arg(format!("crd{flags}"))
        .args(call.paths.iter().map(|path| format!("paths={path}")))
        .arg(format!("output:crd:dir={}", out.display()))
        .current_dir(call.folder)
        .output()
        .expect("controller-gen runs");
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(out).expect("the folder").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("a CRD");
        files.insert(entry.file_name().to_string_lossy().into_owned(), text);
    }
    let _ = std::fs::remove_dir_all(out);
    (files, String::from_utf8_lossy(&output.stderr).into_owned())
}

/// What crdls makes of the same: the files, and the rest.
pub fn made(call: Call<'_>, version: Version) -> (BTreeMap<String, String>, Generated) {
    made_with(call, version, folders(), &BTreeMap::new())
}

/// What crdls makes of the same with other folders of Go, and with CRDs that were written before, by their files.
pub fn made_with(
    call: Call<'_>,
    version: Version,
    folders: GoFolders,
    before: &BTreeMap<String, String>,
) -> (BTreeMap<String, String>, Generated) {
    let mut options = Options::new(version);
    for flag in call.flags.split(',').filter(|flag| !flag.is_empty()) {
        assert!(options.set(flag), "{flag}");
    }
    let root = call.folder.to_string_lossy().replace('\\', "/");
    let mut above = call.folder.ancestors();
    let work = above
        .find(|above| above.join("go.work").is_file())
        .map(|work| work.to_string_lossy().replace('\\', "/"));
    let modules = Modules::new(&Disk, &root, work.as_deref(), folders);
    let roots: Vec<String> = packages(call).iter().map(|below| modules.import_path(below)).collect();
    let before = by_kind(before);
    let written = |of: &Definition| before.get(&(of.group.clone(), of.kind.clone())).cloned();
    let mut generator = Generator::new(options);
    let definitions = generator.definitions(&modules, &roots);
    let made = generator.make(&modules, definitions, &written);
    let generated = generator.generated(made);
    let files = generated.crds.iter().map(|crd| (crd.file_name.clone(), to_yaml(&crd.object, "")));
    (files.collect(), generated)
}

/// A CRD as it is written.
#[derive(Clone, Debug)]
pub struct CrdText {
    /// Its group and kind.
    pub kind: (String, String),
    pub text: String,
    value: Json,
}

impl CrdText {
    /// Reads a document; `None` where it is not a CRD.
    pub fn read(text: &str) -> Option<Self> {
        let tree = Tree::parse(text);
        let value =
            Reader::default().read(tree.documents().iter().find_map(|document| tree.root(text, document))?);
        let spec = value.get("spec")?;
        let kind = spec.get("names")?.get("kind")?.as_str()?.to_owned();
        Some(Self { kind: (spec.get("group")?.as_str()?.to_owned(), kind), text: text.to_owned(), value })
    }

    /// Whether two CRDs have the same specification. What is written for a cluster (`spec.conversion`) does not count, nor
    /// does the order of rules, which is random in controller-gen if markers of Kubernetes make some.
    pub fn is_equal(&self, other: &Self) -> bool {
        self.comparable() == other.comparable()
    }

    fn comparable(&self) -> Value {
        let spec = self.value.get("spec").map(Json::to_json).unwrap_or_default();
        let mut spec: Value = serde_json::from_str(&spec).unwrap_or_default();
        if let Some(members) = spec.as_object_mut() {
            members.remove("conversion");
            members.remove("preserveUnknownFields");
        }
        sort_rules(&mut spec);
        spec
    }
}

fn sort_rules(value: &mut Value) {
    match value {
        Value::Object(members) => members.iter_mut().for_each(|(name, value)| {
            sort_rules(value);
            if let ("x-kubernetes-validations" | "required", Value::Array(items)) = (name.as_str(), value) {
                items.sort_by_key(Value::to_string);
            }
        }),
        Value::Array(items) => items.iter_mut().for_each(sort_rules),
        _ => {}
    }
}

/// CRDs by group and kind.
fn by_kind(files: &BTreeMap<String, String>) -> BTreeMap<(String, String), Json> {
    let crds = files.values().filter_map(|text| CrdText::read(text));
    crds.map(|crd| (crd.kind, crd.value)).collect()
}

/// The folders of Go, as `go env` prints them.
pub fn folders() -> GoFolders {
    let output = Command::new("go").args(["env", "GOMODCACHE", "GOROOT"]).output().expect("go runs");
    let text = String::from_utf8_lossy(&output.stdout).replace('\\', "/");
    let mut lines = text.lines().map(str::to_owned);
    GoFolders { module_cache: lines.next(), root: lines.next() }
}

/// The folders with Go files that the paths mean, below the module.
fn packages(call: Call<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for path in call.paths {
        let below = path.trim_start_matches("./");
        match below.strip_suffix("...") {
            Some(below) => found_below(call.folder, below.trim_end_matches('/'), &mut found),
            None => found.push(below.to_owned()),
        }
    }
    found
}

fn found_below(root: &Path, below: &str, found: &mut Vec<String>) {
    let folder = root.join(below);
    let mut folders = Vec::new();
    let mut has_go = false;
    for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_folder {
            has_go |= crdls_markers::program::is_built(&name);
        } else if !name.starts_with(['.', '_'])
            && !matches!(name.as_str(), "vendor" | "testdata")
            && !entry.path().join("go.mod").exists()
        {
            folders.push(if below.is_empty() { name } else { format!("{below}/{name}") });
        }
    }
    if has_go {
        found.push(below.to_owned());
    }
    folders.sort();
    folders.iter().for_each(|folder| found_below(root, folder, found));
}

#[derive(Debug)]
struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        std::fs::read_to_string(path).ok().map(Into::into)
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        let entries = std::fs::read_dir(folder).ok()?.flatten();
        let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        Some(files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
    }
}
