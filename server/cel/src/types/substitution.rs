//! Replacing type variables by what they stand for.
//!
//! Macros make types in which one part occurs thousands of times, each time the same shared [`Parameters`]:
//! each is replaced once, and the result shares as much as the type did.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Bindings, Kind, Parameters, Type};

impl Bindings {
    /// The type with its variables replaced by what they stand for; those that stand for nothing
    /// become `dyn` where `finally`.
    pub(crate) fn substitute(&self, t: &Type, finally: bool) -> Type {
        if t.is_open() { Substitution::new(self, finally).of(t) } else { t.clone() }
    }
}

/// One substitution, or several while the bindings stay the same.
#[derive(Debug)]
pub(crate) struct Substitution<'b> {
    bindings: &'b Bindings,
    /// Whether variables that stand for nothing become `dyn`.
    finally: bool,
    /// Results by the address of the parameters, which are kept so that no other get the same address.
    replaced: HashMap<*const Parameters, (Arc<Parameters>, Arc<Parameters>)>,
    /// How many parameter lists were replaced.
    pub(super) steps: usize,
}

/// Smaller parameters are replaced again rather than looked up.
const LOOKED_UP_FROM: u32 = 16;

impl<'b> Substitution<'b> {
    pub(crate) fn new(bindings: &'b Bindings, finally: bool) -> Self {
        Self { bindings, finally, replaced: HashMap::new(), steps: 0 }
    }

    /// The type with its variables replaced.
    pub(crate) fn of(&mut self, t: &Type) -> Type {
        if !t.is_open() {
            return t.clone();
        }
        if let Some(bound) = self.bindings.find(t) {
            return self.of(bound);
        }
        match t.kind() {
            Kind::Param if self.finally => Type::Dyn,
            Kind::Opaque | Kind::List | Kind::Map | Kind::Type => t.with_parameters(|p| self.parameters(p)),
            _ => t.clone(),
        }
    }

    fn parameters(&mut self, parameters: &Arc<Parameters>) -> Arc<Parameters> {
        if !parameters.open {
            return parameters.clone();
        }
        if let Some((_, replaced)) = self.replaced.get(&Arc::as_ptr(parameters)) {
            return replaced.clone();
        }
        self.steps += 1;
        let replaced = Parameters::new(parameters.types.iter().map(|t| self.of(t)).collect());
        if parameters.weight >= LOOKED_UP_FROM {
            self.replaced.insert(Arc::as_ptr(parameters), (parameters.clone(), replaced.clone()));
        }
        replaced
    }
}
