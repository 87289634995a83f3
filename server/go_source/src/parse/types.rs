//! Type expressions (parser.go, `tryIdentOrType` and what it calls).

use crdls_text::TextRange;

use super::{MAX_DEPTH, Parser};
use crate::model::{Type, TypeKind};
use crate::token::{Kind, Token};

impl Parser<'_> {
    /// A type. If there is none, it is an error and the type is missing.
    pub(super) fn ty(&mut self) -> Type {
        let ty = self.try_type();
        ty.unwrap_or_else(|| {
            self.error();
            Type { range: TextRange::empty(self.end()), kind: TypeKind::Missing }
        })
    }

    /// A type, if one begins here, where the token before leaves off.
    pub(super) fn try_type(&mut self) -> Option<Type> {
        if self.continues() { self.type_here() } else { None }
    }

    /// A type, if one begins here, also on a new line.
    pub(super) fn type_here(&mut self) -> Option<Type> {
        if !starts_type(self.kind()) || self.at_margin() || self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let ty = self.type_by_first_token();
        self.depth -= 1;
        Some(ty)
    }

    fn type_by_first_token(&mut self) -> Type {
        let first = self.token();
        match first.kind {
            Kind::Ident => self.named_type(),
            Kind::BracketOpen => self.list_type(),
            Kind::Star => {
                self.next();
                let inner = self.ty();
                self.finished(first, TypeKind::Pointer(Box::new(inner)))
            }
            Kind::ParenOpen => {
                self.next();
                let inner = self.ty();
                self.expect(Kind::ParenClose);
                self.finished(first, TypeKind::Paren(Box::new(inner)))
            }
            Kind::Map => self.map_type(),
            Kind::Struct => self.struct_type(),
            Kind::Interface => self.interface_type(),
            Kind::Func => {
                self.next();
                let signature = self.signature();
                self.finished(first, TypeKind::Func(Box::new(signature)))
            }
            _ => self.chan_type(),
        }
    }

    /// A type that began with `first` and ends with the last token that was read.
    pub(super) fn finished(&self, first: Token, kind: TypeKind) -> Type {
        Type { range: self.since(first.start), kind }
    }

    /// `Name`, `pkg.Name`, with type arguments.
    fn named_type(&mut self) -> Type {
        let first = self.token();
        self.next();
        let ty = self.qualified(first);
        if self.at(Kind::BracketOpen) && self.on_line() { self.instance(first, ty) } else { ty }
    }

    /// The rest of a name: `.Name` after the name of an import.
    pub(super) fn qualified(&mut self, first: Token) -> Type {
        if self.eat(Kind::Dot).is_none() {
            return self.finished(first, TypeKind::Name);
        }
        let name = if self.on_line() { self.name() } else { None };
        let name = name.unwrap_or_else(|| TextRange::empty(self.end()));
        self.finished(first, TypeKind::Qualified { package: first.range(), name })
    }

    /// `[A, B]` after a generic type.
    pub(super) fn instance(&mut self, first: Token, generic: Type) -> Type {
        let open = self.token();
        self.next();
        let mut args = Vec::new();
        while !self.at(Kind::BracketClose) && !self.at_end() && !self.is_outside(open) {
            args.push(self.ty());
            if !self.comma(Kind::BracketClose) {
                break;
            }
        }
        self.expect(Kind::BracketClose);
        self.finished(first, TypeKind::Instance { generic: Box::new(generic), args })
    }

    /// A comma of a list that `close` closes. A list may end with one; a line of it must (parser.go, `atComma`).
    pub(super) fn comma(&mut self, close: Kind) -> bool {
        if self.eat(Kind::Comma).is_some() {
            return true;
        }
        if !self.at(close) {
            self.error();
        }
        false
    }

    /// `[]T`, `[N]T`.
    fn list_type(&mut self) -> Type {
        let first = self.token();
        self.next();
        if self.eat(Kind::BracketClose).is_some() {
            let elem = Box::new(self.ty());
            return self.finished(first, TypeKind::Slice(elem));
        }
        self.array_type(first)
    }

    /// The length and the rest of an array type after its bracket.
    pub(super) fn array_type(&mut self, first: Token) -> Type {
        let len = self.skip_expression(&[Kind::BracketClose, Kind::LineEnd]);
        self.expect(Kind::BracketClose);
        let elem = Box::new(self.ty());
        self.finished(first, TypeKind::Array { len, elem })
    }

    fn map_type(&mut self) -> Type {
        let first = self.token();
        self.next();
        self.expect(Kind::BracketOpen);
        let key = Box::new(self.ty());
        self.expect(Kind::BracketClose);
        let value = Box::new(self.ty());
        self.finished(first, TypeKind::Map { key, value })
    }

    fn chan_type(&mut self) -> Type {
        let first = self.token();
        self.next();
        if first.kind == Kind::Arrow {
            self.expect(Kind::Chan);
        } else {
            self.eat(Kind::Arrow);
        }
        let elem = Box::new(self.ty());
        self.finished(first, TypeKind::Chan(elem))
    }
}

/// Whether a type can begin with such a token.
pub(super) fn starts_type(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Ident
            | Kind::BracketOpen
            | Kind::Star
            | Kind::ParenOpen
            | Kind::Map
            | Kind::Struct
            | Kind::Interface
            | Kind::Func
            | Kind::Chan
            | Kind::Arrow
    )
}
