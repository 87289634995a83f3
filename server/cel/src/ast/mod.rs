//! The expression as the checker sees it: operators are calls, macros are expanded, in the shape that
//! cel-go v0.29.2 gives it. Every node knows the text it comes from.

mod operators;

use std::borrow::Cow;

use crdls_text::TextRange;

use crate::syntax::NodeId;
pub(crate) use operators::binary;
pub use operators::{display_name, functions};

/// A name of a variable, field, function or type.
pub type Name = Cow<'static, str>;

/// Nodes in one arena; children stand before their parents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ast {
    exprs: Vec<Expr>,
    pub root: ExprId,
}

impl Ast {
    pub fn expr(&self, id: ExprId) -> &Expr {
        static NOTHING: Expr = Expr { kind: ExprKind::Unspecified, origin: Origin::NOWHERE };
        self.exprs.get(id.0 as usize).unwrap_or(&NOTHING)
    }

    pub fn kind(&self, id: ExprId) -> &ExprKind {
        &self.expr(id).kind
    }

    pub fn len(&self) -> usize {
        self.exprs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.exprs.is_empty()
    }

    pub fn ids(&self) -> impl Iterator<Item = ExprId> + use<> {
        (0..self.exprs.len() as u32).map(ExprId)
    }

    pub(crate) fn push(&mut self, kind: ExprKind, origin: Origin) -> ExprId {
        self.exprs.push(Expr { kind, origin });
        ExprId(self.exprs.len() as u32 - 1)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub(crate) u32);

impl ExprId {
    /// The place of the expression in a table with a row for each.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub origin: Origin,
}

/// The text that an expression comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The whole text of the expression; of a node that a macro made, the text of the macro.
    pub range: TextRange,
    /// The byte that the server names as its place: an operator, a bracket, a name.
    pub at: u32,
    /// The node of the tree; of one that a macro made, the call of the macro.
    pub node: NodeId,
    /// Whether a macro made it.
    pub expanded: bool,
}

impl Origin {
    const NOWHERE: Origin =
        Origin { range: TextRange { start: 0, end: 0 }, at: 0, node: NodeId(0), expanded: false };
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// Something that is no expression; the errors say why.
    Unspecified,
    Literal(Literal),
    /// A name; a leading dot is part of it.
    Ident(Name),
    Select {
        operand: ExprId,
        field: Name,
        /// Whether it asks for the presence only: `has(operand.field)`.
        test_only: bool,
    },
    Call {
        function: Name,
        target: Option<ExprId>,
        args: Vec<ExprId>,
    },
    List {
        elements: Vec<ListElement>,
    },
    Map {
        entries: Vec<MapEntry>,
    },
    Struct {
        type_name: Name,
        fields: Vec<StructField>,
    },
    Comprehension(Box<Comprehension>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(Box<str>),
    Bytes(Box<[u8]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListElement {
    pub value: ExprId,
    pub optional: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapEntry {
    pub key: ExprId,
    pub value: ExprId,
    pub optional: bool,
    /// The colon.
    pub at: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructField {
    pub name: Name,
    /// The text of the name.
    pub range: TextRange,
    pub value: ExprId,
    pub optional: bool,
    /// The colon.
    pub at: u32,
}

/// A fold over a list or map, as macros expand to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Comprehension {
    pub iter_range: ExprId,
    pub iter_var: Name,
    pub iter_var2: Option<Name>,
    pub accu_var: Name,
    pub accu_init: ExprId,
    pub condition: ExprId,
    pub step: ExprId,
    pub result: ExprId,
}
