//! Expressions of constants and variables. Literals and conversions of literals are read, anything else is skipped.

use crdls_text::TextRange;

use super::Parser;
use crate::model::{Literal, LiteralKind, Type, Value, ValueKind};
use crate::token::{Kind, Token};

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
        let rest = self.skip_expression(&ENDS);
        let range = TextRange::new(first.start, rest.end.max(self.end()));
        if self.end() <= first.start {
            self.error();
            return Value { range: TextRange::empty(self.end()), kind: ValueKind::Other };
        }
        Value { range, kind: ValueKind::Other }
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

    /// `Type(literal)`.
    fn conversion(&mut self) -> Option<ValueKind> {
        let first = self.eat(Kind::Ident)?;
        let ty: Type = self.qualified(first);
        if !self.at(Kind::ParenOpen) || !self.converts_literal() {
            return None;
        }
        self.next();
        let literal = self.literal()?;
        self.expect(Kind::ParenClose);
        Some(ValueKind::Conversion { ty, literal })
    }

    /// Whether what follows an opening parenthesis is a literal and its end.
    fn converts_literal(&self) -> bool {
        let mut ahead = self.ahead();
        let mut token = ahead();
        if token.kind == Kind::Minus {
            token = ahead();
        }
        let text = token.range().of(self.tokens.text);
        let literal = matches!(token.kind, Kind::String | Kind::Int | Kind::Float | Kind::Char)
            || token.kind == Kind::Ident && matches!(text, "true" | "false");
        literal && ahead().kind == Kind::ParenClose
    }

    /// The tokens after the one at hand, without comments.
    pub(super) fn ahead(&self) -> impl FnMut() -> Token {
        let mut scanner = self.tokens.scanner.clone();
        move || {
            loop {
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
        TextRange::new(first.start, self.end().max(first.start))
    }
}
