//! The expression as the checker sees it: operators are calls, macros are expanded, in the shape that
//! cel-go gives it. Every node knows the text it comes from.

mod operands;
mod operators;

use std::borrow::Cow;

use crdls_text::TextRange;

use crate::syntax::NodeId;
pub use operands::operands;
pub(crate) use operators::binary;
pub use operators::{binary_operators, display_name, functions};

/// A name of a variable, field, function or type.
pub type Name = Cow<'static, str>;

/// Nodes in one arena; children come before their parents (cel-go's `ast.AST`, without types).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ast {
    exprs: Vec<Expr>,
    /// The whole expression.
    pub root: ExprId,
    /// Expressions with the copies that stand for the same one in [`Edition::V0_20`](crate::Edition::V0_20).
    pub shared: Vec<(ExprId, ExprId)>,
}

impl Ast {
    /// The expression with this id; an empty unspecified one where the id is of another tree.
    pub fn expr(&self, id: ExprId) -> &Expr {
        static NOTHING: Expr = Expr { kind: ExprKind::Unspecified(Vec::new()), origin: Origin::NOWHERE };
        self.exprs.get(id.0 as usize).unwrap_or(&NOTHING)
    }

    /// The kind of the expression with this id.
    pub fn kind(&self, id: ExprId) -> &ExprKind {
        &self.expr(id).kind
    }

    /// The number of expressions.
    pub fn len(&self) -> usize {
        self.exprs.len()
    }

    /// Whether there is no expression.
    pub fn is_empty(&self) -> bool {
        self.exprs.is_empty()
    }

    /// The ids of all expressions; children come before their parents.
    pub fn ids(&self) -> impl Iterator<Item = ExprId> + use<> {
        (0..self.exprs.len() as u32).map(ExprId)
    }

    /// Whether a variable of that name is read.
    pub fn reads(&self, variable: &str) -> bool {
        self.ids().any(|id| matches!(self.kind(id), ExprKind::Ident(name) if name == variable))
    }

    /// The expressions below `root` and itself, parents before children.
    pub fn descendants(&self, root: ExprId) -> Descendants<'_> {
        Descendants { ast: self, next: vec![root] }
    }

    pub(crate) fn set_kind(&mut self, id: ExprId, kind: ExprKind) {
        if let Some(expr) = self.exprs.get_mut(id.index()) {
            expr.kind = kind;
        }
    }

    /// The text of a chain of names, `a.b.c`; `None` for anything else.
    pub fn qualified_name(&self, id: ExprId) -> Option<String> {
        let mut parts = Vec::new();
        let mut next = id;
        loop {
            match self.kind(next) {
                ExprKind::Ident(name) => {
                    parts.push(name.as_ref());
                    parts.reverse();
                    return Some(parts.join("."));
                }
                ExprKind::Select { operand, field, test_only: false } => {
                    parts.push(field.as_ref());
                    next = *operand;
                }
                _ => return None,
            }
        }
    }

    pub(crate) fn push(&mut self, kind: ExprKind, origin: Origin) -> ExprId {
        self.exprs.push(Expr { kind, origin });
        ExprId(self.exprs.len() as u32 - 1)
    }

    /// Takes an expression as the whole one. Nothing comes after it, and many are kept: no room is left.
    pub(crate) fn end(&mut self, root: ExprId) {
        self.root = root;
        self.exprs.shrink_to_fit();
    }
}

/// See [`Ast::descendants`].
#[derive(Clone, Debug)]
pub struct Descendants<'a> {
    ast: &'a Ast,
    next: Vec<ExprId>,
}

impl Iterator for Descendants<'_> {
    type Item = ExprId;

    fn next(&mut self) -> Option<ExprId> {
        let id = self.next.pop()?;
        let first = self.next.len();
        self.ast.kind(id).for_each_child(|child| self.next.push(child));
        if let Some(children) = self.next.get_mut(first..) {
            children.reverse();
        }
        Some(id)
    }
}

/// The index of an expression in its [`Ast`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub(crate) u32);

impl ExprId {
    /// The index of the expression's row in a table with one row for each expression.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node of an [`Ast`] (cel-go's `ast.Expr`).
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What the node is, with its children. The checker replaces a qualified name by the variable or
    /// function that it resolves to.
    pub(crate) kind: ExprKind,
    /// The text that the node comes from.
    pub origin: Origin,
}

/// The text that an expression comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The whole text of the expression; of a node that a macro made, the text of the macro.
    pub range: TextRange,
    /// The part that identifies the expression: a name, a field, an operator. Otherwise `range`.
    pub focus: TextRange,
    /// The byte offset at which the server reports the expression: an operator, a bracket, a name.
    pub at: u32,
    /// The node of the tree; of one that a macro made, the call of the macro.
    pub node: NodeId,
    /// Whether a macro made it.
    pub expanded: bool,
}

impl Origin {
    const NOWHERE: Origin = Origin {
        range: TextRange { start: 0, end: 0 },
        focus: TextRange { start: 0, end: 0 },
        at: 0,
        node: NodeId(0),
        expanded: false,
    };
}

