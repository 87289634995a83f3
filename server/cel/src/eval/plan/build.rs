//! From the checked tree to steps.

use super::{Call, Code, Fold, Library, Plan, Step, StepId, Variable};
use crate::ast::{Comprehension, ExprId, ExprKind, Name, functions};
use crate::checker::Checked;
use crate::eval::cost::Id;
use crate::eval::functions::operator;
use crate::eval::stdlib::PATTERNS;
use crate::eval::value::{Error, Value};
use crdls_go::regexp::{self, Regexp};

pub(super) fn build(checked: &Checked, library: Library<'_>) -> Result<Plan, Error> {
    let plan = Plan {
        steps: Vec::new(),
        attributes: Vec::new(),
        qualifiers: Vec::new(),
        root: StepId(0),
        locals: 0,
        ids: checked.ast.len(),
        edition: library.edition,
    };
    let mut builder = Builder { checked, library, plan, scope: Vec::new() };
    let root = builder.step(checked.ast.root)?;
    builder.plan.root = root;
    Ok(builder.plan)
}

pub(super) struct Builder<'b> {
    pub(super) checked: &'b Checked,
    library: Library<'b>,
    pub(super) plan: Plan,
    /// Variables of macros that can be named, and their places.
    scope: Vec<(Name, usize)>,
}

