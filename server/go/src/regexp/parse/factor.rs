//! What alternatives have in common at their start is taken out: `abc|abd` becomes `ab[cd]`. The
//! language stays the same, but the limits see the result. Mirrors `parser.factor`.

use super::Parser;
use super::alternatives::{merge_class, rank};
use super::limits::MAX_HEIGHT;
use crate::regexp::error::{Error, Reason};
use crate::regexp::tree::{Flags, Kind, Node, NodeId, Tree};

impl Parser<'_> {
    /// `depth` counts the levels of factors in factors; each is a level of the tree, so Go would
    /// refuse more of them afterwards.
    pub(super) fn factor(&mut self, subs: Vec<NodeId>, depth: i64) -> Result<Vec<NodeId>, Error> {
        if depth > MAX_HEIGHT {
            return Err(self.error(Reason::NestingDepth, 0..self.pattern.len()));
        }
        if subs.len() < 2 {
            return Ok(subs);
        }
        let subs = self.factor_strings(&subs, depth)?;
        let subs = self.factor_pieces(&subs, depth)?;
        let subs = self.merge_classes(subs);
        Ok(self.merge_empties(subs))
    }

    /// Common strings: `abX|abY` → `ab(?:X|Y)`.
    fn factor_strings(&mut self, subs: &[NodeId], depth: i64) -> Result<Vec<NodeId>, Error> {
        let mut factored = Vec::new();
        let mut rest = subs;
        while let [first, others @ ..] = rest {
            let (length, same) = common_string(&self.tree, *first, others);
            let (run, after) = rest.split_at_checked(same + 1).unwrap_or((rest, &[]));
            rest = after;
            if same == 0 {
                factored.push(*first);
                continue;
            }
            let (runes, flags) = leading_string(&self.tree, *first);
            let prefix = Kind::Literal(runes.iter().take(length).copied().collect());
            let prefix = self.tree.add(prefix, flags, Vec::new());
            let suffixes = self.without_prefix(run, |parser, _, sub| parser.drop_string(sub, length))?;
            factored.push(self.concat_of(prefix, suffixes, depth)?);
        }
        Ok(factored)
    }

    /// Common first pieces that take a fixed number of characters: `[ab]X|[ab]Y` → `[ab](?:X|Y)`.
    fn factor_pieces(&mut self, subs: &[NodeId], depth: i64) -> Result<Vec<NodeId>, Error> {
        let mut factored = Vec::new();
        let mut rest = subs;
        while let [first, others @ ..] = rest {
            let piece = leading_piece(&self.tree, *first).filter(|&id| is_fixed(&self.tree, id));
            let same = piece.map_or(0, |piece| {
                let equal = |id| leading_piece(&self.tree, id).is_some_and(|id| equal(&self.tree, piece, id));
                others.iter().take_while(|&&id| equal(id)).count()
            });
            let (run, after) = rest.split_at_checked(same + 1).unwrap_or((rest, &[]));
            rest = after;
            let Some(piece) = piece.filter(|_| same > 0) else {
                factored.push(*first);
                continue;
            };
            let suffixes = self.without_prefix(run, |parser, at, sub| parser.drop_piece(sub, at != 0))?;
            factored.push(self.concat_of(piece, suffixes, depth)?);
        }
        Ok(factored)
    }

    fn without_prefix(
        &mut self,
        run: &[NodeId],
        mut drop_prefix: impl FnMut(&mut Self, usize, NodeId) -> NodeId,
    ) -> Result<Vec<NodeId>, Error> {
        let mut suffixes = Vec::with_capacity(run.len());
        for (at, &sub) in run.iter().enumerate() {
            let suffix = drop_prefix(self, at, sub);
            self.check_limits(suffix)?;
            suffixes.push(suffix);
        }
        Ok(suffixes)
    }

    fn concat_of(&mut self, prefix: NodeId, suffixes: Vec<NodeId>, depth: i64) -> Result<NodeId, Error> {
        let suffix = self.collapse(suffixes, Kind::Alternate, depth + 1)?;
        Ok(self.tree.add(Kind::Concat, Flags::default(), vec![prefix, suffix]))
    }

    /// Takes `length` characters off the front. Mirrors `removeLeadingString`.
    fn drop_string(&mut self, id: NodeId, length: usize) -> NodeId {
        let concat = matches!(self.tree[id].kind, Kind::Concat);
        let literal = if concat { self.tree[id].subs.first().copied().unwrap_or(id) } else { id };
        let node = self.tree.node_mut(literal);
        if let Kind::Literal(runes) = &mut node.kind {
            runes.drain(..length.min(runes.len()));
            if runes.is_empty() {
                node.kind = Kind::Empty;
            }
        }
        if !concat || !matches!(self.tree[literal].kind, Kind::Empty) {
            return id;
        }
        self.free(literal);
        self.drop_first(id)
    }

    /// Takes the first piece off. Mirrors `removeLeadingRegexp`.
    fn drop_piece(&mut self, id: NodeId, free: bool) -> NodeId {
        let first = match (&self.tree[id].kind, self.tree[id].subs.first()) {
            (Kind::Concat, Some(&first)) => Some(first),
            _ => None,
        };
        if free {
            self.free(first.unwrap_or(id));
        }
        match first {
            Some(_) => self.drop_first(id),
            None => self.tree.add(Kind::Empty, Flags::default(), Vec::new()),
        }
    }

    /// A concatenation without its first part; the second alone if that is all.
    fn drop_first(&mut self, id: NodeId) -> NodeId {
        let node = self.tree.node_mut(id);
        if !node.subs.is_empty() {
            node.subs.remove(0);
        }
        if let [only] = *node.subs.as_slice() {
            self.free(id);
            return only;
        }
        if node.subs.is_empty() {
            node.kind = Kind::Empty;
        }
        id
    }

    /// Neighbours that take one character each become one class, in the node of the most complex.
    fn merge_classes(&mut self, subs: Vec<NodeId>) -> Vec<NodeId> {
        let together = |tree: &Tree, one, other| tree[one].is_class() && tree[other].is_class();
        let tree = &self.tree;
        let runs: Vec<_> = subs.chunk_by(|&one, &other| together(tree, one, other)).collect();
        runs.into_iter().filter_map(|run| self.merge_run(run)).collect()
    }

    fn merge_run(&mut self, run: &[NodeId]) -> Option<NodeId> {
        let most =
            (0..run.len()).rev().max_by_key(|&at| run.get(at).map(|&id| complexity(&self.tree, id)))?;
        let mut run = run.to_vec();
        run.swap(0, most);
        let (&into, others) = run.split_first()?;
        for &from in others {
            merge_class(&mut self.tree, into, from);
            self.free(from);
        }
        if !others.is_empty() {
            self.clean_class(into);
        }
        Some(into)
    }

    fn merge_empties(&self, mut subs: Vec<NodeId>) -> Vec<NodeId> {
        let is_empty = |id: NodeId| matches!(self.tree[id].kind, Kind::Empty);
        subs.dedup_by(|&mut one, &mut other| is_empty(one) && is_empty(other));
        subs
    }
}

