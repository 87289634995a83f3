//! Structs and interfaces (parser.go, `parseStructType`, `parseFieldDecl`, `parseInterfaceType`, `parseMethodSpec`).

use crdls_text::TextRange;

use super::Parser;
use super::parameters::unnamed;
use crate::model::{Field, Fields, Type, TypeKind};
use crate::token::Kind;

impl Parser<'_> {
    pub(super) fn struct_type(&mut self) -> Type {
        let first = self.token();
        self.next();
        let fields = self.fields(Self::field);
        self.finished(first, TypeKind::Struct(fields))
    }

    pub(super) fn interface_type(&mut self) -> Type {
        let first = self.token();
        self.next();
        let fields = self.fields(Self::element);
        self.finished(first, TypeKind::Interface(fields))
    }

    /// What is in braces, line by line.
    fn fields(&mut self, field: impl Fn(&mut Self) -> Option<Field>) -> Fields {
        let open = self.token();
        let mut list = Vec::new();
        if !self.on_line() || self.expect(Kind::BraceOpen).is_none() {
            return Fields { braces: TextRange::empty(self.end()), list };
        }
        loop {
            if self.at_end() || self.is_outside(open) {
                self.error();
                break;
            }
            let before = self.token();
            if before.kind == Kind::BraceClose && self.closes(open) {
                self.next();
                break;
            }
            match field(self) {
                Some(field) => list.push(field),
                None => {
                    self.error();
                    self.skip_line();
                }
            }
            if self.token().start == before.start && !self.at_end() {
                self.next();
            }
        }
        Fields { braces: self.since(open.start), list }
    }

    /// A field of a struct, if one begins here.
    fn field(&mut self) -> Option<Field> {
        let doc = self.lead();
        let first = self.token();
        let mut names = Vec::new();
        let ty = match first.kind {
            Kind::Ident => {
                self.next();
                match self.kind() {
                    Kind::Dot | Kind::String | Kind::Semicolon | Kind::LineEnd | Kind::BraceClose => {
                        self.embedded(first)
                    }
                    Kind::BracketOpen if !self.is_array_field() => {
                        let generic = self.finished(first, TypeKind::Name);
                        self.instance(first, generic)
                    }
                    _ => {
                        names.push(first.range());
                        while self.eat(Kind::Comma).is_some() && self.on_line() {
                            names.extend(self.name());
                        }
                        if self.on_line() { self.ty() } else { self.missing() }
                    }
                }
            }
            Kind::Star | Kind::ParenOpen => self.type_here()?,
            _ => return None,
        };
        let tag = if self.on_line() { self.eat(Kind::String).map(|token| token.range()) } else { None };
        let range = self.since(first.start);
        let comment = self.field_end();
        Some(Field { range, names, ty, tag, doc, comment })
    }

    fn embedded(&mut self, first: crate::token::Token) -> Type {
        let ty = self.qualified(first);
        if self.at(Kind::BracketOpen) { self.instance(first, ty) } else { ty }
    }

    fn missing(&mut self) -> Type {
        self.error();
        Type { range: TextRange::empty(self.end()), kind: TypeKind::Missing }
    }

    /// The end of a field. What began on its line and did not end there ends with it.
    fn field_end(&mut self) -> Option<crate::model::GroupId> {
        if self.on_line() || matches!(self.kind(), Kind::LineEnd | Kind::Semicolon) {
            return self.expect_semicolon();
        }
        self.error();
        None
    }

    /// A method, an embedded type or a union of an interface, if one begins here.
    fn element(&mut self) -> Option<Field> {
        let doc = self.lead();
        let first = self.token();
        let mut field = match first.kind {
            Kind::Ident => {
                self.next();
                if self.at(Kind::ParenOpen) {
                    let start = self.token();
                    let signature = self.signature();
                    let ty = self.finished(start, TypeKind::Func(Box::new(signature)));
                    Field { names: vec![first.range()], ..unnamed(ty) }
                } else {
                    unnamed(self.embedded(first))
                }
            }
            Kind::Tilde => unnamed(self.union(first.start)),
            _ => unnamed(self.type_here()?),
        };
        if self.at(Kind::Pipe) {
            field = unnamed(self.union(first.start));
        }
        // go/parser gives documentation only to elements that begin with a name.
        field.doc = doc.filter(|_| first.kind == Kind::Ident);
        field.range = self.since(first.start);
        field.comment = self.field_end();
        Some(field)
    }
}
