//! Which code runs for a call: the caller's table of functions, and how one of several overloads is chosen
//! from the values (cel-go, common/decls).

use std::collections::HashMap;

use super::binding::{Binding, Operator};
use super::value::{Error, Outcome, Value};
use super::{ext, stdlib};
use crate::ast::Name;
use crate::functions::{Function, Overload};
use crate::types::{Kind, Type};

/// The operator of this name, of the language or of cel-go's libraries.
pub(super) fn operator(function: &str) -> Option<&'static Operator> {
    stdlib::OPERATORS.iter().chain(ext::OPERATORS).find(|operator| operator.function == function)
}

/// The code of all overloads: the language's, cel-go's libraries', the caller's.
#[derive(Debug)]
pub struct Bindings(HashMap<&'static str, Binding>);

impl Bindings {
    /// The functions of the language and of cel-go's libraries, and the caller's tables.
    pub fn with(tables: &[&'static [Binding]]) -> Self {
        let own = stdlib::FUNCTIONS.iter().chain(ext::FUNCTIONS);
        let all = own.chain(tables.iter().copied().flatten());
        Self(all.map(|binding| (binding.overload, *binding)).collect())
    }

    /// The code of an overload by its id; `None` where there is none.
    pub fn get(&self, overload: &str) -> Option<&Binding> {
        self.0.get(overload)
    }

    /// What a call can be: the one overload that the checker found, or else any of the function's.
    pub(super) fn candidates(&self, function: &Function, overloads: &[Name]) -> Vec<Candidate> {
        let wanted = |overload: &&Overload| match overloads {
            [one] => overload.id == *one,
            _ => true,
        };
        let candidate = |overload: &Overload| {
            let binding = *self.get(&overload.id)?;
            Some(Candidate { binding, types: overload.args.clone().into() })
        };
        function.overloads.iter().filter(wanted).filter_map(candidate).collect()
    }
}

/// An overload that a call may be of.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    binding: Binding,
    types: Box<[Type]>,
}

impl Candidate {
    /// Calls the first that takes the values.
    pub(super) fn call(all: &[Candidate], function: &str, args: &[Value]) -> Outcome {
        match all.iter().find(|candidate| candidate.takes(args)) {
            Some(candidate) => (candidate.binding.call)(args),
            None => Err(Error::no_overload_for(function, args)),
        }
    }

    fn takes(&self, args: &[Value]) -> bool {
        let guarded = self.binding.guarded;
        args.len() == self.types.len()
            && self.types.iter().zip(args).all(|(t, value)| !guarded || is_assignable(t, value))
    }
}

/// Whether a value can stand where a type is declared; of lists and maps only the first entry counts
/// (Type.IsAssignableRuntimeType).
fn is_assignable(t: &Type, value: &Value) -> bool {
    match t.kind() {
        Kind::Dyn | Kind::Any | Kind::Param => true,
        Kind::List => {
            let Value::List(list) = value else { return false };
            list.is_empty() || fits(&t.parameter(0), &list.get(0))
        }
        Kind::Map => {
            let Value::Map(map) = value else { return false };
            let keys = map.keys();
            keys.first()
                .is_none_or(|key| is_assignable(&t.parameter(0), key) && fits(&t.parameter(1), &map.get(key)))
        }
        _ if matches!(t, Type::Nullable(_)) && matches!(value, Value::Null) => true,
        _ => t.name() == value.type_name(),
    }
}

/// The same of an element, which can be an error.
fn fits(t: &Type, element: &Outcome) -> bool {
    match element {
        Ok(value) => is_assignable(t, value),
        Err(_) => matches!(t.kind(), Kind::Dyn | Kind::Any | Kind::Param),
    }
}
