//! The stack of finished parts. Neighbouring literals grow together here, one step late, so that a
//! repetition still finds the last one alone.

use std::sync::Arc;

use super::Parser;
use crate::regexp::error::Error;
use crate::regexp::ranges::RangeSet;
use crate::regexp::tree::{Flags, Kind, NodeId};
use crate::regexp::unicode;

impl Parser<'_> {
    pub(super) fn push_new(&mut self, kind: Kind) -> Result<(), Error> {
        let id = self.tree.add(kind, self.flags, Vec::new());
        self.push(id)
    }

    pub(super) fn push_literal(&mut self, rune: u32) -> Result<(), Error> {
        let rune = if self.flags.fold { unicode::smallest_fold(rune) } else { rune };
        self.push_new(Kind::Literal(vec![rune]))
    }

    pub(super) fn push_class(&mut self, class: Arc<RangeSet>) -> Result<(), Error> {
        self.push_new(Kind::Class(class))
    }

    /// Mirrors `parser.push`: a class that is one character, or one in both cases, is a literal.
    pub(super) fn push(&mut self, id: NodeId) -> Result<(), Error> {
        self.limits.runes += runes_in(&self.tree[id].kind);
        if let Some((rune, fold)) = as_literal(&self.tree[id].kind) {
            let flags = Flags { fold, ..self.flags };
            if self.join_literals(Some((rune, flags))) {
                return Ok(());
            }
            let node = self.tree.node_mut(id);
            node.kind = Kind::Literal(vec![rune]);
            node.flags = flags;
        } else {
            self.join_literals(None);
        }
        self.stack.push(id);
        self.check_limits(id)
    }

    /// Joins the two literals on top of the stack, if there are two of one folding. Then `next` may
    /// take the freed node at once; returns whether it did. Mirrors `parser.maybeConcat`.
    pub(super) fn join_literals(&mut self, next: Option<(u32, Flags)>) -> bool {
        let &[.., under, top] = self.stack.as_slice() else { return false };
        if self.tree[under].flags.fold != self.tree[top].flags.fold {
            return false;
        }
        let (Kind::Literal(_), Kind::Literal(tail)) = (&self.tree[under].kind, &self.tree[top].kind) else {
            return false;
        };
        let tail = tail.clone();
        if let Kind::Literal(runes) = &mut self.tree.node_mut(under).kind {
            runes.extend(tail);
        }
        let Some((rune, flags)) = next else {
            self.stack.pop();
            self.free(top);
            return false;
        };
        let node = self.tree.node_mut(top);
        node.kind = Kind::Literal(vec![rune]);
        node.flags = flags;
        true
    }

    /// Takes the parts above the last mark.
    pub(super) fn take_parts(&mut self) -> Vec<NodeId> {
        let marks = self.stack.iter().rposition(|&id| self.tree[id].kind.is_mark());
        self.stack.split_off(marks.map_or(0, |mark| mark + 1))
    }

    pub(super) fn free(&mut self, id: NodeId) {
        self.limits.forget(id);
        self.tree.free(id);
    }

    pub(super) fn check_limits(&mut self, id: NodeId) -> Result<(), Error> {
        let checked = self.limits.check(&self.tree, &self.stack, id);
        checked.map_err(|reason| self.error(reason, 0..self.pattern.len()))
    }
}

fn runes_in(kind: &Kind) -> usize {
    match kind {
        Kind::Literal(runes) => runes.len(),
        Kind::Class(class) => 2 * class.ranges().len(),
        _ => 0,
    }
}

/// The character that a class stands for, and whether in both its cases.
fn as_literal(kind: &Kind) -> Option<(u32, bool)> {
    let Kind::Class(class) = kind else { return None };
    let (small, large) = match *class.ranges() {
        [(lo, hi)] if lo == hi => return Some((lo, false)),
        [(lo, hi)] if lo + 1 == hi => (lo, hi),
        [(a, b), (c, d)] if a == b && c == d => (a, c),
        _ => return None,
    };
    let pair = unicode::orbit(small)?.runes() == [small, large];
    pair.then_some((small, true))
}
