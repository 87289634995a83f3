//! Pages on the functions of CEL.

use std::fmt::Write as _;

use crdls_rules::{absent, documented, function_doc};

use crate::expression::availability;

/// What a function, macro or operator of CEL does, in Markdown; nothing for a name that rules do not have.
pub fn function_page(name: &str) -> Option<String> {
    let doc = function_doc(name)?;
    let mut page = format!("# {}\n\n", doc.name);
    for signature in doc.signatures {
        let _ = writeln!(page, "- `{signature}`");
    }
    let _ = write!(page, "\n{}\n\n## Example\n\n```\n{}\n```\n", doc.doc, doc.example);
    let _ = write!(page, "\nResult: `{}`\n", doc.value);
    for sentence in availability(doc) {
        let _ = write!(page, "\n{sentence}\n");
    }
    Some(page)
}

/// Why rules do not have a function of CEL, and what to write instead, in Markdown; nothing for a name that they have or
/// that CEL does not have.
pub fn absent_function_page(name: &str) -> Option<String> {
    let absent = absent(name)?;
    Some(format!("# {name}\n\nNot available in CRD rules. {}\n\nInstead: {}\n", absent.why, absent.instead))
}

/// The names of all functions, macros and operators that have a page.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    documented().iter().map(|doc| doc.name)
}
