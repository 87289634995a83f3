//! The rows of the tables in `generated`: functions, macros, and what they do.

use std::fmt;

use crdls_cel::functions::OverloadRow;
use crdls_minors::{Minor, Minors};

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
    /// Where a rule may call it.
    pub available: Availability,
}

/// `since Kubernetes 1.34`, `until Kubernetes 1.36`; nothing where it always was and still is there.
impl fmt::Display for Availability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let since = (self.since > Minor::OLDEST).then(|| format!("since Kubernetes {}", self.since));
        let until = self.until.map(|last| format!("until Kubernetes {last}"));
        let parts: Vec<_> = since.into_iter().chain(until).collect();
        f.write_str(&parts.join(", "))
    }
}

/// The minors in which rules may use a function or a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Availability {
    /// The first for new rules; one after the newest where only stored rules may.
    pub since: Minor,
    /// The first for rules that an older version of the CRD had.
    pub stored: Minor,
    /// The last; `None` where it is still there.
    pub until: Option<Minor>,
}

impl Availability {
    /// From a minor on, and for stored rules from another.
    pub const fn new(since: u8, stored: u8) -> Self {
        Self { since: Minor(since), stored: Minor(stored), until: None }
    }

    /// The same up to a minor.
    pub const fn until(self, last: u8) -> Self {
        Self { until: Some(Minor(last)), ..self }
    }

    /// Whether new or stored rules may use it in a cluster of that minor.
    pub fn at(self, minor: Minor, stored: bool) -> bool {
        let first = if stored { self.stored } else { self.since };
        first <= minor && self.until.is_none_or(|last| minor <= last)
    }

    /// Whether new rules may use it in clusters of all these minors.
    pub fn in_all(self, minors: Minors) -> bool {
        minors.iter().all(|minor| self.at(minor, false))
    }
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
    /// Where a rule may use it.
    pub available: Availability,
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
        available: Availability,
    ) -> Self {
        Self { function, id, member: false, args, result, available }
    }

    /// An overload that is called as `a.function(b)`.
    pub const fn method(
        function: &'static str,
        id: &'static str,
        args: &'static [&'static str],
        result: &'static str,
        available: Availability,
    ) -> Self {
        Self { member: true, ..Self::function(function, id, args, result, available) }
    }

    pub(crate) fn row(&self) -> OverloadRow<'static> {
        let Self { function, id, member, args, result, .. } = *self;
        OverloadRow { function, overload: id, member, args, result }
    }
}

impl KnownMacro {
    /// A macro.
    pub const fn new(name: &'static str, args: usize, receiver: bool, available: Availability) -> Self {
        Self { name, args, receiver, available }
    }
}
