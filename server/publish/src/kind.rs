//! The names of a CRD that its documents use.

use crdls_manifest::model::{Crd, Version};
use serde_json::{Value, json};

/// A kind in one version.
#[derive(Clone, Debug)]
pub(crate) struct Kind<'m> {
    pub group: &'m str,
    pub version: &'m str,
    pub kind: &'m str,
    pub list_kind: String,
    pub plural: &'m str,
    pub namespaced: bool,
}

impl<'m> Kind<'m> {
    /// The names as the server has them: `listKind` has a default.
    pub fn of(crd: Crd<'m>, version: Version<'m>) -> Self {
        let (spec, names) = (crd.spec(), crd.spec().names());
        let list_kind = match names.list_kind() {
            "" => format!("{}List", names.kind()),
            written => written.to_owned(),
        };
        Self {
            group: spec.group(),
            version: version.name(),
            kind: names.kind(),
            list_kind,
            plural: names.plural(),
            namespaced: spec.scope() == "Namespaced",
        }
    }

    /// The name of the definition of its objects.
    pub fn definition(&self) -> String {
        model_name(self.group, self.version, self.kind)
    }

    /// The name of the definition of its lists.
    pub fn list_definition(&self) -> String {
        model_name(self.group, self.version, &self.list_kind)
    }

    /// What `x-kubernetes-group-version-kind` holds of the kind, or of its list.
    pub fn group_version_kind(&self, kind: &str) -> Value {
        json!({"group": self.group, "version": self.version, "kind": kind})
    }
}

/// The name of the definition of a kind, as `org.example.v1.Pizza`: `gvkToModelName`.
pub fn definition_name(crd: Crd<'_>, version: Version<'_>) -> String {
    Kind::of(crd, version).definition()
}

fn model_name(group: &str, version: &str, kind: &str) -> String {
    let reversed: Vec<_> = group.rsplit('.').collect();
    format!("{}.{version}.{kind}", reversed.join("."))
}
