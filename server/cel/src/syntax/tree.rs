//! Nodes in one arena, named by index, so that a deep tree is neither built nor dropped recursively.

use crdls_text::TextRange;

use super::{SyntaxError, Token, TokenKind};

/// An expression as written, with all its tokens and all that is wrong with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// All nodes; children come before their parents.
    pub nodes: Vec<Node>,
    /// The whole expression.
    pub root: NodeId,
    /// Every token; side by side they are the text.
    pub tokens: Vec<Token>,
    /// Sorted by where the server sees them; those without a place first.
    pub errors: Vec<SyntaxError>,
}

impl Tree {
    /// The node with this id; a missing one where the id is of another tree.
    pub fn node(&self, id: NodeId) -> &Node {
        static MISSING: Node = Node { kind: NodeKind::Missing, range: TextRange { start: 0, end: 0 } };
        self.nodes.get(id.0 as usize).unwrap_or(&MISSING)
    }

    /// The ids of all nodes; children come before their parents.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The smallest node that `offset` touches; of equal ones the innermost.
    pub fn at_offset(&self, offset: u32) -> Option<NodeId> {
        let touching = self.ids().filter(|id| self.node(*id).range.touches(offset));
        // A child always stands before its parent in the arena.
        touching.min_by_key(|id| self.node(*id).range.len())
    }
}

/// The index of a node in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

/// A part of the expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is, with its children.
    pub kind: NodeKind,
    /// Byte offsets in the expression, parts included.
    pub range: TextRange,
}

/// What a node is. Ranges inside are of tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// An expression should stand here; the range is empty.
    Missing,
    /// Expressions where there should be one: what the parser could make of text it had to skip.
    Error {
        parts: Vec<NodeId>,
    },
    Literal {
        kind: TokenKind,
        sign: Option<TextRange>,
        token: TextRange,
    },
    Ident {
        dot: Option<TextRange>,
        name: TextRange,
    },
    Select {
        operand: NodeId,
        dot: TextRange,
        optional: bool,
        field: Option<TextRange>,
    },
    Call {
        target: Option<NodeId>,
        /// The dot before a function that is called by its full name: `.f(x)`.
        dot: Option<TextRange>,
        name: TextRange,
        open: TextRange,
        args: Vec<NodeId>,
    },
    Index {
        operand: NodeId,
        open: TextRange,
        optional: bool,
        index: NodeId,
    },
    List {
        elements: Vec<Element>,
    },
    Map {
        entries: Vec<Entry>,
    },
    Message {
        dot: Option<TextRange>,
        name: Vec<TextRange>,
        open: TextRange,
        fields: Vec<Field>,
    },
    Paren {
        inner: NodeId,
    },
    /// A run of `!` or of `-`.
    Unary {
        op: TokenKind,
        first: TextRange,
        count: u32,
        operand: NodeId,
    },
    /// A comparison, `in`, or arithmetic.
    Binary {
        op: TokenKind,
        operator: TextRange,
        left: NodeId,
        right: NodeId,
    },
    /// A chain of `&&` or of `||`; one operator fewer than terms.
    Logic {
        op: TokenKind,
        terms: Vec<NodeId>,
        operators: Vec<TextRange>,
    },
    Ternary {
        condition: NodeId,
        question: TextRange,
        then: NodeId,
        otherwise: NodeId,
    },
}

/// An element of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// The `?` before it.
    pub optional: Option<TextRange>,
    pub value: NodeId,
}

/// An entry of a map: `key: value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub optional: Option<TextRange>,
    pub key: NodeId,
    pub colon: Option<TextRange>,
    pub value: NodeId,
}

/// A field of a message: `name: value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub optional: Option<TextRange>,
    pub name: Option<TextRange>,
    pub colon: Option<TextRange>,
    pub value: NodeId,
}

impl NodeKind {
    /// Calls `f` with each child, in the order of the text.
    pub fn for_each_child(&self, mut f: impl FnMut(NodeId)) {
        match self {
            Self::Missing | Self::Literal { .. } | Self::Ident { .. } => {}
            Self::Error { parts } => parts.iter().copied().for_each(f),
            Self::Select { operand: inner, .. }
            | Self::Paren { inner }
            | Self::Unary { operand: inner, .. } => {
                f(*inner);
            }
            Self::Call { target, args, .. } => target.iter().chain(args).copied().for_each(f),
            Self::Index { operand: left, index: right, .. } | Self::Binary { left, right, .. } => {
                f(*left);
                f(*right);
            }
            Self::List { elements } => elements.iter().for_each(|e| f(e.value)),
            Self::Map { entries } => entries.iter().flat_map(|e| [e.key, e.value]).for_each(f),
            Self::Message { fields, .. } => fields.iter().for_each(|e| f(e.value)),
            Self::Logic { terms, .. } => terms.iter().copied().for_each(f),
            Self::Ternary { condition, then, otherwise, .. } => {
                [*condition, *then, *otherwise].into_iter().for_each(f);
            }
        }
    }
}
