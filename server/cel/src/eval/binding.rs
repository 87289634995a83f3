//! The code of one function or overload: what the tables of the language, of cel-go's libraries and of the
//! caller hold.

use std::fmt;

use super::value::{Error, Outcome, Value};
use crdls_go::regexp::Regexp;

/// The code of a function: it gets the values of its arguments, of a method the value it is called on
/// first, and never an error among them.
pub type Implementation = fn(&[Value]) -> Outcome;

/// The code of one overload.
#[derive(Clone, Copy)]
pub struct Binding {
    /// The id of the overload.
    pub overload: &'static str,
    /// The code of the overload.
    pub call: Implementation,
    /// Whether the values are held against the overload's types before it is called.
    pub guarded: bool,
}

impl Binding {
    /// Code that is only called with values of the overload's types.
    pub const fn new(overload: &'static str, call: Implementation) -> Self {
        Self { overload, call, guarded: true }
    }

    /// Code that checks the types of its arguments itself.
    pub const fn unguarded(overload: &'static str, call: Implementation) -> Self {
        Self { overload, call, guarded: false }
    }
}

impl fmt::Debug for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Binding").field("overload", &self.overload).finish_non_exhaustive()
    }
}

/// A function with one code for all its overloads, chosen by what its first operand can do.
#[derive(Clone, Copy)]
pub(super) struct Operator {
    pub(super) function: &'static str,
    takes: fn(&Value) -> bool,
    call: Implementation,
}

impl Operator {
    pub(super) const fn new(function: &'static str, takes: fn(&Value) -> bool, call: Implementation) -> Self {
        Self { function, takes, call }
    }

    pub(super) fn call(&self, args: &[Value]) -> Outcome {
        match args.first() {
            Some(first) if (self.takes)(first) => (self.call)(args),
            // Types that receive messages are asked for one of their own, which it is not.
            Some(Value::String(_) | Value::Duration(_) | Value::Timestamp(_)) => {
                Err(Error::no_such_overload())
            }
            _ => Err(Error::new(format!("no such overload: {}", self.function))),
        }
    }
}

impl fmt::Debug for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Operator").field("function", &self.function).finish_non_exhaustive()
    }
}

/// A function whose second argument is a pattern that is compiled before the run. It gets all arguments, the
/// pattern's text among them.
pub type PatternFunction = fn(&Regexp, &[Value]) -> Outcome;
