//! An expression made ready to run: names and overloads are resolved, constant parts computed.
//!
//! Mirrors what the planner of cel-go (interpreter/planner.go, attributes.go, decorators.go) makes
//! with the options that the API server sets, since the cost of running depends on it: an attribute (a
//! variable with its fields and indices) is one step, lists of constants are constants, `in` such a list
//! looks up a set.

mod attribute;
mod build;
mod constant;

use std::collections::HashMap;
use std::sync::Arc;

pub(super) use constant::{invalid_optional_element, invalid_optional_entry};

use super::binding::{Operator, PatternFunction};
use super::cost::Id;
use super::functions::{Bindings, Candidate};
use super::value::{Error, Outcome, Value};
use crate::ast::Name;
use crate::checker::Checked;
use crate::edition::Edition;
use crate::functions::Functions;
use crdls_go::regexp::Regexp;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StepId(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AttributeId(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QualifierId(u32);

/// An expression that can be run as often as one likes.
#[derive(Debug)]
pub struct Plan {
    steps: Vec<Step>,
    attributes: Vec<Attribute>,
    qualifiers: Vec<Qualifier>,
    pub(super) root: StepId,
    /// How many variables macros have, each with its own place: a value that is computed late must not meet
    /// those of its neighbours.
    pub(super) locals: usize,
    /// How many expressions there are.
    pub(super) ids: usize,
    pub(super) edition: Edition,
}

/// What a plan may call.
#[derive(Clone, Copy, Debug)]
pub struct Library<'l> {
    /// The functions that the expression was checked against.
    pub functions: &'l Functions,
    /// The code of their overloads.
    pub bindings: &'l Bindings,
    /// Functions whose argument is a regular expression, which is compiled before the run where it is
    /// written out.
    pub patterns: &'l [(&'static str, PatternFunction)],
    /// The version of cel-go whose results and costs are wanted.
    pub edition: Edition,
}

#[derive(Debug)]
pub(super) enum Step {
    Constant(Id, Value),
    Attribute(AttributeId),
    /// `has(a.b)`: the attribute's last qualifier tests.
    Presence(Id, AttributeId),
    /// `||` where `stop` is true, `&&` where it is false.
    Logic {
        id: Id,
        stop: bool,
        terms: [StepId; 2],
    },
    /// `==`, or `!=` where it is not `equal`.
    Equality {
        id: Id,
        equal: bool,
        sides: [StepId; 2],
    },
    /// `optional.or(other)` and `optional.orValue(value)`.
    Or {
        id: Id,
        unwraps: bool,
        sides: [StepId; 2],
    },
    /// Whether an element is in a list of constants.
    Member {
        id: Id,
        element: StepId,
        set: HashMap<Member, ()>,
    },
    Call(Call),
    List {
        id: Id,
        elements: Box<[(StepId, bool)]>,
    },
    Map {
        id: Id,
        entries: Box<[(StepId, StepId, bool)]>,
    },
    Fold(Box<Fold>),
    /// A message of protocol buffers, which only the server can make.
    Message(Id),
}

/// An element of a set of constants: of its own type, as Go's maps have it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Member {
    Bool(bool),
    Int(i64),
    Uint(u64),
    /// The bits of a double.
    Double(u64),
    String(Arc<str>),
}

#[derive(Debug)]
pub(super) struct Call {
    pub(super) id: Id,
    pub(super) function: Name,
    /// Empty where the checker left several.
    pub(super) overload: Name,
    pub(super) args: Box<[StepId]>,
    pub(super) code: Code,
    /// Whether an argument that is an error ends the call before the next is computed.
    pub(super) early: bool,
}

