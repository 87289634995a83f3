//! What follows a value: fields, calls, indices, and the braces of a message.

use crdls_text::TextRange;

use crate::syntax::{NodeId, NodeKind, SyntaxError, TokenKind};

use super::Parser;

impl Parser<'_> {
    pub(super) fn postfix(&mut self) -> NodeId {
        let mut id = self.primary();
        // The parts of `a.b.c` while only simple names were read: what can be a message's name.
        let mut name = self.simple_name(id);
        loop {
            id = match self.peek() {
                TokenKind::Dot => self.dot(id, &mut name),
                TokenKind::OpenBracket => self.index(id),
                TokenKind::OpenBrace if !name.is_empty() => self.message(id, std::mem::take(&mut name)),
                _ => return id,
            };
            if !matches!(self.kind(id), Some(NodeKind::Select { .. })) {
                name.clear();
            }
        }
    }

    fn kind(&self, id: NodeId) -> Option<&NodeKind> {
        self.nodes.get(id.0 as usize).map(|node| &node.kind)
    }

    fn simple_name(&self, id: NodeId) -> Vec<TextRange> {
        match self.kind(id) {
            Some(NodeKind::Ident { name, .. }) => vec![*name],
            _ => Vec::new(),
        }
    }

    /// `.field`, `.?field` or `.method(…)`.
    fn dot(&mut self, operand: NodeId, message: &mut Vec<TextRange>) -> NodeId {
        let start = self.start_of(operand);
        let dot = self.token().range;
        self.bump();
        let optional = self.eat(TokenKind::Question).is_some();
        let simple = self.peek() == TokenKind::Ident && !optional;
        let field = self.field_name("a field name after the dot");
        if let Some(name) = field.filter(|_| simple && self.peek() == TokenKind::OpenParen) {
            let (open, args) = self.arguments();
            return self.push(NodeKind::Call { target: Some(operand), dot: None, name, open, args }, start);
        }
        match field.filter(|_| simple && !message.is_empty()) {
            Some(name) => message.push(name),
            None => message.clear(),
        }
        self.push(NodeKind::Select { operand, dot, optional, field }, start)
    }

    /// A name of a field, in backquotes or without.
    pub(super) fn field_name(&mut self, role: &str) -> Option<TextRange> {
        let token = self.token();
        if matches!(token.kind, TokenKind::Ident | TokenKind::EscapedIdent) {
            self.bump();
            return Some(token.range);
        }
        self.report(SyntaxError::missing_name(self.end, token, self.text, role));
        let word = matches!(token.kind, TokenKind::In | TokenKind::True | TokenKind::False | TokenKind::Null);
        word.then(|| {
            self.bump();
            token.range
        })
    }

    fn index(&mut self, operand: NodeId) -> NodeId {
        let start = self.start_of(operand);
        let open = self.token().range;
        let ((optional, index), more) = self.bracketed(|parser| {
            let optional = parser.eat(TokenKind::Question).is_some();
            (optional, parser.expression())
        });
        let index = self.with_more(index, more);
        self.push(NodeKind::Index { operand, open, optional, index }, start)
    }

    fn message(&mut self, operand: NodeId, name: Vec<TextRange>) -> NodeId {
        let start = self.start_of(operand);
        let dot = TextRange::new(start, name.first().map_or(start, |first| first.start));
        let dot = (!dot.is_empty()).then_some(TextRange::new(dot.start, dot.start + 1));
        let open = self.token().range;
        let fields = self.fields();
        self.push(NodeKind::Message { dot, name, open, fields }, start)
    }
}
