//! Runs a plan (cel-go, interpreter/interpretable.go): each step in the server's order, its value
//! and cost told to the tracker.

use super::cost::{Costs, Id, Tracker};
use super::plan::{Call, Code, Fold, Plan, Step, StepId};
use super::plan::{Member, invalid_optional_element, invalid_optional_entry};
use super::truth::Truths;
use super::value::{Error, List, Map, Outcome, Value, equal};
use crate::ast::functions;
use crate::edition::Edition;

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The value, or the error that the server returns.
    pub result: Outcome,
    /// The cost of the run, in units of the cost limit.
    pub cost: u64,
    /// Whether it was stopped since it cost more than the limit.
    pub cancelled: bool,
}

/// The values of variables.
pub trait Variables {
    /// The value of a variable; `None` where it has none.
    fn get(&self, name: &str) -> Option<Outcome>;
}

impl Plan {
    /// Evaluates the expression.
    pub fn run(&self, variables: &dyn Variables, costs: Costs<'_>) -> Evaluation {
        self.run_watched(variables, costs, None)
    }

    /// The same, with the truth values of the operands of `&&`, `||` and `?:` added to `truths`.
    pub fn run_watched(
        &self,
        variables: &dyn Variables,
        costs: Costs<'_>,
        truths: Option<&mut Truths>,
    ) -> Evaluation {
        let mut run = Run {
            plan: self,
            variables,
            truths,
            tracker: Tracker::new(costs, self.ids, self.edition),
            ended: None,
            locals: (0..self.locals).map(|_| Local::Unset).collect(),
        };
        let result = run.step(self.root);
        let cancelled = run.tracker.is_over_limit();
        let result = run.ended.map_or(result, Err);
        Evaluation { result, cost: run.tracker.cost, cancelled }
    }
}

pub(super) struct Run<'r> {
    pub(super) plan: &'r Plan,
    pub(super) variables: &'r dyn Variables,
    /// `None` where nobody asks.
    truths: Option<&'r mut Truths>,
    pub(super) tracker: Tracker<'r>,
    /// Why all is to end: the cost is above the limit, or the server's code panics.
    pub(super) ended: Option<Error>,
    pub(super) locals: Vec<Local>,
}

/// A variable of a macro.
#[derive(Clone, Debug)]
pub(super) enum Local {
    Unset,
    /// A value that is computed when it is first asked for.
    Lazy(StepId),
    Set(Outcome),
}

const LIST: u64 = 10;
const MAP: u64 = 30;

