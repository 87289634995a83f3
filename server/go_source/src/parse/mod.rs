//! The parser: tokens to declarations, as go/parser's `parseFile` does, without function bodies and expressions.
//!
//! A file is read exactly first. If that fails it is read again with recovery, by the layout that gofmt gives to a
//! file: declarations begin at the left margin, what is inside of something is indented deeper.

mod decl;
mod fields;
mod layout;
mod parameters;
#[cfg(test)]
mod tests;
mod types;
mod value;

use crdls_text::TextRange;

use crate::comments::Tokens;
use crate::model::{Decl, File, GroupId, PackageClause, SyntaxError};
use crate::scan::Mode;
use crate::token::{Kind, Token};

/// Types may be nested this deep. go/parser's limit is higher; nothing that people write comes near.
const MAX_DEPTH: u32 = 200;

/// Reads a Go file. Never fails: what does not parse is left out, and is in [`File::errors`].
pub fn parse(text: &str) -> File {
    if text.len() >= u32::MAX as usize {
        return File::default();
    }
    let exact = Parser::new(text, Mode::Exact).file();
    let Some(error) = exact.errors.first().copied() else { return exact };
    let mut tolerant = Parser::new(text, Mode::Tolerant).file();
    if tolerant.errors.is_empty() {
        tolerant.errors.push(error);
    }
    tolerant
}

struct Parser<'t> {
    tokens: Tokens<'t>,
    mode: Mode,
    depth: u32,
    errors: Vec<SyntaxError>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, mode: Mode) -> Self {
        Self { tokens: Tokens::new(text, mode), mode, depth: 0, errors: Vec::new() }
    }

    fn file(mut self) -> File {
        let package = self.package_clause();
        let mut decls: Vec<Decl> = Vec::new();
        while !self.at(Kind::Eof) {
            match self.decl() {
                Some(decl) => decls.push(decl),
                None => {
                    self.error();
                    self.next();
                    self.skip_to_margin();
                }
            }
        }
        if self.tokens.scanner.failed && self.errors.is_empty() {
            self.error();
        }
        let Tokens { comments, groups, .. } = self.tokens;
        File { package, decls, comments, groups, errors: self.errors }
    }

    fn package_clause(&mut self) -> Option<PackageClause> {
        if !self.at(Kind::Package) {
            self.error();
            self.skip_to_margin();
        }
        let doc = self.lead();
        let keyword = self.eat(Kind::Package)?;
        let name = if self.on_line() { self.name() } else { None };
        let name = name.unwrap_or_else(|| TextRange::empty(keyword.end));
        self.expect_semicolon();
        Some(PackageClause { range: keyword.range().join(name), name, doc })
    }

    fn kind(&self) -> Kind {
        self.tokens.token.kind
    }

    fn token(&self) -> Token {
        self.tokens.token
    }

    fn at(&self, kind: Kind) -> bool {
        self.kind() == kind
    }

    fn next(&mut self) {
        self.tokens.next();
    }

    /// The group that leads the token at hand.
    fn lead(&self) -> Option<GroupId> {
        self.tokens.lead
    }

    /// The end of the last token that was read.
    fn end(&self) -> u32 {
        self.tokens.previous.end
    }

    /// From `start` to the end of the last token that was read; empty there if nothing was read since.
    fn since(&self, start: u32) -> TextRange {
        TextRange::new(start.min(self.end()), self.end())
    }

    fn eat(&mut self, kind: Kind) -> Option<Token> {
        let token = self.token();
        (token.kind == kind).then(|| {
            self.next();
            token
        })
    }

    fn expect(&mut self, kind: Kind) -> Option<Token> {
        let token = self.eat(kind);
        if token.is_none() {
            self.error();
        }
        token
    }

    fn name(&mut self) -> Option<TextRange> {
        self.expect(Kind::Ident).map(Token::range)
    }

    /// Notes that the token at hand is not expected. An exact reading ends here.
    fn error(&mut self) {
        let token = self.token();
        self.errors.push(SyntaxError { range: token.range() });
        if self.mode == Mode::Exact {
            self.tokens.stop();
        }
    }

    /// The end of a declaration or field (parser.go, `expectSemi`). Returns the comment at the end of its line.
    fn expect_semicolon(&mut self) -> Option<GroupId> {
        match self.kind() {
            Kind::ParenClose | Kind::BraceClose => None,
            Kind::Semicolon => {
                self.next();
                self.tokens.line_comment
            }
            Kind::LineEnd => {
                let comment = self.tokens.line_comment;
                self.next();
                comment
            }
            _ => {
                self.error();
                self.skip_line();
                self.tokens.line_comment
            }
        }
    }
}
