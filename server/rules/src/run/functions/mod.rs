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
use crdls_schema::{Difference, Minor};

/// The code of all overloads that rules can call in a cluster of a minor.
pub fn bindings(minor: Minor) -> &'static Bindings {
    static KNOWN: [OnceLock<Bindings>; BEFORE.len() + 1] = [const { OnceLock::new() }; BEFORE.len() + 1];
    // Asked without a note: the code of the function notes where it matters.
    let before: Vec<_> = BEFORE.iter().filter(|(difference, _)| minor < difference.since()).collect();
    let tables = TABLES.iter().copied().chain(before.iter().map(|(_, table)| *table));
    KNOWN[before.len()].get_or_init(|| Bindings::with(&tables.collect::<Vec<_>>()))
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

/// What minors have instead that lack a difference, the newest difference first.
static BEFORE: [(Difference, &[Binding]); 2] =
    [(Difference::CelGo29, BEFORE_0_29), (Difference::MasksNetworks, net::CONTAINS_CIDR_UNMASKED)];

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
