//! Versions with equal schemas: what objects show of one version they show of the other one.
//!
//! Must not know how an object is found.

use crdls_manifest::fields::Field;
use crdls_manifest::model::{Schema, Version};
use crdls_values::{Json, JsonValue};

use crate::class::Class;
use crate::definition::VersionPair;
use crate::proof::{Proof, Witness};

/// What was found of the schemas of a pair of versions, with nothing known before and without given objects.
pub(crate) struct Searched<'m> {
    pub pair: VersionPair<'m>,
    /// The class of each difference, in order.
    pub classes: Vec<(Class, Proof)>,
    /// For how many of them objects were searched.
    pub searches: usize,
    /// Whether a CRD with a difference in this version alone may have read a stored object by that: then it counts which
    /// version is the stored one.
    pub reads_differ: bool,
}

impl Searched<'_> {
    /// The classes of the same differences in another pair; `None` where they may be others. `api_version`: of the objects of
    /// the other pair.
    pub(crate) fn classes_in(&self, pair: VersionPair<'_>, api_version: &str) -> Option<Vec<(Class, Proof)>> {
        let both = [(self.pair.old.1, pair.old.1), (self.pair.new.1, pair.new.1)];
        both.iter().all(|(a, b)| self.are_alike(*a, *b)).then_some(())?;
        self.classes.iter().map(|(class, proof)| Some((*class, of_version(proof, api_version)?))).collect()
    }

    /// Whether what one version makes of objects follows from what the other makes of them. What is stored of an object that
    /// is accepted is accepted again: which of two versions with one schema is stored does not matter for that.
    fn are_alike(&self, a: Version<'_>, b: Version<'_>) -> bool {
        let is_equal = |field: Field| a.object().get(field) == b.object().get(field);
        (!self.reads_differ || a.storage() == b.storage())
            && a.schema().is_none_or(ignores_version)
            && is_equal(Field::Schema)
            && is_equal(Field::Subresources)
    }
}

/// Whether nothing in the schema of an object depends on its `apiVersion`.
fn ignores_version(root: Schema<'_>) -> bool {
    const NAME: &str = "apiVersion";
    let is_plain = |schema: Schema<'_>| {
        let mut fields = schema.object().fields().iter().map(|field| field.def.name);
        fields.all(|name| [Field::Type.name(), Field::Description.name()].contains(&name))
    };
    if !root.property(NAME).is_none_or(is_plain) {
        return false;
    }
    let (mut open, mut is_root) = (vec![root], true);
    while let Some(schema) = open.pop() {
        let has_rule = schema
            .validations()
            .any(|rule| rule.rule().contains(NAME) || rule.message_expression().contains(NAME));
        if has_rule || !is_root && (schema.property(NAME).is_some() || schema.value_schema().is_some()) {
            return false;
        }
        is_root = false;
        open.extend(schema.all_of().chain(schema.any_of()).chain(schema.one_of()).chain(schema.not()));
    }
    true
}

/// A proof about objects of another version; `None` where a sentence speaks of the version.
fn of_version(proof: &Proof, api_version: &str) -> Option<Proof> {
    let Proof::Witness(witness) = proof else { return Some(proof.clone()) };
    let written = witness.object.get("apiVersion").and_then(Json::as_str)?;
    if witness.findings.iter().any(|finding| finding.contains(written)) {
        return None;
    }
    let named = |object: &Json| {
        let mut object = object.clone();
        object.set("apiVersion", |range| Json { value: JsonValue::Str(api_version.into()), range });
        object
    };
    Some(Proof::Witness(Box::new(Witness {
        object: named(&witness.object),
        old: witness.old.as_ref().map(named),
        stored: witness.stored.as_ref().map(named),
        ..(**witness).clone()
    })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Change, Definition, compare, crds_by_name};
    use crdls_report::Config;
    use crdls_yaml::Tree;

    /// A CRD of two versions with one schema.
    fn crd(rule: &str, maximum: u8) -> String {
        let version = |name: &str, storage: bool| {
            format!(
                "  - name: {name}
    served: true
    storage: {storage}
    schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-validations: [{{rule: \"{rule}\"}}]
        properties:
          spec:
            type: object
            properties:
              size: {{type: integer, maximum: {maximum}}}
"
            )
        };
        format!(
            "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: cars.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{kind: Car, plural: cars}}
  versions:
{}{}",
            version("v1", true),
            version("v2", false)
        )
    }

    fn changes(rule: &str) -> Vec<Change> {
        let config = Config::default();
        let texts = [9, 5].map(|maximum| crd(rule, maximum));
        let trees = texts.each_ref().map(|text| Tree::parse(text));
        let [old, new] = [0, 1].map(|side| crds_by_name(texts[side].as_str(), &trees[side], &config));
        let of = |crds: &'_ std::collections::BTreeMap<String, _>| crds.get("cars.example.com").cloned();
        let (old, new) = (of(&old).unwrap(), of(&new).unwrap());
        let [old, new] =
            [(&old, &trees[0]), (&new, &trees[1])].map(|(crd, tree)| Definition::of(crd, tree).unwrap());
        compare(old, new, &[], &config).changes
    }

    #[test]
    fn what_one_version_shows_the_other_shows() {
        let versions = |changes: &[Change]| -> Vec<_> {
            let object = |change: &Change| change.witness().map(|witness| witness.object.clone());
            let version = |object: Json| object.get("apiVersion").and_then(Json::as_str).map(str::to_owned);
            changes.iter().map(|change| object(change).and_then(version)).collect()
        };
        let both = ["example.com/v1", "example.com/v2"].map(|version| Some(version.to_owned()));
        assert_eq!(versions(&changes("has(self.spec)")), both);
        let [first, _] = both;
        assert_eq!(versions(&changes("self.apiVersion == 'example.com/v1'")), [first, None]);
    }
}
