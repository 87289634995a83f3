//! Which fields the transformers change: `builtinconfig.TransformerConfig`, and how configurations are merged.

use std::sync::{Arc, OnceLock};

use crdls_values::Json;
use crdls_yaml::Tree;

use crate::decode::{Decoder, Read, records};
use crate::id::Gvk;
use crate::problem::Step;
use crate::read::value_of;

records! {
    /// A field of some kinds, which is created where it is missing or not (`types.FieldSpec`). An empty part of a kind
    /// fits all.
    FieldSpec {
        inline selector: Gvk,
        "path" path: String,
        "create" create: bool,
    }

    /// Fields that hold the name of an object of a kind (`NameBackReferences`).
    NameReference {
        inline target: Gvk,
        "fieldSpecs" referrers: Vec<FieldSpec>,
    }

    /// A configuration of the transformers.
    Config {
        "namePrefix" name_prefix: Vec<FieldSpec>,
        "nameSuffix" name_suffix: Vec<FieldSpec>,
        "namespace" namespace: Vec<FieldSpec>,
        "commonLabels" common_labels: Vec<FieldSpec>,
        "labels" labels: Vec<FieldSpec>,
        "templateLabels" template_labels: Vec<FieldSpec>,
        "volumeClaimTemplateLabels" volume_claim_template_labels: Vec<FieldSpec>,
        "commonAnnotations" common_annotations: Vec<FieldSpec>,
        "nameReference" name_reference: Vec<NameReference>,
        "varReference" var_reference: Vec<FieldSpec>,
        "images" images: Vec<FieldSpec>,
        "replicas" replicas: Vec<FieldSpec>,
    }
}

/// Two entries of one field disagree.
pub(crate) const CONFLICT: &str = "conflicting fieldspecs";

/// `FsSlice.MergeOne`
pub(crate) fn merge_one(list: &mut Vec<FieldSpec>, spec: FieldSpec) -> Result<(), &'static str> {
    let same = |known: &&FieldSpec| known.path == spec.path && spec.selector.selects(&known.selector);
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

/// kustomize's default configuration, which `tests/oracle/kustomize` writes.
pub(crate) fn default_config() -> Arc<Config> {
    static DEFAULT: OnceLock<Arc<Config>> = OnceLock::new();
    let read = || {
        let text = include_str!("../../../schemas/kustomize/defaults.json");
        Arc::new(Config::decode(0, &value_of(&Tree::parse(text), text)).unwrap_or_default())
    };
    DEFAULT.get_or_init(read).clone()
}

impl Config {
    /// The lists of fields.
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
    pub(crate) fn merged(&self, other: &Config) -> Result<Self, &'static str> {
        let (mut merged, mut other) = (self.clone(), other.clone());
        for (list, other) in merged.lists_mut().into_iter().zip(other.lists_mut()) {
            merge_all(list, other)?;
        }
        for reference in other.name_reference {
            merged.add_reference(reference)?;
        }
        merged.sort();
        Ok(merged)
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
            list.sort_by_cached_key(|spec| spec.selector.order());
        }
        self.name_reference.sort_by_cached_key(|reference| reference.target.order());
    }

    /// The configuration that a file holds (`makeTransformerConfigFromBytes`).
    pub(crate) fn decode(file: u32, value: &Json) -> Step<Self> {
        let mut config = Self::read(Decoder::strict(file, "TransformerConfig"), value, "")?;
        config.sort();
        Ok(config)
    }
}

impl FieldSpec {
    /// The field of one kind, which is not created.
    pub(crate) fn of(&self, gvk: &Gvk) -> Self {
        Self { selector: gvk.clone(), path: self.path.clone(), ..Self::default() }
    }

    /// A field of every kind.
    pub(crate) fn of_all(path: &str, create: bool) -> Self {
        Self { path: path.to_owned(), create, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_configuration_is_read_whole() {
        let config = default_config();
        assert_eq!(config.name_reference.len(), 16);
        assert_eq!(config.name_prefix.len(), 1);
        assert!(config.images.len() > 5 && config.var_reference.len() > 50);
    }
}
