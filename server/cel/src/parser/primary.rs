//! Literals, names, calls, parentheses, lists and maps.

use crdls_text::TextRange;

use crate::syntax::{NodeId, NodeKind, SyntaxError, TokenKind};

use super::Parser;

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> NodeId {
        let token = self.token();
        match token.kind {
            TokenKind::Int | TokenKind::Uint | TokenKind::Double | TokenKind::String | TokenKind::Bytes => {
                self.literal(None)
            }
            TokenKind::True | TokenKind::False | TokenKind::Null => self.literal(None),
            TokenKind::Minus | TokenKind::Bang => self.signed(),
            TokenKind::Dot => self.absolute_name(),
            TokenKind::Ident => self.name(None, token.range.start),
            TokenKind::OpenParen => self.paren(),
            TokenKind::OpenBracket => self.list(),
            TokenKind::OpenBrace => self.map(),
            _ => self.missing_value(),
        }
    }

    fn literal(&mut self, sign: Option<TextRange>) -> NodeId {
        let token = self.token();
        self.bump();
        let start = sign.unwrap_or(token.range).start;
        self.push(NodeKind::Literal { kind: token.kind, sign, token: token.range }, start)
    }

    /// A number with its sign; signs before anything else do not mix (`!-a`).
    fn signed(&mut self) -> NodeId {
        let sign = self.token();
        if sign.kind == TokenKind::Bang {
            self.report(SyntaxError::unexpected(sign, self.text));
        }
        self.bump();
        let number = matches!(self.peek(), TokenKind::Int | TokenKind::Double);
        if sign.kind == TokenKind::Minus && number {
            return self.literal(Some(sign.range));
        }
        self.report(SyntaxError::missing_expression(self.end, self.token(), self.text, "a number after `-`"));
        while matches!(self.peek(), TokenKind::Minus | TokenKind::Bang) {
            self.bump();
        }
        self.postfix()
    }

    fn absolute_name(&mut self) -> NodeId {
        let dot = self.token().range;
        self.bump();
        if self.peek() == TokenKind::Ident {
            return self.name(Some(dot), dot.start);
        }
        self.report(SyntaxError::missing_name(self.end, self.token(), self.text, "a name after the dot"));
        self.missing()
    }

    fn name(&mut self, dot: Option<TextRange>, start: u32) -> NodeId {
        let name = self.token().range;
        self.bump();
        if self.peek() != TokenKind::OpenParen {
            return self.push(NodeKind::Ident { dot, name }, start);
        }
        let (open, args) = self.arguments();
        self.push(NodeKind::Call { target: None, dot, name, open, args }, start)
    }

    fn paren(&mut self) -> NodeId {
        let start = self.token().range.start;
        let (inner, more) = self.bracketed(Self::expression);
        let inner = self.with_more(inner, more);
        self.push(NodeKind::Paren { inner }, start)
    }

    fn missing_value(&mut self) -> NodeId {
        let error = SyntaxError::missing_expression(self.end, self.token(), self.text, "a value");
        self.report(error);
        self.missing()
    }
}
