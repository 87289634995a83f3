//! The macros over index and element, or key and value (ext/comprehensions.go).

use crate::ast::{Comprehension, ExprId, ExprKind, Name, functions};

use super::Wrong;
use super::expansion::Expansion;
use super::fold::Fold;

pub(super) fn transform_list(x: &mut Expansion, target: ExprId, args: &[ExprId]) -> Result<ExprId, Wrong> {
    transform(x, target, args, |x, _, filter, value| Fold::list(x, filter, value))
}

pub(super) fn transform_map(x: &mut Expansion, target: ExprId, args: &[ExprId]) -> Result<ExprId, Wrong> {
    transform(x, target, args, |x, key, filter, value| {
        let (accu, key) = (x.accumulator(), x.ident(key));
        let step = x.call(functions::MAP_INSERT, &[accu, key, value]);
        map(x, filter, step)
    })
}

pub(super) fn transform_map_entry(
    x: &mut Expansion,
    target: ExprId,
    args: &[ExprId],
) -> Result<ExprId, Wrong> {
    transform(x, target, args, |x, _, filter, value| {
        let accu = x.accumulator();
        let step = x.call(functions::MAP_INSERT, &[accu, value]);
        map(x, filter, step)
    })
}

/// A fold that starts with an empty map.
fn map(x: &mut Expansion, filter: Option<ExprId>, step: ExprId) -> Fold {
    let step = Fold::filtered(x, filter, step);
    let init = x.push(ExprKind::Map { entries: Vec::new() });
    let condition = x.boolean(true);
    Fold { init, condition, step, result: x.accumulator() }
}

fn transform(
    x: &mut Expansion,
    target: ExprId,
    args: &[ExprId],
    fold: impl FnOnce(&mut Expansion, &Name, Option<ExprId>, ExprId) -> Fold,
) -> Result<ExprId, Wrong> {
    let (first, second, filter, value) = match args {
        [first, second, filter, value] => (*first, *second, Some(*filter), *value),
        [first, second, value] => (*first, *second, None, *value),
        _ => return Ok(target),
    };
    let (first, second) = x.two_variables(first, second)?;
    let fold = fold(x, &first, filter, value);
    let fold: Comprehension = fold.over(x, target, (first, Some(second)));
    Ok(x.comprehension(fold))
}
