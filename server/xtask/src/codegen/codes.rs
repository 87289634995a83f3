//! The codes that `code!` declares, found in the sources: each crate's in `src/generated/codes.rs`, and the list of
//! all in the crate `check`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use crate::files::{self, entries, name};

const CRATES: &str = "server";
/// The crate that lists the codes of all.
const LISTING: &str = "check";

/// What `code!` declares.
pub struct Code {
    pub constant: String,
    /// As findings have it: `missing-type`.
    pub name: String,
    /// In lower case.
    pub severity: String,
    pub server: bool,
    pub summary: String,
    /// The module in its crate: `crate::validate::approval`.
    pub module: String,
    /// The folder of the crate.
    pub package: String,
}

/// All declarations, in the order of their codes.
pub fn declared(root: &Path) -> Result<Vec<Code>, String> {
    let mut found = Vec::new();
    let folder = root.join(CRATES);
    for package in entries(&folder)? {
        let sources = package.join("src");
        if sources.is_dir() {
            in_folder(&sources, "crate", &name(&package), &mut found)?;
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    if found.is_empty() { Err(format!("{CRATES}: no codes")) } else { Ok(found) }
}

fn in_folder(folder: &Path, module: &str, package: &str, found: &mut Vec<Code>) -> Result<(), String> {
    for path in entries(folder)? {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let inner = match stem.as_str() {
            "mod" | "lib" | "main" => module.to_owned(),
            name => format!("{module}::{name}"),
        };
        if path.is_dir() {
            in_folder(&path, &inner, package, found)?;
        } else if path.extension().is_some_and(|its| its == "rs") {
            let text = files::read(folder, &path)?;
            for declaration in text.split("\ncode!(").skip(1) {
                let unread = || format!("{}: a code! that is not read", path.display());
                found.push(read(declaration, &inner, package).ok_or_else(unread)?);
            }
        }
    }
    Ok(())
}

/// `NAME, "code", Severity, origin, "summary");…`
fn read(text: &str, module: &str, package: &str) -> Option<Code> {
    let mut parts = text.splitn(5, ',').map(str::trim);
    let (constant, name) = (parts.next()?.to_owned(), serde_json::from_str(parts.next()?).ok()?);
    let (severity, origin, rest) = (parts.next()?.to_lowercase(), parts.next()?, parts.next()?);
    // The name of a severity for people.
    let severity = if severity == "information" { "info".to_owned() } else { severity };
    // A string of Rust without line breaks is one of JSON.
    let summary = serde_json::Deserializer::from_str(rest).into_iter().next()?.ok()?;
    let (module, package) = (module.to_owned(), package.to_owned());
    Some(Code { constant, name, severity, server: origin == "server", summary, module, package })
}

/// The folders of the crates that declare codes for the list to name.
pub fn packages(codes: &[Code]) -> BTreeSet<&str> {
    codes.iter().map(|code| code.package.as_str()).filter(|package| *package != LISTING).collect()
}

/// The codes of a crate, by their constants.
pub fn of_package(codes: &[Code], package: &str) -> String {
    let mut out = format!("//! The codes that this crate declares. {HEADER}\n\n");
    for code in codes.iter().filter(|code| code.package == package) {
        let _ = writeln!(out, "pub use {}::{};", code.module, code.constant);
    }
    out
}

/// The list of all codes.
pub fn list(codes: &[Code]) -> String {
    let mut out = format!("//! All codes, in their order. {HEADER}\n\nuse crdls_report::Code;\n\n");
    out.push_str("/// Every code that a finding can have, in their order.\npub static ALL: &[&Code] = &[\n");
    for Code { constant, module, package, .. } in codes {
        let _ = match package.as_str() {
            LISTING => writeln!(out, "&{module}::{constant},"),
            package => writeln!(out, "&crdls_{package}::codes::{constant},"),
        };
    }
    out.push_str("];\n");
    out
}

const HEADER: &str = "Made by `cargo dev codegen` from the declarations by `code!`. Do not edit.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read() {
        let text = "\n  A_B,\n  \"a-b\",\n  Hint,\n  advice,\n  \"a `b`, \\\"c\\\"\"\n);\nfn x() {}";
        let code = read(text, "crate::a", "crd").expect("a code");
        assert_eq!((code.constant.as_str(), code.name.as_str()), ("A_B", "a-b"));
        assert_eq!((code.severity.as_str(), code.server), ("hint", false));
        assert_eq!(code.summary, "a `b`, \"c\"");
        assert!(list(&[code]).contains("&crdls_crd::codes::A_B,"));
    }
}
