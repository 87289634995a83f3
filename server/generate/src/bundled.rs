//! The types of Kubernetes' own modules, for modules that are found nowhere else: k8s.io/api, apimachinery and
//! apiextensions-apiserver of all minors that crdls knows.
//!
//! `schemas/go/kubernetes.zlib` is written by `cargo dev go-types`. It has the length of a text, and the text as zlib packs
//! it. The text begins with the oldest and the newest minor. `=PATH` begins a file, `@30-33` or `@30` a run of its lines
//! that these minors have, or all since that one. The files are Go, reduced to what schemas depend on, with the comments
//! of their authors (Apache License 2.0), since controller-gen makes descriptions of them.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use zlib_rs::{InflateConfig, decompress_slice};

static PACKED: &[u8] = include_bytes!("../../../schemas/go/kubernetes.zlib");

pub(crate) const MODULES: [&str; 3] = ["k8s.io/api", "k8s.io/apimachinery", "k8s.io/apiextensions-apiserver"];

/// The module that a package belongs to, if its types may be bundled.
pub(crate) fn module_of(import_path: &str) -> Option<&'static str> {
    MODULES.into_iter().find(|module| {
        import_path.strip_prefix(module).is_some_and(|below| below.is_empty() || below.starts_with('/'))
    })
}

/// The files of a package as a version of its module has them, such as `v0.34.1`: by its minor, the nearest that is known.
/// Without a version the newest.
pub(crate) fn files(import_path: &str, version: Option<&str>) -> Option<Vec<(String, Arc<str>)>> {
    static TYPES: OnceLock<KubernetesTypes> = OnceLock::new();
    TYPES.get_or_init(|| KubernetesTypes::read(&unpacked(PACKED))).files(import_path, version)
}

fn unpacked(packed: &[u8]) -> String {
    let Some((len, packed)) = packed.split_first_chunk() else { return String::new() };
    let mut text = vec![0; u32::from_le_bytes(*len) as usize];
    decompress_slice(&mut text, packed, InflateConfig::default());
    String::from_utf8(text).unwrap_or_default()
}

/// The types of Kubernetes' own modules, for a caller that has the text from elsewhere.
#[derive(Debug, Default)]
pub struct KubernetesTypes {
    oldest: u8,
    newest: u8,
    packages: BTreeMap<String, Vec<Woven>>,
}

/// A file of all minors.
#[derive(Debug)]
struct Woven {
    name: String,
    runs: Vec<Run>,
}

/// Lines that some minors have.
#[derive(Debug)]
struct Run {
    since: u8,
    last: u8,
    lines: String,
}

impl KubernetesTypes {
    /// Reads the text that `schemas/go/kubernetes.zlib` packs, or one without the runs of older minors.
    pub fn read(text: &str) -> Self {
        let mut lines = text.lines();
        let mut minors = lines.next().unwrap_or("").split(' ').map(|minor| minor.parse().unwrap_or_default());
        let (oldest, newest) = (minors.next().unwrap_or_default(), minors.next().unwrap_or_default());
        let mut packages: BTreeMap<String, Vec<Woven>> = BTreeMap::new();
        let mut files: &mut Vec<Woven> = &mut Vec::new();
        for line in lines {
            if let Some((package, name)) = line.strip_prefix('=').and_then(|path| path.rsplit_once('/')) {
                files = packages.entry(package.to_owned()).or_default();
                files.push(Woven { name: name.to_owned(), runs: Vec::new() });
                continue;
            }
            let Some(file) = files.last_mut() else { continue };
            if let Some(minors) = line.strip_prefix('@') {
                let (since, last) = minors.split_once('-').unwrap_or((minors, ""));
                let run = Run {
                    since: since.parse().unwrap_or(oldest),
                    last: last.parse().unwrap_or(newest),
                    lines: String::new(),
                };
                file.runs.push(run);
            } else if let Some(run) = file.runs.last_mut() {
                run.lines.push_str(line);
                run.lines.push('\n');
            }
        }
        Self { oldest, newest, packages }
    }

    /// The files of a package as a version of its module has them, or without a version the newest.
    pub fn files(&self, import_path: &str, version: Option<&str>) -> Option<Vec<(String, Arc<str>)>> {
        let module = module_of(import_path)?;
        let minor = self.minor(version);
        let below = import_path.strip_prefix(module)?;
        let files = self.packages.get(import_path)?.iter().filter_map(|file| {
            let path = format!("{module}@v0.{minor}{below}/{}", file.name);
            let text = file.text(minor);
            (!text.is_empty()).then(|| (path, text.into()))
        });
        let files: Vec<_> = files.collect();
        (!files.is_empty()).then_some(files)
    }

    fn minor(&self, version: Option<&str>) -> u8 {
        let minor = version.and_then(|version| version.strip_prefix("v0.")?.split('.').next()?.parse().ok());
        match minor {
            // A commit of the main branch.
            None | Some(0) => self.newest,
            Some(minor) => u8::try_from(minor).unwrap_or(self.newest).clamp(self.oldest, self.newest),
        }
    }
}

impl Woven {
    fn text(&self, minor: u8) -> String {
        let runs = self.runs.iter().filter(|run| run.since <= minor && minor <= run.last);
        runs.map(|run| run.lines.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(import_path: &str, version: Option<&str>) -> String {
        let files = files(import_path, version).unwrap_or_default();
        files.iter().map(|(_, text)| &**text).collect()
    }

    #[test]
    fn each_minor_has_its_fields() {
        let core = |version| text("k8s.io/api/core/v1", version);
        // The field came with 1.28, its JSON name is in no older minor.
        let since = |version| core(Some(version)).contains("`json:\"restartPolicyRules,omitempty\"`");
        assert_eq!(["v0.25.0", "v0.33.9", "v0.34.0", "v0.99.1"].map(since), [false, false, true, true]);
        assert_eq!(core(None), core(Some("v0.37.0")));
        assert_eq!(core(None), core(Some("v0.0.0-20200101000000-abcdefabcdef")));
        assert_ne!(core(None), core(Some("v0.36.0")));
        assert!(core(Some("v0.26.1")).starts_with("package v1\n"));
    }

    #[test]
    fn every_state_is_go() {
        let table = KubernetesTypes::read(&unpacked(PACKED));
        assert!(table.packages.len() > 30, "{:?}", table.packages.keys());
        for file in table.packages.values().flatten() {
            for text in (table.oldest..=table.newest).map(|minor| file.text(minor)) {
                let errors = crdls_go_source::parse(&text).errors.len();
                assert!(text.is_empty() || errors == 0, "{}: {errors}", file.name);
            }
        }
        assert_eq!(files("k8s.io/api/extensions/v1beta1", None), None);
        assert_eq!(files("k8s.io/apiserver/v1", None), None);
        assert_eq!(module_of("k8s.io/apimachinery/pkg/types"), Some("k8s.io/apimachinery"));
    }
}
