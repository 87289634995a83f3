//! Putting the parts on the stack together: concatenations, and alternatives between bars.

use std::sync::Arc;

use super::Parser;
use crate::regexp::error::Error;
use crate::regexp::ranges::RangeSet;
use crate::regexp::tree::{Flags, Kind, Node, NodeId, Tree};

impl Parser<'_> {
    /// Mirrors `parser.parseVerticalBar`. What stands before a bar moves below it.
    pub(super) fn bar(&mut self) -> Result<(), Error> {
        self.at += 1;
        self.finish_concat()?;
        if self.swap_bar() { Ok(()) } else { self.push_new(Kind::Bar) }
    }

    /// Leaves one part on the stack for all since the last open group.
    pub(super) fn finish_alternatives(&mut self) -> Result<(), Error> {
        self.finish_concat()?;
        if self.swap_bar() {
            self.stack.pop();
        }
        let parts = self.take_parts();
        if let Some(&last) = parts.last() {
            self.clean_class(last);
        }
        let id = self.collapse(parts, Kind::Alternate, 0)?;
        self.push(id)
    }

    fn finish_concat(&mut self) -> Result<(), Error> {
        self.join_literals(None);
        let parts = self.take_parts();
        if parts.is_empty() {
            let empty = self.tree.add(Kind::Empty, Flags::default(), Vec::new());
            return self.push(empty);
        }
        let id = self.collapse(parts, Kind::Concat, 0)?;
        self.push(id)
    }

    /// If a bar lies under the top part, the part goes below it; single characters on both sides of
    /// it become one class. Mirrors `parser.swapVerticalBar`.
    fn swap_bar(&mut self) -> bool {
        let &[.., bar, top] = self.stack.as_slice() else { return false };
        if !matches!(self.tree[bar].kind, Kind::Bar) {
            return false;
        }
        let under = self.stack.iter().rev().nth(2).copied();
        if let Some(under) = under.filter(|&under| self.are_classes(under, top)) {
            let more_complex = if rank(&self.tree[top]) > rank(&self.tree[under]) { top } else { under };
            let simpler = if more_complex == top { under } else { top };
            merge_class(&mut self.tree, more_complex, simpler);
            self.free(simpler);
            self.stack.truncate(self.stack.len().saturating_sub(3));
            self.stack.extend([more_complex, bar]);
            return true;
        }
        if let Some(under) = under {
            // Nothing is merged into it any more.
            self.clean_class(under);
        }
        self.stack.truncate(self.stack.len().saturating_sub(2));
        self.stack.extend([top, bar]);
        true
    }

    fn are_classes(&self, one: NodeId, other: NodeId) -> bool {
        self.tree[one].is_class() && self.tree[other].is_class()
    }

    /// Sorts a class that was merged. Mirrors `cleanAlt`.
    pub(super) fn clean_class(&mut self, id: NodeId) {
        let node = self.tree.node_mut(id);
        let Kind::Class(class) = &mut node.kind else { return };
        Arc::make_mut(class).clean();
        match *class.ranges() {
            [(0, 0x10_FFFF)] => node.kind = Kind::Any,
            [(0, 0x09), (0x0B, 0x10_FFFF)] => node.kind = Kind::AnyButNewline,
            _ => {}
        }
    }

    /// One node of `kind` for several parts; parts of that kind itself are taken apart first.
    pub(super) fn collapse(&mut self, parts: Vec<NodeId>, kind: Kind, depth: i64) -> Result<NodeId, Error> {
        if let [only] = *parts.as_slice() {
            return Ok(only);
        }
        let factors = matches!(kind, Kind::Alternate);
        let id = self.tree.add(kind, Flags::default(), Vec::new());
        let mut subs = Vec::with_capacity(parts.len());
        for part in parts {
            match (&self.tree[part].kind, factors) {
                (Kind::Alternate, true) | (Kind::Concat, false) => {
                    subs.append(&mut self.tree.node_mut(part).subs);
                    self.free(part);
                }
                _ => subs.push(part),
            }
        }
        if factors {
            subs = self.factor(subs, depth)?;
            if let [only] = *subs.as_slice() {
                self.free(id);
                return Ok(only);
            }
        }
        self.tree.node_mut(id).subs = subs;
        Ok(id)
    }
}

impl Node {
    /// Whether the node takes exactly one character. Mirrors `isCharClass`.
    pub(super) fn is_class(&self) -> bool {
        rank(self).is_some()
    }

    fn matches_newline(&self) -> bool {
        match &self.kind {
            Kind::Literal(runes) => *runes == [0x0A],
            Kind::Class(class) => class.contains(0x0A),
            kind => matches!(kind, Kind::Any),
        }
    }
}

/// How complex a node that takes one character is: Go's order of such operators.
pub(super) fn rank(node: &Node) -> Option<u8> {
    match &node.kind {
        Kind::Literal(runes) if runes.len() == 1 => Some(0),
        Kind::Class(_) => Some(1),
        Kind::AnyButNewline => Some(2),
        Kind::Any => Some(3),
        _ => None,
    }
}

/// Merges the characters of `from` into `into` and drops `from`. `from` must not be more complex. Mirrors
/// `mergeCharClass`.
pub(super) fn merge_class(tree: &mut Tree, into: NodeId, from: NodeId) {
    let from = tree.take(from);
    let newline = from.matches_newline();
    let node = tree.node_mut(into);
    match (&mut node.kind, &from.kind) {
        (Kind::AnyButNewline, _) if newline => node.kind = Kind::Any,
        (Kind::Class(class), Kind::Class(other)) => Arc::make_mut(class).add_set(other),
        (Kind::Class(class), _) => add_literal(Arc::make_mut(class), &from),
        (Kind::Literal(one), Kind::Literal(other)) if *one == *other && node.flags == from.flags => {}
        (Kind::Literal(_), Kind::Literal(_)) => {
            let mut class = RangeSet::default();
            add_literal(&mut class, node);
            add_literal(&mut class, &from);
            node.kind = Kind::Class(Arc::new(class));
        }
        _ => {}
    }
}

fn add_literal(class: &mut RangeSet, literal: &Node) {
    let Kind::Literal(runes) = &literal.kind else { return };
    for &rune in runes {
        class.add_rune(rune, literal.flags.fold);
    }
}
