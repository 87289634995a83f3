//! `schemas/manifest/*.toml` into `server/crd/src/generated/*.rs`: one module a file, and the enum of
//! all field names. `schemas/cel/functions.toml` into `cel.rs` beside them, `docs.toml` into `cel_docs.rs`
//! and `docs/cel-functions.md`. The settings into `docs/settings.md` and the schema of crdls.toml.

mod cel;
mod emit;
mod manifest;
mod settings;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use manifest::{File, Manifest};

const SOURCE: &str = "schemas/manifest";
const LIBRARY: &str = "schemas/cel/functions.toml";
const DOCS: &str = "schemas/cel/docs.toml";
const TARGET: &str = "server/crd/src/generated";

/// Writes the generated files, and removes those that nothing generates any more.
pub fn write(root: &Path) -> Result<(), String> {
    let wanted = generate(root)?;
    let folder = root.join(TARGET);
    fs::create_dir_all(&folder).map_err(|e| format!("{TARGET}: {e}"))?;
    for name in present(root)?.keys().filter(|name| !wanted.contains_key(*name)) {
        fs::remove_file(folder.join(name)).map_err(|e| format!("{TARGET}/{name}: {e}"))?;
    }
    for (path, text) in documents(root)? {
        fs::write(root.join(path), text).map_err(|e| format!("{path}: {e}"))?;
    }
    for (name, text) in wanted {
        fs::write(folder.join(&name), text).map_err(|e| format!("{TARGET}/{name}: {e}"))?;
    }
    Ok(())
}

/// Fails where the generated files are not what [`write`] would write.
pub fn check(root: &Path) -> Result<(), String> {
    let (wanted, present) = (generate(root)?, present(root)?);
    let names = wanted.keys().chain(present.keys());
    let mut stale: Vec<_> = names.filter(|name| wanted.get(*name) != present.get(*name)).collect();
    stale.sort();
    stale.dedup();
    for (path, text) in documents(root)? {
        if fs::read_to_string(root.join(path)).ok() != Some(text) {
            return Err(format!("{path}: not what it is made from; run `cargo xtask codegen`"));
        }
    }
    if stale.is_empty() {
        return Ok(());
    }
    let list = stale.iter().map(|name| format!("{TARGET}/{name}")).collect::<Vec<_>>().join(", ");
    Err(format!("{list}: not what schemas/ says; run `cargo xtask codegen`"))
}

fn generate(root: &Path) -> Result<BTreeMap<String, String>, String> {
    let manifest = read(root)?;
    manifest.check()?;
    let mut files = BTreeMap::new();
    files.insert("mod.rs".to_owned(), rustfmt(root, &emit::root(&manifest))?);
    files.insert("field.rs".to_owned(), rustfmt(root, &emit::field_names(&manifest))?);
    let library: cel::Library = table(root, LIBRARY)?;
    let docs: cel::Docs = table(root, DOCS)?;
    docs.check(&library)?;
    files.insert("cel.rs".to_owned(), rustfmt(root, &cel::tables(&library))?);
    files.insert("cel_docs.rs".to_owned(), rustfmt(root, &cel::docs(&docs)?)?);
    for file in &manifest.files {
        files.insert(format!("{}.rs", file.name), rustfmt(root, &emit::types(file))?);
    }
    Ok(files)
}

/// What users read, by path.
fn documents(root: &Path) -> Result<[(&'static str, String); 3], String> {
    let settings = settings::settings(root)?;
    Ok([
        ("docs/cel-functions.md", cel::page(&table(root, DOCS)?)),
        ("docs/settings.md", settings::page(&settings)),
        ("docs/crdls.schema.json", settings::schema(&settings, &settings::rules(root)?)),
    ])
}

fn read(root: &Path) -> Result<Manifest, String> {
    let mut files = Vec::new();
    for (name, text) in texts(&root.join(SOURCE), SOURCE, "toml")? {
        let types: manifest::Types = toml::from_str(&text).map_err(|e| format!("{SOURCE}/{name}: {e}"))?;
        files.push(File { name: name.trim_end_matches(".toml").to_owned(), types: types.types });
    }
    Ok(Manifest { files })
}

fn table<T: serde::de::DeserializeOwned>(root: &Path, path: &str) -> Result<T, String> {
    let text = fs::read_to_string(root.join(path)).map_err(|e| format!("{path}: {e}"))?;
    toml::from_str(&text).map_err(|e| format!("{path}: {e}"))
}

fn present(root: &Path) -> Result<BTreeMap<String, String>, String> {
    let folder = root.join(TARGET);
    if folder.exists() { texts(&folder, TARGET, "rs") } else { Ok(BTreeMap::new()) }
}

fn texts(folder: &Path, shown: &str, extension: &str) -> Result<BTreeMap<String, String>, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(|e| format!("{shown}: {e}"))? {
        let path = entry.map_err(|e| format!("{shown}: {e}"))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|found| found == extension) {
            found
                .insert(name.clone(), fs::read_to_string(&path).map_err(|e| format!("{shown}/{name}: {e}"))?);
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
        return Err("rustfmt refuses the generated code".to_owned());
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
