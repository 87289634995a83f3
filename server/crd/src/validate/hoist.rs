//! Where versions are identical, the server speaks of the whole CRD.
//!
//! Mirrors `Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec` of
//! k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/v1/conversion.go): what is the same
//! in all versions moves to `spec.validation`, `spec.subresources`, `spec.additionalPrinterColumns`
//! and `spec.selectableFields`, and the versions have none.

use crdls_manifest::fields::Field;
use crdls_manifest::model::{Spec, Version};

/// What moves from the versions to the spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hoisted {
    pub(super) schema: bool,
    pub(super) subresources: bool,
    pub(super) columns: bool,
    pub(super) selectable_fields: bool,
}

impl Hoisted {
    pub(super) fn of(spec: Spec<'_>) -> Self {
        let same = |field| {
            let mut versions = spec.versions();
            versions
                .next()
                .is_some_and(|first: Version<'_>| versions.all(|version| version.agrees(first, field)))
        };
        Self {
            schema: same(Field::Schema),
            subresources: same(Field::Subresources),
            columns: same(Field::AdditionalPrinterColumns),
            selectable_fields: same(Field::SelectableFields),
        }
    }
}
