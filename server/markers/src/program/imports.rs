//! The imports of a file.

use crdls_go_source::{File, parse, unquote};

/// An import of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The name before the path; `None` where the package's own counts.
    pub alias: Option<String>,
    /// The path.
    pub path: String,
}

/// The imports of a text, read without its declarations.
pub fn imports_of(text: &str) -> Vec<Import> {
    // Imports come before all other declarations.
    let end = ["\ntype ", "\nfunc ", "\nvar ", "\nconst "].iter().filter_map(|word| text.find(word)).min();
    let head = text.get(..end.unwrap_or(text.len())).unwrap_or(text);
    imports(&parse(head), head)
}

/// The imports of a file.
pub(super) fn imports(syntax: &File, text: &str) -> Vec<Import> {
    let read = syntax.imports().filter_map(|spec| {
        let path = unquote(spec.path.of(text), spec.path.start)?;
        let alias = spec.alias.map(|alias| alias.of(text).to_owned());
        Some(Import { alias, path: path.value().to_owned() })
    });
    read.collect()
}
