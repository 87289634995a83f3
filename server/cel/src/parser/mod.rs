//! Tokens to a tree, following the grammar of cel-go (parser/gen/CEL.g4).
//!
//! Knows what may follow what; knows nothing of reserved words, macros and values, which lowering
//! looks at. It never fails: text that fits nowhere is kept in error nodes, what lacks is `Missing`.

mod collection;
mod cursor;
mod limits;
mod operators;
mod postfix;
mod primary;
#[cfg(test)]
mod tests;

use crdls_text::TextRange;

use crate::lexer::{Lexed, lex};
use crate::syntax::{Node, NodeId, NodeKind, SyntaxError, Token, TokenKind, Tree};
use limits::Depths;
pub use limits::{MAX_CODE_POINTS, MAX_DEPTH};

/// Parses any text.
pub fn parse(text: &str) -> Tree {
    let Lexed { mut tokens, errors } = lex(text);
    let significant = tokens.iter().filter(|t| !t.kind.is_trivia()).copied().collect();
    let mut parser = Parser::new(text, significant, errors);
    let root = parser.whole();
    let Parser { mut nodes, mut errors, .. } = parser;
    errors.sort_by_key(|error| error.at);
    // Many trees are kept.
    nodes.shrink_to_fit();
    tokens.shrink_to_fit();
    Tree { nodes, root, tokens, errors }
}

struct Parser<'t> {
    text: &'t str,
    /// Tokens without trivia; the last is `End`.
    tokens: Vec<Token>,
    pos: usize,
    /// End of the token read last.
    end: u32,
    nodes: Vec<Node>,
    /// The depth of the server's visitor below each node.
    visit_depths: Vec<u32>,
    depths: Depths,
    /// The closing brackets that are waited for.
    closers: Vec<TokenKind>,
    errors: Vec<SyntaxError>,
    /// Set after an unexpected token, until something is found that was waited for.
    recovering: bool,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, tokens: Vec<Token>, errors: Vec<SyntaxError>) -> Self {
        Self {
            text,
            tokens,
            pos: 0,
            end: 0,
            nodes: Vec::new(),
            visit_depths: Vec::new(),
            depths: Depths::default(),
            closers: Vec::new(),
            errors,
            recovering: false,
        }
    }

    fn whole(&mut self) -> NodeId {
        if self.too_long() {
            return self.missing();
        }
        let first = self.expression();
        let mut parts = vec![first];
        while self.peek() != TokenKind::End {
            let token = self.token();
            self.report_unexpected(SyntaxError::unexpected(token, self.text));
            match self.peek().starts_expression() {
                true => parts.push(self.expression()),
                false => self.bump(),
            }
        }
        self.check_visit_depth();
        if parts.len() == 1 { first } else { self.push(NodeKind::Error { parts }, 0) }
    }

    /// Adds a node that goes from `start` to the token read last.
    fn push(&mut self, kind: NodeKind, start: u32) -> NodeId {
        let range = TextRange::new(start, self.end);
        self.push_node(Node { kind, range })
    }

    fn push_node(&mut self, node: Node) -> NodeId {
        self.visit_depths.push(limits::visit_depth(&node.kind, &self.visit_depths));
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// A place where an expression should be, right behind what was read.
    fn missing(&mut self) -> NodeId {
        self.push_node(Node { kind: NodeKind::Missing, range: TextRange::empty(self.end) })
    }

    fn start_of(&self, id: NodeId) -> u32 {
        self.nodes.get(id.0 as usize).map_or(self.end, |node| node.range.start)
    }
}
