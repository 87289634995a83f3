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

use crdls_cel::eval::{Binding, Bindings, Error, Opaque, PatternFunction, Value, string_format};
use crdls_schema::{Difference, Minor};

/// The code of all overloads that rules can call in a cluster of a minor.
pub fn bindings(minor: Minor) -> &'static Bindings {
    static NEWEST: OnceLock<Bindings> = OnceLock::new();
    static UNMASKED: OnceLock<Bindings> = OnceLock::new();
    // Asked without a note: the code of the function notes where it matters.
    let masks = minor >= Difference::MasksNetworks.since();
    let (bindings, containing) =
        if masks { (&NEWEST, net::CONTAINS_CIDR) } else { (&UNMASKED, net::CONTAINS_CIDR_UNMASKED) };
    let tables = &[
        format::FUNCTIONS,
        lists::FUNCTIONS,
        net::FUNCTIONS,
        containing,
        quantity::FUNCTIONS,
        regex::FUNCTIONS,
        semver::FUNCTIONS,
        STRINGS,
        urls::FUNCTIONS,
    ];
    bindings.get_or_init(|| Bindings::with(tables))
}

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
