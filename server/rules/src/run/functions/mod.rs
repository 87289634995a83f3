//! The code of the functions that Kubernetes adds to CEL, by overload. A library is one file with a table of
//! its overloads; add its table to [`bindings`].

mod format;
mod lists;
mod net;
mod quantity;
mod regex;
mod semver;
mod urls;

use std::fmt::Debug;
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

/// A type that a library brings.
trait LibraryType: Debug + Send + Sync + 'static {
    /// The names of the type in CEL, of its values in Go, and of the Go values in these.
    const NAMES: [&'static str; 3];
    /// Whether Go can have its values as keys of a map.
    const IS_HASHABLE: bool = true;

    fn equals(&self, other: &Self) -> bool;

    /// The text that Go's `%v` prints.
    fn text(&self) -> String;

    /// How large the cost tracker takes it to be.
    fn size(&self) -> Option<u64> {
        None
    }
}

impl<T: LibraryType> Opaque for Held<T> {
    fn type_name(&self) -> &str {
        T::NAMES[0]
    }

    fn go_type(&self) -> &str {
        T::NAMES[1]
    }

    fn native_type(&self) -> &str {
        T::NAMES[2]
    }

    fn is_hashable(&self) -> bool {
        T::IS_HASHABLE
    }

    fn equal(&self, other: &Value) -> Result<bool, Error> {
        let other: &Self = other.opaque().ok_or_else(Error::no_such_overload)?;
        Ok(self.0.equals(&other.0))
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn size(&self) -> Option<u64> {
        self.0.size()
    }
}

fn held<T: LibraryType>(value: T) -> Value {
    Value::new_opaque(Held(value))
}

/// An argument of a type that a library brings.
fn own<T: LibraryType>(args: &[Value], at: usize) -> Result<&T, Error> {
    args.get(at).and_then(Value::opaque::<Held<T>>).map(|held| &held.0).ok_or_else(Error::no_such_overload)
}