#[derive(Debug)]
pub(super) enum Code {
    Operator(&'static Operator),
    Overloads(Box<[Candidate]>),
    /// `@not_strictly_false`, which takes errors.
    NotStrictlyFalse,
    /// With a pattern that is written out.
    Pattern(Regexp, PatternFunction),
}

#[derive(Debug)]
pub(super) struct Fold {
    pub(super) id: Id,
    pub(super) range: StepId,
    pub(super) start: StepId,
    pub(super) condition: StepId,
    pub(super) step: StepId,
    pub(super) result: StepId,
    pub(super) accumulator: usize,
    pub(super) first: usize,
    pub(super) second: Option<usize>,
}

/// A variable, a value or one of two, with what is taken of it.
#[derive(Debug)]
pub(super) enum Attribute {
    Variable { id: Id, variable: Variable, qualifiers: Vec<QualifierId> },
    Relative { id: Id, operand: StepId, qualifiers: Vec<QualifierId> },
    Conditional { id: Id, condition: StepId, branches: [AttributeId; 2] },
}

#[derive(Clone, Debug)]
pub(super) enum Variable {
    Global(Name),
    /// A variable of a macro.
    Local(usize),
}

/// A field or an index.
#[derive(Debug)]
pub(super) struct Qualifier {
    pub(super) id: Id,
    /// Whether it makes what it gives optional: `a.?b`, `a[?b]`.
    pub(super) optional: bool,
    pub(super) key: Key,
}

#[derive(Debug)]
pub(super) enum Key {
    Constant(Value),
    /// Only whether it is there.
    Test(Value),
    /// An attribute; `steps` where it was one that the cost tracker sees as a step of its own.
    Attribute {
        attribute: AttributeId,
        steps: bool,
    },
}

impl Code {
    /// Runs it on values.
    pub(super) fn call(&self, function: &str, args: &[Value]) -> Outcome {
        match self {
            Self::Operator(operator) => operator.call(args),
            Self::Overloads(candidates) => Candidate::call(candidates, function, args),
            Self::NotStrictlyFalse => args.first().cloned().ok_or_else(Error::no_such_overload),
            Self::Pattern(pattern, call) => call(pattern, args),
        }
    }

    /// Whether it takes any number of arguments, to choose an overload by them (planCallVarArgs).
    fn is_chosen_at_run(&self) -> bool {
        match self {
            Self::Operator(_) | Self::NotStrictlyFalse => false,
            Self::Overloads(candidates) => candidates.len() > 1,
            Self::Pattern(..) => true,
        }
    }
}

impl Plan {
    /// Makes an expression ready that has no errors. An error is one that constant parts have: the server
    /// cannot make a program of it.
    pub fn new(checked: &Checked, library: Library<'_>) -> Result<Self, Error> {
        build::build(checked, library)
    }

    pub(super) fn step(&self, id: StepId) -> Option<&Step> {
        self.steps.get(id.0 as usize)
    }

    pub(super) fn attribute(&self, id: AttributeId) -> Option<&Attribute> {
        self.attributes.get(id.0 as usize)
    }

    pub(super) fn qualifier(&self, id: QualifierId) -> Option<&Qualifier> {
        self.qualifiers.get(id.0 as usize)
    }

    /// The name under which the cost tracker knows the value of a step.
    pub(super) fn id_of(&self, step: StepId) -> Id {
        match self.step(step) {
            Some(
                Step::Constant(id, _)
                | Step::Presence(id, _)
                | Step::Logic { id, .. }
                | Step::Equality { id, .. }
                | Step::Or { id, .. }
                | Step::Member { id, .. }
                | Step::List { id, .. }
                | Step::Map { id, .. }
                | Step::Message(id),
            ) => *id,
            Some(Step::Call(call)) => call.id,
            Some(Step::Fold(fold)) => fold.id,
            Some(Step::Attribute(attribute)) => self.id_of_attribute(*attribute),
            None => 0,
        }
    }

    /// An attribute has the name of its last qualifier.
    pub(super) fn id_of_attribute(&self, attribute: AttributeId) -> Id {
        let (id, qualifiers) = match self.attribute(attribute) {
            Some(Attribute::Variable { id, qualifiers, .. } | Attribute::Relative { id, qualifiers, .. }) => {
                (*id, qualifiers)
            }
            Some(Attribute::Conditional { id, branches: [a, b], .. }) => {
                let (a, b) = (self.id_of_attribute(*a), self.id_of_attribute(*b));
                return if a == b { a } else { *id };
            }
            None => return 0,
        };
        qualifiers.last().and_then(|last| self.qualifier(*last)).map_or(id, |last| last.id)
    }
}
