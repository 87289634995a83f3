//! Declarations (parser.go, `parseDecl`, `parseGenDecl`, `parseTypeSpec`, `parseValueSpec`, `parseImportSpec`,
//! `parseFuncDecl`).

use crdls_text::TextRange;

use super::Parser;
use crate::model::{Decl, DeclKind, FuncDecl, GroupId, ImportSpec, Signature, Specs, TypeSpec, ValueSpec};
use crate::token::Kind;

impl Parser<'_> {
    /// The declaration that the token at hand begins; none if it begins none.
    pub(super) fn decl(&mut self) -> Option<Decl> {
        let (start, doc) = (self.token().start, self.lead());
        let kind = match self.kind() {
            Kind::Import => DeclKind::Import(self.specs(Self::import_spec)),
            Kind::Const => DeclKind::Const(self.specs(|parser, doc| parser.value_spec(doc, false))),
            Kind::Var => DeclKind::Var(self.specs(|parser, doc| parser.value_spec(doc, true))),
            Kind::Type => DeclKind::Type(self.specs(Self::type_spec)),
            Kind::Func => return self.func_decl(),
            _ => return None,
        };
        let end = match &kind {
            DeclKind::Import(specs) => specs.end(|spec| spec.range),
            DeclKind::Const(specs) | DeclKind::Var(specs) => specs.end(|spec| spec.range),
            DeclKind::Type(specs) => specs.end(|spec| spec.range),
            DeclKind::Func(_) => start,
        };
        Some(Decl { range: TextRange::new(start, end), doc, kind })
    }

    /// The keyword and what it declares.
    fn specs<S>(&mut self, mut spec: impl FnMut(&mut Self, Option<GroupId>) -> S) -> Specs<S> {
        let keyword = self.token();
        self.next();
        let open = self.token();
        if open.kind != Kind::ParenOpen {
            return Specs { keyword: keyword.range(), parens: None, list: vec![spec(self, None)] };
        }
        self.next();
        let mut list = Vec::new();
        while !self.at(Kind::ParenClose) && !self.at_end() && !self.is_outside(open) {
            let before = self.token().start;
            list.push(spec(self, self.lead()));
            if self.token().start == before && !self.at_end() {
                self.next();
            }
        }
        self.expect(Kind::ParenClose);
        let parens = self.since(open.start);
        self.expect_semicolon();
        Specs { keyword: keyword.range(), parens: Some(parens), list }
    }

    fn import_spec(&mut self, doc: Option<GroupId>) -> ImportSpec {
        let start = self.token().start;
        let alias = self.eat(Kind::Ident).or_else(|| self.eat(Kind::Dot)).map(|token| token.range());
        let path = if alias.is_none() || self.on_line() { self.expect(Kind::String) } else { None };
        let path = path.map_or(TextRange::empty(self.end()), |token| token.range());
        let range = self.since(start);
        let comment = self.expect_semicolon();
        ImportSpec { range, alias, path, doc, comment }
    }

    fn value_spec(&mut self, doc: Option<GroupId>, typed: bool) -> ValueSpec {
        let start = self.token().start;
        let mut names = Vec::from_iter(self.name());
        while self.eat(Kind::Comma).is_some() && self.on_line() {
            names.extend(self.name());
        }
        let ends = matches!(self.kind(), Kind::Semicolon | Kind::LineEnd | Kind::ParenClose | Kind::Assign);
        let ty = (!ends && !self.at_end() && self.on_line()).then(|| self.ty());
        if ty.is_none() && typed && !self.at(Kind::Assign) {
            self.error();
        }
        let values =
            if self.on_line() && self.eat(Kind::Assign).is_some() { self.values() } else { Vec::new() };
        let range = self.since(start);
        let comment = self.expect_semicolon();
        ValueSpec { range, names, ty, values, doc, comment }
    }

    fn type_spec(&mut self, doc: Option<GroupId>) -> TypeSpec {
        let start = self.token().start;
        let name = if self.on_line() || self.at(Kind::Ident) { self.name() } else { None };
        let name = name.unwrap_or_else(|| TextRange::empty(self.end()));
        let mut type_params = None;
        if self.at(Kind::BracketOpen) && self.is_type_parameters() {
            type_params = Some(self.parameters(Kind::BracketOpen));
        }
        let alias = self.eat(Kind::Assign).map(|token| token.range());
        let ty = self.ty();
        let range = self.since(start.min(name.start));
        let comment = self.expect_semicolon();
        TypeSpec { range, name, type_params, alias, ty, doc, comment }
    }

    fn func_decl(&mut self) -> Option<Decl> {
        let (start, doc) = (self.token().start, self.lead());
        self.next();
        let receiver = self.at(Kind::ParenOpen).then(|| self.parameters(Kind::ParenOpen));
        let name = if self.on_line() { self.name() } else { None };
        let name = name.unwrap_or_else(|| TextRange::empty(self.end()));
        let type_params = self.at(Kind::BracketOpen).then(|| self.parameters(Kind::BracketOpen));
        let signature: Signature = self.signature();
        let body = self.at(Kind::BraceOpen).then(|| self.skip_braces());
        let range = self.since(start);
        if self.at_margin() {
            self.error();
        } else {
            self.expect_semicolon();
        }
        let kind = DeclKind::Func(FuncDecl { name, receiver, type_params, signature, body });
        Some(Decl { range, doc, kind })
    }

    /// Skips a block with what is nested in it.
    fn skip_braces(&mut self) -> TextRange {
        let start = self.token().start;
        let mut depth = 0u32;
        loop {
            match self.kind() {
                Kind::BraceOpen => depth += 1,
                Kind::BraceClose => depth = depth.saturating_sub(1),
                _ if self.at_end() => {
                    self.error();
                    return self.since(start);
                }
                _ => {}
            }
            self.next();
            if depth == 0 {
                return self.since(start);
            }
        }
    }
}
