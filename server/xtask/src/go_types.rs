//! `cargo dev go-types`: the types of Kubernetes' own Go modules, of all minors, for modules that have them nowhere.
//!
//! A Go file is reduced to what a schema can come from: type declarations with their comments, the methods and constants
//! that schemas depend on. The files of all minors are one text: each run of lines has the minors whose file has it
//! (`crdls_generate` reads it, in `bundled.rs`, and says how it is written). The types and their comments are those of the
//! Kubernetes authors, under the Apache License 2.0.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crdls_go_source::{Decl, DeclKind, File, FuncDecl, ImportSpec, Literal, TypeKind, ValueKind, parse};
use crdls_text::{TextRange, changed_lines};
use similar::DiffTag;

use crate::build::go_module;
use crate::files::{entries, name};
use crate::oracle;

const PATH: &str = "schemas/go/kubernetes.zlib";

/// The patch releases of the minors before those of the oracle.
const OLDER: [(u8, u8); 5] = [(26, 15), (27, 16), (28, 15), (29, 15), (30, 14)];
/// The patch release of the newest minor, as in `tests/oracle/go.mod`.
const NEWEST_PATCH: u8 = 2;

/// The packages by module: those whose types an API embeds. Of k8s.io/api, where each group is a folder, those that are
/// stable.
const PACKAGES: [(&str, &[&str]); 3] = [
    ("k8s.io/api", &["*/v1", "*/v2"]),
    (
        "k8s.io/apimachinery",
        &[
            "pkg/api/resource",
            "pkg/apis/meta/v1",
            "pkg/apis/meta/v1/unstructured",
            "pkg/runtime",
            "pkg/runtime/schema",
            "pkg/types",
            "pkg/util/intstr",
            "pkg/version",
        ],
    ),
    ("k8s.io/apiextensions-apiserver", &["pkg/apis/apiextensions/v1", "pkg/apis/apiextensions/v1beta1"]),
];

/// Markers that no schema depends on.
const OTHER_MARKERS: [&str; 13] = [
    "// +genclient",
    "// +k8s:prerelease-lifecycle-gen",
    "// +k8s:conversion-gen",
    "// +k8s:deepcopy-gen",
    "// +k8s:openapi-gen",
    "// +k8s:openapi-model-package",
    "// +k8s:alpha",
    "// +k8s:beta",
    "// +k8s:supportsSubresource",
    "// +protobuf",
    "// +patchStrategy",
    "// +patchMergeKey",
    "// +featureGate",
];

/// Writes the table.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    let minors: Vec<(u8, u8)> =
        OLDER.into_iter().chain(oracle::PATCHES).chain([(oracle::NEWEST, NEWEST_PATCH)]).collect();
    let mut files: BTreeMap<String, Woven> = BTreeMap::new();
    for (minor, patch) in &minors {
        for (module, packages) in PACKAGES {
            let folder = go_module(&format!("{module}@v0.{minor}.{patch}"))?;
            for (path, text) in reduced_files(&folder, packages)? {
                files.entry(format!("{module}/{path}")).or_default().add(*minor, &text);
            }
        }
    }
    let mut text = format!("{} {}\n", OLDER[0].0, oracle::NEWEST);
    for (path, woven) in &files {
        let _ = writeln!(text, "={path}");
        woven.write(&mut text);
    }
    let packed = packed(text.as_bytes());
    println!("{} files, {} bytes, packed {}", files.len(), text.len(), packed.len());
    let path = root.join(PATH);
    std::fs::write(&path, packed).map_err(|e| format!("{}: {e}", path.display()))
}

/// The length of the text, and the text as zlib packs it.
fn packed(text: &[u8]) -> Vec<u8> {
    let mut out = vec![0; zlib_rs::compress_bound(text.len())];
    let (packed, _) = zlib_rs::compress_slice(&mut out, text, zlib_rs::DeflateConfig::new(9));
    [&(text.len() as u32).to_le_bytes()[..], packed].concat()
}

