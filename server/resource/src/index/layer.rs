//! CRDs of some sources, by all that they are looked up by.
//!
//! Knows one CRD a source, kind or claim from another; must not know which of them judges.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::indexed_crd::IndexedCrd;
use crate::claims::{Pool, claims};

#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    by_source: BTreeMap<Arc<str>, Arc<[Arc<IndexedCrd>]>>,
    by_kind: BTreeMap<String, Vec<Arc<IndexedCrd>>>,
    /// By group, pool and name.
    by_claim: BTreeMap<String, Vec<Arc<IndexedCrd>>>,
}

fn key(group: &str, kind: &str) -> String {
    format!("{group}/{kind}")
}

fn claim_key(group: &str, pool: Pool, name: &str) -> String {
    format!("{group}/{pool:?}/{name}")
}

/// What clusters hold a CRD by; nothing where none takes it any more.
fn claim_keys(known: &IndexedCrd) -> BTreeSet<String> {
    let group = known.header().spec().group();
    let claims = if known.is_current() { claims(known.header()) } else { Vec::new() };
    claims.iter().map(|claim| claim_key(group, claim.pool, &claim.name)).collect()
}

impl Layer {
    /// Adds the CRDs, or that there are none, of a source that is not here.
    pub(super) fn insert(&mut self, source: &str, found: Vec<IndexedCrd>) {
        let found: Arc<[_]> = found.into_iter().map(Arc::new).collect();
        for known in found.iter() {
            let spec = known.header().spec();
            let of_kind = self.by_kind.entry(key(spec.group(), spec.names().kind())).or_default();
            of_kind.push(Arc::clone(known));
            for key in claim_keys(known) {
                self.by_claim.entry(key).or_default().push(Arc::clone(known));
            }
        }
        self.by_source.insert(source.into(), found);
    }

    pub(super) fn remove(&mut self, source: &str) {
        let Some(gone) = self.by_source.remove(source) else { return };
        for known in gone.iter() {
            let spec = known.header().spec();
            let key = key(spec.group(), spec.names().kind());
            forget(&mut self.by_kind, &key, known);
            for key in claim_keys(known) {
                forget(&mut self.by_claim, &key, known);
            }
        }
    }

    /// Whether a source is here, with CRDs or without.
    pub(super) fn has(&self, source: &str) -> bool {
        self.by_source.contains_key(source)
    }

    pub(super) fn of_source(&self, source: &str) -> &[Arc<IndexedCrd>] {
        self.by_source.get(source).map_or(&[], |found| found)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<IndexedCrd>> {
        self.by_source.values().flat_map(|found| found.iter())
    }

    pub(super) fn of_kind(&self, group: &str, kind: &str) -> &[Arc<IndexedCrd>] {
        self.by_kind.get(&key(group, kind)).map_or(&[], |found| found)
    }

    pub(super) fn claimants(&self, group: &str, pool: Pool, name: &str) -> &[Arc<IndexedCrd>] {
        self.by_claim.get(&claim_key(group, pool, name)).map_or(&[], |found| found)
    }

    /// The kinds that are defined in a group, each with the CRDs that do.
    pub(super) fn kinds_of<'i>(
        &'i self,
        group: &'i str,
    ) -> impl Iterator<Item = (&'i str, &'i [Arc<IndexedCrd>])> + Clone {
        let kinds = self.by_kind.range(key(group, "")..).map(|(key, crds)| (key.split_once('/'), crds));
        kinds.map_while(move |(key, crds)| Some((key.filter(|(its, _)| *its == group)?.1, crds.as_slice())))
    }

    /// The groups in which a kind of that name is defined, each with the CRDs that do.
    pub(super) fn groups_of<'i>(
        &'i self,
        kind: &'i str,
    ) -> impl Iterator<Item = (&'i str, &'i [Arc<IndexedCrd>])> + Clone {
        let groups = self.by_kind.iter().map(|(key, crds)| (key.split_once('/'), crds));
        groups.filter_map(move |(key, crds)| Some((key.filter(|(_, its)| *its == kind)?.0, crds.as_slice())))
    }
}

fn forget(from: &mut BTreeMap<String, Vec<Arc<IndexedCrd>>>, key: &str, known: &Arc<IndexedCrd>) {
    let Some(found) = from.get_mut(key) else { return };
    found.retain(|other| !Arc::ptr_eq(other, known));
    if found.is_empty() {
        from.remove(key);
    }
}
