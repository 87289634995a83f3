//! `schemas/manifest/*.toml` into `server/manifest/src/fields/generated/*.rs`: one module a file, and the enum of
//! all field names into `fields/names`. `schemas/cel/functions.toml` into `cel.rs` of `server/rules/src/generated`, `docs.toml` into
//! `cel_docs.rs` there and `docs/cel-functions.md`. The codes
//! that `code!` declares into `generated/codes.rs` of the crates. The settings into `docs/settings.md` and the
//! schema of crdls.toml. What differs by minor, `schemas/minors.toml`, into `server/minors/src/generated`,
//! `server/report/src/sentences/generated` and `docs/minors.md`. The markers of controller-gen,
//! `schemas/markers/markers.toml`, into `registry/generated` of `server/markers/src`.

mod cel;
mod codes;
mod emit;
mod manifest;
mod markers;
mod minors;
mod settings;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::files;
use manifest::{File, Manifest};

const SOURCE: &str = "schemas/manifest";
const LIBRARY: &str = "schemas/cel/functions.toml";
const DOCS: &str = "schemas/cel/docs.toml";
const BY_MINOR: &str = "schemas/minors.toml";
const MARKERS: &str = "schemas/markers/markers.toml";
/// The folders of generated modules: of the manifest, of CEL, and those that have codes alone.
const OF_FIELDS: &str = "server/manifest/src/fields/generated";
const OF_NAMES: &str = "server/manifest/src/fields/names";
const OF_MANIFEST: &str = "server/manifest/src/generated";
const OF_RULES: &str = "server/rules/src/generated";
const OF_RESOURCE: &str = "server/resource/src/generated";
const OF_CRD: &str = "server/crd/src/generated";
const OF_MINORS: &str = "server/minors/src/generated";
const OF_WORDS: &str = "server/report/src/sentences/generated";
const OF_CHECK: &str = "server/check/src/generated";
const OF_SUITE: &str = "server/suite/src/generated";
const OF_CONVERSION: &str = "server/conversion/src/generated";
const OF_MARKERS: &str = "server/markers/src/registry/generated";
const OF_MARKER_CODES: &str = "server/markers/src/generated";
const FOLDERS: [&str; 13] = [
    OF_FIELDS,
    OF_NAMES,
    OF_MINORS,
    OF_WORDS,
    OF_MANIFEST,
    OF_RULES,
    OF_RESOURCE,
    OF_CRD,
    OF_SUITE,
    OF_CONVERSION,
    OF_MARKERS,
    OF_MARKER_CODES,
    OF_CHECK,
];

/// Writes the generated files, and removes those that nothing generates any more.
pub fn write(root: &Path) -> Result<(), String> {
    let wanted = generate(root)?;
    for path in present(root)?.keys().filter(|path| !wanted.contains_key(*path)) {
        fs::remove_file(root.join(path)).map_err(|e| format!("{path}: {e}"))?;
    }
    for (path, text) in documents(root)? {
        files::write(root, path, text)?;
    }
    wanted.into_iter().try_for_each(|(path, text)| files::write(root, path, text))
}

/// Fails where the generated files are not what [`write`] would write.
pub fn check(root: &Path) -> Result<(), String> {
    let (wanted, present) = (generate(root)?, present(root)?);
    let paths = wanted.keys().chain(present.keys());
    let mut stale: Vec<_> = paths.filter(|path| wanted.get(*path) != present.get(*path)).cloned().collect();
    stale.sort();
    stale.dedup();
    for (path, text) in documents(root)? {
        if fs::read_to_string(root.join(path)).ok() != Some(text) {
            return Err(format!("{path}: not what it is made from; run `cargo dev codegen`"));
        }
    }
    if stale.is_empty() {
        return Ok(());
    }
    Err(format!("{}: not what schemas/ says; run `cargo dev codegen`", stale.join(", ")))
}

