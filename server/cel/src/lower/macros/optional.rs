//! `optMap` and `optFlatMap` (cel/library.go): a fold over nothing that binds the value to a name.

use crate::ast::{Comprehension, ExprId, Name, functions};

use super::Wrong;
use super::expansion::Expansion;

pub(super) fn opt_map(x: &mut Expansion, target: ExprId, args: &[ExprId]) -> Result<ExprId, Wrong> {
    mapped(x, target, args, "optMap", |x, bound| x.call("optional.of", &[bound]))
}

pub(super) fn opt_flat_map(x: &mut Expansion, target: ExprId, args: &[ExprId]) -> Result<ExprId, Wrong> {
    mapped(x, target, args, "optFlatMap", |_, bound| bound)
}

fn mapped(
    x: &mut Expansion,
    target: ExprId,
    args: &[ExprId],
    function: &str,
    wrap: impl FnOnce(&mut Expansion, ExprId) -> ExprId,
) -> Result<ExprId, Wrong> {
    let [variable, value] = args else { return Ok(target) };
    let message = format!("{function}() variable name must be a simple identifier");
    let name = x.variable(*variable, &message)?;
    let has_value = x.method("hasValue", target, &[]);
    let again = x.copy(target);
    let content = x.method("value", again, &[]);
    let bound = bind(x, name, content, *value);
    let some = wrap(x, bound);
    let none = x.call("optional.none", &[]);
    Ok(x.call(functions::CONDITIONAL, &[has_value, some, none]))
}

/// `body` with `value` under a name.
pub(super) fn bind(x: &mut Expansion, name: Name, value: ExprId, body: ExprId) -> ExprId {
    let iter_range = x.list(&[]);
    let condition = x.boolean(false);
    let step = x.ident(&name);
    x.comprehension(Comprehension {
        iter_range,
        iter_var: Name::Borrowed("#unused"),
        iter_var2: None,
        accu_var: name,
        accu_init: value,
        condition,
        step,
        result: body,
    })
}
