//! Ternaries, chains, comparisons, arithmetic and signs.

use crate::syntax::{NodeId, NodeKind, TokenKind};

use super::Parser;
use super::limits::GrammarRule;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> NodeId {
        if !self.enter(GrammarRule::Expression) {
            return self.missing();
        }
        let condition = self.chain(TokenKind::OrOr);
        let id = match self.eat(TokenKind::Question) {
            None => condition,
            Some(question) => {
                self.recovering = false;
                let then = self.chain(TokenKind::OrOr);
                self.expect(TokenKind::Colon, "`:` and the value for when the condition is false");
                let otherwise = self.expression_after_colon();
                let start = self.start_of(condition);
                self.push(NodeKind::Ternary { condition, question, then, otherwise }, start)
            }
        };
        self.leave(GrammarRule::Expression);
        id
    }

    fn expression_after_colon(&mut self) -> NodeId {
        if self.recovering && !self.peek().starts_expression() { self.missing() } else { self.expression() }
    }

    /// A chain of `||`, or of `&&` inside it.
    fn chain(&mut self, op: TokenKind) -> NodeId {
        let first = self.chain_term(op);
        let mut terms = vec![first];
        let mut operators = Vec::new();
        while let Some(operator) = self.eat(op) {
            self.recovering = false;
            operators.push(operator);
            terms.push(self.chain_term(op));
        }
        if operators.is_empty() {
            return first;
        }
        let start = self.start_of(first);
        self.push(NodeKind::Logic { op, terms, operators }, start)
    }

    fn chain_term(&mut self, op: TokenKind) -> NodeId {
        if op == TokenKind::OrOr { self.chain(TokenKind::AndAnd) } else { self.relation() }
    }

    fn relation(&mut self) -> NodeId {
        if !self.enter(GrammarRule::Relation) {
            return self.missing();
        }
        let mut left = self.calculation(0);
        while is_relation(self.peek()) {
            left = self.binary(left, Self::related);
        }
        self.leave(GrammarRule::Relation);
        left
    }

    /// The right side of a comparison: comparisons go from left to right.
    fn related(&mut self) -> NodeId {
        if !self.enter(GrammarRule::Relation) {
            return self.missing();
        }
        let id = self.calculation(0);
        self.leave(GrammarRule::Relation);
        id
    }

    /// Arithmetic whose operators bind at least as `weakest`.
    fn calculation(&mut self, weakest: u8) -> NodeId {
        if !self.enter(GrammarRule::Calculation) {
            return self.missing();
        }
        let mut left = self.unary();
        while let Some(strength) = strength(self.peek()).filter(|s| *s >= weakest) {
            left = self.binary(left, |parser| parser.calculation(strength + 1));
        }
        self.leave(GrammarRule::Calculation);
        left
    }

    fn binary(&mut self, left: NodeId, right: impl FnOnce(&mut Self) -> NodeId) -> NodeId {
        let operator = self.token();
        self.bump();
        let right = right(self);
        let start = self.start_of(left);
        self.push(NodeKind::Binary { op: operator.kind, operator: operator.range, left, right }, start)
    }

    /// A run of one sign before a value. A single `-` before a number is part of the number.
    fn unary(&mut self) -> NodeId {
        let sign = self.token();
        let number = matches!(self.peek_second(), TokenKind::Int | TokenKind::Double);
        match sign.kind {
            TokenKind::Minus if number => return self.postfix(),
            TokenKind::Minus | TokenKind::Bang => {}
            _ => return self.postfix(),
        }
        let mut count = 0;
        while self.eat(sign.kind).is_some() {
            count += 1;
        }
        let operand = self.postfix();
        self.push(NodeKind::Unary { op: sign.kind, first: sign.range, count, operand }, sign.range.start)
    }
}

fn is_relation(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(kind, Less | LessEq | Greater | GreaterEq | EqEq | NotEq | In)
}

fn strength(kind: TokenKind) -> Option<u8> {
    match kind {
        TokenKind::Plus | TokenKind::Minus => Some(1),
        TokenKind::Star | TokenKind::Slash | TokenKind::Percent => Some(2),
        _ => None,
    }
}
