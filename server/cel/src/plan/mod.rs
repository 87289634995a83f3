//! What the server finds while it makes a program of an expression that compiles: constants that cannot be
//! converted, patterns that are none, keys that cannot be looked up (cel-go, interpreter/planner.go,
//! and `Optimize` and `CompileRegexConstants` of interpreter/decorators.go).
//!
//! Knows constants only: what can be known of a value before there are any variables. The server stops at
//! the first error, in the order in which it plans the parts.

mod convert;
#[cfg(test)]
mod tests;

use crate::ast::{Comprehension, ExprId, ExprKind, Literal, functions};
use crate::checker::{CheckError, Checked, Environment, Reference};
use crate::types::Kind;
use convert::convert;
use crdls_go::regexp;

/// A function whose second argument, its target counted, is a pattern that is compiled beforehand.
const MATCHES: &str = "matches";

/// A value that is known before the expression is run.
#[derive(Clone, Debug, PartialEq)]
struct Constant {
    kind: Kind,
    /// The value, where it is one of the language's own and is kept.
    value: Option<Literal>,
}

/// What keeps the server from making a program of what its validators let pass; its message has no place.
/// `patterns` are the functions beside `matches` whose second argument is a pattern.
pub fn plan(checked: &Checked, environment: &Environment<'_>, patterns: &[&str]) -> Option<CheckError> {
    let planned = Planner { checked, environment, patterns }.plan(checked.ast.root);
    planned.err().map(|error| *error)
}

struct Planner<'p> {
    checked: &'p Checked,
    environment: &'p Environment<'p>,
    patterns: &'p [&'p str],
}

/// The constant that an expression is, if it is one.
type Planned = Result<Option<Constant>, Box<CheckError>>;

impl Planner<'_> {
    fn plan(&self, id: ExprId) -> Planned {
        match self.checked.ast.kind(id) {
            ExprKind::Literal(value) => Ok(Some(Constant::of(value.clone()))),
            ExprKind::Ident(_) => self.name(id),
            ExprKind::Select { operand, .. } => match self.checked.reference(id) {
                Reference::Variable(_) => self.name(id),
                _ => self.plan(*operand).map(|_| None),
            },
            ExprKind::Call { function, target, args } => self.call(id, function, *target, args),
            ExprKind::List { elements } => {
                let elements = elements.iter().map(|element| element.value);
                Ok(self.all(elements)?.then_some(Constant::unkept(Kind::List)))
            }
            ExprKind::Map { entries } => {
                let parts = entries.iter().flat_map(|entry| [entry.key, entry.value]);
                Ok(self.all(parts)?.then_some(Constant::unkept(Kind::Map)))
            }
            ExprKind::Struct { fields, .. } => self.all(fields.iter().map(|field| field.value)).map(|_| None),
            ExprKind::Comprehension(fold) => self.fold(fold).map(|()| None),
            ExprKind::Unspecified(_) => Ok(None),
        }
    }

    /// Whether all are constants.
    fn all(&self, parts: impl Iterator<Item = ExprId>) -> Result<bool, Box<CheckError>> {
        let mut all = true;
        for part in parts {
            all &= self.plan(part)?.is_some();
        }
        Ok(all)
    }

    /// planCheckedIdent: what has the type of a type should be the name of one.
    fn name(&self, id: ExprId) -> Planned {
        let Reference::Variable(name) = self.checked.reference(id) else { return Ok(None) };
        match self.checked.type_of(id).kind() {
            Kind::Type if self.environment.is_runtime_type(name) => Ok(Some(Constant::unkept(Kind::Type))),
            Kind::Type => self.error(id, format!("reference to undefined type: {name}")),
            _ => Ok(None),
        }
    }

    fn fold(&self, fold: &Comprehension) -> Result<(), Box<CheckError>> {
        let parts = [fold.accu_init, fold.iter_range, fold.condition, fold.step, fold.result];
        self.all(parts.into_iter()).map(drop)
    }

    /// planCall, and then the decorators.
    fn call(&self, id: ExprId, function: &str, target: Option<ExprId>, args: &[ExprId]) -> Planned {
        let ids: Vec<_> = target.iter().chain(args).copied().collect();
        let mut known = Vec::with_capacity(ids.len());
        for arg in &ids {
            known.push(self.plan(*arg)?);
        }
        match (function, ids.as_slice(), known.as_slice()) {
            (functions::INDEX | functions::OPT_INDEX, [_, index], [_, Some(key)])
                if !key.can_be_looked_up() =>
            {
                self.error(*index, format!("invalid qualifier type: {}", key.go_type()))
            }
            (functions::IN, _, [_, Some(list)]) if list.kind == Kind::List => self.membership(id, &ids),
            // A literal behind a target was looked at by the validators.
            (MATCHES, [_, regex], [_, Some(pattern)]) if target.is_none() || !self.is_literal(*regex) => {
                self.pattern(*regex, pattern)
            }
            (_, [_, regex, ..], [_, Some(pattern), ..]) if self.patterns.contains(&function) => {
                self.pattern(*regex, pattern)
            }
            (_, [argument], [Some(value)]) => {
                convert(function, value).or_else(|words| self.error(*argument, words))
            }
            _ => Ok(None),
        }
    }

    /// In an empty list there is nothing.
    fn membership(&self, id: ExprId, args: &[ExprId]) -> Planned {
        let single = self.checked.overloads(id).len() == 1;
        let empty = args.get(1).is_some_and(|list| match self.checked.ast.kind(*list) {
            ExprKind::List { elements } => elements.is_empty(),
            _ => false,
        });
        Ok((single && empty).then_some(Constant::of(Literal::Bool(false))))
    }

    fn is_literal(&self, id: ExprId) -> bool {
        matches!(self.checked.ast.kind(id), ExprKind::Literal(_))
    }

    fn pattern(&self, id: ExprId, pattern: &Constant) -> Planned {
        let Some(Literal::String(text)) = &pattern.value else { return Ok(None) };
        match regexp::compile(text) {
            Ok(_) => Ok(None),
            Err(error) => self.error(id, error.to_string()),
        }
    }

    fn error<T>(&self, id: ExprId, message: String) -> Result<T, Box<CheckError>> {
        Err(Box::new(CheckError::literal(&self.checked.ast, id, message)))
    }
}

impl Constant {
    fn of(value: Literal) -> Self {
        let kind = match &value {
            Literal::Null => Kind::Null,
            Literal::Bool(_) => Kind::Bool,
            Literal::Int(_) => Kind::Int,
            Literal::Uint(_) => Kind::Uint,
            Literal::Double(_) => Kind::Double,
            Literal::String(_) => Kind::String,
            Literal::Bytes(_) => Kind::Bytes,
        };
        Self { kind, value: Some(value) }
    }

    /// A value that nothing here depends on.
    fn unkept(kind: Kind) -> Self {
        Self { kind, value: None }
    }

    /// attrFactory.NewQualifier takes no others.
    fn can_be_looked_up(&self) -> bool {
        matches!(self.kind, Kind::String | Kind::Int | Kind::Uint | Kind::Double | Kind::Bool)
    }

    /// The Go type of the value, which the server names.
    fn go_type(&self) -> &'static str {
        match self.kind {
            Kind::Bytes => "types.Bytes",
            Kind::Null => "types.Null",
            Kind::Duration => "types.Duration",
            Kind::Timestamp => "types.Timestamp",
            Kind::List => "*types.baseList",
            Kind::Map => "*types.baseMap",
            _ => "*types.Type",
        }
    }
}
