//! Where in the text a path is: the smallest range that has to change.

use std::collections::HashMap;

use foldhash::quality::FixedState;

use crdls_text::TextRange;
use crdls_yaml::{Budget, Kind, Member, Node, NodeId, sorted_members};

use crate::{ErrorType, PathStep, Unit};

/// Finds paths in one object. What it looked at it remembers, so that many findings in one large mapping or list cost
/// no more than a look at it. Where the object is written nowhere, nothing is found and all ranges are empty.
#[derive(Debug)]
pub struct Locator<'t> {
    root: Option<Node<'t>>,
    items: HashMap<NodeId, Vec<Node<'t>>, FixedState>,
    /// Sorted by name.
    members: HashMap<NodeId, Vec<Member<'t>>, FixedState>,
    budget: Budget,
}

/// How far a path leads.
#[derive(Clone, Copy, Debug)]
pub struct Located<'t> {
    /// The key of the last step found; `None` for an item of a list and for the root.
    pub key: Option<Node<'t>>,
    pub value: Node<'t>,
    /// Whether that is the end of the path.
    pub complete: bool,
    /// The first alias or merge key on the way.
    alias: Option<TextRange>,
}

impl<'t> Locator<'t> {
    /// For an object.
    pub fn new(unit: impl Into<Unit<'t>>) -> Self {
        let root = match unit.into() {
            Unit::Written(node) => Some(node),
            Unit::Made(_) => None,
        };
        Self { root, items: HashMap::default(), members: HashMap::default(), budget: Budget::default() }
    }

    /// Follows a path as far as it leads; `None` where the object is written nowhere.
    pub fn find(&mut self, steps: &[PathStep]) -> Option<Located<'t>> {
        let mut found = Located { key: None, value: self.root?, complete: true, alias: None };
        for step in steps {
            let next = match step {
                PathStep::Name(name) | PathStep::Key(name) => self.member(found.value, name),
                PathStep::Index(index) => self.item(found.value, *index).map(|item| (None, item, None)),
            };
            let Some((key, value, merge)) = next else { return Some(Located { complete: false, ..found }) };
            let alias = value.kind() == Kind::Alias;
            let alias = found.alias.or(merge).or(alias.then(|| value.range()));
            let value = self.budget.follow(value).unwrap_or(value);
            found = Located { key, value, complete: true, alias };
        }
        Some(found)
    }

    /// The first alias or merge key on the way to a path.
    pub fn alias(&mut self, steps: &[PathStep]) -> Option<TextRange> {
        self.find(steps)?.alias
    }

    /// What is written as a path's value, be it a collection; else as [`Self::head`].
    pub fn value(&mut self, steps: &[PathStep]) -> TextRange {
        let found = self.find(steps).filter(|found| found.complete && !found.value.is_empty());
        found.map_or_else(|| self.head(steps), |found| first_line(found.value))
    }

    /// A part of a scalar's text, by offsets into the decoded text.
    pub fn inside(&mut self, steps: &[PathStep], part: TextRange) -> TextRange {
        let found = self.find(steps).filter(|found| found.complete && found.value.kind().is_scalar());
        let Some(found) = found else { return self.range(steps, ErrorType::Invalid) };
        let decoded = found.value.decoded();
        let len = decoded.text().len() as u32;
        if part.is_empty() && part.start >= decoded.text().trim_end().len() as u32 && len > 0 {
            let end = decoded.text().trim_end().len() as u32;
            return TextRange::empty(decoded.source_range(TextRange::new(0, end)).end);
        }
        decoded.source_range(part)
    }

    /// The key at a path, or what stands for an item: for places that explain others.
    pub fn head(&mut self, steps: &[PathStep]) -> TextRange {
        self.range(steps, ErrorType::Forbidden)
    }

    fn item(&mut self, list: Node<'t>, index: usize) -> Option<Node<'t>> {
        self.items.entry(list.id()).or_insert_with(|| list.items().collect()).get(index).copied()
    }

    /// The key and the value of a member as written, and the `<<` by which they are there.
    fn member(
        &mut self,
        map: Node<'t>,
        name: &str,
    ) -> Option<(Option<Node<'t>>, Node<'t>, Option<TextRange>)> {
        let budget = &mut self.budget;
        let members =
            self.members.entry(map.id()).or_insert_with(|| sorted_members(map, budget, Vec::new()).0);
        let at = members.binary_search_by(|member| (*member.name).cmp(name)).ok()?;
        let member = members.get(at)?;
        let merge = if member.merged { merge_key(map) } else { None };
        Some((Some(member.key), member.written, merge))
    }

    /// The range for a finding of that kind at a path.
    pub fn range(&mut self, steps: &[PathStep], kind: ErrorType) -> TextRange {
        let Some(found) = self.find(steps) else { return TextRange::empty(0) };
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
        match self.root.filter(|root| value.id() == root.id()) {
            Some(root) => object(root),
            None => found.key.map_or_else(|| head(value), first_line),
        }
    }
}

/// What stands for an object: the value of its `kind`.
fn object(root: Node<'_>) -> TextRange {
    let kind = root.get("kind").map(|entry| entry.value).filter(|value| !value.is_empty());
    kind.map_or_else(|| head(root), first_line)
}

/// The alias behind the first `<<` of a mapping, or the key where it is no alias.
fn merge_key(map: Node<'_>) -> Option<TextRange> {
    let entry = map.entries().find(|entry| entry.key.source() == "<<")?;
    Some(if entry.value.kind() == Kind::Alias { entry.value.range() } else { entry.key.range() })
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
