//! The CRDs of a project as manifests: a text for each file of Go that declares their kinds.
//!
//! Must not know what is done with a text.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_ide::File;
use crdls_report::{FieldPath, Locator};
use crdls_resource::Index;
use crdls_text::TextRange;
use crdls_yaml::Node;

use super::crds::{GoCrd, GoCrds, is_manifest};
use super::project::GoProject;
use super::unknown::may_see;
use crdls_system::threads::Threads;

/// The CRDs whose kinds a file of Go declares, as documents of one text.
#[derive(Clone, Debug)]
pub(crate) struct GeneratedText {
    /// The file of Go.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    crds: Arc<GoCrds>,
    /// Where each of its CRDs begins, and the number of the CRD.
    documents: Vec<(u32, usize)>,
}

/// What lies between two documents.
const SEPARATOR: &str = "---\n";

impl GeneratedText {
    /// The Go text that a range comes from.
    pub(crate) fn origin(&self, range: TextRange) -> Option<(&Path, TextRange)> {
        let after = self.documents.partition_point(|(start, _)| *start <= range.start);
        let (start, number) = self.documents.get(after.checked_sub(1)?)?;
        let crd = self.crds.crds.get(*number)?;
        crd.origin(TextRange::new(range.start - start, range.end.max(range.start) - start))
    }

    /// The text as controller-gen would write it.
    pub(crate) fn whole(&self) -> String {
        self.text.clone()
    }

    /// The text whose rules that may see a missing type are `true`: nothing is known of them. Each place stays
    /// where it is.
    pub(crate) fn without_open_rules(&self) -> String {
        const HOLDS: &str = "\"true\"";
        let mut text = self.text.clone();
        for ((start, _), crd) in self.documents.iter().zip(self.crds()) {
            for TextRange { start: from, end } in crd.open_rules() {
                let range = (start + from) as usize..(start + end) as usize;
                let rest = text.as_bytes().get(range.start + HOLDS.len()..range.end).unwrap_or_default();
                let blank = rest.iter().map(|byte| if *byte == b'\n' { '\n' } else { ' ' });
                let instead: String = HOLDS.chars().chain(blank).collect();
                if instead.len() == range.len() {
                    text.replace_range(range, &instead);
                }
            }
        }
        text
    }

    /// Its CRDs.
    pub(crate) fn crds(&self) -> impl Iterator<Item = &GoCrd> {
        self.documents.iter().filter_map(|(_, number)| self.crds.crds.get(*number)).map(|crd| &**crd)
    }

    /// The nodes of types that are not found, each after the name of its CRD.
    pub(crate) fn unknown_nodes(&self) -> impl Iterator<Item = (&str, &FieldPath)> {
        self.crds().flat_map(|crd| crd.made.unknown.paths().iter().map(|path| (&*crd.made.name, path)))
    }

    /// The types that are not found.
    pub(crate) fn unknown_types(&self) -> impl Iterator<Item = &str> {
        self.crds().flat_map(|crd| crd.made.unknown_types.keys().map(|name| &**name))
    }

    /// The files of Go that its CRDs come from.
    pub(crate) fn files(&self) -> BTreeSet<&Path> {
        self.crds().flat_map(GoCrd::files).map(PathBuf::as_path).collect()
    }
}

/// The kinds that manifests define, each with its group before it.
pub(crate) fn manifest_kinds(manifests: &Index, counts: impl Fn(bool) -> bool) -> BTreeSet<(String, String)> {
    let whole = manifests.all().filter(|known| is_manifest(known) && counts(known.is_named()));
    let kind = whole.map(|known| {
        let spec = known.header().spec();
        (spec.group().to_owned(), spec.names().kind().to_owned())
    });
    kind.collect()
}

impl GoProject {
    /// The texts of the CRDs but those of known kinds, of which a version is declared in a file that is asked for. `known`:
    /// see [`manifest_kinds`].
    pub(crate) fn texts(
        &self,
        known: &BTreeSet<(String, String)>,
        is_file_asked: impl Fn(&Path) -> bool,
        threads: &Threads,
    ) -> Vec<GeneratedText> {
        let is_asked = |group: &str, kind: &str| !known.contains(&(group.to_owned(), kind.to_owned()));
        let crds = self.crds_of(&is_asked, threads);
        let mut by_file: BTreeMap<PathBuf, GeneratedText> = BTreeMap::new();
        // Without a group it is no type of a custom resource.
        let is_custom = |crd: &GoCrd| !crd.made.definition.group.is_empty() && crd.is_stored();
        for (number, crd) in crds.crds.iter().enumerate().filter(|(_, crd)| is_custom(crd)) {
            // The newest version comes last.
            let Some(path) = crd.declared_in().into_iter().rev().find(|path| is_file_asked(path)) else {
                continue;
            };
            let of_file = by_file.entry(path.to_owned()).or_insert_with(|| GeneratedText {
                path: path.to_owned(),
                text: String::new(),
                crds: Arc::clone(&crds),
                documents: Vec::new(),
            });
            if !of_file.text.is_empty() {
                of_file.text += SEPARATOR;
            }
            of_file.documents.push((of_file.text.len() as u32, number));
            of_file.text += crd.made.text.file.text();
        }
        by_file.into_values().collect()
    }
}

impl GoCrd {
    /// The ranges of the rules that may see a missing type, each once.
    fn open_rules(&self) -> Vec<TextRange> {
        let file: &File = &self.made.text.file;
        let Some(root) = file.tree().first_root(file.text()) else { return Vec::new() };
        let (mut locator, mut found) = (Locator::new(root), Vec::new());
        for open in self.made.unknown.paths() {
            for length in 0..=open.steps().len() {
                let (node, way) = open.steps().split_at(length);
                let at = locator.find(node).filter(|at| at.complete);
                let rules = at.and_then(|at| at.value.get("x-kubernetes-validations"));
                let rules = rules.into_iter().flat_map(|rules| rules.value.items());
                let rules = rules.filter_map(|rule| Some(rule.get("rule")?.value));
                let sees = |rule: &Node<'_>| rule.str().is_some_and(|rule| may_see(&rule, way));
                found.extend(rules.filter(sees).map(Node::range));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Its versions.
    fn versions(&self) -> impl Iterator<Item = Node<'_>> {
        let file: &File = &self.made.text.file;
        let root = file.tree().first_root(file.text());
        let versions = root.and_then(|root| root.get("spec")?.value.get("versions"));
        versions.into_iter().flat_map(|versions| versions.value.items())
    }

    /// Whether it has a storage version. controller-gen refuses others: the types are those of an aggregated API, or are
    /// not complete.
    fn is_stored(&self) -> bool {
        let is_true = |node: Node<'_>| node.str().is_some_and(|text| text == "true");
        self.versions().any(|version| version.get("storage").is_some_and(|entry| is_true(entry.value)))
    }

    /// The files of Go that declare its versions, in their order.
    fn declared_in(&self) -> Vec<&Path> {
        let names = self.versions().filter_map(|version| Some(version.get("name")?.value));
        names.filter_map(|name| Some(self.origin(name.range())?.0)).collect()
    }
}
