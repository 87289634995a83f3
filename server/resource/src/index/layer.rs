//! CRDs of some sources, by all that they are looked up by.
//!
//! Knows one CRD a source, kind or claim from another; must not know which of them judges.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::sync::{Arc, OnceLock};

use super::indexed_crd::IndexedCrd;
use super::precedence::{FirstByFolder, Layout};
use crate::claims::{Pool, claims};

#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    by_source: BTreeMap<Arc<str>, Arc<[Arc<IndexedCrd>]>>,
    by_kind: BTreeMap<String, Copies>,
    /// Those that claim names, by group and `metadata.name`.
    by_name: BTreeMap<String, Copies>,
    /// How many claim a name: by group, pool and the name, then by their own name.
    by_claim: BTreeMap<(String, String), usize>,
}

/// The CRDs of a kind, or of a name.
#[derive(Clone, Debug, Default)]
pub(super) struct Copies {
    pub(super) crds: Vec<Arc<IndexedCrd>>,
    first: FirstIfMany,
    nearest: FirstIfMany,
}

/// Made when it is first asked for, and only of many CRDs.
type FirstIfMany = OnceLock<Box<FirstByFolder>>;

/// The number of nearest texts with which the CRDs of a kind are compared.
pub(super) const NEAREST: usize = 8;

impl Copies {
    fn add(&mut self, known: &Arc<IndexedCrd>) {
        self.crds.push(Arc::clone(known));
        self.forget_order();
    }

    /// Forgets which of them come first.
    fn forget_order(&mut self) {
        (self.first, self.nearest) = Default::default();
    }

    /// Forgets a CRD. True where none is left.
    fn forget(&mut self, known: &Arc<IndexedCrd>) -> bool {
        self.crds.retain(|other| !Arc::ptr_eq(other, known));
        self.forget_order();
        self.crds.is_empty()
    }

    /// Takes one CRD for another that differs in what is decoded of it alone.
    fn exchange(&mut self, known: &Arc<IndexedCrd>, new: &Arc<IndexedCrd>) {
        self.crds.iter_mut().filter(|its| Arc::ptr_eq(its, known)).for_each(|its| *its = Arc::clone(new));
    }

    /// A few CRDs, of which one comes first for a file, by its full name.
    pub(super) fn candidates(&self, file: &str, layout: &Layout) -> Vec<&Arc<IndexedCrd>> {
        self.first_in(&self.first, 1, file, layout)
    }

    /// Some CRDs, among which the first of [`NEAREST`] texts for a file are.
    pub(super) fn nearest(&self, file: &str, layout: &Layout) -> Vec<&Arc<IndexedCrd>> {
        self.first_in(&self.nearest, NEAREST, file, layout)
    }

    fn first_in<'i>(
        &'i self,
        table: &'i FirstIfMany,
        most: usize,
        file: &str,
        layout: &Layout,
    ) -> Vec<&'i Arc<IndexedCrd>> {
        match self.crds.as_slice() {
            // Fewer than a table is worth.
            few if few.len() < 8 => few.iter().collect(),
            many => {
                let table = table.get_or_init(|| FirstByFolder::of(many, layout, most).into());
                table.candidates(file).into_iter().filter_map(|number| many.get(number as usize)).collect()
            }
        }
    }
}

fn key(group: &str, name: &str) -> String {
    format!("{group}/{name}")
}

/// What its objects find a CRD by; nothing where it has no group: it is a part of a CRD, and has no objects.
fn kind_key(known: &IndexedCrd) -> Option<String> {
    let spec = known.header().spec();
    (!spec.group().is_empty()).then(|| key(spec.group(), spec.names().kind()))
}

fn name_key(known: &IndexedCrd) -> String {
    key(known.header().spec().group(), known.name())
}

fn claim_key(group: &str, pool: Pool, name: &str) -> String {
    format!("{group}/{pool:?}/{name}")
}

/// What clusters hold a CRD by, each with its own name; nothing where none takes it any more, or its names are written by a template engine.
fn claim_keys(known: &IndexedCrd) -> BTreeSet<(String, String)> {
    let group = known.header().spec().group();
    let claims =
        if known.is_current() && known.is_named_itself() { claims(known.header()) } else { Vec::new() };
    let key = |name: &str, pool| (claim_key(group, pool, name), known.name().to_owned());
    claims.iter().map(|claim| key(&claim.name, claim.pool)).collect()
}

impl Layer {
    /// Adds the CRDs, or that there are none, of a source that is not here.
    pub(super) fn insert(&mut self, source: &str, mut found: Vec<IndexedCrd>) {
        for known in &mut found {
            let copies = kind_key(known).and_then(|key| self.by_kind.get(&key));
            let last = copies.into_iter().flat_map(|copies| copies.crds.iter().rev().take(NEAREST));
            last.into_iter().any(|other| known.share_written(other));
        }
        self.insert_shared(source, found.into_iter().map(Arc::new).collect());
    }

