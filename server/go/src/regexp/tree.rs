//! The syntax tree of a pattern. Nodes live in one vector and are used again once given up, exactly
//! as Go does it: the limits on a pattern depend on how many nodes it took.

use std::ops::Index;
use std::sync::Arc;

use super::ranges::RangeSet;

/// A node of a [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NodeId(u32);

impl NodeId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) flags: Flags,
    pub(super) subs: Vec<NodeId>,
}

#[derive(Debug, Clone)]
pub(super) enum Kind {
    Empty,
    Literal(Vec<u32>),
    Class(Arc<RangeSet>),
    AnyButNewline,
    Any,
    Assertion(Assertion),
    Capture,
    Star,
    Plus,
    Quest,
    Repeat {
        min: u32,
        max: Option<u32>,
    },
    Concat,
    Alternate,
    /// An open parenthesis. Only while parsing.
    Open {
        captures: bool,
    },
    /// Only while parsing.
    Bar,
}

impl Kind {
    /// Whether the node marks a place on the parser's stack and is no expression.
    pub(super) fn is_mark(&self) -> bool {
        matches!(self, Kind::Open { .. } | Kind::Bar)
    }
}

/// What must hold at a place in the text; takes no characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Assertion {
    LineStart,
    LineEnd,
    TextStart,
    TextEnd,
    WordBoundary,
    NotWordBoundary,
}

/// The flags in force where a node was read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Flags {
    pub(super) fold: bool,
    pub(super) multi_line: bool,
    pub(super) dot_newline: bool,
    pub(super) lazy: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    /// Takes writes to a node that does not exist. There are none; this is instead of a panic.
    nowhere: Node,
}

static NO_NODE: Node = Node::empty();

impl Node {
    const fn empty() -> Node {
        let flags = Flags { fold: false, multi_line: false, dot_newline: false, lazy: false };
        Node { kind: Kind::Empty, flags, subs: Vec::new() }
    }
}

impl Index<NodeId> for Tree {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        self.nodes.get(id.index()).unwrap_or(&NO_NODE)
    }
}

impl Tree {
    pub(super) fn new() -> Tree {
        Tree { nodes: Vec::new(), free: Vec::new(), nowhere: Node::empty() }
    }

    /// How many nodes were ever needed at once.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn add(&mut self, kind: Kind, flags: Flags, subs: Vec<NodeId>) -> NodeId {
        let node = Node { kind, flags, subs };
        let Some(id) = self.free.pop() else {
            self.nodes.push(node);
            return NodeId(self.nodes.len() as u32 - 1);
        };
        *self.node_mut(id) = node;
        id
    }

    /// Gives a node up; its number goes to the next one added.
    pub(super) fn free(&mut self, id: NodeId) {
        self.free.push(id);
    }

    /// Takes what a node holds.
    pub(super) fn take(&mut self, id: NodeId) -> Node {
        std::mem::replace(self.node_mut(id), Node::empty())
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        self.nodes.get_mut(id.index()).unwrap_or(&mut self.nowhere)
    }
}
