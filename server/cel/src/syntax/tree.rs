//! Nodes in one arena, named by index, so that a deep tree is neither built nor dropped recursively.

use crdls_text::TextRange;

use super::{SyntaxError, Token, TokenKind};

/// An expression as written, with its tokens and its errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// All nodes; children come before their parents.
    pub nodes: Vec<Node>,
    /// The whole expression.
    pub root: NodeId,
    /// Every token; joined they are the text.
    pub tokens: Vec<Token>,
    /// Sorted by the offset at which the server reports them; those without one first.
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

    /// The smallest node that the byte `offset` touches; of equal ones the innermost.
    pub fn at_offset(&self, offset: u32) -> Option<NodeId> {
        let touching = self.ids().filter(|id| self.node(*id).range.touches(offset));
        // A child always comes before its parent in the arena.
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

/// What a node is. Ranges inside are of tokens; what is `None` or `Missing` though the grammar requires it
/// is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// An expression is expected here; the range is empty.
    Missing,
    /// Expressions where one is expected: what the parser could make of text it had to skip.
    Error {
        /// Two or more, in the order of the text.
        parts: Vec<NodeId>,
    },
    /// A number, string, bytes literal, `true`, `false` or `null`.
    Literal {
        /// The kind of `token`.
        kind: TokenKind,
        /// The single `-` before an int or double; `None` otherwise.
        sign: Option<TextRange>,
        /// The literal without its sign.
        token: TextRange,
    },
    /// A name that is not called: `x`, `.x`.
    Ident {
        /// The dot of an absolute name, which the variables of macros do not hide.
        dot: Option<TextRange>,
        /// The name without the dot.
        name: TextRange,
    },
    /// `operand.field`, `operand.?field`; also each step of a qualified name.
    Select {
        /// What precedes the dot.
        operand: NodeId,
        /// The dot without a `?` after it.
        dot: TextRange,
        /// Whether a `?` follows the dot.
        optional: bool,
        /// The name with its backquotes; `None` where it is missing.
        field: Option<TextRange>,
    },
    /// `f(x)`, `target.f(x)`; also a macro, unexpanded.
    Call {
        /// The value or namespace before the dot; `None` for `f(x)` and `.f(x)`.
        target: Option<NodeId>,
        /// The dot before a function that is called by its full name: `.f(x)`.
        dot: Option<TextRange>,
        /// The name of the function, without target and dot.
        name: TextRange,
        /// The `(`.
        open: TextRange,
        /// In the order of the text.
        args: Vec<NodeId>,
    },
    /// `operand[index]`, `operand[?index]`
    Index {
        /// The list or map before the bracket.
        operand: NodeId,
        /// The `[`.
        open: TextRange,
        /// Whether a `?` follows the bracket.
        optional: bool,
        /// The index or key.
        index: NodeId,
    },
    /// `[a, ?b]`
    List {
        /// In the order of the text.
        elements: Vec<Element>,
    },
    /// `{k: v, ?k: v}`
    Map {
        /// In the order of the text.
        entries: Vec<Entry>,
    },
    /// `a.b.Message{field: value}`
    Message {
        /// The dot of an absolute name: `.a.b.Message{}`.
        dot: Option<TextRange>,
        /// The parts of the name between the dots; one or more.
        name: Vec<TextRange>,
        /// The `{`.
        open: TextRange,
        /// In the order of the text.
        fields: Vec<Field>,
    },
    /// An expression in parentheses.
    Paren {
        /// The expression between them.
        inner: NodeId,
    },
    /// A run of `!` or of `-`.
    Unary {
        /// [`TokenKind::Bang`] or [`TokenKind::Minus`].
        op: TokenKind,
        /// The first sign of the run.
        first: TextRange,
        /// The number of signs, one or more; an even number has no effect.
        count: u32,
        /// The value after the run.
        operand: NodeId,
    },
    /// A comparison, `in`, or arithmetic.
    Binary {
        /// The kind of the token at `operator`.
        op: TokenKind,
        /// The operator.
        operator: TextRange,
        /// The left operand.
        left: NodeId,
        /// The right operand.
        right: NodeId,
    },
    /// A chain of `&&` or of `||`; one operator fewer than terms.
    Logic {
        /// [`TokenKind::AndAnd`] or [`TokenKind::OrOr`].
        op: TokenKind,
        /// The operands, two or more.
        terms: Vec<NodeId>,
        /// The operators between the terms.
        operators: Vec<TextRange>,
    },
    /// `condition ? then : otherwise`
    Ternary {
        /// What precedes the `?`.
        condition: NodeId,
        /// The `?`.
        question: TextRange,
        /// The value where the condition is true.
        then: NodeId,
        /// The value where the condition is false.
        otherwise: NodeId,
    },
}

/// An element of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// The `?` before it.
    pub(crate) optional: Option<TextRange>,
    /// The element without the `?`.
    pub value: NodeId,
}

/// An entry of a map: `key: value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The `?` before the key.
    pub(crate) optional: Option<TextRange>,
    /// What precedes the colon.
    pub(crate) key: NodeId,
    /// `None` where it is missing.
    pub(crate) colon: Option<TextRange>,
    /// What follows the colon.
    pub(crate) value: NodeId,
}

/// A field of a message: `name: value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The `?` before the name.
    pub(crate) optional: Option<TextRange>,
    /// The name with its backquotes; `None` where it is missing.
    pub name: Option<TextRange>,
    /// `None` where it is missing.
    pub(crate) colon: Option<TextRange>,
    /// What follows the colon.
    pub(crate) value: NodeId,
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
