//! Which fields the transformers change: `builtinconfig.TransformerConfig`, and how configurations are merged.

use crdls_values::Json;

use crate::decode::{Decoder, Refused};
use crate::id::Gvk;

/// Parts of a kind that a resource must have; an empty part fits all (`Gvk.IsSelected`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Selector {
    pub(crate) group: String,
    pub(crate) version: String,
    pub(crate) kind: String,
}

/// A field of some kinds (`types.FieldSpec`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FieldSpec {
    pub(crate) selector: Selector,
    pub(crate) path: String,
    /// Whether the field is created where it is missing.
    pub(crate) create: bool,
}

/// Fields that hold the name of an object of a kind (`NameBackReferences`).
#[derive(Clone, Debug, Default)]
pub(crate) struct NameReference {
    pub(crate) target: Selector,
    pub(crate) referrers: Vec<FieldSpec>,
}

/// A configuration of the transformers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Config {
    pub(crate) name_prefix: Vec<FieldSpec>,
    pub(crate) name_suffix: Vec<FieldSpec>,
    pub(crate) namespace: Vec<FieldSpec>,
    pub(crate) common_labels: Vec<FieldSpec>,
    pub(crate) labels: Vec<FieldSpec>,
    pub(crate) template_labels: Vec<FieldSpec>,
    pub(crate) volume_claim_template_labels: Vec<FieldSpec>,
    pub(crate) common_annotations: Vec<FieldSpec>,
    pub(crate) name_reference: Vec<NameReference>,
    pub(crate) var_reference: Vec<FieldSpec>,
    pub(crate) images: Vec<FieldSpec>,
    pub(crate) replicas: Vec<FieldSpec>,
}

/// Two entries of one field disagree.
pub(crate) const CONFLICT: &str = "conflicting fieldspecs";

impl Selector {
    pub(crate) fn selects(&self, gvk: &Gvk) -> bool {
        let fits = |wanted: &str, found: &str| wanted.is_empty() || wanted == found;
        fits(&self.group, &gvk.group) && fits(&self.version, &gvk.version) && fits(&self.kind, &gvk.kind)
    }

    pub(crate) fn gvk(&self) -> Gvk {
        Gvk::new(&self.group, &self.version, &self.kind)
    }
}

/// `FsSlice.MergeOne`
pub(crate) fn merge_one(list: &mut Vec<FieldSpec>, spec: FieldSpec) -> Result<(), &'static str> {
    let same = |known: &&FieldSpec| known.path == spec.path && spec.selector.selects(&known.selector.gvk());
    match list.iter().find(same) {
        Some(known) if known.create != spec.create => Err(CONFLICT),
        Some(_) => Ok(()),
        None => {
            list.push(spec);
            Ok(())
        }
    }
}

/// `FsSlice.MergeAll`
pub(crate) fn merge_all(list: &mut Vec<FieldSpec>, other: &[FieldSpec]) -> Result<(), &'static str> {
    other.iter().try_for_each(|spec| merge_one(list, spec.clone()))
}

impl Config {
    /// The list that a configuration names like this.
    pub(crate) fn list_mut(&mut self, name: &str) -> Option<&mut Vec<FieldSpec>> {
        Some(match name {
            "namePrefix" => &mut self.name_prefix,
            "nameSuffix" => &mut self.name_suffix,
            "namespace" => &mut self.namespace,
            "commonLabels" => &mut self.common_labels,
            "labels" => &mut self.labels,
            "templateLabels" => &mut self.template_labels,
            "volumeClaimTemplateLabels" => &mut self.volume_claim_template_labels,
            "commonAnnotations" => &mut self.common_annotations,
            "varReference" => &mut self.var_reference,
            "images" => &mut self.images,
            "replicas" => &mut self.replicas,
            _ => return None,
        })
    }

    fn lists_mut(&mut self) -> [&mut Vec<FieldSpec>; 11] {
        [
            &mut self.name_prefix,
            &mut self.name_suffix,
            &mut self.namespace,
            &mut self.common_labels,
            &mut self.labels,
            &mut self.template_labels,
            &mut self.volume_claim_template_labels,
            &mut self.common_annotations,
            &mut self.var_reference,
            &mut self.images,
            &mut self.replicas,
        ]
    }

    /// `TransformerConfig.Merge`
    pub(crate) fn merge(&mut self, other: &Config) -> Result<(), &'static str> {
        let mut other = other.clone();
        for (list, other) in self.lists_mut().into_iter().zip(other.lists_mut()) {
            merge_all(list, other)?;
        }
        for reference in other.name_reference {
            self.add_reference(reference)?;
        }
        self.sort();
        Ok(())
    }

    /// `nbrSlice.mergeOne`
    pub(crate) fn add_reference(&mut self, reference: NameReference) -> Result<(), &'static str> {
        let mut found = false;
        for known in self.name_reference.iter_mut().filter(|known| known.target == reference.target) {
            merge_all(&mut known.referrers, &reference.referrers)?;
            found = true;
        }
        if !found {
            self.name_reference.push(reference);
        }
        Ok(())
    }

    /// `TransformerConfig.sortFields`
    pub(crate) fn sort(&mut self) {
        for list in self.lists_mut() {
            list.sort_by_cached_key(|spec| spec.selector.gvk().order());
        }
        self.name_reference.sort_by_cached_key(|reference| reference.target.gvk().order());
    }

    /// The configuration that a file holds (`makeTransformerConfigFromBytes`).
    pub(crate) fn read(value: &Json) -> Result<Self, Refused> {
        const LISTS: [&str; 12] = [
            "namePrefix",
            "nameSuffix",
            "namespace",
            "commonLabels",
            "labels",
            "templateLabels",
            "volumeClaimTemplateLabels",
            "commonAnnotations",
            "nameReference",
            "varReference",
            "images",
            "replicas",
        ];
        let decoder = Decoder::strict("TransformerConfig");
        let mut config = Self::default();
        for (list, value) in decoder.fields(value, &LISTS)? {
            match config.list_mut(list) {
                Some(specs) => *specs = decoder.list(value, list, FieldSpec::read)?,
                None => config.name_reference = decoder.list(value, list, NameReference::read)?,
            }
        }
        config.sort();
        Ok(config)
    }
}

impl FieldSpec {
    /// A field of every kind.
    pub(crate) fn of_all(path: &str, create: bool) -> Self {
        Self { path: path.to_owned(), create, ..Self::default() }
    }

    pub(crate) fn read(decoder: &Decoder, value: &Json) -> Result<Self, Refused> {
        let mut spec = Self::default();
        for (name, value) in decoder.fields(value, &["group", "version", "kind", "path", "create"])? {
            match name {
                "group" => spec.selector.group = decoder.string(value, name)?,
                "version" => spec.selector.version = decoder.string(value, name)?,
                "kind" => spec.selector.kind = decoder.string(value, name)?,
                "path" => spec.path = decoder.string(value, name)?,
                _ => spec.create = decoder.bool(value, name)?,
            }
        }
        Ok(spec)
    }
}

impl NameReference {
    fn read(decoder: &Decoder, value: &Json) -> Result<Self, Refused> {
        let mut reference = Self::default();
        for (name, value) in decoder.fields(value, &["group", "version", "kind", "fieldSpecs"])? {
            match name {
                "group" => reference.target.group = decoder.string(value, name)?,
                "version" => reference.target.version = decoder.string(value, name)?,
                "kind" => reference.target.kind = decoder.string(value, name)?,
                _ => reference.referrers = decoder.list(value, name, FieldSpec::read)?,
            }
        }
        Ok(reference)
    }
}
