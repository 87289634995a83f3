//! From the tree as written to the expression as checked: operators become calls, literals values,
//! macros what they stand for (cel-go, the visitor of parser/parser.go).
//!
//! Knows which macros exist from its caller. Reports what the server's parser reports after the
//! grammar: reserved words, literals out of range, wrong arguments of macros.

mod collection;
mod literal;
mod logic;
mod macros;
#[cfg(test)]
mod tests;
mod unescape;

use crdls_text::TextRange;

use crate::Edition;
use crate::ast::{Ast, ExprId, ExprKind, Name, Origin, binary, functions};
use crate::parser::parse;
use crate::syntax::{Node, NodeId, NodeKind, RESERVED, SyntaxError, TokenKind, Tree};
pub use macros::{MacroSignature, Macros};
pub use unescape::{DecodedString, decode_string};

/// A text parsed, with its macros expanded.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The expression as written.
    pub tree: Tree,
    /// The expression with its macros expanded.
    pub ast: Ast,
    /// All that keeps the server from parsing the text, sorted by where it sees it.
    pub errors: Vec<SyntaxError>,
}

/// Which optional parts of the syntax an environment has.
#[derive(Clone, Debug)]
pub struct Dialect {
    /// The macros that are expanded.
    pub macros: Macros,
    /// `a.?b`, `a[?b]`, `[?a]`, `{?k: v}`.
    pub optional_syntax: bool,
    /// Field names in backquotes.
    pub escaped_names: bool,
    /// How macros expand, and which strings are valid.
    pub edition: Edition,
}

impl Default for Dialect {
    fn default() -> Self {
        Self {
            macros: Macros::all(),
            optional_syntax: true,
            escaped_names: true,
            edition: Edition::default(),
        }
    }
}

/// Parses `text` and expands its macros.
pub fn parse_expression(text: &str, dialect: &Dialect) -> Parsed {
    let tree = parse(text);
    let mut lowering = Lowering { text, tree: &tree, dialect, ast: Ast::default(), errors: Vec::new() };
    let too_deep = tree.errors.iter().any(|error| error.at.is_none());
    let root = if too_deep { lowering.unspecified(tree.root, Vec::new()) } else { lowering.expr(tree.root) };
    let Lowering { mut ast, errors, .. } = lowering;
    ast.end(root);
    let mut all = tree.errors.clone();
    all.extend(errors);
    all.sort_by_key(|error| error.at);
    Parsed { tree, ast, errors: all }
}

/// Macros that copy their target can make a long expression of a short one; more nodes than this are refused. The
/// server has no limit of its own, but its checker takes time that grows with the square of the nodes: a chain of 12
/// `optMap` (57,000 nodes) took it half a minute to a minute, one of 13 several minutes, and a request has one.
const MAX_EXPRESSIONS: usize = 100_000;

struct Lowering<'t> {
    text: &'t str,
    tree: &'t Tree,
    dialect: &'t Dialect,
    ast: Ast,
    errors: Vec<SyntaxError>,
}