impl Run<'_> {
    pub(super) fn step(&mut self, id: StepId) -> Outcome {
        self.still_runs()?;
        let plan = self.plan;
        match plan.step(id) {
            Some(Step::Constant(id, value)) => self.told(*id, Ok(value.clone())),
            Some(Step::Attribute(attribute)) => self.attribute(*attribute),
            Some(Step::Presence(id, attribute)) => self.presence(*id, *attribute),
            Some(Step::Logic { id, stop, terms }) => self.logic(*id, *stop, *terms),
            Some(Step::Equality { id, equal, sides }) => self.equality(*id, *equal, *sides),
            Some(Step::Or { id, unwraps, sides }) => self.optional_or(*id, *unwraps, *sides),
            Some(Step::Member { id, element, set }) => {
                let element = self.step(*element);
                let found = |value| Member::of(&value).is_some_and(|member| set.contains_key(&member));
                self.told(*id, element.map(found).map(Value::Bool))
            }
            Some(Step::Call(call)) => self.call(call),
            Some(Step::List { id, elements }) => self.list(*id, elements),
            Some(Step::Map { id, entries }) => self.map(*id, entries),
            Some(Step::Fold(fold)) => self.fold(fold),
            Some(Step::Message(id)) => self.told(*id, Err(Error::unknown_here("a message"))),
            None => Err(Error::no_such_overload()),
        }
    }

    /// Ends a step whose cost is counted.
    pub(super) fn told(&mut self, id: Id, value: Outcome) -> Outcome {
        self.still_runs()?;
        if !self.tracker.push(id, value.clone()) {
            self.ended = Some(Error::cancelled());
        }
        self.still_runs()?;
        value
    }

    pub(super) fn still_runs(&self) -> Result<(), Error> {
        self.ended.clone().map_or(Ok(()), Err)
    }

    /// Tells the tracker of a call, and ends it as a step.
    fn told_call(&mut self, call: (Id, &str, &str), args: &[Id], result: Outcome) -> Outcome {
        let (id, function, overload) = call;
        self.still_runs()?;
        if let Err(error) = self.tracker.call(function, overload, args, &result) {
            self.tracker.stop();
            self.ended = Some(error);
        }
        self.told(id, result)
    }

    /// Tells what an operand of `&&`, `||` or `?:` came to.
    pub(super) fn watch(&mut self, id: Id, value: &Outcome) {
        if let Some(truths) = &mut self.truths {
            truths.add(id, value);
        }
    }

    /// evalOr and evalAnd: one side that decides is enough, whatever the other is.
    fn logic(&mut self, id: Id, stop: bool, terms: [StepId; 2]) -> Outcome {
        let mut result = Ok(Value::Bool(!stop));
        for term in terms {
            let value = self.step(term);
            self.watch(self.plan.id_of(term), &value);
            match value {
                Ok(Value::Bool(value)) if value == stop => {
                    result = Ok(Value::Bool(stop));
                    break;
                }
                Ok(Value::Bool(_)) => {}
                Ok(_) if result.is_ok() => result = Err(Error::no_such_overload()),
                Err(error) if result.is_ok() => result = Err(error),
                _ => {}
            }
        }
        for term in terms {
            let id = self.plan.id_of(term);
            self.tracker.drop(id);
        }
        self.told(id, result)
    }

    fn equality(&mut self, id: Id, wants: bool, sides: [StepId; 2]) -> Outcome {
        let [left, right] = sides.map(|side| self.step(side));
        let result = match (left, right) {
            (Err(error), _) | (_, Err(error)) => Err(error),
            (Ok(left), Ok(right)) => match equal(&left, &right) {
                // What cannot be compared is unequal to `!=`.
                Err(error) if wants || error.is_unknown_here() => Err(error),
                result => Ok(Value::Bool((result == Ok(true)) == wants)),
            },
        };
        let (function, overload) = match wants {
            true => (functions::EQUALS, "equals"),
            false => (functions::NOT_EQUALS, "not_equals"),
        };
        let ids = sides.map(|side| self.plan.id_of(side));
        self.told_call((id, function, overload), &ids, result)
    }

    /// evalOptionalOr and evalOptionalOrValue
    fn optional_or(&mut self, id: Id, unwraps: bool, [left, right]: [StepId; 2]) -> Outcome {
        let result = match self.step(left) {
            Ok(Value::Optional(Some(value))) if unwraps => Ok((*value).clone()),
            Ok(value @ Value::Optional(Some(_))) => Ok(value),
            Ok(Value::Optional(None)) => self.step(right),
            Ok(value) if !self.plan.edition.has(Edition::V0_29) => Ok(value),
            Ok(_) => Err(Error::no_such_overload()),
            Err(error) => Err(error),
        };
        self.told(id, result)
    }

    fn call(&mut self, call: &Call) -> Outcome {
        let result = self.called(call);
        let ids: Vec<_> = call.args.iter().map(|arg| self.plan.id_of(*arg)).collect();
        self.told_call((call.id, &call.function, &call.overload), &ids, result)
    }

    fn called(&mut self, call: &Call) -> Outcome {
        let mut values = Vec::with_capacity(call.args.len());
        let mut error = None;
        for arg in &call.args {
            match self.step(*arg) {
                Ok(value) => values.push(value),
                Err(_) if matches!(call.code, Code::NotStrictlyFalse) => values.push(Value::Bool(true)),
                Err(early) if call.early => return Err(early),
                Err(found) => error = error.or(Some(found)),
            }
        }
        match (error, &call.code, values.first()) {
            (Some(error), ..) => Err(error),
            (None, Code::NotStrictlyFalse, Some(Value::Bool(value))) => Ok(Value::Bool(*value)),
            (None, Code::NotStrictlyFalse, _) => Ok(Value::Bool(true)),
            (None, code, _) => code.call(&call.function, &values),
        }
    }

    fn list(&mut self, id: Id, elements: &[(StepId, bool)]) -> Outcome {
        let result = self.elements(elements).map(Value::list);
        let ids: Vec<_> = elements.iter().map(|(step, _)| self.plan.id_of(*step)).collect();
        self.tracker.drop_args(&ids);
        self.tracker.add(LIST);
        self.told(id, result)
    }

    fn elements(&mut self, elements: &[(StepId, bool)]) -> Result<Vec<Value>, Error> {
        let mut values = Vec::with_capacity(elements.len());
        for (step, optional) in elements {
            match (self.step(*step)?, optional) {
                (value, false) => values.push(value),
                (Value::Optional(Some(value)), true) => values.push((*value).clone()),
                (Value::Optional(None), true) => {}
                (value, true) => return Err(invalid_optional_element(&value)),
            }
        }
        Ok(values)
    }

    fn map(&mut self, id: Id, entries: &[(StepId, StepId, bool)]) -> Outcome {
        let result = self.entries(entries).map(|entries| Value::Map(Map::of(entries)));
        if let Some(ended) = &self.ended {
            return Err(ended.clone());
        }
        let parts = entries.iter().flat_map(|(key, value, _)| [*key, *value]);
        let ids: Vec<_> = parts.map(|step| self.plan.id_of(step)).collect();
        self.tracker.drop_args(&ids);
        self.tracker.add(MAP);
        self.told(id, result)
    }

    fn entries(&mut self, entries: &[(StepId, StepId, bool)]) -> Result<Vec<(Value, Value)>, Error> {
        let mut found = Vec::with_capacity(entries.len());
        for (key, value, optional) in entries {
            let key = self.step(*key)?;
            let value = self.step(*value)?;
            if let Some(go_type) =
                unhashable(&key).filter(|_| !optional || matches!(value, Value::Optional(_)))
            {
                // From an empty map Go takes nothing away, and finds the key wrong without a hash.
                let is_hashed = !found.is_empty() || !matches!(value, Value::Optional(None));
                return Err(self.without_hash(go_type, is_hashed));
            }
            match (value, optional) {
                (value, false) => found.push((key, value)),
                (Value::Optional(Some(value)), true) => found.push((key, (*value).clone())),
                // An entry that is not there takes away an earlier one of the same key.
                (Value::Optional(None), true) => {
                    found.retain(|(its, _)| {
                        its.type_name() != key.type_name() || equal(its, &key) != Ok(true)
                    });
                }
                (value, true) => return Err(invalid_optional_entry(&key, &value)),
            }
        }
        Ok(found)
    }

    /// A key that the server's map cannot hold makes its code panic, and the evaluation ends.
    fn without_hash(&mut self, go_type: &str, is_hashed: bool) -> Error {
        let error = Error::new(match is_hashed {
            true => format!("internal error: runtime error: hash of unhashable type {go_type}"),
            false => format!("internal error: hash of unhashable type: {go_type}"),
        });
        self.ended = Some(error.clone());
        error
    }

    fn fold(&mut self, fold: &Fold) -> Outcome {
        let result = self.folded(fold);
        let range = self.plan.id_of(fold.range);
        self.tracker.drop(range);
        self.told(fold.id, result)
    }

    /// evalFold.Exec
    fn folded(&mut self, fold: &Fold) -> Outcome {
        let range = self.step(fold.range)?;
        let turns: Turns = match (range, fold.second) {
            (Value::List(list), None) => Turns::Elements(list),
            (Value::List(list), Some(_)) => Turns::Indexed(list),
            (Value::Map(map), None) => Turns::Keys(map.keys()),
            (Value::Map(map), Some(_)) => Turns::Entries(map.keys(), map),
            (other, None) => {
                let words = format!("got '{}', expected iterable type", other.go_type());
                return Err(Error::new(words));
            }
            (other, Some(_)) => {
                let words = format!("unsupported comprehension range type: {}", other.go_type());
                return Err(Error::new(words));
            }
        };
        self.set(fold.accumulator, Local::Lazy(fold.start));
        for turn in 0..turns.len() {
            let (first, second) = turns.get(turn);
            self.set(fold.first, Local::Set(first));
            if let (Some(place), Some(second)) = (fold.second, second) {
                self.set(place, Local::Set(second));
            }
            let goes_on = self.step(fold.condition);
            if self.ended.is_some() || matches!(goes_on, Ok(Value::Bool(false))) {
                break;
            }
            let value = self.step(fold.step);
            self.set(fold.accumulator, Local::Set(value));
        }
        let result = self.step(fold.result);
        self.start_unasked(fold);
        result
    }

    /// Before [`Edition::V0_22`] what a fold starts with is computed, and costs, also where nothing asks for it.
    fn start_unasked(&mut self, fold: &Fold) {
        let is_unasked = matches!(self.locals.get(fold.accumulator), Some(Local::Lazy(_)));
        if is_unasked && !self.plan.edition.has(Edition::V0_22) {
            let _ = self.step(fold.start);
        }
    }

    pub(super) fn set(&mut self, place: usize, value: Local) {
        if let Some(local) = self.locals.get_mut(place) {
            *local = value;
        }
    }

    /// The value of a macro's variable.
    pub(super) fn local(&mut self, place: usize) -> Outcome {
        match self.locals.get(place) {
            Some(Local::Set(value)) => value.clone(),
            Some(Local::Lazy(start)) => {
                let value = self.step(*start).map(growing);
                self.set(place, Local::Set(value.clone()));
                value
            }
            Some(Local::Unset) | None => Err(Error::new("no such attribute(s)")),
        }
    }
}

