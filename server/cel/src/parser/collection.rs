//! What stands between brackets: arguments, elements, entries, fields.

use crdls_text::TextRange;

use crate::syntax::{Element, Entry, Field, NodeId, NodeKind, SyntaxError, SyntaxErrorKind, TokenKind};

use super::Parser;

impl Parser<'_> {
    /// Reads an opening bracket, `inside`, and the closing one; what stands before that is skipped, but
    /// for expressions.
    pub(super) fn bracketed<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (T, Vec<NodeId>) {
        let close = self.peek().closer().unwrap_or(TokenKind::CloseParen);
        self.bump();
        self.closers.push(close);
        let value = inside(self);
        let wanted = format!("`{}`", close.text().unwrap_or(")"));
        let mut more = Vec::new();
        while self.expect(close, &wanted).is_none() {
            if self.peek().starts_expression() && !self.is_unclosed_string() {
                more.push(self.expression());
            } else if !self.skip_junk(&[]) {
                break;
            }
        }
        self.closers.pop();
        (value, more)
    }

    /// An expression, and those that stand behind it where none should.
    pub(super) fn with_more(&mut self, first: NodeId, more: Vec<NodeId>) -> NodeId {
        if more.is_empty() {
            return first;
        }
        let start = self.start_of(first);
        let parts = std::iter::once(first).chain(more).collect();
        self.push(NodeKind::Error { parts }, start)
    }

    /// Items between brackets with commas between them; a comma may end them where `trailing`.
    fn items<T>(&mut self, trailing: bool, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let close = self.peek().closer().unwrap_or(TokenKind::CloseParen);
        let (items, _) = self.bracketed(|parser| {
            let mut items = Vec::new();
            if trailing && parser.peek() == TokenKind::Comma && parser.peek_second() == close {
                parser.bump();
            }
            while parser.peek() != close && parser.peek() != TokenKind::End {
                items.push(item(parser));
                if !parser.comma(close) || (trailing && parser.peek() == close) {
                    break;
                }
                if parser.peek() == close || parser.peek() == TokenKind::End {
                    // Nothing behind the comma: the item that should be there.
                    items.push(item(parser));
                }
            }
            items
        });
        items
    }

    /// Goes to the next item; false where there is none. Text in between is skipped, but what can be
    /// an expression is taken for an item whose comma was forgotten.
    fn comma(&mut self, close: TokenKind) -> bool {
        loop {
            if self.eat(TokenKind::Comma).is_some() {
                self.recovering = false;
                return true;
            }
            if self.peek() == close || self.peek() == TokenKind::End {
                return false;
            }
            let wanted = format!("`,` or `{}`", close.text().unwrap_or(")"));
            let error = SyntaxError::missing(&wanted, self.end, self.token(), self.text);
            self.report_unexpected(error);
            if self.peek().starts_expression() && !self.is_unclosed_string() {
                return true;
            }
            if !self.skip_junk(&[TokenKind::Comma]) {
                return false;
            }
        }
    }

    /// Whether a string without an end is next: to the server it is no token, and no value where an operator
    /// or a comma should stand.
    fn is_unclosed_string(&self) -> bool {
        let token = self.token();
        let of_token = |error: &SyntaxError| {
            error.kind == SyntaxErrorKind::UnclosedString && error.range.start == token.range.start
        };
        matches!(token.kind, TokenKind::String | TokenKind::Bytes) && self.errors.iter().any(of_token)
    }

    /// Skips a token that fits nowhere; false at the end, at one of `stops` and at what a bracket
    /// further out waits for.
    fn skip_junk(&mut self, stops: &[TokenKind]) -> bool {
        let kind = self.peek();
        let outer = self.closers.len().saturating_sub(1);
        let awaited = self.closers.get(..outer).is_some_and(|outer| outer.contains(&kind));
        if kind == TokenKind::End || stops.contains(&kind) || awaited {
            return false;
        }
        self.bump();
        true
    }

    /// `(…)` behind a function's name: the opening bracket and the arguments.
    pub(super) fn arguments(&mut self) -> (TextRange, Vec<NodeId>) {
        let open = self.token().range;
        (open, self.items(false, Self::expression))
    }

    pub(super) fn list(&mut self) -> NodeId {
        let start = self.token().range.start;
        let elements = self.items(true, |parser| {
            let optional = parser.eat(TokenKind::Question);
            Element { optional, value: parser.expression() }
        });
        self.push(NodeKind::List { elements }, start)
    }

    pub(super) fn map(&mut self) -> NodeId {
        let start = self.token().range.start;
        let entries = self.items(true, |parser| {
            let optional = parser.eat(TokenKind::Question);
            let key = parser.expression();
            let colon = parser.expect(TokenKind::Colon, "`:` and a value");
            Entry { optional, key, colon, value: parser.entry_value(colon) }
        });
        self.push(NodeKind::Map { entries }, start)
    }

    pub(super) fn fields(&mut self) -> Vec<Field> {
        self.items(true, |parser| {
            let optional = parser.eat(TokenKind::Question);
            let name = parser.field_name("the name of a field");
            let junk = name.is_none() && parser.peek().starts_expression();
            let wrong = junk.then(|| parser.expression());
            let colon = parser.expect(TokenKind::Colon, "`:` and a value");
            let mut value = parser.entry_value(colon);
            if let Some(wrong) = wrong {
                let start = parser.start_of(wrong);
                value = parser.push(NodeKind::Error { parts: vec![wrong, value] }, start);
            }
            Field { optional, name, colon, value }
        })
    }

    /// The value behind a colon; behind none, what may have been meant as one.
    fn entry_value(&mut self, colon: Option<TextRange>) -> NodeId {
        if colon.is_some() || self.peek().starts_expression() { self.expression() } else { self.missing() }
    }
}
