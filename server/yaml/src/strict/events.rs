//! What the parser tells of a document, node by node (parserc.go's events, without the start and
//! end of the document).

use super::Checked;

/// What stands before a node's content.
#[derive(Debug, Default)]
pub(super) struct Properties<'t> {
    pub at: usize,
    pub anchor: Option<&'t str>,
    /// Expanded, never empty.
    pub tag: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Collection {
    Sequence,
    Mapping,
}

#[derive(Debug, Clone)]
pub(super) enum Content<'t> {
    /// Plain on one line, or nothing at all: what it means depends on the text.
    Plain(&'t str),
    /// A string unless a tag says otherwise. Empty where values are not kept.
    Text(String),
}

/// A node's place in its mapping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Key,
    /// A value, an item or the root.
    Value,
}

pub(super) trait Events<'t> {
    fn scalar(&mut self, role: Role, properties: Properties<'t>, content: Content<'t>);
    /// Refuses an anchor that no earlier node has.
    fn alias(&mut self, at: usize, name: &'t str) -> Checked;
    fn open(&mut self, role: Role, properties: Properties<'t>, collection: Collection);
    fn close(&mut self);
}
