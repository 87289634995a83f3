//! `schemas/cel/functions.toml`: the functions and macros of Kubernetes' CEL environment, as static tables.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;

/// The module of the generated tables.
pub const ROOT: &str = "//! CEL's functions, macros and operators, from `schemas/cel`. Made by `cargo dev codegen`. Do not edit.\n\n\
     pub mod cel;\npub mod cel_docs;\n";

/// `schemas/cel/functions.toml`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    #[serde(rename = "function")]
    functions: Vec<Function>,
    #[serde(rename = "macro")]
    macros: Vec<Macro>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Function {
    name: String,
    overloads: Vec<Overload>,
}

#[derive(Deserialize)]
struct Overload {
    id: String,
    #[serde(default)]
    member: bool,
    args: Vec<String>,
    result: String,
    #[serde(flatten)]
    available: Availability,
}

/// The minors in which rules may use something.
#[derive(Deserialize)]
struct Availability {
    since: u8,
    stored: Option<u8>,
    until: Option<u8>,
}

impl Availability {
    /// As Rust: what brings it is the minor before the first for new rules, unless said.
    fn source(&self) -> String {
        let stored = self.stored.unwrap_or(self.since.saturating_sub(1)).max(OLDEST);
        let since = match (self.since, stored) {
            (OLDEST, OLDEST) => "ALWAYS".to_owned(),
            (since, stored) => format!("Availability::new({since}, {stored})"),
        };
        since + &self.until.map(|last| format!(".until({last})")).unwrap_or_default()
    }
}

/// The oldest minor that the tables know, as a number; it stands for all before too.
const OLDEST: u8 = 31;

#[derive(Deserialize)]
struct Macro {
    name: String,
    args: usize,
    #[serde(default)]
    receiver: bool,
    #[serde(flatten)]
    available: Availability,
}

/// What a minor brings to rules, and takes from them.
#[derive(Default)]
pub struct Changes {
    /// Functions and macros that no minor before has.
    pub new: Vec<String>,
    /// Those that take further arguments.
    pub extended: Vec<String>,
    /// Overloads that the minor before was the last to have.
    pub dropped: Vec<String>,
}

impl Library {
    /// What changes for new rules with a minor; helpers of macros are left out.
    pub fn changes(&self, minor: u8) -> Changes {
        let mut changes = Changes::default();
        let mut added: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
        let functions = self.functions.iter().filter(|function| !function.name.contains('@'));
        for (function, overload) in
            functions.flat_map(|function| function.overloads.iter().map(move |overload| (function, overload)))
        {
            added.entry(&function.name).or_default().push(overload.available.since);
            if overload.available.until.is_some_and(|last| last + 1 == minor) {
                changes.dropped.push(format!("{}({})", function.name, overload.args.join(", ")));
            }
        }
        for its in &self.macros {
            added.entry(&its.name).or_default().push(its.available.since);
        }
        for (name, since) in added.into_iter().filter(|(_, since)| since.contains(&minor)) {
            let is_new = since.iter().all(|since| *since >= minor);
            if is_new { &mut changes.new } else { &mut changes.extended }.push(name.to_owned());
        }
        changes
    }
}

/// `schemas/cel/docs.toml`: what they do, and what there is not.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Docs {
    #[serde(rename = "entry")]
    entries: Vec<Entry>,
    absent: Vec<Absent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    group: String,
    since: String,
    signature: Vec<String>,
    doc: String,
    example: String,
    value: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Absent {
    name: String,
    why: String,
    instead: String,
}

impl Docs {
    /// What is said of a function has to be so by the table of overloads.
    pub fn check(&self, library: &Library) -> Result<(), String> {
        for entry in &self.entries {
            let functions = library.functions.iter().filter(|function| function.name == entry.name);
            let overloads =
                functions.flat_map(|function| &function.overloads).map(|overload| overload.available.since);
            let macros =
                library.macros.iter().filter(|its| its.name == entry.name).map(|its| its.available.since);
            let first = overloads.chain(macros).min();
            let since = entry.since()?;
            if first.is_some_and(|first| first != since) {
                return Err(format!("docs.toml: `{}` is there since 1.{}", entry.name, first.unwrap_or(0)));
            }
        }
        Ok(())
    }
}

