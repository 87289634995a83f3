//! The rows of the tables in `generated`: functions, macros, and what they do.

use crdls_cel::functions::OverloadRow;
use crdls_schema::Minor;

/// One way to call a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overload {
    /// What rules call.
    pub function: &'static str,
    /// cel-go's name of the overload, unique among all functions.
    pub id: &'static str,
    /// Whether it is called on a value, which then is the first argument.
    pub member: bool,
    /// The types of the arguments, as cel-go prints them; the first is that of the receiver.
    pub args: &'static [&'static str],
    /// The type of the result.
    pub result: &'static str,
    /// The first minor in which a new rule may call it.
    pub since: Minor,
}

/// A macro that an environment may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMacro {
    /// What rules call.
    pub name: &'static str,
    /// How many arguments it has, the receiver aside.
    pub args: usize,
    /// Whether it is called on a value.
    pub receiver: bool,
    /// The first minor in which a new rule may use it.
    pub since: Minor,
}

/// What a function, macro or operator does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionDoc {
    /// What rules call; a macro of two names has two entries.
    pub name: &'static str,
    /// What it belongs to: `strings`, `operators`.
    pub group: &'static str,
    /// The first minor whose new rules may use it.
    pub since: Minor,
    /// The ways to call it, as the page shows them.
    pub signatures: &'static [&'static str],
    /// What it does, in Markdown.
    pub doc: &'static str,
    /// An expression that runs as it stands.
    pub example: &'static str,
    /// What the example gives, in CEL too.
    pub value: &'static str,
}

/// A name that rules of CRDs do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbsentName {
    /// With what stands before it where it is in a namespace: `math.abs`.
    pub name: &'static str,
    /// Why there is none.
    pub why: &'static str,
    /// What to write in its place.
    pub instead: &'static str,
}

impl Overload {
    /// An overload that is called as `function(a, b)`.
    pub const fn function(
        function: &'static str,
        id: &'static str,
        args: &'static [&'static str],
        result: &'static str,
        since: u8,
    ) -> Self {
        Self { function, id, member: false, args, result, since: Minor(since) }
    }

    /// An overload that is called as `a.function(b)`.
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
    /// A macro; `since` is a minor.
    pub const fn new(name: &'static str, args: usize, receiver: bool, since: u8) -> Self {
        Self { name, args, receiver, since: Minor(since) }
    }
}