    /// Changes the CRDs of a source.
    pub(super) fn replace(&mut self, source: &str, change: impl Fn(&Arc<IndexedCrd>) -> Arc<IndexedCrd>) {
        let changed = self.of_source(source).iter().map(change).collect();
        self.remove(source);
        self.insert_shared(source, changed);
    }

    /// The bytes of the documents of which more than the header is kept.
    pub(super) fn bytes_decoded(&self) -> usize {
        self.all().map(|known| known.bytes_decoded()).sum()
    }

    /// Makes all CRDs be decoded again where one is asked for.
    pub(super) fn forget_decoded(&mut self) {
        let is_decoded = |found: &&mut Arc<[Arc<IndexedCrd>]>| found.iter().any(|it| it.bytes_decoded() > 0);
        for found in self.by_source.values_mut().filter(is_decoded) {
            let forgotten: Arc<_> = IndexedCrd::forgotten(&**found).into_iter().map(Arc::new).collect();
            for (known, new) in found.iter().zip(&*forgotten) {
                let of_kind = kind_key(known).and_then(|key| self.by_kind.get_mut(&key));
                of_kind.into_iter().for_each(|copies| copies.exchange(known, new));
                let of_name = self.by_name.get_mut(&name_key(known));
                of_name.into_iter().for_each(|copies| copies.exchange(known, new));
            }
            *found = forgotten;
        }
    }

    fn insert_shared(&mut self, source: &str, found: Arc<[Arc<IndexedCrd>]>) {
        for known in found.iter() {
            if let Some(key) = kind_key(known) {
                self.by_kind.entry(key).or_default().add(known);
            }
            let claims = claim_keys(known);
            if !claims.is_empty() {
                self.by_name.entry(name_key(known)).or_default().add(known);
            }
            claims.into_iter().for_each(|key| *self.by_claim.entry(key).or_default() += 1);
        }
        let of_crd = found.first().filter(|known| *known.source == *source);
        let source = of_crd.map_or_else(|| source.into(), |known| Arc::clone(&known.source));
        self.by_source.insert(source, found);
    }

    pub(super) fn remove(&mut self, source: &str) {
        let Some(gone) = self.by_source.remove(source) else { return };
        for known in gone.iter() {
            if let Some(key) = kind_key(known) {
                forget(&mut self.by_kind, &key, known);
            }
            forget(&mut self.by_name, &name_key(known), known);
            for key in claim_keys(known) {
                if let Entry::Occupied(mut claimed) = self.by_claim.entry(key) {
                    *claimed.get_mut() -= 1;
                    if *claimed.get() == 0 {
                        claimed.remove();
                    }
                }
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

    pub(super) fn of_kind(&self, group: &str, kind: &str) -> Option<&Copies> {
        self.by_kind.get(&key(group, kind))
    }

    /// The `metadata.name` of each CRD that claims a name.
    pub(super) fn claimants<'i>(
        &'i self,
        group: &str,
        pool: Pool,
        name: &str,
    ) -> impl Iterator<Item = &'i str> + use<'i> {
        let claim = claim_key(group, pool, name);
        let all = self.by_claim.range((claim.clone(), String::new())..);
        all.map_while(move |((its, name), _)| (*its == claim).then_some(name.as_str()))
    }

    /// The CRDs with a `metadata.name` that claim names.
    pub(super) fn named(&self, group: &str, name: &str) -> Option<&Copies> {
        self.by_name.get(&key(group, name))
    }

    /// Forgets what followed from where projects are.
    pub(super) fn forget_layout(&mut self) {
        self.by_kind.values_mut().chain(self.by_name.values_mut()).for_each(Copies::forget_order);
    }

    /// The kinds that are defined in a group, each with the CRDs that do.
    pub(super) fn kinds_of<'i, 'g>(
        &'i self,
        group: &'g str,
    ) -> impl Iterator<Item = (&'i str, &'i [Arc<IndexedCrd>])> + Clone + use<'i, 'g> {
        let kinds = self.by_kind.range(key(group, "")..).map(|(key, crds)| (key.split_once('/'), crds));
        kinds.map_while(move |(key, crds)| {
            Some((key.filter(|(its, _)| *its == group)?.1, crds.crds.as_slice()))
        })
    }

    /// The groups in which a kind of that name is defined, each with the CRDs that do.
    pub(super) fn groups_of<'i>(
        &'i self,
        kind: &'i str,
    ) -> impl Iterator<Item = (&'i str, &'i [Arc<IndexedCrd>])> + Clone {
        let groups = self.by_kind.iter().map(|(key, crds)| (key.split_once('/'), crds));
        groups.filter_map(move |(key, crds)| {
            Some((key.filter(|(_, its)| *its == kind)?.0, crds.crds.as_slice()))
        })
    }
}

fn forget(from: &mut BTreeMap<String, Copies>, key: &str, known: &Arc<IndexedCrd>) {
    if from.get_mut(key).is_some_and(|copies| copies.forget(known)) {
        from.remove(key);
    }
}
