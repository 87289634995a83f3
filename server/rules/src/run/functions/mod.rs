//! The code of the functions that Kubernetes adds to CEL, by overload. A library is one file with a table of
//! its overloads; add its table to [`bindings`].

mod format;
mod lists;
mod net;
mod quantity;
mod regex;
mod semver;
mod urls;

use std::sync::OnceLock;

use crdls_cel::eval::{BEFORE_0_29, Binding, Bindings, Error, Opaque, PatternFunction, Value, string_format};
use crdls_minors::{Difference, Minor};

/// The code of all overloads that rules can call in a cluster of a minor.
pub fn bindings(minor: Minor) -> &'static Bindings {
    static NEWEST: OnceLock<Bindings> = OnceLock::new();
    // Asked without a note: the code of the function notes where it matters.
    let before = BEFORE.iter().filter(|before| minor < before.difference.since());
    let known = before.clone().last().map_or(&NEWEST, |oldest| &oldest.known);
    let tables = TABLES.iter().copied().chain(before.map(|before| before.table));
    known.get_or_init(|| Bindings::with(&tables.collect::<Vec<_>>()))
}

static TABLES: [&[Binding]; 8] = [
    format::FUNCTIONS,
    lists::FUNCTIONS,
    net::FUNCTIONS,
    quantity::FUNCTIONS,
    regex::FUNCTIONS,
    semver::FUNCTIONS,
    STRINGS,
    urls::FUNCTIONS,
];

/// What minors have instead that lack a difference.
struct Before {
    difference: Difference,
    table: &'static [Binding],
    /// The code of all overloads of minors that lack this difference and the newer ones.
    known: OnceLock<Bindings>,
}

impl Before {
    const fn new(difference: Difference, table: &'static [Binding]) -> Self {
        Self { difference, table, known: OnceLock::new() }
    }
}

/// The newest difference first.
static BEFORE: [Before; 2] = [
    Before::new(Difference::CelGo29, BEFORE_0_29),
    Before::new(Difference::MasksNetworks, net::CONTAINS_CIDR_UNMASKED),
];

/// What cel-go's strings need beside the language.
static STRINGS: &[Binding] = &[Binding::new("string_format", string_format)];

/// Functions whose pattern is compiled beforehand where it is written out.
pub static PATTERNS: &[(&str, PatternFunction)] = regex::PATTERNS;

/// The text that a function is called on.
fn text(args: &[Value]) -> Result<&str, Error> {
    args.first().and_then(Value::as_str).ok_or_else(Error::no_such_overload)
}

/// A value of a type that a library brings, as the evaluator holds it.
#[derive(Debug)]
pub(crate) struct Held<T>(pub T);

fn held<T>(value: T) -> Value
where
    Held<T>: Opaque,
{
    Value::new_opaque(Held(value))
}

/// An argument of a type that a library brings.
fn own<T>(args: &[Value], at: usize) -> Result<&T, Error>
where
    Held<T>: Opaque,
{
    args.get(at).and_then(Value::opaque::<Held<T>>).map(|held| &held.0).ok_or_else(Error::no_such_overload)
}
