//! Finding out what type variables stand for (cel-go, checker/types.go).

use std::collections::HashSet;
use std::sync::Arc;

use super::{Kind, Parameters, Type};

/// Whether a value of the type can be anything.
pub fn is_dyn(t: &Type) -> bool {
    matches!(t.kind(), Kind::Dyn | Kind::Any)
}

fn is_dyn_or_error(t: &Type) -> bool {
    is_dyn(t) || t.kind() == Kind::Error
}

/// Whether it is `optional_type(T)`.
pub fn is_optional(t: &Type) -> bool {
    matches!(t, Type::Opaque(name, _) if &**name == "optional_type")
}

/// The type inside an optional one, and whether it was one.
pub fn unwrap_optional(t: &Type) -> (Type, bool) {
    if is_optional(t) { (t.parameter(0), true) } else { (t.clone(), false) }
}

/// What each type variable stands for so far.
#[derive(Debug, Default)]
pub(crate) struct Bindings {
    bound: Vec<Option<Type>>,
    /// What to put back where types turn out not to agree.
    undo: Vec<(u32, Option<Type>)>,
}

impl Bindings {
    pub(crate) fn fresh(&mut self) -> Type {
        self.bound.push(None);
        Type::Variable(self.bound.len() as u32 - 1)
    }

    /// Makes `count` fresh variables; the number of the first.
    pub(crate) fn fresh_many(&mut self, count: usize) -> u32 {
        let first = self.bound.len() as u32;
        self.bound.extend(std::iter::repeat_n(None, count));
        first
    }

    /// A declared type with fresh variables for its parameters.
    pub(crate) fn instantiate(t: &Type, names: &[impl AsRef<str>], first: u32) -> Type {
        match t {
            Type::Param(name) => match names.iter().position(|n| n.as_ref() == &**name) {
                Some(index) => Type::Variable(first + index as u32),
                None => Type::Dyn,
            },
            _ => t.with_parameters(|parameters| {
                let inner = parameters.types.iter().map(|inner| Self::instantiate(inner, names, first));
                Parameters::new(inner.collect())
            }),
        }
    }

    /// What a variable stands for; `None` where it stands for nothing, and for other types.
    pub(super) fn find(&self, t: &Type) -> Option<&Type> {
        let Type::Variable(number) = t else { return None };
        self.bound.get(*number as usize)?.as_ref()
    }

    fn bind(&mut self, variable: &Type, to: Type) {
        let Type::Variable(number) = variable else { return };
        if let Some(slot) = self.bound.get_mut(*number as usize) {
            self.undo.push((*number, slot.replace(to)));
        }
    }

    /// Whether each of `from` fits in the place of the `to` at its side. What variables were found to
    /// stand for is kept only then (isAssignableList).
    pub(crate) fn assign_all(&mut self, from: &[Type], to: &[Type]) -> bool {
        self.undo.clear();
        let fits = self.all_fit(from, to);
        if !fits {
            while let Some((number, old)) = self.undo.pop() {
                if let Some(slot) = self.bound.get_mut(number as usize) {
                    *slot = old;
                }
            }
        }
        fits
    }

    pub(crate) fn assign(&mut self, a: &Type, b: &Type) -> bool {
        self.assign_all(std::slice::from_ref(a), std::slice::from_ref(b))
    }

    fn all_fit(&mut self, a: &[Type], b: &[Type]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.fits(a, b))
    }

    /// internalIsAssignable.
    fn fits(&mut self, a: &Type, b: &Type) -> bool {
        if b.kind() == Kind::Param {
            let (valid, known) = self.stands_for(a, b);
            if valid || known {
                return valid;
            }
        }
        if a.kind() == Kind::Param {
            return self.stands_for(b, a).0;
        }
        if is_dyn_or_error(a) || is_dyn_or_error(b) {
            return true;
        }
        match (a.kind(), b.kind()) {
            (Kind::Null, _) => can_be_null(b),
            (_, Kind::Null) => can_be_null(a),
            (Kind::Type, other) => other == Kind::Type,
            (Kind::Opaque | Kind::List | Kind::Map, _) => {
                let (mine, theirs) = (a.parameters(), b.parameters());
                a.same_head(b) && (std::ptr::eq(mine, theirs) || self.all_fit(mine, theirs))
            }
            _ => b.accepts(a),
        }
    }

    /// Whether the variable can stand for `t`, and whether it stands for something already
    /// (isValidTypeSubstitution).
    fn stands_for(&mut self, t: &Type, variable: &Type) -> (bool, bool) {
        if t.is_exact(variable) {
            return (true, true);
        }
        let Some(bound) = self.find(variable).cloned() else {
            let free = !t.is_open() || self.does_not_contain(variable, t, &mut HashSet::new());
            if free {
                self.bind(variable, t.clone());
            }
            return (free, false);
        };
        if t.is_exact(&bound) {
            return (true, true);
        }
        if !self.fits(t, &bound) {
            return (false, true);
        }
        let general = most_general(t, &bound);
        if !general.is_open() || self.does_not_contain(variable, &general, &mut HashSet::new()) {
            self.bind(variable, general);
        }
        (true, true)
    }

    /// The occurs check (notReferencedIn). `seen` are the parameters already looked through.
    fn does_not_contain(&self, variable: &Type, t: &Type, seen: &mut HashSet<*const [Type]>) -> bool {
        if !t.is_open() {
            return true;
        }
        if variable.is_exact(t) {
            return false;
        }
        if let Some(bound) = self.find(t) {
            return self.does_not_contain(variable, bound, seen);
        }
        let inside = t.parameters();
        let first_time = t.weight() < 16 || seen.insert(inside);
        !first_time || inside.iter().all(|inner| self.does_not_contain(variable, inner, seen))
    }
}

impl Type {
    /// The type with other parameters, where it has any.
    pub(super) fn with_parameters(&self, f: impl FnOnce(&Arc<Parameters>) -> Arc<Parameters>) -> Type {
        match self {
            Self::List(p) => Self::List(f(p)),
            Self::Map(p) => Self::Map(f(p)),
            Self::Type(p) => Self::Type(f(p)),
            Self::Opaque(name, p) => Self::Opaque(name.clone(), f(p)),
            _ => self.clone(),
        }
    }
}

/// internalIsAssignableNull.
fn can_be_null(t: &Type) -> bool {
    let legacy =
        matches!(t.kind(), Kind::Opaque | Kind::Object | Kind::Any | Kind::Duration | Kind::Timestamp);
    legacy || t.accepts(&Type::Null)
}

/// The more general of two types that agree.
pub(crate) fn most_general(a: &Type, b: &Type) -> Type {
    if is_at_most_as_specific(a, b) { a.clone() } else { b.clone() }
}

/// isEqualOrLessSpecific.
fn is_at_most_as_specific(a: &Type, b: &Type) -> bool {
    if is_dyn(a) || a.kind() == Kind::Param {
        return true;
    }
    if is_dyn(b) || b.kind() == Kind::Param || a.kind() != b.kind() {
        return false;
    }
    match a.kind() {
        Kind::Type => true,
        Kind::Opaque | Kind::List | Kind::Map => {
            a.same_head(b) && a.same_parameters(b, is_at_most_as_specific)
        }
        _ => a.is_exact(b),
    }
}
