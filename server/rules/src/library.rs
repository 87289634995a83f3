//! The functions and macros that a rule may call, by the cluster's minor.
//!
//! Mirrors `baseOpts` of k8s.io/apiserver (pkg/cel/environment/base.go) and what cel-go brings;
//! the facts are in `schemas/cel/functions.toml`.

use std::collections::HashMap;
use std::sync::OnceLock;

use crdls_cel::Edition;
use crdls_cel::checker::{Environment, TypeProvider};
use crdls_cel::functions::Functions;
use crdls_cel::lower::{Dialect, MacroSignature, Macros};
use crdls_cel::syntax::{NodeKind, Tree};
use crdls_cel::types::Type;

use crate::declaration::Declaration;
use crate::generated::cel::{MACROS, OVERLOADS};
use crate::objects::ObjectTypes;
use crate::tables::{Availability, KnownMacro};
use crdls_minors::trace::note;
use crdls_minors::{Difference, Minor};

/// What expressions may call, and how they are read.
#[derive(Debug)]
pub struct Library {
    /// The functions by name, with their overloads.
    pub functions: Functions,
    /// The macros, and how the language is read.
    pub dialect: Dialect,
    /// Whether a field that is called as a word of CEL can be written so: `self.namespace`.
    keyword_fields: bool,
}

impl Library {
    /// For rules that are new in a cluster of that minor: they may use what the minor before has too.
    pub fn of_new_rules(minor: Minor) -> &'static Self {
        Self::at(minor, false)
    }

    /// For rules that an older version of the CRD had: they may use all that the minor's own code has.
    pub fn of_stored_rules(minor: Minor) -> &'static Self {
        Self::at(minor, true)
    }

    fn at(minor: Minor, stored: bool) -> &'static Self {
        static LIBRARIES: [[OnceLock<Library>; 2]; Minor::COUNT] =
            [const { [const { OnceLock::new() }; 2] }; Minor::COUNT];
        static NEWEST: [OnceLock<Library>; 2] = [const { OnceLock::new() }; 2];
        let [new, old] = LIBRARIES.get(minor.index()).unwrap_or(&NEWEST);
        if stored { old } else { new }.get_or_init(|| Self::build(minor, stored))
    }

    /// What is there is noted by who uses it.
    fn build(minor: Minor, stored: bool) -> Self {
        let mut functions = Functions::default();
        for overload in OVERLOADS.iter().filter(|overload| overload.available.at(minor, stored)) {
            let read = functions.add_row(overload.row(), &is_opaque);
            debug_assert!(read, "{overload:?}");
        }
        let macros = Macros::select(|known| {
            let same = |its: &KnownMacro| {
                (its.name, its.args, its.receiver) == (known.name, known.args, known.receiver)
            };
            MACROS.iter().any(|its| same(its) && its.available.at(minor, stored))
        });
        let dialect = Dialect {
            macros,
            escaped_names: minor >= Difference::BackquotedFields.since(),
            edition: edition(minor),
            ..Dialect::default()
        };
        let brings = if stored { minor.next() } else { minor };
        Self { functions, dialect, keyword_fields: brings >= Difference::KeywordFields.since() }
    }

    /// Notes which parts of an expression are read otherwise by older minors: reading is not repeated where the text is
    /// known, so that it notes nothing itself.
    pub(crate) fn note_what_varies(&self, text: &str, tree: &Tree, minor: Minor) {
        if text.contains('`') {
            minor.has(Difference::BackquotedFields);
        }
        for (part, brought) in READ_OTHERWISE {
            if text.contains(part) {
                self.dialect.edition.has(brought);
            }
        }
        for node in &tree.nodes {
            let NodeKind::Call { name, args, target, .. } = &node.kind else { continue };
            let changes = CHANGES.get_or_init(changes).get(name.of(text)).into_iter().flatten();
            for change in changes {
                if change.is_call(args.len(), target.is_some()) {
                    minor.reaches(change.at);
                }
            }
        }
    }

    /// The fields that an expression may select, by the type of `self`.
    pub fn object_types<'d>(&self, declaration: &'d Declaration) -> ObjectTypes<'d> {
        ObjectTypes { declaration, keyword_fields: self.keyword_fields }
    }

    /// What an expression is checked against.
    pub fn environment<'e>(
        &'e self,
        variables: &'e [(&'e str, Type)],
        types: &'e dyn TypeProvider,
    ) -> Environment<'e> {
        Environment { functions: &self.functions, variables, types, edition: self.dialect.edition }
    }
}

