//! Mappings as kubectl sees them: aliases followed, merge keys merged, the last of two equal keys kept.
//!
//! Mirrors `mapping` and `merge` of go.yaml.in/yaml/v2 v2.4.4 (decode.go) and the keys that
//! `convertToJSONableObject` of sigs.k8s.io/yaml writes.

use std::borrow::Cow;

use crdls_text::TextRange;

use crate::{Entry, Kind, Node, Scalar, resolve};

/// One member of a mapping as kubectl sees it.
#[derive(Clone, Debug)]
pub struct Member<'t> {
    /// The key as JSON has it.
    pub name: Cow<'t, str>,
    /// The key as it is written, perhaps in another mapping.
    pub key: Node<'t>,
    /// Where the value stands in the mapping itself: the alias, or the value.
    pub written: Node<'t>,
    /// The member comes from a merge key: its position is in another mapping.
    pub merged: bool,
    /// The key of the earlier entry of this mapping that it hides, where there is one.
    pub hides: Option<TextRange>,
}

impl<'t> Member<'t> {
    /// The value, with an alias followed.
    pub fn value(&self) -> Node<'t> {
        self.written.resolved().unwrap_or(self.written)
    }
}

/// How many nodes may be visited through aliases before the rest counts as null: the bound on what a
/// few lines of anchors can expand to.
#[derive(Clone, Copy, Debug)]
pub struct Budget(u32);

impl Default for Budget {
    fn default() -> Self {
        Self(100_000)
    }
}

impl Budget {
    fn spend(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }

    /// The node that `node` stands for; `None` where the budget is spent or nothing has its anchor.
    #[inline]
    pub fn follow<'t>(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        if node.kind() != Kind::Alias {
            return Some(node);
        }
        let target = node.resolved()?;
        // An alias inside of what it stands for would never end.
        let inside = target.range().covers(node.range());
        (self.spend() && !inside && target.kind() != Kind::Alias).then_some(target)
    }
}

/// The key whose value is merged into the mapping that it stands in.
const MERGE: &str = "<<";

/// Most merge keys inside of merged mappings.
const MAX_MERGE_DEPTH: u32 = 32;

/// The members of a mapping, in the order in which they are written; none for other nodes.
pub fn members<'t>(node: Node<'t>, budget: &mut Budget) -> Vec<Member<'t>> {
    let mut all = Vec::new();
    collect(node, false, 0, budget, &mut all);
    keep_last(all)
}

/// The members sorted by name, and whether one key hides another. They are put into `all`, which is empty.
pub fn sorted_members<'t>(
    node: Node<'t>,
    budget: &mut Budget,
    mut all: Vec<Member<'t>>,
) -> (Vec<Member<'t>>, bool) {
    collect(node, false, 0, budget, &mut all);
    // Names that are written in order, as generators write them, are all different.
    if all.is_sorted_by(|a, b| a.name < b.name) {
        return (all, false);
    }
    let written = all.len();
    let mut all = keep_last(all);
    all.sort_by(|a, b| a.name.cmp(&b.name));
    let hidden = all.len() < written;
    (all, hidden)
}

fn collect<'t>(node: Node<'t>, merged: bool, depth: u32, budget: &mut Budget, out: &mut Vec<Member<'t>>) {
    for Entry { key, value, .. } in node.entries() {
        if merged && !budget.spend() {
            return;
        }
        // The common case.
        let source = key.source();
        if key.is_simple()
            && source != MERGE
            && let Scalar::Str(name) = resolve::resolve_plain(source)
        {
            out.push(Member { name, key, written: value, merged, hides: None });
            continue;
        }
        if is_merge(key) {
            if depth < MAX_MERGE_DEPTH {
                merge(value, depth, budget, out);
            }
            continue;
        }
        let Some(name) = key_name(key, budget) else { continue };
        out.push(Member { name, key, written: value, merged, hides: None });
    }
}

fn merge<'t>(value: Node<'t>, depth: u32, budget: &mut Budget, out: &mut Vec<Member<'t>>) {
    let Some(value) = budget.follow(value) else { return };
    if value.kind().is_map() {
        return collect(value, true, depth + 1, budget, out);
    }
    // Of several mappings the first wins, so it comes last.
    let items: Vec<_> = value.items().collect();
    for item in items.into_iter().rev() {
        if let Some(item) = budget.follow(item) {
            collect(item, true, depth + 1, budget, out);
        }
    }
}

/// Whether a key is `<<` without quotes.
pub(crate) fn is_merge(key: Node<'_>) -> bool {
    key.kind() == Kind::Plain && key.source() == MERGE && key.tag().is_none_or(|tag| tag == "!!merge")
}

fn key_name<'t>(key: Node<'t>, budget: &mut Budget) -> Option<Cow<'t, str>> {
    match budget.follow(key)?.scalar()? {
        Scalar::Str(text) => Some(text),
        other => resolve::key_text(&other).map(|text| Cow::Owned(text.into_owned())),
    }
}

/// Keeps the last of members with one name, at its own place.
fn keep_last(mut all: Vec<Member<'_>>) -> Vec<Member<'_>> {
    let hides = repeated(&all);
    if hides.is_empty() {
        return all;
    }
    let mut hidden = vec![false; all.len()];
    for (earlier, later) in hides {
        hidden.iter_mut().skip(earlier).take(1).for_each(|h| *h = true);
        let Some((key, merged)) = all.get(earlier).map(|m| (m.key.range(), m.merged)) else { continue };
        if let Some(member) = all.get_mut(later).filter(|_| !merged) {
            member.hides = Some(key);
        }
    }
    let mut hidden = hidden.into_iter();
    all.retain(|_| !hidden.next().unwrap_or(false));
    all
}

/// The pairs of places with one name: each place and the next one that hides it.
fn repeated(all: &[Member<'_>]) -> Vec<(usize, usize)> {
    let mut order: Vec<(&str, usize)> = all.iter().map(|m| &*m.name).zip(0..).collect();
    order.sort_unstable();
    let pairs = order.iter().zip(order.iter().skip(1));
    pairs.filter(|(a, b)| a.0 == b.0).map(|(a, b)| (a.1, b.1)).collect()
}
