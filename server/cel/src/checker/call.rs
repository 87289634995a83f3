//! Calls: which function a name means, which of its overloads fit.

use crate::ast::{ExprId, ExprKind, Name, functions};
use crate::functions::{Function, Overload};
use crate::types::{Bindings, Type, is_dyn};

use super::{CheckError, Checker, Reference};

/// A call being checked.
struct Call<'a> {
    id: ExprId,
    target: Option<ExprId>,
    args: &'a [ExprId],
}

impl<'e> Checker<'e> {
    pub(super) fn call(&mut self, id: ExprId) {
        let ExprKind::Call { function, target, args } = self.out.ast.kind(id) else { return };
        let (function, target, args) = (function.clone(), *target, args.clone());
        if function == functions::OPT_SELECT {
            return self.optional_select(id, &args);
        }
        for arg in &args {
            self.check(*arg);
        }
        let call = Call { id, target, args: &args };
        if let Some(target) = target {
            if let Some(found) = self.namespaced(target, &function) {
                return self.resolve(Call { target: None, ..call }, found);
            }
            self.check(target);
        }
        match self.env.functions.get(&function) {
            Some(found) => self.resolve(call, found),
            None => {
                self.set_type(id, Type::Error);
                self.error(CheckError::undeclared_function(&self.out.ast, id, &function));
            }
        }
    }

    /// The function that `a.b.c(…)` names where it is no method `c` of a value `a.b`.
    fn namespaced(&self, target: ExprId, function: &str) -> Option<&'e Function> {
        let prefix = self.out.ast.qualified_name(target)?;
        self.env.functions.get(&format!("{prefix}.{function}"))
    }

    /// resolveOverloadOrError.
    fn resolve(&mut self, call: Call, function: &Function) {
        if call.target.is_none() {
            let (name, args) = (function.name.clone(), call.args.to_vec());
            self.out.ast.set_kind(call.id, ExprKind::Call { function: name, target: None, args });
        }
        let types: Vec<_> = call.target.iter().chain(call.args).map(|id| self.type_of(*id)).collect();
        let logic =
            call.target.is_none() && (function.name == functions::AND || function.name == functions::OR);
        let found =
            if logic { self.logic(&call, function, &types) } else { self.overload(&call, function, &types) };
        match found {
            Some((t, overloads)) => {
                self.set_type(call.id, t);
                self.set_reference(call.id, Reference::Overloads(overloads));
            }
            None => self.set_type(call.id, Type::Error),
        }
    }

    /// `&&` and `||` tell each argument that is no bool.
    fn logic(&mut self, call: &Call, function: &Function, types: &[Type]) -> Option<(Type, Vec<Name>)> {
        let mut all_bool = true;
        for (arg, t) in call.args.iter().zip(types) {
            if !self.bindings.assign(t, &Type::Bool) {
                self.error(CheckError::mismatch(&self.out.ast, *arg, &Type::Bool, t));
                all_bool = false;
            }
        }
        let overload = function.overloads.first()?;
        all_bool.then(|| (Type::Bool, vec![overload.id.clone()]))
    }

    /// resolveOverload: every overload that fits counts; where they differ in their result it is `dyn`.
    fn overload(&mut self, call: &Call, function: &Function, types: &[Type]) -> Option<(Type, Vec<Name>)> {
        let mut result: Option<Type> = None;
        let mut ids = Vec::new();
        for overload in function.overloads.iter().filter(|o| o.member == call.target.is_some()) {
            let Some(t) = self.fits(overload, types) else { continue };
            ids.push(overload.id.clone());
            result = Some(match result {
                Some(before) if is_dyn(&before) || t.is_exact(&before) => before,
                Some(_) => Type::Dyn,
                None => t,
            });
        }
        if result.is_none() {
            self.no_overload(call, function, types);
        }
        result.map(|t| (t, ids))
    }

    /// The result of an overload applied to these types, if it can be.
    fn fits(&mut self, overload: &Overload, types: &[Type]) -> Option<Type> {
        let names = &overload.type_params;
        let first = self.bindings.fresh_many(names.len());
        let plain = names.is_empty();
        let instantiated: Vec<_>;
        let wanted = if plain {
            &overload.args
        } else {
            instantiated =
                overload.args.iter().map(|t| Bindings::instantiate(t, names, first)).collect::<Vec<_>>();
            &instantiated
        };
        if !self.bindings.assign_all(types, wanted) {
            return None;
        }
        if plain {
            return Some(overload.result.clone());
        }
        Some(self.bindings.substitute(&Bindings::instantiate(&overload.result, names, first), false))
    }

    fn no_overload(&mut self, call: &Call, function: &Function, types: &[Type]) {
        let mut types = types.iter().map(|t| self.bindings.substitute(t, true));
        let target = call.target.and_then(|_| types.next());
        let args = types.collect();
        self.error(CheckError::no_overload(&self.out.ast, call.id, &function.name, target, args));
    }
}