/// What macros and literals made of a text before another version of cel-go; found by a part of the text.
const READ_OTHERWISE: [(&str, Edition); 4] = [
    ("optMap", Edition::V0_22),
    ("optFlatMap", Edition::V0_22),
    ("__result__", Edition::V0_23),
    ("\\", Edition::V0_23),
];

/// A minor that brings or drops a function or a macro.
#[derive(Clone, Copy, Debug)]
struct Change {
    at: Minor,
    /// The number of arguments of a macro, and whether it is called on a value.
    called: Option<(usize, bool)>,
}

impl Change {
    fn is_call(self, args: usize, on_value: bool) -> bool {
        self.called.is_none_or(|called| called == (args, on_value))
    }
}

static CHANGES: OnceLock<HashMap<&'static str, Vec<Change>>> = OnceLock::new();

/// The changes by name: for new rules as for stored ones, as none is noted too often by that.
fn changes() -> HashMap<&'static str, Vec<Change>> {
    let functions = OVERLOADS.iter().map(|its| (its.function, None, its.available));
    let macros = MACROS.iter().map(|its| (its.name, Some((its.args, its.receiver)), its.available));
    let mut changes: HashMap<_, Vec<Change>> = HashMap::new();
    for (name, called, available) in functions.chain(macros) {
        let dropped = available.until.map(Minor::next);
        let minors = [Some(available.since), Some(available.stored), dropped].into_iter().flatten();
        // A name of several parts is called by the last.
        let name = name.rsplit('.').next().unwrap_or(name);
        let changed = minors.filter(|at| *at > Minor::OLDEST).map(|at| Change { at, called });
        changes.entry(name).or_default().extend(changed);
    }
    changes.retain(|_, changes| !changes.is_empty());
    changes
}

/// The first minor that has an edition.
const fn edition_since(edition: Edition) -> Minor {
    match edition {
        Edition::V0_20 => Minor::OLDEST,
        Edition::V0_22 => Difference::CelGo22.since(),
        Edition::V0_23 => Difference::CelGo23.since(),
        Edition::V0_29 => Difference::CelGo29.since(),
    }
}

/// Runs something that asks editions, which is noted as what the minors with these editions have.
pub(crate) fn noted<T>(run: impl FnOnce() -> T) -> T {
    let (result, oldest) = Edition::traced(run);
    note(edition_since(oldest));
    result
}

/// The version of cel-go that a minor has.
pub(crate) fn edition(minor: Minor) -> Edition {
    let editions = [Edition::V0_29, Edition::V0_23, Edition::V0_22];
    editions.into_iter().find(|edition| edition_since(*edition) <= minor).unwrap_or(Edition::V0_20)
}

/// From which minor on new rules may call a function or macro of that name; `None` where no known minor lets them.
pub fn since(name: &str) -> Option<Minor> {
    let functions = OVERLOADS.iter().filter(|its| its.function == name).map(|its| its.available.since);
    let macros = MACROS.iter().filter(|its| its.name == name).map(|its| its.available.since);
    functions.chain(macros).min().filter(|since| *since <= Minor::NEWEST)
}

/// Where rules may call an overload, by its id; `None` where there is none.
pub fn overload_availability(id: &str) -> Option<Availability> {
    OVERLOADS.iter().find(|its| its.id == id).map(|its| its.available)
}

/// Where rules may use a macro; `None` where there is none.
pub fn macro_availability(its: &MacroSignature) -> Option<Availability> {
    let is_it =
        |known: &&KnownMacro| (known.name, known.args, known.receiver) == (its.name, its.args, its.receiver);
    MACROS.iter().find(is_it).map(|known| known.available)
}

/// What rules can no longer call under a name, as it was called: `duration(int)`, each with the last minor.
pub fn dropped(name: &str) -> impl Iterator<Item = (String, Minor)> {
    let dropped = OVERLOADS.iter().filter(move |its| its.function == name);
    dropped
        .filter_map(|its| Some((format!("{}({})", its.function, its.args.join(", ")), its.available.until?)))
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
