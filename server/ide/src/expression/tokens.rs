//! The words of expressions by what they are, for colours.

use std::sync::Arc;

use crdls_cel::checker::{Checked, check};
use crdls_cel::lower::parse_expression;
use crdls_cel::syntax::{NodeKind, TokenKind, Tree};
use crdls_cel::types::Type;
use crdls_report::Config;
use crdls_rules::{Declaration, Library, Terms, variables};
use crdls_text::TextRange;
use crdls_yaml::{Decoded, Node};

use super::find::written_in;

/// A word and what it is. It stands on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    /// Bytes of the file.
    pub range: TextRange,
    /// What the word is.
    pub kind: SemanticKind,
}

/// What a word of an expression, or a key of the manifest, is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SemanticKind {
    /// A variable that rules have, as `self`.
    Variable,
    /// A variable of a macro.
    Parameter,
    /// A field of a value in an expression, or a name of the user's own in the manifest.
    Field,
    /// A function that is called by its name alone.
    Function,
    /// A function that is called on a value.
    Method,
    /// A macro, as `all` or `has`.
    Macro,
    /// `true`, `false`, `null` and `in`; in the manifest a keyword of schemas.
    Keyword,
    /// A text or bytes, with their quotes.
    String,
    /// A number.
    Number,
    /// An operator.
    Operator,
    /// A comment.
    Comment,
    /// An `x-kubernetes-` keyword.
    Extension,
}

/// The words of the expressions of a CRD that a range touches.
pub(crate) fn semantic_tokens(crd: Node<'_>, within: TextRange, config: &Config) -> Vec<SemanticToken> {
    let library = Library::of_new_rules(config.kubernetes);
    // The scopes of variables do not depend on types, so the schema need not be decoded.
    let declaration = Arc::new(Declaration::scalar(Type::Dyn, 1, 0));
    let terms = Terms { declaration: &declaration, minor: config.kubernetes, optional_old_self: false };
    let (variables, types) = (variables(terms), library.object_types(&declaration));
    let environment = library.environment(&variables, &types);
    let words = |node: Node<'_>| {
        let text = node.decoded();
        let parsed = parse_expression(text.text(), &library.dialect);
        Words { text, tree: parsed.tree, checked: check(parsed.ast, &environment), library }
            .found(node.text())
    };
    written_in(crd, within).into_iter().flat_map(|(_, written)| words(written.node)).collect()
}

/// An expression whose words are looked for.
struct Words<'t> {
    text: Decoded<'t>,
    tree: Tree,
    checked: Checked,
    library: &'static Library,
}

impl Words<'_> {
    fn found(&self, file: &str) -> Vec<SemanticToken> {
        let names = self.names();
        let kind = |token: &crdls_cel::syntax::Token| {
            let name = names.binary_search_by_key(&token.range.start, |(range, _)| range.start).ok();
            match name.and_then(|at| names.get(at)) {
                Some((_, kind)) => Some(*kind),
                None => of_token(token.kind),
            }
        };
        let words = self.tree.tokens.iter().filter_map(|token| Some((token.range, kind(token)?)));
        words.flat_map(|(range, kind)| self.on_lines(file, range, kind)).collect()
    }

    /// What the names of the expression are, in the order of the text.
    fn names(&self) -> Vec<(TextRange, SemanticKind)> {
        let text = self.text.text();
        let macros = &self.library.dialect.macros;
        let is_macro = |name: &str, receiver: bool| {
            macros.signatures().any(|its| its.name == name && its.receiver == receiver)
        };
        let mut names: Vec<_> = self
            .tree
            .ids()
            .filter_map(|id| match self.tree.node(id).kind {
                NodeKind::Ident { name, .. } => {
                    let local = self
                        .checked
                        .locals
                        .iter()
                        .any(|local| local.name == name.of(text) && local.scope.touches(name.start));
                    Some((name, if local { SemanticKind::Parameter } else { SemanticKind::Variable }))
                }
                NodeKind::Select { field: Some(field), .. } => Some((field, SemanticKind::Field)),
                NodeKind::Call { target, name, .. } => {
                    let kind = match (is_macro(name.of(text), target.is_some()), target) {
                        (true, _) => SemanticKind::Macro,
                        (false, Some(_)) => SemanticKind::Method,
                        (false, None) => SemanticKind::Function,
                    };
                    Some((name, kind))
                }
                _ => None,
            })
            .collect();
        names.sort_by_key(|(range, _)| range.start);
        names
    }

    /// A word that the file breaks over lines is one on each.
    fn on_lines(&self, file: &str, range: TextRange, kind: SemanticKind) -> Vec<SemanticToken> {
        let range = self.text.source_range(range);
        let mut at = range.start;
        let mut found = Vec::new();
        for line in range.of(file).split_inclusive(['\n', '\r']) {
            let blank = line.len() - line.trim_start().len();
            let start = at + blank as u32;
            let end = at + line.trim_end().len() as u32;
            if start < end {
                found.push(SemanticToken { range: TextRange::new(start, end), kind });
            }
            at += line.len() as u32;
        }
        found
    }
}

fn of_token(kind: TokenKind) -> Option<SemanticKind> {
    use TokenKind::*;
    Some(match kind {
        Comment => SemanticKind::Comment,
        Int | Uint | Double => SemanticKind::Number,
        String | Bytes => SemanticKind::String,
        True | False | Null | In => SemanticKind::Keyword,
        Ident | EscapedIdent => SemanticKind::Variable,
        EqEq | NotEq | Less | LessEq | Greater | GreaterEq | AndAnd | OrOr | Plus | Minus | Star | Slash
        | Percent | Bang | Question => SemanticKind::Operator,
        _ => return None,
    })
}
