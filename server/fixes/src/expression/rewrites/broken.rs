//! An expression that does not compile, as rewrites look at it.

use std::borrow::Cow;

use crdls_cel::ast::ExprId;
use crdls_cel::checker::{Checked, check};
use crdls_cel::lower::parse_expression;
use crdls_cel::syntax::{NodeId, NodeKind, Token, TokenKind, Tree};
use crdls_cel::types::Type;
use crdls_rules::{Library, RefusalCause, variables};
use crdls_text::TextRange;

use super::Aim;

pub(super) struct BrokenExpression<'l> {
    pub(super) text: &'l str,
    pub(super) problems: &'l RefusalCause,
    pub(super) aim: Aim<'l>,
    pub(super) tree: Tree,
    pub(super) checked: Checked,
    pub(super) library: &'static Library,
}

impl<'l> BrokenExpression<'l> {
    pub(super) fn new(text: &'l str, problems: &'l RefusalCause, aim: Aim<'l>) -> Self {
        let library = Library::of_new_rules(aim.terms.minor);
        let parsed = parse_expression(text, &library.dialect);
        let variables = variables(aim.terms);
        let types = library.object_types(aim.terms.declaration);
        let checked = check(parsed.ast, &library.environment(&variables, &types));
        Self { text, problems, aim, tree: parsed.tree, checked, library }
    }

    pub(super) fn of(&self, range: TextRange) -> &'l str {
        range.of(self.text)
    }

    pub(super) fn kind(&self, node: NodeId) -> &NodeKind {
        &self.tree.node(node).kind
    }

    pub(super) fn range(&self, node: NodeId) -> TextRange {
        self.tree.node(node).range
    }

    pub(super) fn source(&self, node: NodeId) -> &'l str {
        self.of(self.range(node))
    }

    pub(super) fn type_of(&self, node: NodeId) -> Type {
        self.checked.type_of_node(node).cloned().unwrap_or(Type::Error)
    }

    /// The part of the text that an expression is made of.
    pub(super) fn node_of(&self, expr: ExprId) -> NodeId {
        self.checked.ast.expr(expr).origin.node
    }

    pub(super) fn parent(&self, node: NodeId) -> Option<NodeId> {
        let holds = |id: &NodeId| {
            let mut found = false;
            self.kind(*id).for_each_child(|child| found |= child == node);
            found
        };
        self.tree.ids().find(holds)
    }

    /// Whether what stands around a part would take a piece out of a comparison that stands in its place.
    pub(super) fn is_tight(&self, node: NodeId) -> bool {
        use NodeKind::*;
        let parent = self.parent(node).map(|parent| self.kind(parent));
        match parent {
            Some(Unary { .. } | Binary { .. } | Select { .. }) => true,
            Some(Index { operand, .. }) => *operand == node,
            Some(Call { target, .. }) => *target == Some(node),
            _ => false,
        }
    }

    /// A comparison in place of a part: in brackets where it needs them.
    pub(super) fn loose(&self, node: NodeId, text: String) -> String {
        if self.is_tight(node) { format!("({text})") } else { text }
    }

    /// The same where an `&&` or `||` comes.
    pub(super) fn looser(&self, node: NodeId, text: String) -> String {
        let in_logic =
            self.parent(node).is_some_and(|parent| matches!(self.kind(parent), NodeKind::Logic { .. }));
        if in_logic { format!("({text})") } else { self.loose(node, text) }
    }

    /// A part that a method can be called on: in brackets where its operators are weaker.
    pub(super) fn receiver(&self, node: NodeId) -> String {
        use NodeKind::*;
        let source = self.source(node);
        match self.kind(node) {
            Literal { .. }
            | Ident { .. }
            | Select { .. }
            | Call { .. }
            | Index { .. }
            | List { .. }
            | Map { .. }
            | Paren { .. } => source.to_owned(),
            _ => format!("({source})"),
        }
    }

    /// The part itself, without brackets around it.
    pub(super) fn bare(&self, mut node: NodeId) -> NodeId {
        while let NodeKind::Paren { inner } = self.kind(node) {
            node = *inner;
        }
        node
    }

    /// A literal of some kinds, without a sign.
    pub(super) fn literal(&self, node: NodeId) -> Option<(TokenKind, &'l str)> {
        match self.kind(self.bare(node)) {
            NodeKind::Literal { kind, sign: None, token } => Some((*kind, self.of(*token))),
            _ => None,
        }
    }

    /// What a string that is written without escapes says.
    pub(super) fn string(&self, node: NodeId) -> Option<&'l str> {
        let (_, source) = self.literal(node).filter(|(kind, _)| *kind == TokenKind::String)?;
        plain_string(source)
    }

    /// The tokens that are not blanks.
    pub(super) fn tokens(&self) -> Vec<Token> {
        self.tree.tokens.iter().filter(|token| token.kind != TokenKind::Whitespace).copied().collect()
    }

    /// The fields of an object by the names that rules use.
    pub(super) fn fields(&self, object: &Type) -> Vec<&'l str> {
        match self.aim.terms.declaration.named_object(object.name()) {
            Some(declaration) => declaration.field_names(),
            None => Vec::new(),
        }
    }

    pub(super) fn own_fields(&self) -> Vec<&'l str> {
        self.aim.terms.declaration.field_names()
    }
}

/// A string literal's text, where none of it is escaped.
pub(super) fn plain_string(source: &str) -> Option<&str> {
    let quote = source.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let inside = source.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inside.contains(['\\', '\n', quote])).then_some(inside)
}

/// A text as a string literal.
pub(super) fn quoted(text: &str) -> String {
    let text: Cow<'_, str> = if text.contains(['\'', '\\']) {
        text.replace('\\', "\\\\").replace('\'', "\\'").into()
    } else {
        text.into()
    };
    format!("'{text}'")
}

/// What a text is apart from brackets that change nothing.
pub(super) fn meaning(text: &str, minor: crdls_minors::Minor) -> String {
    let tree = parse_expression(text, &Library::of_new_rules(minor).dialect).tree;
    let mut out = String::new();
    shape(&tree, tree.root, text, &mut out);
    out
}

/// How deep a tree is, the parser limits.
fn shape(tree: &Tree, node: NodeId, text: &str, out: &mut String) {
    let NodeKind::Paren { inner } = tree.node(node).kind else {
        let range = tree.node(node).range;
        let mut at = range.start;
        out.push('(');
        tree.node(node).kind.for_each_child(|child| {
            let range = tree.node(child).range;
            own_text(TextRange::new(at, range.start.max(at)), text, out);
            shape(tree, child, text, out);
            at = range.end;
        });
        own_text(TextRange::new(at, range.end.max(at)), text, out);
        out.push(')');
        return;
    };
    shape(tree, inner, text, out);
}

fn own_text(range: TextRange, text: &str, out: &mut String) {
    out.extend(range.of(text).split_whitespace());
}