/// What an expression is (cel-go's `ast.ExprKind`).
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// Text that is not a valid expression, with the expressions found in it. A syntax error explains why.
    Unspecified(Vec<ExprId>),
    /// A constant, as written or as a macro inserts it.
    Literal(Literal),
    /// A name; a leading dot is part of it.
    Ident(Name),
    /// `operand.field`; `operand.?field` is a call of [`functions::OPT_SELECT`].
    Select {
        /// The value that has the field; before the check also the namespace of a qualified name.
        operand: ExprId,
        /// The name of the field, without backquotes.
        field: Name,
        /// Whether it asks for the presence only: `has(operand.field)`.
        test_only: bool,
    },
    /// A call of a function, a method or an operator. Calls of macros are already expanded.
    Call {
        /// The name; of an operator as in [`functions`]. A leading dot is part of it until the checker
        /// resolves it.
        function: Name,
        /// The value before the dot; before the check also the namespace of a function. `None` for
        /// functions and operators.
        target: Option<ExprId>,
        /// The arguments or operands in order, without the target.
        args: Vec<ExprId>,
    },
    /// `[a, ?b]`
    List {
        /// In the order of the text.
        elements: Vec<ListElement>,
    },
    /// `{k: v, ?k: v}`
    Map {
        /// In the order of the text, duplicate keys included.
        entries: Vec<MapEntry>,
    },
    /// `Message{field: value}`
    Struct {
        /// The name of the message type; a leading dot is part of it until the checker resolves it.
        type_name: Name,
        /// In the order of the text, without those whose name is missing.
        fields: Vec<StructField>,
    },
    /// A macro over a list or map, expanded.
    Comprehension(Box<Comprehension>),
}

impl ExprKind {
    /// Calls `f` with each direct child.
    pub fn for_each_child(&self, mut f: impl FnMut(ExprId)) {
        match self {
            Self::Literal(_) | Self::Ident(_) => {}
            Self::Unspecified(parts) => parts.iter().copied().for_each(f),
            Self::Select { operand, .. } => f(*operand),
            Self::Call { target, args, .. } => target.iter().chain(args).copied().for_each(f),
            Self::List { elements } => elements.iter().for_each(|element| f(element.value)),
            Self::Map { entries } => entries.iter().flat_map(|entry| [entry.key, entry.value]).for_each(f),
            Self::Struct { fields, .. } => fields.iter().for_each(|field| f(field.value)),
            Self::Comprehension(fold) => {
                [fold.iter_range, fold.accu_init, fold.condition, fold.step, fold.result]
                    .into_iter()
                    .for_each(f);
            }
        }
    }
}

/// The value of a constant; the sign of a number is part of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// `-1`, `0x1f`
    Int(i64),
    /// `1u`, `0x1fu`
    Uint(u64),
    /// `-1.5`, `1e3`; finite where it is written.
    Double(f64),
    /// The text between the quotes with its escapes decoded.
    String(Box<str>),
    /// `b'…'` as bytes: text as UTF-8, escapes decoded.
    Bytes(Box<[u8]>),
}

/// An element of a list literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListElement {
    /// The element, or with `optional` the optional value that contains it.
    pub value: ExprId,
    /// Whether `?` precedes it: an empty optional value adds no element.
    pub(crate) optional: bool,
}

/// An entry of a map literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapEntry {
    /// The key, which is never optional.
    pub(crate) key: ExprId,
    /// The value, or with `optional` the optional value that contains it.
    pub(crate) value: ExprId,
    /// Whether `?` precedes the key: an empty optional value adds no entry.
    pub(crate) optional: bool,
    /// The byte offset of the colon; of the value where the colon is missing.
    pub(crate) at: u32,
}

/// A field of a message literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructField {
    /// Without backquotes.
    pub(crate) name: Name,
    /// The text of the name, backquotes included.
    pub(crate) range: TextRange,
    /// The value, or with `optional` the optional value that contains it.
    pub(crate) value: ExprId,
    /// Whether `?` precedes the name: an empty optional value leaves the field unset.
    pub(crate) optional: bool,
    /// The byte offset of the colon; of the name's end where the colon is missing.
    pub(crate) at: u32,
}

/// A fold over a list or map, as macros expand to it (cel-go's `ast.ComprehensionExpr`).
#[derive(Clone, Debug, PartialEq)]
pub struct Comprehension {
    /// The list or map that is iterated over; an empty list where the fold only binds a name (`optMap`).
    pub iter_range: ExprId,
    /// The variable for the element of a list or the key of a map; for the index or the key where there
    /// is a second variable.
    pub iter_var: Name,
    /// The variable for the element or the value; `None` for macros with one variable.
    pub iter_var2: Option<Name>,
    /// The accumulator: `@result`, or the name that the fold binds.
    pub accu_var: Name,
    /// The accumulator's first value.
    pub accu_init: ExprId,
    /// Evaluated before each step; `false` ends the loop (`LoopCondition`).
    pub(crate) condition: ExprId,
    /// The accumulator's next value (`LoopStep`).
    pub step: ExprId,
    /// The value of the fold, computed after the loop; of the fold's variables it sees the accumulator only.
    pub(crate) result: ExprId,
}
