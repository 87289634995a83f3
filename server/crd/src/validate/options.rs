//! What the server asks of a CRD: all of it on creation, less where the CRD that it replaces had it too.
//!
//! Mirrors `validationOptions` and what `ValidateCustomResourceDefinitionUpdate` fills it with, of
//! k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/validation/validation.go).

use std::collections::{BTreeMap, BTreeSet};

use crate::validate::hoist::Hoisted;
use crate::validate::root::Found;
use crate::validate::{conversion, lists, schema, selectable, structural, update, walk, webhook};
use crdls_resource::{Structural, are_pruned};
use crdls_schema::Minor;
use crdls_schema::Path;
use crdls_schema::fields::Field;
use crdls_schema::model::{Conversion, Crd, Object, Schema, Spec, ValidationRule, Version};
use crdls_schema::report::Report;

/// What is asked of a CRD.
#[derive(Clone, Debug)]
pub struct Options<'m> {
    /// The cluster's minor.
    pub kubernetes: Minor,
    /// The CRD that is updated.
    pub old: Option<Crd<'m>>,
    /// A webhook has to understand a version of ConversionReview that the server sends.
    pub recognized_review_version: bool,
    /// Scope and kind cannot change.
    pub immutable_names: bool,
    /// Every version has a schema.
    pub schema: bool,
    /// Types are of the six.
    pub valid_types: bool,
    /// Schemas are structural.
    pub structural: bool,
    /// Defaults have no unknown fields.
    pub pruned_defaults: bool,
    /// The items of a set are atomic.
    pub atomic_sets: bool,
    /// Keys of lists of type map, and items of sets and maps, are always there.
    pub map_keys: bool,
    /// The CEL rules and message expressions of the old CRD: they may use what new ones may not yet.
    pub preexisting_rules: BTreeSet<&'m str>,
    pub preexisting_messages: BTreeSet<&'m str>,
    /// Versions, by name, in which no rule is too dear because it is not new.
    pub unchanged_schemas: BTreeSet<&'m str>,
    /// The bundle of a webhook may hold no certificate.
    pub invalid_ca_bundle: bool,
    /// Versions, by name, that may keep the more than 8 selectable fields that they had.
    pub many_selectable_fields: BTreeSet<&'m str>,
    /// The same for the fields that all versions share.
    pub many_shared_selectable_fields: bool,
}

impl<'m> Options<'m> {
    /// For a CRD that is created.
    pub fn create(kubernetes: Minor) -> Self {
        Self {
            kubernetes,
            old: None,
            recognized_review_version: true,
            immutable_names: false,
            schema: true,
            valid_types: true,
            structural: true,
            pruned_defaults: true,
            atomic_sets: true,
            map_keys: true,
            preexisting_rules: BTreeSet::new(),
            preexisting_messages: BTreeSet::new(),
            unchanged_schemas: BTreeSet::new(),
            invalid_ca_bundle: true,
            many_selectable_fields: BTreeSet::new(),
            many_shared_selectable_fields: false,
        }
    }

    /// For a CRD that replaces another.
    pub fn update(new: Crd<'m>, old: Crd<'m>, kubernetes: Minor) -> Self {
        let (spec, old_spec) = (new.spec(), old.spec());
        let (hoisted, old_hoisted) = (Hoisted::of(spec), Hoisted::of(old_spec));
        let established = update::is_established(old);
        Self {
            kubernetes,
            old: Some(old),
            recognized_review_version: old_spec.conversion().is_none_or(conversion::is_recognized_or_empty),
            immutable_names: established,
            schema: old_spec.versions().all(|version| version.schema().is_some()),
            valid_types: !any_node(old_spec, &mut |schema| !schema::is_valid_type(schema)),
            structural: !any_schema(old_spec, &mut |schema| !is_structural(schema)),
            pruned_defaults: !any_schema(old_spec, &mut has_unpruned_defaults),
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

    /// What a spec brings on itself: pruning, defaults and extensions need a structural schema.
    #[must_use]
    pub(super) fn of_spec(&self, spec: Spec<'_>) -> Self {
        let structural = self.structural
            || !spec.preserve_unknown_fields()
            || any_node(spec, &mut |schema| schema.has(Field::Default) || has_extensions(schema));
        Self { structural, ..self.clone() }
    }

    /// Whether a version may have more than 8 selectable fields; `None` for what all versions share.
    pub(super) fn allows_many_selectable_fields(&self, version: Option<&str>) -> bool {
        version.map_or(self.many_shared_selectable_fields, |name| self.many_selectable_fields.contains(name))
    }
}

/// `HasSchemaWith`
fn any_schema<'m>(spec: Spec<'m>, holds: &mut dyn FnMut(Schema<'m>) -> bool) -> bool {
    spec.versions().filter_map(|version| version.schema()).any(holds)
}

/// Whether something holds for a node of a schema.
pub(super) fn any_node<'m>(spec: Spec<'m>, holds: &mut dyn FnMut(Schema<'m>) -> bool) -> bool {
    any_schema(spec, &mut |schema| walk::any(schema, holds))
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

/// `schemaIsNonStructural`, the other way round.
fn is_structural(schema: Schema<'_>) -> bool {
    if Found::in_schema(schema, &Path::EMPTY).is_some() {
        return false;
    }
    let mut report = Report::default();
    structural::check(schema, &Path::EMPTY, &mut report);
    report.errors.is_empty()
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

/// `schemaHasKubernetesExtensions`
fn has_extensions(schema: Schema<'_>) -> bool {
    schema.embedded_resource()
        || schema.int_or_string()
        || schema.preserve_unknown_fields().is_some()
        || schema.list_type().is_some()
        || schema.list_map_keys().next().is_some()
        || schema.validations().next().is_some()
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
    /// Of two versions with one name it is the first.
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
