//! The macros over index and element, or key and value (ext/comprehensions.go).

use crate::ast::{Comprehension, ExprId, ExprKind, Name, functions};

use super::Wrong;
use super::expansion::Expansion;
use super::fold::Fold;

pub(super) fn all(x: &mut Expansion, target: ExprId, args: &[ExprId]) -> Result<ExprId, Wrong> {
    quantifier(x, target, args, Fold::all)
}

pub(super) fn exists(x: &mut Expansion, target: ExprId, args: &[ExprId]) -> Result<ExprId, Wrong> {
    quantifier(x, target, args, Fold::exists)
}

pub(super) fn exists_one(x: &mut Expansion, target: ExprId, args: &[ExprId]) -> Result<ExprId, Wrong> {
    quantifier(x, target, args, Fold::exists_one)
}

fn quantifier(
    x: &mut Expansion,
    target: ExprId,
    args: &[ExprId],
    fold: fn(&mut Expansion, ExprId) -> Fold,
) -> Result<ExprId, Wrong> {
    let [first, second, predicate] = args else { return Ok(target) };
    let (first, second) = variables(x, *first, *second)?;
    let fold = fold(x, *predicate);
    Ok(x.comprehension(fold.over(x, target, (first, Some(second)))))
}

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
    let (first, second) = variables(x, first, second)?;
    let fold = fold(x, &first, filter, value);
    let fold: Comprehension = fold.over(x, target, (first, Some(second)));
    Ok(x.comprehension(fold))
}

fn variables(x: &Expansion, first: ExprId, second: ExprId) -> Result<(Name, Name), Wrong> {
    let a = x.variable(first, "argument must be a simple name")?;
    let b = x.variable(second, "argument must be a simple name")?;
    if a == b {
        return Err(Wrong::new(second, format!("duplicate variable name: {a}")));
    }
    x.not_accumulator(first, &a)?;
    x.not_accumulator(second, &b)?;
    Ok((a, b))
}