/// The files of packages that declare types, reduced, by their path in the module.
fn reduced_files(module: &Path, packages: &[&str]) -> Result<Vec<(String, String)>, String> {
    let mut found = Vec::new();
    for package in packages {
        let folders = match package.strip_prefix("*/") {
            Some(below) => names(module)?.into_iter().map(|group| format!("{group}/{below}")).collect(),
            None => vec![(*package).to_owned()],
        };
        for folder in folders.into_iter().filter(|folder| module.join(folder).is_dir()) {
            for name in names(&module.join(&folder))? {
                let is_generated = name.starts_with("zz_generated") || name.starts_with("generated.");
                if !name.ends_with(".go") || name.ends_with("_test.go") || is_generated {
                    continue;
                }
                let path = format!("{folder}/{name}");
                let text = std::fs::read_to_string(module.join(&path)).map_err(|e| format!("{path}: {e}"))?;
                found.extend(reduced(&text).map(|text| (path, text)));
            }
        }
    }
    Ok(found)
}

fn names(folder: &Path) -> Result<Vec<String>, String> {
    Ok(entries(folder)?.iter().map(|path| name(path)).collect())
}

/// A Go file without what no schema depends on; `None` if it declares no type.
fn reduced(text: &str) -> Option<String> {
    let file = parse(text);
    file.types().next()?;
    let package = file.package?;
    let mut out = String::new();
    let mut before = package.range.end;
    for decl in &file.decls {
        match &decl.kind {
            DeclKind::Type(_) => declaration(text, &file, decl, before, &mut out),
            DeclKind::Func(func) => method(text, func, &mut out),
            _ => {}
        }
        before = decl.range.end;
    }
    for constant in file.constants() {
        let Some(ty) = constant.ty.filter(|ty| is_enum(text, &file, ty.range.of(text))) else { continue };
        let value = constant.value.map(|value| &value.kind);
        let Some(ValueKind::Literal(Literal { range, .. })) = value else { continue };
        let _ = writeln!(out, "const {} {} = {}", constant.name.of(text), ty.range.of(text), range.of(text));
    }
    let mut head = format!("package {}\n", package.name.of(text));
    for import in file.imports().filter(|import| is_used(text, import, &out)) {
        let _ = writeln!(head, "import {}", import.range.of(text));
    }
    Some(head + &out)
}

/// Whether declarations may name a type of an import.
fn is_used(text: &str, import: &ImportSpec, declarations: &str) -> bool {
    let path = import.path.of(text).trim_matches('"');
    let name = import.alias.map_or_else(|| path.rsplit('/').next().unwrap_or(path), |alias| alias.of(text));
    declarations.contains(&format!("{name}."))
}

/// Whether the constants of a type are its values.
fn is_enum(text: &str, file: &File, name: &str) -> bool {
    let declared = file.types().find(|(_, spec)| spec.name.of(text) == name);
    let doc = declared.and_then(|(decl, spec)| spec.doc.or(decl.doc)).and_then(|doc| file.group(doc));
    doc.is_some_and(|doc| doc.range.of(text).contains("+k8s:enum"))
}

/// The methods that decide what a type is in JSON.
fn method(text: &str, func: &FuncDecl, out: &mut String) {
    let name = func.name.of(text);
    if let Some((receiver, _)) =
        func.receiver_type().filter(|_| matches!(name, "MarshalJSON" | "MarshalText"))
    {
        let _ = writeln!(out, "func (x {}) {name}() ([]byte, error)", receiver.of(text));
    }
}

