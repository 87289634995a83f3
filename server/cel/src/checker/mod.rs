//! The types of all parts of an expression, and what is wrong with them: cel-go,
//! checker/checker.go, with its messages.
//!
//! Knows the rules of types; the caller defines the variables, functions and types with fields. Must not
//! know what the types are made from.

mod call;
mod collection;
mod comprehension;
mod environment;
mod error;
mod messages;
mod scope;
mod select;
#[cfg(test)]
mod tests;

use crdls_text::TextRange;

use crate::ast::{Ast, ExprId, ExprKind, Literal, Name};
use crate::syntax::NodeId;
use crate::types::{Bindings, Substitution, Type, most_general};
pub use environment::{Environment, NoTypes, TypeProvider, standard_type};
pub use error::{CheckError, CheckErrorKind};
use scope::Scopes;

/// An expression with its types.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The expression; a qualified name that resolves to a function or variable is now one name.
    pub ast: Ast,
    /// The type of each expression, by its index. `Error` if it has an error, `None` if it was not checked.
    types: Vec<Option<Type>>,
    references: Vec<Reference>,
    /// The variables that macros declare, outer ones first.
    pub locals: Vec<LocalVariable>,
    /// In the order in which the checker finds them.
    pub errors: Vec<CheckError>,
}

/// A variable that a macro declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalVariable {
    /// The name of the variable in the expression.
    pub name: Name,
    /// The type of the variable.
    pub t: Type,
    /// The text in which it can be named: between the brackets of the macro.
    pub scope: TextRange,
}

/// What an expression names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reference {
    /// Neither a name nor a call, or a reference that does not resolve.
    #[default]
    Nothing,
    /// The full name of a variable, a type, an enum constant, or the type of a message literal. A leading
    /// dot distinguishes it from the variable of a macro with the same name.
    Variable(Name),
    /// The ids of the overloads that the types of the arguments allow; more than one where a type is not
    /// known.
    Overloads(Vec<Name>),
}

impl Checked {
    /// The type of an expression; [`Type::Error`] where it has an error or was not checked.
    pub fn type_of(&self, id: ExprId) -> &Type {
        self.types.get(id.index()).and_then(Option::as_ref).unwrap_or(&Type::Error)
    }

    /// The variable or overloads that an expression names; [`Reference::Nothing`] for all others.
    pub fn reference(&self, id: ExprId) -> &Reference {
        self.references.get(id.index()).unwrap_or(&Reference::Nothing)
    }

    /// The ids of the overloads that a call can resolve to; empty for other expressions.
    pub fn overloads(&self, id: ExprId) -> &[Name] {
        match self.reference(id) {
            Reference::Overloads(ids) => ids,
            _ => &[],
        }
    }

    /// The type of a node of the tree; `None` for nodes that are no expression of their own, as the
    /// names of a macro's variables.
    pub fn type_of_node(&self, node: NodeId) -> Option<&Type> {
        self.types.get(self.of_node(node)?.index())?.as_ref()
    }

    /// The expression that a node of the tree became: of a macro, its whole expansion.
    pub fn of_node(&self, node: NodeId) -> Option<ExprId> {
        let is_it = |id: &ExprId| {
            let origin = self.ast.expr(*id).origin;
            origin.node == node && !origin.expanded
        };
        self.ast.ids().filter(is_it).last().or_else(|| {
            let expanded = |id: &ExprId| self.ast.expr(*id).origin.node == node;
            self.ast.ids().filter(expanded).last()
        })
    }

    /// The variables of macros that can be named at an offset, the innermost of equal names last.
    pub fn locals_at(&self, offset: u32) -> impl Iterator<Item = &LocalVariable> {
        self.locals.iter().filter(move |local| local.scope.touches(offset))
    }

    /// The type of the whole.
    pub fn result_type(&self) -> &Type {
        self.type_of(self.ast.root)
    }
}

