//! Where in the text a path is: the smallest range that has to change.

use std::borrow::Cow;
use std::collections::HashMap;

use crdls_text::TextRange;
use crdls_yaml::{Budget, Node, NodeId, members};

use super::report::OwnedStep;
use crate::ErrorType;

/// Finds paths in one object of a document. What it looked at it remembers, so that many findings
/// in one large mapping cost no more than a look at it.
pub(crate) struct Locator<'t> {
    root: Node<'t>,
    members: HashMap<NodeId, HashMap<Cow<'t, str>, (Node<'t>, Node<'t>)>>,
    budget: Budget,
}

/// How far a path leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<'t> {
    /// The key of the last step found; `None` for an item of a list and for the root.
    pub(crate) key: Option<Node<'t>>,
    pub(crate) value: Node<'t>,
    /// Whether that is the end of the path.
    pub(crate) complete: bool,
}

impl<'t> Locator<'t> {
    pub(crate) fn new(root: Node<'t>) -> Self {
        Self { root, members: HashMap::new(), budget: Budget::default() }
    }

    /// Follows a path as far as it leads.
    pub(crate) fn find(&mut self, steps: &[OwnedStep]) -> Found<'t> {
        let mut found = Found { key: None, value: self.root, complete: true };
        for step in steps.iter().flat_map(parts) {
            let next = match step {
                Part::Name(name) => self.member(found.value, name).map(|(key, value)| (Some(key), value)),
                Part::Index(index) => found.value.items().nth(index).map(|item| (None, item)),
            };
            let Some((key, value)) = next else { return Found { complete: false, ..found } };
            let value = self.budget.follow(value).unwrap_or(value);
            found = Found { key, value, complete: true };
        }
        found
    }

    /// The key at a path, or what stands for an item: for places that explain others.
    pub(crate) fn head(&mut self, steps: &[OwnedStep]) -> TextRange {
        self.range(steps, ErrorType::Forbidden)
    }

    fn member(&mut self, map: Node<'t>, name: &str) -> Option<(Node<'t>, Node<'t>)> {
        let budget = &mut self.budget;
        let read = || members(map, budget).into_iter().map(|m| (m.name, (m.key, m.written))).collect();
        self.members.entry(map.id()).or_insert_with(read).get(name).copied()
    }

    /// The range for a finding of that kind at a path.
    pub(crate) fn range(&mut self, steps: &[OwnedStep], kind: ErrorType) -> TextRange {
        let found = self.find(steps);
        let points_at_value = matches!(
            kind,
            ErrorType::Invalid
                | ErrorType::NotSupported
                | ErrorType::Duplicate
                | ErrorType::TooLong
                | ErrorType::TypeInvalid
                | ErrorType::Required
                | ErrorType::Decoding
                | ErrorType::Warning
        );
        let value = found.value;
        if found.complete && points_at_value && value.kind().is_scalar() && !value.range().is_empty() {
            return first_line(value);
        }
        found.key.map_or_else(|| head(value), first_line)
    }
}

enum Part<'a> {
    Name(&'a str),
    Index(usize),
}

/// A name of the manifest may be several steps: `versions[0].schema`.
fn parts(step: &OwnedStep) -> Vec<Part<'_>> {
    match step {
        OwnedStep::Key(name) => vec![Part::Name(name)],
        OwnedStep::Index(index) => vec![Part::Index(*index)],
        OwnedStep::Child(name) => name.split('.').flat_map(dotted).collect(),
    }
}

fn dotted(name: &str) -> Vec<Part<'_>> {
    match name.strip_suffix(']').and_then(|n| n.split_once('[')) {
        Some((name, index)) => {
            [Some(Part::Name(name)), index.parse().ok().map(Part::Index)].into_iter().flatten().collect()
        }
        None => vec![Part::Name(name)],
    }
}

/// What stands for a collection that has no key: its first key or item.
fn head(node: Node<'_>) -> TextRange {
    if let Some(entry) = node.entries().next() {
        return first_line(entry.key);
    }
    if node.kind().is_seq() {
        return node.items().next().map_or(node.range(), head);
    }
    first_line(node)
}

/// A node's range up to the end of its first line.
fn first_line(node: Node<'_>) -> TextRange {
    let range = node.range();
    let len = node.source().lines().next().map_or(0, str::len) as u32;
    TextRange::new(range.start, range.start + len)
}