/// The text of each generated module, by path.
fn generate(root: &Path) -> Result<BTreeMap<String, String>, String> {
    let manifest = read(root)?;
    manifest.check()?;
    let mut files = BTreeMap::new();
    let mut add = |folder: &str, name: &str, code: &str| -> Result<(), String> {
        files.insert(format!("{folder}/{name}.rs"), rustfmt(root, code)?);
        Ok(())
    };
    add(OF_FIELDS, "mod", &emit::root(&manifest))?;
    add(OF_NAMES, "mod", &emit::field_names(&manifest))?;
    let library: cel::Library = table(root, LIBRARY)?;
    let docs: cel::Docs = table(root, DOCS)?;
    docs.check(&library)?;
    add(OF_RULES, "mod", cel::ROOT)?;
    let by_minor = table(root, BY_MINOR)?;
    add(OF_MINORS, "mod", &minors::tables(&by_minor)?)?;
    add(OF_WORDS, "mod", &minors::words(&by_minor))?;
    add(OF_MARKERS, "mod", &markers::tables(&table(root, MARKERS)?)?)?;
    add(OF_RULES, "cel", &cel::tables(&library))?;
    add(OF_RULES, "cel_docs", &cel::docs(&docs)?)?;
    for file in &manifest.files {
        add(OF_FIELDS, &file.name, &emit::types(file))?;
    }
    let codes = codes::declared(root)?;
    for package in codes::packages(&codes) {
        add(&format!("server/{package}/src/generated"), "codes", &codes::of_package(&codes, package))?;
    }
    add(OF_CHECK, "codes", &codes::list(&codes))?;
    Ok(files)
}

/// What users read, by path.
fn documents(root: &Path) -> Result<[(&'static str, String); 4], String> {
    let settings = settings::settings(root)?;
    Ok([
        ("docs/cel-functions.md", cel::page(&table(root, DOCS)?)),
        ("docs/minors.md", minors::page(&table(root, BY_MINOR)?, &table(root, LIBRARY)?, &read(root)?)?),
        ("docs/settings.md", settings::page(&settings)),
        ("docs/crdls.schema.json", settings::schema(&settings, &codes::declared(root)?)),
    ])
}

fn read(root: &Path) -> Result<Manifest, String> {
    let mut files = Vec::new();
    for (name, text) in texts(&root.join(SOURCE), "toml")? {
        let types: manifest::Types = toml::from_str(&text).map_err(|e| format!("{SOURCE}/{name}: {e}"))?;
        files.push(File { name: name.trim_end_matches(".toml").to_owned(), types: types.types });
    }
    Ok(Manifest { files })
}

/// A file of TOML.
pub(crate) fn table<T: serde::de::DeserializeOwned>(root: &Path, path: &str) -> Result<T, String> {
    let text = files::read(root, path)?;
    toml::from_str(&text).map_err(|e| format!("{path}: {e}"))
}

/// What is there of generated modules, by path.
fn present(root: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut present = BTreeMap::new();
    for folder in FOLDERS.into_iter().filter(|folder| root.join(folder).exists()) {
        let files = texts(&root.join(folder), "rs")?;
        present.extend(files.into_iter().map(|(name, text)| (format!("{folder}/{name}"), text)));
    }
    Ok(present)
}

fn texts(folder: &Path, extension: &str) -> Result<BTreeMap<String, String>, String> {
    let mut found = BTreeMap::new();
    for path in files::entries(folder)? {
        if path.extension().is_some_and(|found| found == extension) {
            found.insert(files::name(&path), files::read(folder, &path)?);
        }
    }
    Ok(found)
}

/// Formats Rust as `cargo fmt` would.
fn rustfmt(root: &Path, code: &str) -> Result<String, String> {
    let failed = |e: std::io::Error| format!("rustfmt: {e}");
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--quiet"])
        .current_dir(root)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    // Dropped at the end of the statement, so that rustfmt sees the end of its input.
    child.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(code.as_bytes())).map_err(failed)?;
    let output = child.wait_with_output().map_err(failed)?;
    if !output.status.success() {
        return Err("rustfmt rejects the generated code".to_owned());
    }
    String::from_utf8(output.stdout).map_err(|e| format!("rustfmt: {e}"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn generated_files_are_current() {
        assert_eq!(super::check(&crate::root()), Ok(()));
    }
}
