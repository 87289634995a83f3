//! The nodes of a document that must be decoded to be judged, as the library's `parser.parse`
//! strings them together (decode.go).

use std::collections::HashMap;

use super::events::{Collection, Content, Events, Properties, Role};
use super::{Checked, Refusal};

pub(super) type NodeId = usize;

#[derive(Debug)]
pub(super) enum Kind<'t> {
    Scalar { tag: Option<String>, content: Content<'t> },
    Alias { name: &'t str, target: NodeId },
    Sequence,
    Mapping,
}

#[derive(Debug)]
pub(super) struct Node<'t> {
    pub at: usize,
    pub kind: Kind<'t>,
    /// A mapping's keys and values take turns.
    pub children: Vec<NodeId>,
}

impl Node<'_> {
    pub(super) fn is_merge_key(&self) -> bool {
        let Kind::Scalar { tag, content } = &self.kind else { return false };
        let counts = match (tag.as_deref(), content) {
            (None, Content::Plain(_)) | (Some("!" | "tag:yaml.org,2002:merge"), _) => true,
            (Some(_), _) | (None, Content::Text(_)) => false,
        };
        counts && content.text() == "<<"
    }
}

impl Content<'_> {
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Text(text) => text,
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Document<'t> {
    nodes: Vec<Node<'t>>,
    anchors: HashMap<&'t str, NodeId>,
    open: Vec<NodeId>,
}

impl<'t> Document<'t> {
    pub(super) fn root(&self) -> Option<NodeId> {
        (!self.nodes.is_empty()).then_some(0)
    }

    pub(super) fn node(&self, id: NodeId) -> Option<&Node<'t>> {
        self.nodes.get(id)
    }

    fn add(&mut self, at: usize, kind: Kind<'t>) -> NodeId {
        let id = self.nodes.len();
        if let Some(parent) = self.open.last().and_then(|&parent| self.nodes.get_mut(parent)) {
            parent.children.push(id);
        }
        self.nodes.push(Node { at, kind, children: Vec::new() });
        id
    }

    fn name(&mut self, anchor: Option<&'t str>, id: NodeId) {
        self.anchors.extend(anchor.map(|anchor| (anchor, id)));
    }
}

impl<'t> Events<'t> for Document<'t> {
    fn scalar(&mut self, _: Role, properties: Properties<'t>, content: Content<'t>) {
        let id = self.add(properties.at, Kind::Scalar { tag: properties.tag, content });
        self.name(properties.anchor, id);
    }

    fn alias(&mut self, at: usize, name: &'t str) -> Checked {
        let Some(&target) = self.anchors.get(name) else { return Err(unknown_anchor(at, name)) };
        self.add(at, Kind::Alias { name, target });
        Ok(())
    }

    /// The tag of a collection means nothing to the library.
    fn open(&mut self, _: Role, properties: Properties<'t>, collection: Collection) {
        let kind = match collection {
            Collection::Sequence => Kind::Sequence,
            Collection::Mapping => Kind::Mapping,
        };
        let id = self.add(properties.at, kind);
        // Named before it is complete: an alias inside it is known, and refused when decoded.
        self.name(properties.anchor, id);
        self.open.push(id);
    }

    fn close(&mut self) {
        self.open.pop();
    }
}

#[cold]
pub(super) fn unknown_anchor(at: usize, name: &str) -> Box<Refusal> {
    Refusal::boxed(at, format!("yaml: unknown anchor '{name}' referenced"))
}
