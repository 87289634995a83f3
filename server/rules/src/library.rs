//! The functions and macros that a rule may call, by the cluster's minor.
//!
//! Mirrors `baseOpts` of k8s.io/apiserver (pkg/cel/environment/base.go) and what cel-go brings;
//! the facts are in `schemas/cel/functions.toml`.

use std::sync::OnceLock;

use crdls_cel::functions::Functions;
use crdls_cel::lower::{Dialect, Macros};

use crate::generated::cel::{MACROS, OVERLOADS};
use crate::tables::KnownMacro;
use crdls_schema::Minor;

/// What expressions may call.
#[derive(Debug)]
pub struct Library {
    /// The functions by name, with their overloads.
    pub functions: Functions,
    /// The macros, and how the language is read.
    pub dialect: Dialect,
}

impl Library {
    /// For rules that are new in a cluster of that minor.
    pub fn of_new_rules(minor: Minor) -> &'static Self {
        Self::at(minor)
    }

    /// For rules that an older version of the CRD had: they may use what a cluster one minor newer lets new
    /// ones use.
    pub fn of_stored_rules(minor: Minor) -> &'static Self {
        Self::at(minor.next())
    }

    fn at(minor: Minor) -> &'static Self {
        static LIBRARIES: [OnceLock<Library>; Minor::COUNT] = [const { OnceLock::new() }; Minor::COUNT];
        static NEWEST: OnceLock<Library> = OnceLock::new();
        LIBRARIES.get(minor.index()).unwrap_or(&NEWEST).get_or_init(|| Self::build(minor))
    }

    fn build(minor: Minor) -> Self {
        let mut functions = Functions::default();
        for overload in OVERLOADS.iter().filter(|overload| overload.since <= minor) {
            let read = functions.add_row(overload.row(), &is_opaque);
            debug_assert!(read, "{overload:?}");
        }
        let macros = Macros::select(|known| {
            let same = |its: &KnownMacro| {
                (its.name, its.args, its.receiver) == (known.name, known.args, known.receiver)
            };
            MACROS.iter().any(|its| same(its) && its.since <= minor)
        });
        Self { functions, dialect: Dialect { macros, ..Dialect::default() } }
    }
}

/// The first minor whose new rules may call a function or macro of that name; `None` where there is none.
pub fn since(name: &str) -> Option<Minor> {
    let functions = OVERLOADS.iter().filter(|its| its.function == name).map(|its| its.since);
    let macros = MACROS.iter().filter(|its| its.name == name).map(|its| its.since);
    functions.chain(macros).min()
}

/// Types of the libraries that cel-go declares without fields; the others it declares as objects.
fn is_opaque(name: &str) -> bool {
    name.starts_with("net.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_minor() {
        let has = |minor, name: &str| Library::of_new_rules(Minor(minor)).functions.get(name).is_some();
        assert!(has(31, "matches") && !has(33, "semver") && has(34, "semver"));
        assert!(Library::of_stored_rules(Minor(33)).functions.get("semver").is_some());
        assert!(Library::of_stored_rules(Minor(37)).functions.get("semver").is_some());
        assert_eq!(since("sortBy"), Some(Minor(35)));
        assert_eq!(since("size"), Some(Minor(31)));
        assert_eq!(since("bind"), None);
        // cel-go declares the old names of operators to nobody.
        for name in ["_in_", "in", "__not_strictly_false__"] {
            assert_eq!(since(name), None, "{name}");
        }
    }
}
