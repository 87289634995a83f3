//! A CRD as a kustomization builds it, decoded and validated once for all kustomizations that build the same, and for the
//! builds after an edit that does not change the CRD.
//!
//! Must not know which kustomization builds it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};
use std::sync::{Arc, OnceLock};

use crdls_crd::validate::validate;
use crdls_kustomize::{Node, Object};
use crdls_manifest::decode::{Decoded, decode};
use crdls_manifest::fields::CUSTOM_RESOURCE_DEFINITION;
use crdls_manifest::model::Crd;
use crdls_report::{Config, Finding, Path, Unit};
use crdls_text::TextRange;
use crdls_values::Json;

/// How many results are kept of a CRD that kustomizations build differently.
const MOST: usize = 4;

/// A built CRD.
#[derive(Debug)]
pub(super) struct CheckedCrd {
    node: Node,
    value: Json,
    pub(super) decoded: Arc<Decoded>,
    /// A number that differs where the CRD does.
    pub(super) hash: u64,
    findings: OnceLock<Vec<Finding>>,
}

/// Checked CRDs by their files and places, under one configuration.
#[derive(Debug, Default)]
pub(super) struct CheckedCrds {
    config: Option<Config>,
    crds: HashMap<(u32, TextRange), Vec<Arc<CheckedCrd>>>,
}

impl CheckedCrds {
    /// The CRD that an object is; nothing if it cannot be written as JSON.
    pub(super) fn of(&mut self, object: &Object, config: &Config) -> Option<Arc<CheckedCrd>> {
        if self.config.as_ref() != Some(config) {
            *self = Self { config: Some(config.clone()), crds: HashMap::new() };
        }
        let (node, file) = (&object.node, object.file());
        let known = self.crds.entry((file, node.origin.range)).or_default();
        if let Some(found) = known.iter().find(|known| known.node.is_same(node, file)) {
            return Some(Arc::clone(found));
        }
        let value = object.value().ok()?;
        let mut hasher = DefaultHasher::new();
        hasher.write(value.to_json().as_bytes());
        let decoded = decode(Unit::Made(&value), &CUSTOM_RESOURCE_DEFINITION, &Path::EMPTY, config);
        let new = Arc::new(CheckedCrd {
            node: node.clone(),
            value,
            decoded: Arc::new(decoded),
            hash: hasher.finish(),
            findings: OnceLock::new(),
        });
        if known.len() == MOST {
            known.remove(0);
        }
        known.push(Arc::clone(&new));
        Some(new)
    }
}

impl CheckedCrd {
    /// The API server's findings about the CRD.
    pub(super) fn findings(&self, config: &Config) -> &[Finding] {
        self.findings.get_or_init(|| {
            let mut found = validate(Crd::new(&self.decoded.object), None, Unit::Made(&self.value), config);
            // What could not be decoded is not there.
            let undecoded: Vec<_> =
                self.decoded.findings.iter().filter(|finding| finding.refuses()).collect();
            found.retain(|finding| {
                !undecoded.iter().any(|cause| finding.path.starts_with(cause.path.steps()))
            });
            found.extend(self.decoded.findings.iter().cloned());
            found
        })
    }
}