impl Entry {
    fn since(&self) -> Result<u8, String> {
        let minor = self.since.strip_prefix("1.").and_then(|minor| minor.parse().ok());
        minor.ok_or_else(|| format!("docs.toml: `{}`: {} is no minor", self.name, self.since))
    }
}

/// `cel_docs.rs`
pub fn docs(docs: &Docs) -> Result<String, String> {
    let mut out = String::from(
        "//! From `schemas/cel/docs.toml`. Made by `cargo dev codegen`. Do not edit.\n\n\
         use crdls_minors::Minor;\n\nuse crate::tables::{AbsentName, FunctionDoc};\n\n\
         /// What functions, macros and operators do.\n\
         pub static FUNCTIONS: &[FunctionDoc] = &[",
    );
    for entry in &docs.entries {
        let Entry { name, group, signature, doc, example, value, .. } = entry;
        let since = entry.since()?;
        let _ = write!(
            out,
            "FunctionDoc {{ name: {name:?}, group: {group:?}, since: Minor({since}), signatures: &{signature:?}, \
             doc: {doc:?}, example: {example:?}, value: {value:?} }},"
        );
    }
    out.push_str("];\n\n/// Names that rules of CRDs do not have.\npub static ABSENT: &[AbsentName] = &[");
    for Absent { name, why, instead } in &docs.absent {
        let _ = write!(out, "AbsentName {{ name: {name:?}, why: {why:?}, instead: {instead:?} }},");
    }
    out.push_str("];\n");
    Ok(out)
}

/// `docs/cel-functions.md`
pub fn page(docs: &Docs) -> String {
    let mut out = String::from(
        "# CEL functions by Kubernetes version\n\n\
         What CEL rules of CRDs can use, and the first minor version of a cluster in which a new rule can use it; 1.31 \
         is the oldest version that crdls supports. `crdls explain matches` prints the page of one function. This page \
         is generated from `schemas/cel` by `cargo dev codegen`.\n",
    );
    let mut groups: Vec<&str> = Vec::new();
    for entry in &docs.entries {
        if !groups.contains(&&*entry.group) {
            groups.push(&entry.group);
        }
    }
    let cell = |text: &str| text.replace('|', "\\|");
    for group in groups {
        let _ = write!(
            out,
            "\n## {group}\n\n| name | since | signatures | example | gives |\n| --- | --- | --- | --- | --- |\n"
        );
        for entry in docs.entries.iter().filter(|entry| entry.group == group) {
            let signatures: Vec<_> = entry.signature.iter().map(|one| format!("`{}`", cell(one))).collect();
            let (name, example, value) = (cell(&entry.name), cell(&entry.example), cell(&entry.value));
            let _ = writeln!(
                out,
                "| `{name}` | {} | {} | `{example}` | `{value}` |",
                entry.since,
                signatures.join("<br>")
            );
        }
    }
    out.push_str("\n## Not available in CRDs\n\n| name | why | instead |\n| --- | --- | --- |\n");
    for Absent { name, why, instead } in &docs.absent {
        let _ = writeln!(out, "| `{}` | {} | {} |", cell(name), cell(why), cell(instead));
    }
    out
}

/// `cel.rs`
pub fn tables(library: &Library) -> String {
    let mut out = String::from(
        "//! From `schemas/cel/functions.toml`. Made by `cargo dev codegen`. Do not edit.\n\n\
         use crate::tables::{Availability, KnownMacro, Overload};\n\n\
         const ALWAYS: Availability = Availability::new(31, 31);\n\n\
         /// Every overload, those of a function in the order of their declaration.\n\
         pub static OVERLOADS: &[Overload] = &[",
    );
    for function in &library.functions {
        for overload in &function.overloads {
            let Overload { id, member, args, result, available } = overload;
            let _ = write!(
                out,
                "Overload::{}({:?}, {id:?}, &{args:?}, {result:?}, {}),",
                if *member { "method" } else { "function" },
                function.name,
                available.source()
            );
        }
    }
    out.push_str("];\n\n/// Every macro.\npub static MACROS: &[KnownMacro] = &[");
    for Macro { name, args, receiver, available } in &library.macros {
        let _ = write!(out, "KnownMacro::new({name:?}, {args}, {receiver}, {}),", available.source());
    }
    out.push_str("];\n");
    out
}
