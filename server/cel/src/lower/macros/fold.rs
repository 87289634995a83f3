//! `has`, and the macros over one variable (parser/macro.go).

use crate::ast::{Comprehension, ExprId, ExprKind, Literal, Name, functions};

use super::Wrong;
use super::expansion::Expansion;

/// What a fold starts with, goes on for, does, and gives.
pub(super) struct Fold {
    pub init: ExprId,
    pub condition: ExprId,
    pub step: ExprId,
    pub result: ExprId,
}

impl Fold {
    pub(super) fn over(
        self,
        x: &Expansion,
        range: ExprId,
        (iter_var, iter_var2): (Name, Option<Name>),
    ) -> Comprehension {
        Comprehension {
            iter_range: range,
            iter_var,
            iter_var2,
            accu_var: x.accumulator_name(),
            accu_init: self.init,
            condition: self.condition,
            step: self.step,
            result: self.result,
        }
    }

    /// True until a predicate is not.
    pub(super) fn all(x: &mut Expansion, predicate: ExprId) -> Self {
        let init = x.boolean(true);
        let accu = x.accumulator();
        let condition = x.call(functions::NOT_STRICTLY_FALSE, &[accu]);
        let accu = x.accumulator();
        let step = x.call(functions::AND, &[accu, predicate]);
        Self { init, condition, step, result: x.accumulator() }
    }

    /// False until a predicate is true.
    pub(super) fn exists(x: &mut Expansion, predicate: ExprId) -> Self {
        let init = x.boolean(false);
        let accu = x.accumulator();
        let not = x.call(functions::NOT, &[accu]);
        let condition = x.call(functions::NOT_STRICTLY_FALSE, &[not]);
        let accu = x.accumulator();
        let step = x.call(functions::OR, &[accu, predicate]);
        Self { init, condition, step, result: x.accumulator() }
    }

    /// Whether the predicate was true once.
    pub(super) fn exists_one(x: &mut Expansion, predicate: ExprId) -> Self {
        let init = x.literal(Literal::Int(0));
        let condition = x.boolean(true);
        let (accu, one) = (x.accumulator(), x.literal(Literal::Int(1)));
        let more = x.call(functions::ADD, &[accu, one]);
        let accu = x.accumulator();
        let step = x.call(functions::CONDITIONAL, &[predicate, more, accu]);
        let (accu, one) = (x.accumulator(), x.literal(Literal::Int(1)));
        Self { init, condition, step, result: x.call(functions::EQUALS, &[accu, one]) }
    }

    /// A list of `value`s, where `filter` is true.
    pub(super) fn list(x: &mut Expansion, filter: Option<ExprId>, value: ExprId) -> Self {
        let init = x.list(&[]);
        let condition = x.boolean(true);
        let (accu, one) = (x.accumulator(), x.list(&[value]));
        let step = x.call(functions::ADD, &[accu, one]);
        let step = Self::filtered(x, filter, step);
        Self { init, condition, step, result: x.accumulator() }
    }

    /// `step`, or nothing where `filter` is false.
    pub(super) fn filtered(x: &mut Expansion, filter: Option<ExprId>, step: ExprId) -> ExprId {
        let Some(filter) = filter else { return step };
        let accu = x.accumulator();
        x.call(functions::CONDITIONAL, &[filter, step, accu])
    }
}

pub(super) fn has(x: &mut Expansion, _: ExprId, args: &[ExprId]) -> Result<ExprId, Wrong> {
    let argument = args.first().copied().unwrap_or_default();
    match x.kind(argument) {
        ExprKind::Select { operand, field, .. } => {
            let (operand, field) = (*operand, field.clone());
            Ok(x.push(ExprKind::Select { operand, field, test_only: true }))
        }
        _ => Err(Wrong::new(argument, "invalid argument to has() macro")),
    }
}

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
    let (variables, predicate) = match args {
        [variable, predicate] => {
            ((x.iteration_variable(*variable, "argument must be a simple name")?, None), *predicate)
        }
        [first, second, predicate] => {
            let (first, second) = x.two_variables(*first, *second)?;
            ((first, Some(second)), *predicate)
        }
        _ => return Ok(target),
    };
    let fold = fold(x, predicate);
    Ok(x.comprehension(fold.over(x, target, variables)))
}

pub(super) fn map(x: &mut Expansion, target: ExprId, args: &[ExprId]) -> Result<ExprId, Wrong> {
    let (variable, filter, value) = match args {
        [variable, filter, value] => (*variable, Some(*filter), *value),
        [variable, value] => (*variable, None, *value),
        _ => return Ok(target),
    };
    let name = x.iteration_variable(variable, "argument is not an identifier")?;
    let fold = Fold::list(x, filter, value);
    Ok(x.comprehension(fold.over(x, target, (name, None))))
}

pub(super) fn filter(x: &mut Expansion, target: ExprId, args: &[ExprId]) -> Result<ExprId, Wrong> {
    let [variable, predicate] = args else { return Ok(target) };
    let name = x.iteration_variable(*variable, "argument is not an identifier")?;
    let fold = Fold::list(x, Some(*predicate), *variable);
    Ok(x.comprehension(fold.over(x, target, (name, None))))
}
