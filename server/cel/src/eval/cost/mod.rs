//! What a run costs: cel-go, interpreter/runtimecost.go.
//!
//! The tracker finds the arguments of a call on a stack of values, each under the name of its expression,
//! and what it does not find costs nothing. Values that nobody takes stay on the stack and can be taken for
//! those of a later turn of a loop; the stack is mirrored, so that the same happens here.

mod extensions;
mod language;
mod size;

use super::value::{Error, Outcome};
use crate::edition::Edition;
pub use size::{matching, size_of, units};

/// The index of an expression in the checked tree, by which the tracker finds its value again.
pub(super) type Id = u32;

/// Costs of calls that are not the language's own.
pub trait CallCosts {
    /// The cost of a call, of a method the value it is called on first; `None` where it has the usual.
    fn call(&self, function: &str, overload: &str, args: &[Outcome], result: &Outcome) -> Option<u64>;
}

/// The costs of the language alone.
#[derive(Clone, Copy, Debug)]
pub struct LanguageCosts;

impl CallCosts for LanguageCosts {
    fn call(&self, _: &str, _: &str, _: &[Outcome], _: &Outcome) -> Option<u64> {
        None
    }
}

/// What a run may cost, and the costs of calls.
#[derive(Clone, Copy)]
pub struct Costs<'c> {
    /// The cost above which the run stops.
    pub limit: u64,
    /// The costs of the caller's functions.
    pub calls: &'c dyn CallCosts,
}

impl std::fmt::Debug for Costs<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Costs").field("limit", &self.limit).finish_non_exhaustive()
    }
}

pub(super) struct Tracker<'c> {
    pub(super) cost: u64,
    limit: u64,
    stopped: bool,
    calls: &'c dyn CallCosts,
    edition: Edition,
    stack: Vec<Entry>,
    /// The stack position of the topmost value of each expression, plus one.
    tops: Vec<u32>,
}

struct Entry {
    id: Id,
    /// The value below it of the same expression, as in `tops`.
    below: u32,
    value: Outcome,
}

impl<'c> Tracker<'c> {
    pub(super) fn new(costs: Costs<'c>, ids: usize, edition: Edition) -> Self {
        let Costs { limit, calls } = costs;
        Self { cost: 0, limit, stopped: false, calls, edition, stack: Vec::new(), tops: vec![0; ids] }
    }

    pub(super) fn is_over_limit(&self) -> bool {
        self.cost > self.limit
    }

    /// Nothing costs anything any more.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
    }

    /// Adds to the cost, which stays as it is once it is above the limit.
    pub(super) fn add(&mut self, cost: u64) {
        if !self.stopped {
            self.cost = self.cost.saturating_add(cost);
        }
    }

    /// Adds a call's cost, if all its arguments are there. An error ends the evaluation.
    pub(super) fn call(
        &mut self,
        function: &str,
        overload: &str,
        args: &[Id],
        result: &Outcome,
    ) -> Result<(), Error> {
        let Some(args) = self.drop_args(args) else { return Ok(()) };
        let own = extensions::cost(overload, &args, result)?;
        let special = own.or_else(|| self.calls.call(function, overload, &args, result));
        self.add(special.unwrap_or_else(|| language::cost(overload, &args, self.edition)));
        Ok(())
    }

    /// Puts a step's value on the stack; false where the cost is above the limit.
    pub(super) fn push(&mut self, id: Id, value: Outcome) -> bool {
        if let Some(top) = self.tops.get_mut(id as usize) {
            self.stack.push(Entry { id, below: *top, value });
            *top = self.stack.len() as u32;
        }
        self.stopped |= self.is_over_limit();
        !self.stopped
    }

    /// Takes the value of an expression away, and all above it.
    pub(super) fn drop(&mut self, id: Id) -> Option<Outcome> {
        let place = self.tops.get(id as usize)?.checked_sub(1)? as usize;
        let mut last = None;
        while self.stack.len() > place {
            let entry = self.stack.pop()?;
            if let Some(top) = self.tops.get_mut(entry.id as usize) {
                *top = entry.below;
            }
            last = Some(entry.value);
        }
        last
    }

    /// Takes the values of arguments away, the last first; `None` where one is not there.
    pub(super) fn drop_args(&mut self, args: &[Id]) -> Option<Vec<Outcome>> {
        let mut values: Vec<_> = args.iter().rev().map_while(|id| self.drop(*id)).collect();
        values.reverse();
        (values.len() == args.len()).then_some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::Value;
    use super::*;

    #[test]
    fn values_that_are_taken_take_what_lies_above() {
        let mut tracker = Tracker::new(Costs { limit: 100, calls: &LanguageCosts }, 4, Edition::default());
        for (id, value) in [(1, 10), (2, 20), (1, 11), (3, 30)] {
            assert!(tracker.push(id, Ok(Value::Int(value))));
        }
        assert_eq!(tracker.drop(1).map(|v| v.unwrap().to_string()).as_deref(), Some("11"));
        assert!(tracker.drop(3).is_none());
        assert_eq!(tracker.drop_args(&[1, 2]).map(|all| all.len()), Some(2));
        assert!(tracker.stack.is_empty());
    }

    #[test]
    fn what_is_not_there_costs_nothing() {
        let mut tracker = Tracker::new(Costs { limit: 100, calls: &LanguageCosts }, 4, Edition::default());
        tracker.push(1, Ok(Value::Int(1)));
        assert!(tracker.call("_+_", "add_int64", &[1, 2], &Ok(Value::Null)).is_ok());
        assert_eq!(tracker.cost, 0);
        tracker.push(2, Ok(Value::Int(1)));
        assert!(tracker.call("_+_", "add_int64", &[1, 2], &Ok(Value::Null)).is_ok());
        assert_eq!(tracker.cost, 1);
    }
}