/// Checks an expression; where it has syntax errors, the parts that are valid.
pub fn check(ast: Ast, environment: &Environment<'_>) -> Checked {
    let rows = ast.len();
    let root = ast.root;
    let mut checker = Checker {
        env: environment,
        out: Checked {
            ast,
            types: vec![None; rows],
            references: vec![Reference::Nothing; rows],
            locals: Vec::new(),
            errors: Vec::new(),
        },
        bindings: Bindings::default(),
        scopes: Scopes::default(),
    };
    checker.check(root);
    checker.compare_shared();
    let Checker { mut out, bindings, .. } = checker;
    let locals = out.locals.iter_mut().map(|local| &mut local.t);
    let mut substitution = Substitution::new(&bindings, true);
    for t in out.types.iter_mut().flatten().chain(locals) {
        *t = substitution.of(t);
    }
    out
}

struct Checker<'e> {
    env: &'e Environment<'e>,
    out: Checked,
    bindings: Bindings,
    scopes: Scopes,
}

impl Checker<'_> {
    fn check(&mut self, id: ExprId) {
        match self.out.ast.kind(id) {
            ExprKind::Unspecified(parts) => {
                let parts = parts.clone();
                parts.into_iter().for_each(|part| self.check(part));
                self.set_type(id, Type::Error);
            }
            ExprKind::Literal(value) => {
                let t = literal_type(value);
                self.set_type(id, t);
            }
            ExprKind::Ident(_) => self.ident(id),
            ExprKind::Select { .. } => self.select(id),
            ExprKind::Call { .. } => self.call(id),
            ExprKind::List { .. } => self.list(id),
            ExprKind::Map { .. } => self.map(id),
            ExprKind::Struct { .. } => self.message(id),
            ExprKind::Comprehension(_) => self.comprehension(id),
        }
    }

    fn ident(&mut self, id: ExprId) {
        let ExprKind::Ident(name) = self.out.ast.kind(id) else { return };
        let name = name.clone();
        match self.resolve_simple(&name) {
            Some(found) => self.set_variable(id, found),
            None => {
                self.error(CheckError::undeclared(&self.out.ast, id, &name));
                self.set_type(id, Type::Error);
            }
        }
    }

    /// Makes the expression the variable that it names.
    fn set_variable(&mut self, id: ExprId, found: scope::Resolved) {
        self.set_type(id, found.t);
        self.set_reference(id, Reference::Variable(found.name.clone()));
        self.out.ast.set_kind(id, ExprKind::Ident(found.name));
    }

    /// Reports what the server checks twice and finds other types of (setType).
    fn compare_shared(&mut self) {
        for (id, copy) in std::mem::take(&mut self.out.ast.shared) {
            let (old, new) = (self.type_of(id), self.type_of(copy));
            if old != new {
                self.error(CheckError::checked_twice(&self.out.ast, id, &old, &new));
            }
        }
    }

    fn error(&mut self, error: CheckError) {
        self.out.errors.push(error);
    }

    fn set_type(&mut self, id: ExprId, t: Type) {
        if let Some(slot) = self.out.types.get_mut(id.index()) {
            *slot = Some(t);
        }
    }

    fn type_of(&self, id: ExprId) -> Type {
        self.out.type_of(id).clone()
    }

    fn set_reference(&mut self, id: ExprId, reference: Reference) {
        if let Some(slot) = self.out.references.get_mut(id.index()) {
            *slot = reference;
        }
    }

    /// Reports an expression that does not have the required type (assertType).
    fn assert_type(&mut self, id: ExprId, wanted: &Type) {
        let found = self.type_of(id);
        if !self.bindings.assign(wanted, &found) {
            self.error(CheckError::mismatch(&self.out.ast, id, wanted, &found));
        }
    }

    /// The type of elements among which one more is found; mixed ones are `dyn` (joinTypes).
    fn join(&mut self, so_far: Option<Type>, more: Type) -> Type {
        match so_far {
            None => more,
            Some(so_far) if self.bindings.assign(&so_far, &more) => most_general(&so_far, &more),
            Some(_) => Type::Dyn,
        }
    }
}

fn literal_type(value: &Literal) -> Type {
    match value {
        Literal::Null => Type::Null,
        Literal::Bool(_) => Type::Bool,
        Literal::Int(_) => Type::Int,
        Literal::Uint(_) => Type::Uint,
        Literal::Double(_) => Type::Double,
        Literal::String(_) => Type::String,
        Literal::Bytes(_) => Type::Bytes,
    }
}
