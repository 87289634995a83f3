//! What is converted: the CRDs with several versions, each with objects as a cluster stores them.
//!
//! Must not know how an object is sent.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crdls_conversion::ReviewVersion;
use crdls_manifest::model::Version;
use crdls_manifest::objects::text_of;
use crdls_report::{Config, Finding, Report, Unit};
use crdls_resource::{Index, IndexedCrd, Judge, pruned, with_defaults};
use crdls_values::{Json, JsonValue};
use crdls_witness::{Sample, minimal_sample, sample};
use crdls_yaml::{Node, Tree};

use crate::cli::inputs::{collect, read, successes};
use crate::cli::outcome::{Outcome, warn};
use crate::render::{Source, count};
use crdls_system::files::IgnoreFiles;

/// A CRD whose conversions are tried.
pub(super) struct Subject<'i> {
    pub(super) crd: &'i IndexedCrd,
    /// Those that are served or stored.
    pub(super) versions: Vec<Version<'i>>,
    /// The versions of ConversionReview that the webhook reads.
    pub(super) reviews: Vec<ReviewVersion>,
    pub(super) objects: Vec<StoredObject<'i>>,
    config: &'i Config,
    /// What judges the objects of each version, by its name: what is compiled for one object is kept for the next.
    judges: BTreeMap<&'i str, Judge<'i>>,
}

/// An object as the server has it.
pub(super) struct StoredObject<'i> {
    pub(super) version: Version<'i>,
    pub(super) value: Json,
}

/// The CRDs that can be tried: with a webhook and several versions, or of those that are named all with several.
pub(super) fn subjects<'i>(index: &'i Index, are_named: bool, config: &'i Config) -> Vec<Subject<'i>> {
    let of_crd = |crd: &'i IndexedCrd| {
        let versions: Vec<_> =
            crd.crd().versions().filter(|version| version.served() || version.storage()).collect();
        let spec = crd.crd().spec();
        let is_wanted = if are_named { crd.is_named() } else { spec.webhook_conversion().is_some() };
        if versions.len() < 2 || !is_wanted || !crd.is_current() {
            return None;
        }
        let named = spec.conversion().into_iter().flat_map(|conversion| conversion.review_versions());
        let mut reviews: Vec<_> = named.filter_map(|(name, _)| ReviewVersion::named(name)).collect();
        if reviews.is_empty() {
            reviews.push(ReviewVersion::V1);
        }
        Some(Subject { crd, versions, reviews, objects: Vec::new(), config, judges: BTreeMap::new() })
    };
    index.of_project().into_iter().filter_map(of_crd).collect()
}

impl<'i> Subject<'i> {
    /// Adds samples of each version: one with all that the schema has, one with what the server needs.
    pub(super) fn add_samples(&mut self) {
        for version in self.versions.clone() {
            for make in [sample, minimal_sample] {
                let Sample { text, left } = make(self.crd, version, self.config);
                let tree = Tree::parse(&text);
                let root = tree.first_root(&text);
                if let Some(root) = root.filter(|_| left.is_empty()) {
                    self.add(with_texts(Unit::Written(root).value()), version);
                }
            }
        }
    }

    /// An object as the server has it in a version: without what the schema does not know, and with defaults.
    pub(super) fn settled(&self, object: &Json, version: Version<'_>) -> Json {
        let mut object = pruned(object, self.crd.crd(), version);
        if let Some(schema) = version.schema() {
            with_defaults(&mut object, schema, true);
        }
        object
    }

    /// Adds an object as it is stored; false where no cluster stores it, because it is not valid.
    fn add(&mut self, object: Json, version: Version<'i>) -> bool {
        let number = self.objects.len() + 1;
        let namespaced = self.crd.crd().spec().scope() != "Cluster";
        let value = self.settled(&identified(object, number, namespaced), version);
        let report = Report { kubernetes: self.config.kubernetes, ..Report::default() };
        let make = || Judge::new(self.crd.crd(), version, self.config);
        let judge = self.judges.entry(version.name()).or_insert_with(make);
        let found = judge.existing((&value).into(), report);
        let is_valid = !found.iter().any(Finding::refuses);
        if is_valid {
            self.objects.push(StoredObject { version, value });
        }
        is_valid
    }

    /// Adds an object of a file, where it is of this kind; false where it is not valid.
    fn add_written(&mut self, root: Node<'_>) -> bool {
        let text = |key| text_of(root, key).unwrap_or_default();
        let spec = self.crd.crd().spec();
        let (api_version, kind) = (text("apiVersion"), text("kind"));
        let Some((group, name)) = api_version.split_once('/') else { return true };
        let version = self.versions.iter().copied().find(|version| version.name() == name);
        match version.filter(|_| group == spec.group() && kind == spec.names().kind()) {
            Some(version) => self.add(Unit::Written(root).value(), version),
            None => true,
        }
    }
}

/// Adds the custom resources of files and folders to their subjects.
pub(super) fn add_files(subjects: &mut [Subject<'_>], paths: &[PathBuf]) -> Outcome {
    let mut outcome = Outcome::Clean;
    let here = [PathBuf::from(".")];
    let paths = if paths.is_empty() { &here[..] } else { paths };
    let inputs = collect(paths, IgnoreFiles::Respected, &mut outcome);
    let sources: Vec<Source> = successes(inputs.into_iter().map(read).collect(), &mut outcome);
    let mut invalid = 0;
    for source in &sources {
        for (_, object) in source.file().objects() {
            let is_valid = subjects.iter_mut().all(|subject| subject.add_written(object.node));
            invalid += usize::from(!is_valid);
        }
    }
    if invalid > 0 {
        let objects = count(invalid, "object");
        warn(format_args!("{objects} skipped: invalid against their CRD, so no cluster can store them"));
    }
    outcome
}

/// A sample with a label and an annotation, which a webhook must keep.
fn with_texts(mut object: Json) -> Json {
    for (field, name) in [("labels", "label"), ("annotations", "annotation")] {
        let own = map([(format!("example.org/{name}"), text("kept"))]);
        if let Some(metadata) = object.get_mut("metadata").filter(|metadata| metadata.get(field).is_none()) {
            metadata.set(field, |_| own);
        }
    }
    object
}

/// An object with what the server writes into the metadata of each.
fn identified(mut object: Json, number: usize, namespaced: bool) -> Json {
    if object.get("metadata").is_none() {
        object.set("metadata", |_| map([]));
    }
    let Some(metadata) = object.get_mut("metadata") else { return object };
    let own = [
        ("name", text(&format!("object-{number}"))),
        ("uid", text(&format!("00000000-0000-4000-8000-{number:012}"))),
        ("creationTimestamp", text("2024-01-01T00:00:00Z")),
        ("generation", Json::unplaced(JsonValue::Int(1))),
    ];
    let namespace = namespaced.then(|| ("namespace", text("default")));
    for (name, value) in own.into_iter().chain(namespace) {
        if metadata.get(name).is_none_or(Json::is_null) {
            metadata.set(name, |_| value);
        }
    }
    object
}

fn text(text: &str) -> Json {
    Json::unplaced(JsonValue::Str(text.into()))
}

fn map<const N: usize>(members: [(String, Json); N]) -> Json {
    let mut map = Json::unplaced(JsonValue::Map(Vec::new()));
    members.into_iter().for_each(|(name, value)| map.set(&name, |_| value));
    map
}
