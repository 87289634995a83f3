//! Moving through the tokens and noting errors.

use crdls_text::TextRange;

use crate::syntax::{SyntaxError, Token, TokenKind};

use super::Parser;

/// How many errors of one text are told (cel-go's errorReportingLimit).
const MAX_ERRORS: usize = 100;

impl Parser<'_> {
    pub(super) fn token(&self) -> Token {
        self.token_at(0)
    }

    fn token_at(&self, ahead: usize) -> Token {
        let end = Token { kind: TokenKind::End, range: TextRange::empty(self.text.len() as u32) };
        self.tokens.get(self.pos + ahead).copied().unwrap_or(end)
    }

    pub(super) fn peek(&self) -> TokenKind {
        self.token().kind
    }

    pub(super) fn peek_second(&self) -> TokenKind {
        self.token_at(1).kind
    }

    pub(super) fn bump(&mut self) {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.pos += 1;
            self.end = token.range.end;
        }
    }

    /// Reads a token of `kind` if it is next.
    pub(super) fn eat(&mut self, kind: TokenKind) -> Option<TextRange> {
        let token = self.token();
        (token.kind == kind).then(|| {
            self.bump();
            token.range
        })
    }

    /// Reads a token that was waited for; without it, reports.
    pub(super) fn expect(&mut self, kind: TokenKind, wanted: &str) -> Option<TextRange> {
        let found = self.eat(kind);
        match found {
            Some(_) => self.recovering = false,
            None => {
                let error = SyntaxError::missing(wanted, self.end, self.token(), self.text);
                self.report_unexpected(error);
            }
        }
        found
    }

    /// Passes over the rest of the text.
    pub(super) fn give_up(&mut self) {
        self.pos = self.tokens.len();
        self.end = self.text.len() as u32;
        self.recovering = true;
    }

    /// Reports, unless what stands at this place or the text around it was reported already.
    pub(super) fn report(&mut self, error: SyntaxError) {
        let known = self.errors.iter().any(|e| e.at == error.at && e.at.is_some());
        if !self.recovering && !known && self.errors.len() < MAX_ERRORS {
            self.errors.push(error);
        }
    }

    /// Reports a token that breaks the sentence: what follows may be wrong only because of it.
    pub(super) fn report_unexpected(&mut self, error: SyntaxError) {
        self.report(error);
        self.recovering = true;
    }
}