/// How much of the first one's leading string the nodes after it share, and how many of them do.
fn common_string(tree: &Tree, first: NodeId, others: &[NodeId]) -> (usize, usize) {
    let (first, flags) = leading_string(tree, first);
    let (mut common, mut same) = (first, 0);
    for &other in others {
        let (other, other_flags) = leading_string(tree, other);
        let length = common.iter().zip(other).take_while(|(a, b)| a == b).count();
        if length == 0 || flags != other_flags {
            break;
        }
        common = common.get(..length).unwrap_or_default();
        same += 1;
    }
    (common.len(), same)
}

fn leading_string(tree: &Tree, id: NodeId) -> (&[u32], Flags) {
    let first = match (&tree[id].kind, tree[id].subs.first()) {
        (Kind::Concat, Some(&first)) => &tree[first],
        _ => &tree[id],
    };
    match &first.kind {
        Kind::Literal(runes) => (runes, Flags { fold: first.flags.fold, ..Flags::default() }),
        _ => (&[], Flags::default()),
    }
}

fn leading_piece(tree: &Tree, id: NodeId) -> Option<NodeId> {
    let first = match (&tree[id].kind, tree[id].subs.first()) {
        (Kind::Concat, Some(&first)) => first,
        _ => id,
    };
    (!matches!(tree[first].kind, Kind::Empty)).then_some(first)
}

/// Whether a piece takes one character, or one a fixed number of times: only then are the ways to
/// match the alternatives the same after it is taken out.
fn is_fixed(tree: &Tree, id: NodeId) -> bool {
    let node = &tree[id];
    match node.kind {
        Kind::Repeat { min, max } => max == Some(min) && node.subs.iter().all(|&sub| tree[sub].is_class()),
        _ => node.is_class(),
    }
}

/// Whether two pieces are equal, the first of which [`is_fixed`].
fn equal(tree: &Tree, one: NodeId, other: NodeId) -> bool {
    let (one, other) = (&tree[one], &tree[other]);
    match (&one.kind, &other.kind) {
        (Kind::Literal(a), Kind::Literal(b)) => a == b && one.flags.fold == other.flags.fold,
        (Kind::Class(a), Kind::Class(b)) => a == b && one.flags.fold == other.flags.fold,
        (Kind::AnyButNewline, Kind::AnyButNewline) | (Kind::Any, Kind::Any) => true,
        (Kind::Repeat { min, max }, Kind::Repeat { min: other_min, max: other_max }) => {
            let counts = (min, max) == (other_min, other_max);
            counts && one.flags.lazy == other.flags.lazy && equal_subs(tree, one, other)
        }
        _ => false,
    }
}

fn equal_subs(tree: &Tree, one: &Node, other: &Node) -> bool {
    one.subs.iter().zip(&other.subs).all(|(&one, &other)| equal(tree, one, other))
}

fn complexity(tree: &Tree, id: NodeId) -> (Option<u8>, usize) {
    let node = &tree[id];
    (rank(node), if let Kind::Class(class) = &node.kind { class.ranges().len() } else { 0 })
}
