//! The expression as the checker sees it: operators are calls, macros are expanded, in the shape that
//! cel-go gives it. Every node knows the text it comes from.

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
    /// The whole expression.
    pub root: ExprId,
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
    /// The part that says what the expression is: a name, a field, an operator.
    pub focus: TextRange,
    /// The byte that the server names as its place: an operator, a bracket, a name.
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

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// Something that is no expression, the errors say why; and the expressions in it.
    Unspecified(Vec<ExprId>),
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

impl ExprKind {
    /// Calls `f` with each expression right below.
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