/// The name in Go of the type of a value that cannot be a key of a map there.
fn unhashable(value: &Value) -> Option<&str> {
    match value {
        Value::Bytes(_) => Some("types.Bytes"),
        Value::Opaque(value) if !value.is_hashable() => Some(value.go_type()),
        _ => None,
    }
}

/// A fold starts to gather in a list or map of the language's own, also where a caller's is empty.
fn growing(value: Value) -> Value {
    match value {
        Value::List(list) if list.is_empty() => Value::list(Vec::new()),
        Value::Map(map) if map.is_empty() => Value::Map(Map::of(Vec::new())),
        value => value,
    }
}

/// What a fold goes over.
enum Turns {
    Elements(List),
    Indexed(List),
    Keys(Vec<Value>),
    Entries(Vec<Value>, Map),
}

impl Turns {
    fn len(&self) -> usize {
        match self {
            Self::Elements(list) | Self::Indexed(list) => list.len(),
            Self::Keys(keys) | Self::Entries(keys, _) => keys.len(),
        }
    }

    /// The values of the variables.
    fn get(&self, turn: usize) -> (Outcome, Option<Outcome>) {
        let key = |keys: &[Value]| keys.get(turn).cloned().unwrap_or(Value::Null);
        match self {
            Self::Elements(list) => (list.get(turn), None),
            Self::Indexed(list) => (Ok(Value::Int(turn as i64)), Some(list.get(turn))),
            Self::Keys(keys) => (Ok(key(keys)), None),
            Self::Entries(keys, map) => {
                let key = key(keys);
                let value = map.get(&key);
                (Ok(key), Some(value))
            }
        }
    }
}
