//! What is asked of a CRD that replaces another: less where the old one had it too.
//!
//! Mirrors what `ValidateCustomResourceDefinitionUpdate` of k8s.io/apiextensions-apiserver fills
//! `validationOptions` with (pkg/apis/apiextensions/validation/validation.go).

use std::collections::{BTreeMap, BTreeSet};

use crate::structural::is_structural;
use crate::validate::hoist::Hoisted;
use crate::validate::schema_nodes::{any_node, any_root};
use crate::validate::{Options, conversion, lists, schema, selectable, update, webhook};
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Conversion, Crd, Object, Schema, Spec, ValidationRule, Version};
use crdls_minors::Minor;
use crdls_report::{Path, Report};
use crdls_resource::{Structural, are_pruned};

/// The options for a CRD that replaces another.
pub(super) fn options<'m>(new: Crd<'m>, old: Crd<'m>, kubernetes: Minor) -> Options<'m> {
    let (spec, old_spec) = (new.spec(), old.spec());
    let (hoisted, old_hoisted) = (Hoisted::of(spec), Hoisted::of(old_spec));
    let established = update::is_established(old);
    Options {
        kubernetes,
        old: Some(old),
        recognized_review_version: old_spec.conversion().is_none_or(conversion::is_recognized_or_empty),
        immutable_names: established,
        schema: old_spec.versions().all(|version| version.schema().is_some()),
        valid_types: !any_node(old_spec, &mut |schema| !schema::is_valid_type(schema)),
        structural: !any_root(old_spec, &mut |schema| !is_structural(schema)),
        pruned_defaults: !any_root(old_spec, &mut has_unpruned_defaults),
        atomic_sets: !any_node(old_spec, &mut |schema| lists::non_atomic_items(schema).is_some()),
        map_keys: !any_node(old_spec, &mut has_optional_keys),
        preexisting_rules: expressions(old_spec, ValidationRule::rule),
        preexisting_messages: expressions(old_spec, ValidationRule::message_expression),
        unchanged_schemas: unchanged_schemas((spec, hoisted), (old_spec, old_hoisted)),
        invalid_ca_bundle: !established || old_spec.conversion().is_some_and(has_invalid_ca_bundle),
        many_selectable_fields: keeps_many_fields((spec, hoisted), (old_spec, old_hoisted)),
        many_shared_selectable_fields: keeps_many_shared_fields((spec, hoisted), (old_spec, old_hoisted)),
    }
}

/// `findPreexistingExpressions`
fn expressions<'m>(spec: Spec<'m>, text: impl Fn(ValidationRule<'m>) -> &'m str) -> BTreeSet<&'m str> {
    let mut found = BTreeSet::new();
    any_node(spec, &mut |schema| {
        found.extend(schema.validations().map(&text).filter(|text| !text.is_empty()));
        false
    });
    found
}

/// `schemaHasUnprunedDefaults`
fn has_unpruned_defaults(schema: Schema<'_>) -> bool {
    is_structural(schema) && !are_pruned(Structural::new(schema))
}

/// `hasInvalidMapListKeysMapSet`
fn has_optional_keys(schema: Schema<'_>) -> bool {
    let mut report = Report::default();
    lists::map_and_set(schema, &Path::EMPTY, &mut report);
    !report.errors.is_empty()
}

fn has_invalid_ca_bundle(conversion: Conversion<'_>) -> bool {
    conversion.client_config().is_some_and(|config| webhook::wrong_ca_bundle(config.ca_bundle()).is_some())
}

/// `findVersionsWithUnchangedSchemas`
fn unchanged_schemas<'m>(new: (Spec<'m>, Hoisted), old: (Spec<'_>, Hoisted)) -> BTreeSet<&'m str> {
    let names = new.0.versions().map(|version| version.name());
    let (new, old) = (Schemas::of(new), Schemas::of(old));
    let unchanged = |name: &&str| {
        new.get(name).zip(old.get(name)).is_some_and(|(new, old)| match (new, old) {
            (Some(new), Some(old)) => new == old,
            (new, old) => new.is_none() && old.is_none(),
        })
    };
    names.filter(unchanged).collect()
}

/// `GetSchemaForVersion`: where all versions share a schema it is anyone's, of whatever name.
enum Schemas<'m> {
    Shared(Option<Option<&'m Object>>),
    /// The nodes of each version by name; of two versions with one name, the first.
    Own(BTreeMap<&'m str, Option<&'m Object>>),
}

impl<'m> Schemas<'m> {
    fn of((spec, hoisted): (Spec<'m>, Hoisted)) -> Self {
        if hoisted.schema {
            return Self::Shared(spec.versions().next().map(Version::validation));
        }
        let mut own = BTreeMap::new();
        for version in spec.versions() {
            own.entry(version.name()).or_insert_with(|| version.validation());
        }
        Self::Own(own)
    }

    fn get(&self, name: &str) -> Option<Option<&'m Object>> {
        match self {
            Self::Shared(schema) => *schema,
            Self::Own(own) => own.get(name).copied(),
        }
    }
}

/// `findTooManySelectableFieldsAllowed` for fields of versions. Of two with one name the last one counts.
fn keeps_many_fields<'m>(new: (Spec<'m>, Hoisted), old: (Spec<'_>, Hoisted)) -> BTreeSet<&'m str> {
    if new.1.selectable_fields || old.1.selectable_fields {
        return BTreeSet::new();
    }
    let before: BTreeMap<_, _> = old.0.versions().map(|version| (version.name(), version)).collect();
    let keeps = |version: &Version<'_>| {
        before.get(version.name()).is_some_and(|before| keeps_fields(*version, *before))
    };
    new.0.versions().filter(keeps).map(|version| version.name()).collect()
}

/// The same for those that all versions share.
fn keeps_many_shared_fields(new: (Spec<'_>, Hoisted), old: (Spec<'_>, Hoisted)) -> bool {
    let first = new.0.versions().next().zip(old.0.versions().next());
    new.1.selectable_fields
        && old.1.selectable_fields
        && first.is_some_and(|(new, old)| keeps_fields(new, old))
}

fn keeps_fields(new: Version<'_>, old: Version<'_>) -> bool {
    old.selectable_fields().len() > selectable::MAX && new.agrees(old, Field::SelectableFields)
}
