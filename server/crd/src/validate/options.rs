//! What the server asks of a CRD: all of it on creation, less where the CRD that it replaces had it too.
//!
//! Mirrors `validationOptions` of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation/validation.go). What an update fills it with is in `ratcheting`.

use std::collections::BTreeSet;

use crate::validate::schema_nodes::any_node;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Crd, Schema, Spec};
use crdls_minors::Minor;

/// What is asked of a CRD.
#[derive(Clone, Debug)]
pub(crate) struct Options<'m> {
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

/// `schemaHasKubernetesExtensions`
fn has_extensions(schema: Schema<'_>) -> bool {
    schema.embedded_resource()
        || schema.int_or_string()
        || schema.preserve_unknown_fields().is_some()
        || schema.list_type().is_some()
        || schema.list_map_keys().next().is_some()
        || schema.validations().next().is_some()
}
