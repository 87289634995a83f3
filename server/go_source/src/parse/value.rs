//! Expressions of constants and variables. Literals and conversions of literals are read, anything else is skipped.

use crdls_text::TextRange;

use super::Parser;
use crate::model::{Literal, LiteralKind, Type, Value, ValueKind};
use crate::token::{Kind, Token};

/// No more tokens than these are looked at to tell two constructs apart.
const MAX_AHEAD: u32 = 2_000;

/// What ends an expression of a list.
const ENDS: [Kind; 5] = [Kind::Comma, Kind::Semicolon, Kind::LineEnd, Kind::ParenClose, Kind::BraceClose];

impl Parser<'_> {
    /// Expressions after an equals sign.
    pub(super) fn values(&mut self) -> Vec<Value> {
        let mut values = vec![self.value()];
        while self.eat(Kind::Comma).is_some() {
            values.push(self.value());
        }
        values
    }

    fn value(&mut self) -> Value {
        let first = self.token();
        let kind = match self.literal() {
            Some(literal) => ValueKind::Literal(literal),
            None if first.kind == Kind::Ident => self.conversion().unwrap_or(ValueKind::Other),
            None => ValueKind::Other,
        };
        if ENDS.contains(&self.kind()) && kind != ValueKind::Other {
            return Value { range: self.since(first.start), kind };
        }
        self.skip_expression(&ENDS);
        if self.end() <= first.start {
            self.error();
        }
        Value { range: self.since(first.start), kind: ValueKind::Other }
    }

    /// A literal with its sign, if one begins here.
    fn literal(&mut self) -> Option<Literal> {
        let negative = self.at(Kind::Minus);
        if negative {
            self.next();
        }
        let token = self.token();
        let kind = match token.kind {
            Kind::String => LiteralKind::String,
            Kind::Int => LiteralKind::Int,
            Kind::Float => LiteralKind::Float,
            Kind::Char => LiteralKind::Char,
            Kind::Ident if matches!(token.range().of(self.tokens.text), "true" | "false") => {
                LiteralKind::Bool
            }
            _ => return None,
        };
        self.next();
        Some(Literal { range: token.range(), kind, negative })
    }

    /// `Type(literal)`, if the expression begins so.
    fn conversion(&mut self) -> Option<ValueKind> {
        if !self.converts_literal() {
            return None;
        }
        let first = self.eat(Kind::Ident)?;
        let ty: Type = self.qualified(first);
        self.expect(Kind::ParenOpen);
        let literal = self.literal()?;
        self.eat(Kind::Comma);
        self.expect(Kind::ParenClose);
        Some(ValueKind::Conversion { ty, literal })
    }

    /// Whether a literal in parentheses follows the name at hand.
    fn converts_literal(&self) -> bool {
        let mut ahead = self.ahead();
        let mut token = ahead();
        if token.kind == Kind::Dot {
            if ahead().kind != Kind::Ident {
                return false;
            }
            token = ahead();
        }
        if token.kind != Kind::ParenOpen {
            return false;
        }
        token = ahead();
        if token.kind == Kind::Minus {
            token = ahead();
        }
        let text = token.range().of(self.tokens.text);
        let literal = matches!(token.kind, Kind::String | Kind::Int | Kind::Float | Kind::Char)
            || token.kind == Kind::Ident && matches!(text, "true" | "false");
        if !literal {
            return false;
        }
        token = ahead();
        let after = if token.kind == Kind::Comma { ahead() } else { token };
        after.kind == Kind::ParenClose
    }

    /// The tokens after the one at hand, without comments: a bounded number, then the end of the file.
    pub(super) fn ahead(&self) -> impl FnMut() -> Token {
        let mut scanner = self.tokens.scanner.clone();
        let mut left = MAX_AHEAD;
        move || {
            loop {
                left -= 1;
                if left == 0 {
                    scanner.stop();
                    left = 1;
                }
                let token = scanner.scan();
                if token.kind != Kind::Comment {
                    return token;
                }
            }
        }
    }

    /// Skips an expression up to one of `ends` outside of all brackets that it opens.
    pub(super) fn skip_expression(&mut self, ends: &[Kind]) -> TextRange {
        let first = self.token();
        let mut depth = 0u32;
        while !self.at_end() {
            let kind = self.kind();
            if depth == 0 && ends.contains(&kind) || depth > 0 && self.is_outside(first) {
                break;
            }
            match kind {
                Kind::ParenOpen | Kind::BracketOpen | Kind::BraceOpen => depth += 1,
                Kind::ParenClose | Kind::BracketClose | Kind::BraceClose => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.next();
        }
        if depth > 0 {
            self.error();
        }
        self.since(first.start)
    }
}
