//! Which fields the transformers change: `builtinconfig.TransformerConfig`, and how configurations are merged.

use std::sync::{Arc, OnceLock};

use crdls_values::Json;

use crate::decode::{Decoder, Read, Refused, record};
use crate::id::Gvk;
use crate::tables::TEXT;

/// A field of some kinds (`types.FieldSpec`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FieldSpec {
    /// An empty part fits all.
    pub(crate) selector: Gvk,
    pub(crate) path: String,
    /// Whether the field is created where it is missing.
    pub(crate) create: bool,
}

/// Fields that hold the name of an object of a kind (`NameBackReferences`).
#[derive(Clone, Debug, Default)]
pub(crate) struct NameReference {
    pub(crate) target: Gvk,
    pub(crate) referrers: Vec<FieldSpec>,
}

record! {
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

/// kustomize's default configuration.
pub(crate) fn default_config() -> Arc<Config> {
    static DEFAULT: OnceLock<Arc<Config>> = OnceLock::new();
    let read = || {
        let mut config = Config::default();
        TEXT.lines().for_each(|line| {
            config.line(line);
        });
        config.sort();
        Arc::new(config)
    };
    DEFAULT.get_or_init(read).clone()
}

impl Config {
    /// Adds what a line of the tables says.
    fn line(&mut self, line: &str) -> Option<()> {
        let (what, rest) = line.split_once(' ')?;
        let (list, rest) = match what {
            "field" => rest.split_once(' ')?,
            "names" => ("", rest),
            _ => return None,
        };
        let mut words = rest.split(' ').map(|word| if word == "-" { "" } else { word }.to_owned());
        let selector = Gvk { group: words.next()?, version: words.next()?, kind: words.next()? };
        if list.is_empty() {
            self.name_reference.push(NameReference { target: selector, referrers: Vec::new() });
            return Some(());
        }
        let spec = FieldSpec { selector, create: words.next()? == "true", path: words.next()? };
        match list {
            "nameReference" => self.name_reference.last_mut()?.referrers.push(spec),
            _ => self.lists_mut().into_iter().find(|(name, _)| *name == list)?.1.push(spec),
        }
        Some(())
    }

    /// The lists of fields, each with the name that a configuration has for it.
    fn lists_mut(&mut self) -> [(&'static str, &mut Vec<FieldSpec>); 11] {
        [
            ("namePrefix", &mut self.name_prefix),
            ("nameSuffix", &mut self.name_suffix),
            ("namespace", &mut self.namespace),
            ("commonLabels", &mut self.common_labels),
            ("labels", &mut self.labels),
            ("templateLabels", &mut self.template_labels),
            ("volumeClaimTemplateLabels", &mut self.volume_claim_template_labels),
            ("commonAnnotations", &mut self.common_annotations),
            ("varReference", &mut self.var_reference),
            ("images", &mut self.images),
            ("replicas", &mut self.replicas),
        ]
    }

    /// `TransformerConfig.Merge`
    pub(crate) fn merge(&mut self, other: &Config) -> Result<(), &'static str> {
        let mut other = other.clone();
        for ((_, list), (_, other)) in self.lists_mut().into_iter().zip(other.lists_mut()) {
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
        for (_, list) in self.lists_mut() {
            list.sort_by_cached_key(|spec| spec.selector.order());
        }
        self.name_reference.sort_by_cached_key(|reference| reference.target.order());
    }

    /// The configuration that a file holds (`makeTransformerConfigFromBytes`).
    pub(crate) fn decode(value: &Json) -> Result<Self, Refused> {
        let mut config = Self::read(Decoder::strict("TransformerConfig"), value, "")?;
        config.sort();
        Ok(config)
    }
}

impl FieldSpec {
    /// The field of one kind, which is not created.
    pub(crate) fn of(&self, gvk: &Gvk) -> Self {
        Self { selector: gvk.clone(), path: self.path.clone(), create: false }
    }

    /// A field of every kind.
    pub(crate) fn of_all(path: &str, create: bool) -> Self {
        Self { path: path.to_owned(), create, ..Self::default() }
    }
}

impl Read for FieldSpec {
    fn read(decoder: Decoder, value: &Json, field: &str) -> Result<Self, Refused> {
        let FieldSpecRecord { group, version, kind, path, create, .. } =
            FieldSpecRecord::read(decoder, value, field)?;
        Ok(Self { selector: Gvk { group, version, kind }, path, create })
    }
}

impl Read for NameReference {
    fn read(decoder: Decoder, value: &Json, field: &str) -> Result<Self, Refused> {
        let NameReferenceRecord { group, version, kind, field_specs, .. } =
            NameReferenceRecord::read(decoder, value, field)?;
        Ok(Self { target: Gvk { group, version, kind }, referrers: field_specs })
    }
}

record! {
    FieldSpecRecord {
        "group" group: String,
        "version" version: String,
        "kind" kind: String,
        "path" path: String,
        "create" create: bool,
    }
}

record! {
    NameReferenceRecord {
        "group" group: String,
        "version" version: String,
        "kind" kind: String,
        "fieldSpecs" field_specs: Vec<FieldSpec>,
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