impl Builder<'_> {
    pub(super) fn push(&mut self, step: Step) -> StepId {
        self.plan.steps.push(step);
        StepId(self.plan.steps.len() as u32 - 1)
    }

    pub(super) fn step(&mut self, id: ExprId) -> Result<StepId, Error> {
        let checked = self.checked;
        match checked.ast.kind(id) {
            ExprKind::Unspecified(_) => Err(Error::no_such_overload()),
            ExprKind::Struct { .. } => Ok(self.push(Step::Message(id.0))),
            ExprKind::Literal(literal) => Ok(self.push(Step::Constant(id.0, Value::from(literal)))),
            ExprKind::Ident(name) => Ok(self.ident(id, name)),
            ExprKind::Select { operand, field, test_only } => self.select(id, *operand, field, *test_only),
            ExprKind::Call { .. } => self.call(id),
            ExprKind::List { .. } => self.list(id),
            ExprKind::Map { .. } => self.map(id),
            ExprKind::Comprehension(fold) => self.fold(id, fold),
        }
    }

    fn list(&mut self, id: ExprId) -> Result<StepId, Error> {
        let ExprKind::List { elements } = self.checked.ast.kind(id) else { return self.step(id) };
        let elements: Result<Box<[_]>, _> =
            elements.iter().map(|element| Ok((self.step(element.value)?, element.optional))).collect();
        let elements = elements?;
        let step = match self.constant_list(&elements) {
            Some(value) => Step::Constant(id.0, value?),
            None => Step::List { id: id.0, elements },
        };
        Ok(self.push(step))
    }

    fn map(&mut self, id: ExprId) -> Result<StepId, Error> {
        let ExprKind::Map { entries } = self.checked.ast.kind(id) else { return self.step(id) };
        let entries: Result<Box<[_]>, _> = entries
            .iter()
            .map(|entry| Ok((self.step(entry.key)?, self.step(entry.value)?, entry.optional)))
            .collect();
        let entries = entries?;
        let step = match self.constant_map(&entries) {
            Some(value) => Step::Constant(id.0, value?),
            None => Step::Map { id: id.0, entries },
        };
        Ok(self.push(step))
    }

    /// planCall
    fn call(&mut self, id: ExprId) -> Result<StepId, Error> {
        let ExprKind::Call { function, target, args } = self.checked.ast.kind(id) else {
            return Err(Error::no_such_overload());
        };
        let args: Result<Vec<_>, _> = target.iter().chain(args).map(|arg| self.step(*arg)).collect();
        let args = args?;
        let own = id.0;
        match &**function {
            functions::CONDITIONAL => return self.conditional(own, &args),
            functions::INDEX => return self.index(own, &args, false),
            functions::OPT_INDEX | functions::OPT_SELECT => return self.index(own, &args, true),
            _ => {}
        }
        if let Some(step) = two_sided(own, function, &args) {
            return Ok(self.push(step));
        }
        self.plain_call(id, function, args)
    }

    fn plain_call(&mut self, id: ExprId, function: &Name, args: Vec<StepId>) -> Result<StepId, Error> {
        let overload = match self.checked.overloads(id) {
            [one] => one.clone(),
            _ => Name::Borrowed(""),
        };
        if let Some(step) = self.membership(id.0, &overload, &args) {
            return Ok(self.push(step));
        }
        let code = self.code(id, function, &args)?;
        let step = match self.converted(function, &args, &code) {
            Some(value) => Step::Constant(id.0, value?),
            None => {
                // cel-go binds `format` by its list of arguments (ext/strings.go), as what has more than two.
                let listed = args.len() > 2 || overload == "string_format";
                let early = listed || code.is_chosen_at_run();
                let function = function.clone();
                Step::Call(Call { id: id.0, function, overload, args: args.into(), code, early })
            }
        };
        Ok(self.push(step))
    }

    /// What runs; a pattern that is written out is compiled now (decRegexOptimizer).
    fn code(&self, id: ExprId, function: &Name, args: &[StepId]) -> Result<Code, Error> {
        if &**function == functions::NOT_STRICTLY_FALSE {
            return Ok(Code::NotStrictlyFalse);
        }
        let pattern = match args {
            [_, pattern, ..] => self.constant(*pattern).and_then(Value::as_str),
            _ => None,
        };
        let mut patterns = PATTERNS.iter().chain(self.library.patterns);
        if let (Some(pattern), Some((_, call))) = (pattern, patterns.find(|(name, _)| name == function)) {
            return Ok(Code::Pattern(compiled(pattern)?, *call));
        }
        if let Some(operator) = operator(function) {
            return Ok(Code::Operator(operator));
        }
        let found = self.library.functions.get(function);
        let overloads = self.checked.overloads(id);
        let candidates = found.map(|found| self.library.bindings.candidates(found, overloads));
        Ok(Code::Overloads(candidates.unwrap_or_default().into()))
    }

    /// planComprehension
    fn fold(&mut self, id: ExprId, fold: &Comprehension) -> Result<StepId, Error> {
        let start = self.step(fold.accu_init)?;
        let range = self.step(fold.iter_range)?;
        let outside = self.scope.len();
        let accumulator = self.declare(&fold.accu_var);
        let inside = self.scope.len();
        let first = self.declare(&fold.iter_var);
        let second = fold.iter_var2.as_ref().map(|name| self.declare(name));
        let condition = self.step(fold.condition)?;
        let step = self.step(fold.step)?;
        self.scope.truncate(inside);
        let result = self.step(fold.result)?;
        self.scope.truncate(outside);
        let id = id.0;
        let fold = Fold { id, range, start, condition, step, result, accumulator, first, second };
        Ok(self.push(Step::Fold(Box::new(fold))))
    }

    fn declare(&mut self, name: &Name) -> usize {
        let place = self.plan.locals;
        self.scope.push((name.clone(), place));
        self.plan.locals += 1;
        place
    }

    /// The variable of a macro that a name means.
    pub(super) fn variable_of(&self, name: &Name) -> Option<Variable> {
        let found = self.scope.iter().rfind(|(its, _)| its == name);
        found.map(|(_, place)| Variable::Local(*place))
    }
}

/// Calls of two arguments that are steps of their own.
fn two_sided(id: Id, function: &str, args: &[StepId]) -> Option<Step> {
    let &[left, right] = args else { return None };
    let sides = [left, right];
    Some(match function {
        functions::AND => Step::Logic { id, stop: false, terms: sides },
        functions::OR => Step::Logic { id, stop: true, terms: sides },
        functions::EQUALS => Step::Equality { id, equal: true, sides },
        functions::NOT_EQUALS => Step::Equality { id, equal: false, sides },
        "or" => Step::Or { id, unwraps: false, sides },
        "orValue" => Step::Or { id, unwraps: true, sides },
        _ => return None,
    })
}

fn compiled(pattern: &str) -> Result<Regexp, Error> {
    regexp::compile(pattern).map_err(|error| Error::new(error.to_string()))
}
