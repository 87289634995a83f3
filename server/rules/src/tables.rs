//! The rows of the tables in `generated`: functions, macros, and what they do.

use crdls_cel::functions::OverloadRow;
use crdls_schema::Minor;

/// One way to call a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overload {
    pub function: &'static str,
    pub id: &'static str,
    /// Whether it is called on a value, which then is the first argument.
    pub member: bool,
    pub args: &'static [&'static str],
    pub result: &'static str,
    /// The first minor in which a new rule may call it.
    pub since: Minor,
}

/// A macro that an environment may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMacro {
    pub name: &'static str,
    pub args: usize,
    pub receiver: bool,
    pub since: Minor,
}

/// What a function, macro or operator does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionDoc {
    pub name: &'static str,
    /// What it belongs to: `strings`, `operators`.
    pub group: &'static str,
    /// The first minor whose new rules may use it.
    pub since: Minor,
    pub signatures: &'static [&'static str],
    pub doc: &'static str,
    pub example: &'static str,
    /// What the example gives, in CEL too.
    pub value: &'static str,
}

/// A name that rules of CRDs do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbsentName {
    /// With what stands before it where it is in a namespace: `math.abs`.
    pub name: &'static str,
    pub why: &'static str,
    pub instead: &'static str,
}

impl Overload {
    pub const fn function(
        function: &'static str,
        id: &'static str,
        args: &'static [&'static str],
        result: &'static str,
        since: u8,
    ) -> Self {
        Self { function, id, member: false, args, result, since: Minor(since) }
    }

    pub const fn method(
        function: &'static str,
        id: &'static str,
        args: &'static [&'static str],
        result: &'static str,
        since: u8,
    ) -> Self {
        Self { member: true, ..Self::function(function, id, args, result, since) }
    }

    pub(crate) fn row(&self) -> OverloadRow<'static> {
        let Self { function, id, member, args, result, .. } = *self;
        OverloadRow { function, overload: id, member, args, result }
    }
}

impl KnownMacro {
    pub const fn new(name: &'static str, args: usize, receiver: bool, since: u8) -> Self {
        Self { name, args, receiver, since: Minor(since) }
    }
}
