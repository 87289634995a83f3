//! What the functions, macros and operators of CEL do, and which names rules of CRDs do not have.
//!
//! The texts are in `schemas/cel/docs.toml`.

use crate::generated::cel_docs::{ABSENT, FUNCTIONS};
use crate::tables::{AbsentName, FunctionDoc};

/// All that is documented.
pub fn documented() -> &'static [FunctionDoc] {
    FUNCTIONS
}

/// What a function, macro or operator of that name does.
pub fn function_doc(name: &str) -> Option<&'static FunctionDoc> {
    FUNCTIONS.iter().find(|doc| doc.name == name)
}

/// Why there is none of that name.
pub fn absent(name: &str) -> Option<&'static AbsentName> {
    ABSENT.iter().find(|absent| absent.name == name)
}

/// The first of those that a namespace has, where nothing in it is there.
pub fn absent_namespace(namespace: &str) -> Option<&'static AbsentName> {
    let inside = |name: &str| name.strip_prefix(namespace).is_some_and(|rest| rest.starts_with('.'));
    let there = FUNCTIONS.iter().any(|doc| inside(doc.name));
    ABSENT.iter().find(|absent| !there && inside(absent.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::since;
    use crdls_minors::Minor;

    #[test]
    fn names() {
        assert_eq!(function_doc("sortBy").map(|doc| doc.since), Some(Minor(35)));
        assert!(absent("math.abs").is_some() && absent("size").is_none());
        assert!(absent_namespace("math").is_some() && absent_namespace("optional").is_none());
    }

    #[test]
    fn what_rules_have_is_not_said_to_be_absent() {
        for absent in ABSENT.iter().filter(|absent| absent.name.contains('.')) {
            assert_eq!(since(absent.name), None, "{}", absent.name);
        }
    }
}
