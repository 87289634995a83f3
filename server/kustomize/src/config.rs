//! Which fields the transformers change: `builtinconfig.TransformerConfig`, and how configurations are merged.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crdls_values::Json;
use crdls_yaml::Tree;

use crate::decode::{Decoder, FieldPath, Read, records};
use crate::id::Gvk;
use crate::problem::Step;
use crate::read::value_of;

records! {
    /// A field of some kinds, which is created where it is missing or not (`types.FieldSpec`). An empty part of a kind
    /// fits all.
    FieldSpec {
        inline selector: Gvk,
        "path" path: FieldPath,
        "create" create: bool,
    }

    /// Fields that hold the name of an object of a kind (`NameBackReferences`).
    NameReference {
        inline target: Gvk,
        "fieldSpecs" referrers: Vec<FieldSpec>,
    }
}

/// The lists of fields of a configuration, by their names.
const LISTS: [&str; 11] = [
    "namePrefix",
    "nameSuffix",
    "namespace",
    "commonLabels",
    "labels",
    "templateLabels",
    "volumeClaimTemplateLabels",
    "commonAnnotations",
    "varReference",
    "images",
    "replicas",
];

/// A configuration of the transformers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Config {
    lists: BTreeMap<&'static str, Vec<FieldSpec>>,
    pub(crate) name_reference: Vec<NameReference>,
}

/// `FsSlice.MergeAll`: two entries of one field may not disagree.
pub(crate) fn merge_all(list: &mut Vec<FieldSpec>, other: &[FieldSpec]) -> Result<(), &'static str> {
    for spec in other {
        let same = |known: &&FieldSpec| known.path == spec.path && spec.selector.selects(&known.selector);
        match list.iter().find(same) {
            Some(known) if known.create != spec.create => return Err("conflicting fieldspecs"),
            Some(_) => {}
            None => list.push(spec.clone()),
        }
    }
    Ok(())
}

/// kustomize's default configuration, which `tests/oracle/kustomize` writes.
pub(crate) fn default_config() -> Arc<Config> {
    static DEFAULT: OnceLock<Arc<Config>> = OnceLock::new();
    // A test proves that it can be read.
    DEFAULT.get_or_init(|| Arc::new(read_defaults().unwrap_or_default())).clone()
}

fn read_defaults() -> Step<Config> {
    let text = include_str!("../../../schemas/kustomize/defaults.json");
    Config::decode(0, &value_of(&Tree::parse(text), text))
}

impl Config {
    /// The fields of a list.
    pub(crate) fn of(&self, list: &str) -> &[FieldSpec] {
        self.lists.get(list).map_or(&[], Vec::as_slice)
    }

    /// Adds a field to a list.
    pub(crate) fn push(&mut self, list: &'static str, spec: FieldSpec) {
        self.lists.entry(list).or_default().push(spec);
    }

    /// `TransformerConfig.Merge`
    pub(crate) fn merged(&self, other: &Config) -> Result<Self, &'static str> {
        let mut merged = self.clone();
        for (list, specs) in &other.lists {
            merge_all(merged.lists.entry(list).or_default(), specs)?;
        }
        for reference in other.name_reference.iter().cloned() {
            merged.add_reference(reference)?;
        }
        Ok(merged.sorted())
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
    fn sorted(mut self) -> Self {
        for list in self.lists.values_mut() {
            list.sort_by_cached_key(|spec| spec.selector.order());
        }
        self.name_reference.sort_by_cached_key(|reference| reference.target.order());
        self
    }

    /// The configuration that a file holds (`makeTransformerConfigFromBytes`).
    pub(crate) fn decode(file: u32, value: &Json) -> Step<Self> {
        let (decoder, mut config) = (Decoder::strict(file, "TransformerConfig"), Self::default());
        for (name, value) in decoder.fields(value, &[&LISTS[..], &["nameReference"]].concat())? {
            if name == "nameReference" {
                config.name_reference = Read::read(decoder, value, name)?;
            } else {
                config.lists.insert(name, Read::read(decoder, value, name)?);
            }
        }
        Ok(config.sorted())
    }
}

impl FieldSpec {
    /// The field of one kind, which is not created.
    pub(crate) fn of(&self, gvk: &Gvk) -> Self {
        Self { selector: gvk.clone(), path: self.path.clone(), ..Self::default() }
    }

    /// A field of every kind.
    pub(crate) fn of_all(path: &str, create: bool) -> Self {
        Self { path: FieldPath(path.to_owned()), create, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_configuration_is_read_whole() {
        let config = read_defaults().expect("the file can be read");
        assert_eq!(config.name_reference.len(), 16);
        assert_eq!(config.of("namePrefix").len(), 1);
        assert!(config.of("images").len() > 5 && config.of("varReference").len() > 50);
    }
}
