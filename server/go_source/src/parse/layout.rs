//! Recovery by layout. All of it is off in an exact reading: Go's grammar knows no layout.

use super::Parser;
use crate::scan::Mode;
use crate::token::{Kind, Token};

/// More blanks than anyone indents by.
const MAX_INDENT: usize = 1_000;

impl Parser<'_> {
    fn is_tolerant(&self) -> bool {
        self.mode == Mode::Tolerant
    }

    /// Whether a declaration begins here, whatever is open above: its keyword stands at the left margin.
    pub(super) fn at_margin(&self) -> bool {
        let token = self.token();
        let declares = matches!(
            token.kind,
            Kind::Package | Kind::Import | Kind::Type | Kind::Const | Kind::Var | Kind::Func | Kind::Eof
        );
        declares && self.is_tolerant() && self.column(token) == 0
    }

    /// Whether what is open ends here: the file does, or a declaration begins.
    pub(super) fn at_end(&self) -> bool {
        self.at(Kind::Eof) || self.at_margin()
    }

    pub(super) fn skip_to_margin(&mut self) {
        while !self.at_end() {
            self.next();
        }
    }

    /// Skips what is left of the line of the token before, up to what closes a block around it.
    pub(super) fn skip_line(&mut self) {
        let line = self.tokens.previous.line;
        while !self.at_end() && self.token().line == line {
            match self.kind() {
                _ if self.closes_block() => return,
                Kind::LineEnd => {
                    // The comment of the line is at hand now, not after the next token.
                    let comment = self.tokens.line_comment;
                    self.next();
                    self.tokens.line_comment = comment;
                    return;
                }
                _ => self.next(),
            }
        }
    }

    /// Whether the token at hand is on the line of the one before, where the rest of a type or name must be.
    pub(super) fn on_line(&self) -> bool {
        !self.is_tolerant() || self.token().line == self.tokens.previous.line
    }

    /// Whether the token at hand can go on with what the one before began: on its line, or in a list on the next.
    pub(super) fn continues(&self) -> bool {
        self.on_line() || matches!(self.tokens.previous.kind, Kind::Comma | Kind::ParenOpen)
    }

    /// Whether the token at hand stands outside of what `open` opened: first on its line and not indented deeper.
    pub(super) fn is_outside(&self, open: Token) -> bool {
        let token = self.token();
        if !self.is_tolerant() || token.line == open.line || !self.is_first(token) {
            return false;
        }
        let (inner, outer) = (self.column(token), self.indent(open));
        let closes = matches!(token.kind, Kind::BraceClose | Kind::ParenClose | Kind::BracketClose);
        if closes { inner < outer } else { inner <= outer && outer > 0 }
    }

    /// Whether the closing brace at hand can be the end of what `open` opened: it is on the same line, or indented as
    /// that line is and the first of its own.
    pub(super) fn closes(&self, open: Token) -> bool {
        let token = self.token();
        let lined_up = || self.is_first(token) && self.column(token) == self.indent(open);
        !self.is_tolerant() || token.line == open.line || lined_up()
    }

    /// Whether the token at hand closes what was opened on a line above.
    fn closes_block(&self) -> bool {
        self.at(Kind::BraceClose) && self.is_first(self.token())
    }

    /// Bytes between the start of the line and the token.
    fn column(&self, token: Token) -> u32 {
        token.start.saturating_sub(token.line_start)
    }

    /// Bytes of blanks at the start of the line of the token.
    fn indent(&self, token: Token) -> u32 {
        let line = self.tokens.text.as_bytes().get(token.line_start as usize..).unwrap_or(&[]);
        line.iter().take(MAX_INDENT).take_while(|b| matches!(b, b' ' | b'\t')).count() as u32
    }

    fn is_first(&self, token: Token) -> bool {
        self.column(token) == self.indent(token)
    }
}