/// A declaration with the two comment groups above it, of which markers are read.
fn declaration(text: &str, file: &File, decl: &Decl, before: u32, out: &mut String) {
    let groups = file.groups.get(..file.groups_before(decl.range.start)).unwrap_or(&[]);
    let above = groups.iter().rev().take(2).map(|group| group.range.start).filter(|start| *start >= before);
    let start = above.min().unwrap_or(decl.range.start);
    let mut edits = Vec::new();
    let DeclKind::Type(specs) = &decl.kind else { return };
    for spec in &specs.list {
        match &spec.ty.kind {
            TypeKind::Interface(_) => edits.push((spec.ty.range, "interface{}".to_owned())),
            TypeKind::Struct(fields) => edits.extend(fields.list.iter().filter_map(|field| {
                let tag = field.tag?;
                let json = tag.of(text).split_once("json:\"").and_then(|(_, rest)| rest.split_once('"'));
                Some((tag, json.map_or_else(String::new, |(json, _)| format!("`json:\"{json}\"`"))))
            })),
            _ => {}
        }
    }
    let mut reduced = String::new();
    let mut at = start;
    for (range, by) in edits {
        reduced.push_str(TextRange::new(at, range.start).of(text));
        reduced.push_str(&by);
        at = range.end;
    }
    reduced.push_str(TextRange::new(at, decl.range.end).of(text));
    let is_other = |line: &&str| {
        let line = line.trim_start();
        OTHER_MARKERS.iter().any(|marker| line.starts_with(marker))
    };
    for line in reduced.lines().filter(|line| !is_other(line)) {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    // What follows is not directly below a comment.
    out.push('\n');
}

/// The states of a file, as lines with the minors that have each.
#[derive(Default)]
struct Woven {
    lines: Vec<WovenLine>,
    newest: u8,
}

struct WovenLine {
    text: String,
    since: u8,
    last: u8,
}

impl Woven {
    /// Adds the state of the next minor.
    fn add(&mut self, minor: u8, text: &str) {
        let wanted: Vec<&str> = text.lines().collect();
        let current: Vec<usize> = (0..self.lines.len())
            .filter(|at| self.lines.get(*at).is_some_and(|line| line.last == self.newest))
            .collect();
        let old: Vec<&str> =
            current.iter().filter_map(|at| self.lines.get(*at)).map(|line| line.text.as_str()).collect();
        let mut kept = vec![false; self.lines.len()];
        let mut added: BTreeMap<usize, Vec<WovenLine>> = BTreeMap::new();
        let line = |text: &&str| WovenLine { text: (*text).to_owned(), since: minor, last: minor };
        for op in changed_lines(&old, &wanted) {
            let (tag, of_old, of_new) = op.as_tag_tuple();
            if tag == DiffTag::Equal {
                current.get(of_old).unwrap_or(&[]).iter().for_each(|at| kept[*at] = true);
                continue;
            }
            let at = current.get(of_old.start).copied().unwrap_or(self.lines.len());
            added.entry(at).or_default().extend(wanted.get(of_new).unwrap_or(&[]).iter().map(line));
        }
        let mut lines = Vec::new();
        for (at, mut line) in std::mem::take(&mut self.lines).into_iter().enumerate() {
            lines.extend(added.remove(&at).unwrap_or_default());
            line.last = if kept[at] { minor } else { line.last };
            lines.push(line);
        }
        lines.extend(added.into_values().flatten());
        self.lines = lines;
        self.newest = minor;
    }

    fn write(&self, out: &mut String) {
        let mut minors = None;
        for line in &self.lines {
            if minors != Some((line.since, line.last)) {
                minors = Some((line.since, line.last));
                let _ = match line.last {
                    oracle::NEWEST => writeln!(out, "@{}", line.since),
                    last => writeln!(out, "@{}-{last}", line.since),
                };
            }
            let _ = writeln!(out, "{}", line.text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_keeps_what_schemas_depend_on() {
        let text = "// License\n\npackage v1\n\nimport \"fmt\"\n\n// lost\n\n// +genclient\n// +k8s:enum\n\n// A is a.\ntype A string\n\n\
                    const X A = \"x\"\nconst y = 1\n\n// S\ntype S struct {\n\t// B is b.\n\tB int `json:\"b\" protobuf:\"1\"`\n}\n\n\
                    func (a A) MarshalJSON() ([]byte, error) { return nil, nil }\nfunc f() {}\n";
        let expected = "package v1\n// +k8s:enum\n\n// A is a.\ntype A string\n\n// S\ntype S struct {\n\t// B is b.\n\
                        \tB int `json:\"b\"`\n}\n\nfunc (x A) MarshalJSON() ([]byte, error)\n";
        assert_eq!(reduced(text).as_deref(), Some(expected));
        assert_eq!(reduced("package v1\n\nvar x = 1\n"), None);
    }

    #[test]
    fn states_of_a_file_are_woven() {
        let mut woven = Woven::default();
        for (minor, text) in [(26, "a\nb\nc\n"), (27, "a\nx\nc\n"), (oracle::NEWEST, "a\nc\nb\n")] {
            woven.add(minor, text);
        }
        let mut out = String::new();
        woven.write(&mut out);
        assert_eq!(out, "@26\na\n@27-27\nx\n@26-26\nb\n@26\nc\n@37\nb\n");
    }
}