impl Lowering<'_> {
    fn expr(&mut self, id: NodeId) -> ExprId {
        let tree = self.tree;
        match &tree.node(id).kind {
            NodeKind::Missing => self.unspecified(id, Vec::new()),
            NodeKind::Error { parts } => self.skipped(id, parts),
            NodeKind::Literal { kind, sign, token } => self.literal(id, *kind, *sign, *token),
            NodeKind::Ident { dot, name } => self.ident(id, *dot, *name),
            NodeKind::Select { operand, dot, optional, field } => {
                self.select(id, *operand, *dot, *optional, *field)
            }
            NodeKind::Call { target: Some(target), name, open, args, .. } => {
                self.method(id, *target, *name, *open, args)
            }
            NodeKind::Call { dot, name, open, args, .. } => self.call(id, *dot, *name, *open, args),
            NodeKind::Index { operand, open, optional, index } => {
                self.index(id, *operand, *open, *optional, *index)
            }
            NodeKind::List { elements } => self.list(id, elements),
            NodeKind::Map { entries } => self.map(id, entries),
            NodeKind::Message { dot, name, open, fields } => {
                self.message(id, dot.is_some(), name, *open, fields)
            }
            NodeKind::Paren { inner } => self.expr(*inner),
            NodeKind::Unary { op, first, count, operand } => {
                self.unary(id, *op, first.start, *count, *operand)
            }
            NodeKind::Binary { op, operator, left, right } => {
                let args = vec![self.expr(*left), self.expr(*right)];
                self.push_call(id, operator.start, binary(*op), args)
            }
            NodeKind::Logic { op, terms, operators } => self.logic(id, *op, terms, operators),
            NodeKind::Ternary { condition, question, then, otherwise } => {
                let args = vec![self.expr(*condition), self.expr(*then), self.expr(*otherwise)];
                self.push_call(id, question.start, functions::CONDITIONAL, args)
            }
        }
    }

    fn origin(&self, node: NodeId, at: u32) -> Origin {
        let node_at = self.tree.node(node);
        Origin { range: node_at.range, focus: focus(node_at), at, node, expanded: false }
    }

    fn push(&mut self, node: NodeId, at: u32, kind: ExprKind) -> ExprId {
        let origin = self.origin(node, at);
        self.ast.push(kind, origin)
    }

    fn push_call(&mut self, node: NodeId, at: u32, function: &'static str, args: Vec<ExprId>) -> ExprId {
        self.push(node, at, ExprKind::Call { function: Name::Borrowed(function), target: None, args })
    }

    fn unspecified(&mut self, node: NodeId, parts: Vec<ExprId>) -> ExprId {
        self.push(node, self.tree.node(node).range.start, ExprKind::Unspecified(parts))
    }

    fn name(&self, range: TextRange) -> Name {
        Name::Owned(range.of(self.text).to_owned())
    }

    /// What had to be skipped is looked at for its own errors and for what it names.
    fn skipped(&mut self, id: NodeId, parts: &[NodeId]) -> ExprId {
        let parts = parts.iter().map(|part| self.expr(*part)).collect();
        self.unspecified(id, parts)
    }

    fn ident(&mut self, id: NodeId, dot: Option<TextRange>, name: TextRange) -> ExprId {
        if self.reserved(id, name) {
            return self.unspecified(id, Vec::new());
        }
        let full = if dot.is_some() { format!(".{}", name.of(self.text)).into() } else { self.name(name) };
        self.push(id, name.start, ExprKind::Ident(full))
    }

    /// Reports a word that may not be a variable or function.
    fn reserved(&mut self, id: NodeId, name: TextRange) -> bool {
        let word = name.of(self.text);
        let reserved = RESERVED.contains(&word);
        if reserved {
            self.errors.push(SyntaxError::reserved(name, self.tree.node(id).range.start, word));
        }
        reserved
    }

    fn select(
        &mut self,
        id: NodeId,
        operand: NodeId,
        dot: TextRange,
        optional: bool,
        field: Option<TextRange>,
    ) -> ExprId {
        let operand = self.expr(operand);
        let Some(range) = field else { return self.unspecified(id, vec![operand]) };
        let field = self.field_name(range, range.start);
        if !optional {
            return self.push(id, dot.start, ExprKind::Select { operand, field, test_only: false });
        }
        if !self.optional_allowed(dot, dot.start, ".?") {
            return self.unspecified(id, vec![operand]);
        }
        let name = self.literal_string(id, range, &field);
        self.push_call(id, dot.start, functions::OPT_SELECT, vec![operand, name])
    }

    /// A field's name without its backquotes.
    fn field_name(&mut self, range: TextRange, at: u32) -> Name {
        let written = range.of(self.text);
        let Some(inner) = written.strip_prefix('`') else { return self.name(range) };
        if !self.dialect.escaped_names {
            self.errors.push(SyntaxError::unsupported(range, at, ": '`'"));
        }
        Name::Owned(inner.strip_suffix('`').unwrap_or(inner).to_owned())
    }

    fn optional_allowed(&mut self, range: TextRange, at: u32, syntax: &str) -> bool {
        if !self.dialect.optional_syntax {
            self.errors.push(SyntaxError::unsupported(range, at, &format!(" '{syntax}'")));
        }
        self.dialect.optional_syntax
    }

    fn index(
        &mut self,
        id: NodeId,
        operand: NodeId,
        open: TextRange,
        optional: bool,
        index: NodeId,
    ) -> ExprId {
        let args = vec![self.expr(operand), self.expr(index)];
        if optional && !self.optional_allowed(open, open.start, "[?") {
            return self.unspecified(id, args);
        }
        let function = if optional { functions::OPT_INDEX } else { functions::INDEX };
        self.push_call(id, open.start, function, args)
    }

    /// An even number of signs is none.
    fn unary(&mut self, id: NodeId, op: TokenKind, at: u32, count: u32, operand: NodeId) -> ExprId {
        let operand = self.expr(operand);
        if count.is_multiple_of(2) {
            return operand;
        }
        let function = if op == TokenKind::Minus { functions::NEGATE } else { functions::NOT };
        self.push_call(id, at, function, vec![operand])
    }

    fn call(
        &mut self,
        id: NodeId,
        dot: Option<TextRange>,
        name: TextRange,
        open: TextRange,
        args: &[NodeId],
    ) -> ExprId {
        if self.reserved(id, name) {
            return self.unspecified(id, Vec::new());
        }
        let args: Vec<_> = args.iter().map(|arg| self.expr(*arg)).collect();
        let dot = if dot.is_some() { "." } else { "" };
        let function = format!("{dot}{}", name.of(self.text)).into();
        self.call_or_macro(id, open.start, function, None, args)
    }

    fn method(
        &mut self,
        id: NodeId,
        target: NodeId,
        name: TextRange,
        open: TextRange,
        args: &[NodeId],
    ) -> ExprId {
        let target = self.expr(target);
        let args: Vec<_> = args.iter().map(|arg| self.expr(*arg)).collect();
        self.call_or_macro(id, open.start, self.name(name), Some(target), args)
    }
}

/// What of a node's text names it.
fn focus(node: &Node) -> TextRange {
    match &node.kind {
        NodeKind::Ident { name, .. } | NodeKind::Call { name, .. } => *name,
        NodeKind::Select { field: Some(field), .. } => *field,
        NodeKind::Binary { operator, .. } => *operator,
        NodeKind::Unary { first, .. } => *first,
        NodeKind::Ternary { question, .. } => *question,
        NodeKind::Message { name, .. } => name.iter().copied().reduce(TextRange::join).unwrap_or(node.range),
        _ => node.range,
    }
}
