//! `*`, `+`, `?` and `{n,m}`, which is a literal where it cannot be read as a count.

use super::Parser;
use crate::regexp::error::{Error, Reason};
use crate::regexp::tree::{Flags, Kind, NodeId, Tree};

/// The most copies that repetitions may ask for, those around them multiplied in.
const MAX_COPIES: u32 = 1000;

impl Parser<'_> {
    /// Repeats the top of the stack; the operator takes `length` bytes. Mirrors `parser.repeat`.
    /// Returns where the operator starts; `previous` is where one starts that ends right before it.
    pub(super) fn repeat(
        &mut self,
        kind: Kind,
        length: usize,
        previous: Option<usize>,
    ) -> Result<usize, Error> {
        let start = self.at;
        self.at += length;
        let lazy = self.byte(0) == Some(b'?');
        self.at += usize::from(lazy);
        if let Some(previous) = previous {
            return Err(self.error_since(previous, Reason::NestedRepetition));
        }
        let repeated = self.stack.pop_if(|id| !self.tree[*id].kind.is_mark());
        let Some(sub) = repeated else {
            return Err(self.error_since(start, Reason::MissingRepeatArgument));
        };
        let flags = Flags { lazy: self.flags.lazy != lazy, ..self.flags };
        let id = self.tree.add(kind, flags, vec![sub]);
        self.stack.push(id);
        self.check_limits(id)?;
        if self.tree[id].kind.copies() >= 2 && !copies_fit(&self.tree, id, MAX_COPIES) {
            return Err(self.error_since(start, Reason::RepeatCount));
        }
        Ok(start)
    }

    pub(super) fn brace(&mut self, previous: Option<usize>) -> Result<Option<usize>, Error> {
        let Some((min, max, length)) = count(self.rest()) else {
            self.at += 1;
            return self.push_literal('{'.into()).map(|()| None);
        };
        if min > MAX_COPIES || max.is_some_and(|max| max > MAX_COPIES || max < min) {
            return Err(self.error(Reason::RepeatCount, self.at..self.at + length));
        }
        self.repeat(Kind::Repeat { min, max }, length, previous).map(Some)
    }
}

impl Kind {
    /// How often a counted repetition repeats at most, or at least where nothing bounds it.
    pub(super) fn copies(&self) -> u32 {
        match *self {
            // `max` is none or no less than `min`. Said as `max.unwrap_or(min)`, rustc 1.95 reads one of the two
            // before it knows the kind, at an address that is none where it is another: it crashed.
            Kind::Repeat { min, max } => max.unwrap_or(0).max(min),
            _ => 0,
        }
    }
}

/// Whether no more than `most` copies of anything come of a node. Mirrors `repeatIsValid`: walked
/// for each repetition of two and more, of which at most nine can lie in one another.
fn copies_fit(tree: &Tree, id: NodeId, most: u32) -> bool {
    let node = &tree[id];
    if matches!(node.kind, Kind::Repeat { max: Some(0), .. }) {
        return true;
    }
    let copies = node.kind.copies();
    let left = most.checked_div(copies).unwrap_or(most);
    copies <= most && node.subs.iter().all(|&sub| copies_fit(tree, sub, left))
}

/// Reads `{min}`, `{min,}` or `{min,max}` and how long it is. Large numbers saturate.
fn count(text: &str) -> Option<(u32, Option<u32>, usize)> {
    let rest = text.strip_prefix('{')?;
    let (min, rest) = number(rest)?;
    let (max, rest) = match rest.strip_prefix(',') {
        None => (Some(min), rest),
        Some(rest) if rest.starts_with('}') => (None, rest),
        Some(rest) => number(rest).map(|(max, rest)| (Some(max), rest))?,
    };
    let rest = rest.strip_prefix('}')?;
    Some((min, max, text.len() - rest.len()))
}

/// Digits without a leading zero.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    let leading_zero = digits.len() > 1 && digits.starts_with('0');
    if digits.is_empty() || leading_zero {
        return None;
    }
    Some((digits.parse().unwrap_or(u32::MAX), rest))
}
