//! Parameters, results and type parameters (parser.go, `parseParameters`, `parseParameterList`).

use crdls_text::TextRange;

use super::types::starts_type;
use super::{MAX_DEPTH, Parser};
use crate::model::{Field, Parameters, Signature, Type, TypeKind};
use crate::token::Kind;

/// A parameter whose name may be its type.
struct Parameter {
    name: Option<TextRange>,
    ty: Option<Type>,
}

impl Parser<'_> {
    /// Parameters and results.
    pub(super) fn signature(&mut self) -> Signature {
        let params = self.parameters(Kind::ParenOpen);
        if self.tokens.previous.kind != Kind::ParenClose {
            return Signature { params, results: None };
        }
        let results = if self.at(Kind::ParenOpen) && self.on_line() {
            Some(self.parameters(Kind::ParenOpen))
        } else {
            self.try_type().map(|ty| Parameters { range: ty.range, list: vec![unnamed(ty)] })
        };
        Signature { params, results }
    }

    /// A list in parentheses, or of type parameters in brackets.
    pub(super) fn parameters(&mut self, open: Kind) -> Parameters {
        let close = if open == Kind::ParenOpen { Kind::ParenClose } else { Kind::BracketClose };
        let first = self.token();
        if self.depth == MAX_DEPTH || !self.on_line() || self.expect(open).is_none() {
            return Parameters { range: TextRange::empty(self.end()), list: Vec::new() };
        }
        self.depth += 1;
        let mut list = Vec::new();
        while !self.at(close) && !self.at_end() && !self.is_outside(first) {
            let parameter = self.parameter(close);
            if parameter.name.is_none() && parameter.ty.is_none() {
                self.error();
                break;
            }
            list.push(parameter);
            if !self.comma(close) {
                break;
            }
        }
        self.depth -= 1;
        self.expect(close);
        Parameters { range: self.since(first.start), list: distributed(list) }
    }

    fn parameter(&mut self, close: Kind) -> Parameter {
        let constraint = close == Kind::BracketClose;
        let first = self.token();
        let mut name = None;
        let mut ty = None;
        if first.kind == Kind::Ident {
            self.next();
            match self.kind() {
                Kind::BracketOpen if self.is_array_field() => {
                    name = Some(first.range());
                    ty = Some(self.ty());
                }
                Kind::BracketOpen => {
                    let generic = self.finished(first, TypeKind::Name);
                    ty = Some(self.instance(first, generic));
                }
                Kind::Dot => ty = Some(self.instantiated(first)),
                Kind::Pipe if constraint => ty = Some(self.finished(first, TypeKind::Name)),
                Kind::Ellipsis | Kind::Tilde => {
                    name = Some(first.range());
                    ty = Some(self.variadic_or_type());
                }
                kind if starts_type(kind) => {
                    name = Some(first.range());
                    ty = Some(self.ty());
                }
                _ => name = Some(first.range()),
            }
        } else if matches!(first.kind, Kind::Ellipsis | Kind::Tilde) || starts_type(first.kind) {
            ty = Some(self.variadic_or_type());
        }
        if constraint && self.at(Kind::Pipe) {
            let start = ty.as_ref().map_or(first.start, |ty| ty.range.start);
            ty = Some(self.union(start));
        }
        Parameter { name, ty }
    }

    /// `pkg.Name` after `pkg`, with type arguments.
    fn instantiated(&mut self, first: crate::token::Token) -> Type {
        let ty = self.qualified(first);
        if self.at(Kind::BracketOpen) { self.instance(first, ty) } else { ty }
    }

    /// `...T`, `~T`, or a type.
    fn variadic_or_type(&mut self) -> Type {
        let first = self.token();
        match first.kind {
            Kind::Ellipsis => {
                self.next();
                let ty = Box::new(self.ty());
                self.finished(first, TypeKind::Variadic(ty))
            }
            Kind::Tilde => self.union(first.start),
            _ => self.ty(),
        }
    }

    /// The rest of a union `A | ~B` that began at `start`.
    pub(super) fn union(&mut self, start: u32) -> Type {
        loop {
            self.eat(Kind::Tilde);
            if !self.at(Kind::Pipe) {
                self.ty();
            }
            if self.eat(Kind::Pipe).is_none() {
                return Type { range: self.since(start), kind: TypeKind::Constraint };
            }
        }
    }

    /// Whether brackets after a name hold the length of an array, or nothing, and not type arguments: a type follows
    /// (parser.go, `parseArrayFieldOrTypeInstance`).
    pub(super) fn is_array_field(&self) -> bool {
        let mut ahead = self.ahead();
        let mut depth = 1u32;
        let mut commas = false;
        let mut empty = true;
        loop {
            let token = ahead();
            match token.kind {
                Kind::BracketOpen | Kind::ParenOpen | Kind::BraceOpen => depth += 1,
                Kind::BracketClose | Kind::ParenClose | Kind::BraceClose => depth = depth.saturating_sub(1),
                Kind::Comma if depth == 1 => commas = true,
                Kind::LineEnd if depth > 1 => {}
                Kind::Eof | Kind::LineEnd => return empty,
                _ => {}
            }
            if depth == 0 {
                return empty || !commas && starts_type(ahead().kind);
            }
            empty = false;
        }
    }

    /// Whether the bracket after the name of a type opens type parameters, and not the length of an array
    /// (parser.go, `parseTypeSpec`, `extractName`).
    pub(super) fn is_type_parameters(&self) -> bool {
        let mut ahead = self.ahead();
        if ahead().kind != Kind::Ident {
            return false;
        }
        let first = ahead();
        match first.kind {
            Kind::BracketOpen | Kind::Comma | Kind::Tilde | Kind::Ellipsis => return true,
            Kind::Star | Kind::ParenOpen => {}
            kind => return starts_type(kind),
        }
        // An expression such as `N * M`, unless it has what only a type has or a comma after it.
        let mut depth = u32::from(first.kind == Kind::ParenOpen);
        let mut opened = false;
        loop {
            let token = ahead();
            match token.kind {
                Kind::Comma if depth == 0 => return true,
                Kind::Tilde | Kind::Struct | Kind::Interface | Kind::Func | Kind::Map | Kind::Chan => {
                    return true;
                }
                Kind::BracketClose if opened => return true,
                Kind::BracketClose if depth == 0 => return false,
                Kind::ParenOpen | Kind::BracketOpen | Kind::BraceOpen => depth += 1,
                Kind::ParenClose | Kind::BracketClose | Kind::BraceClose => depth = depth.saturating_sub(1),
                Kind::LineEnd if depth > 0 => {}
                Kind::Eof | Kind::LineEnd => return false,
                _ => {}
            }
            opened = token.kind == Kind::BracketOpen;
        }
    }
}

/// A parameter, result or element without a name.
pub(super) fn unnamed(ty: Type) -> Field {
    Field { range: ty.range, names: Vec::new(), ty, tag: None, doc: None, comment: None }
}

/// Types to all parameters: without any that has name and type, names are types; otherwise a name without a type has
/// that of the next one, and shares its field.
fn distributed(list: Vec<Parameter>) -> Vec<Field> {
    let named = list.iter().any(|parameter| parameter.name.is_some() && parameter.ty.is_some());
    let mut fields = Vec::with_capacity(list.len());
    let mut names: Vec<TextRange> = Vec::new();
    for Parameter { name, ty } in list {
        if !named {
            let ty = ty.or_else(|| name.map(|range| Type { range, kind: TypeKind::Name }));
            fields.extend(ty.map(unnamed));
            continue;
        }
        names.extend(name);
        if let Some(ty) = ty {
            let start = names.first().map_or(ty.range.start, |first| first.start);
            let range = TextRange::new(start, ty.range.end);
            let names = std::mem::take(&mut names);
            fields.push(Field { range, names, ..unnamed(ty) });
        }
    }
    fields
}
