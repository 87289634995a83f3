//! `schemas/minors.toml`: what differs by minor, as tables of `crdls_minors` and `crdls_report`, and as `docs/minors.md`:
//! what an author notices when a cluster moves from one minor to the next.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;

use super::cel::Library;
use super::manifest::Manifest;

/// The minors that the page has a section for: each after the oldest known.
const MINORS: std::ops::RangeInclusive<u8> = 32..=37;

/// `schemas/minors.toml`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    #[serde(rename = "difference")]
    differences: Vec<Difference>,
    /// By the first minor that checks them.
    formats: BTreeMap<String, Vec<String>>,
    words: Vec<OldWords>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Difference {
    name: String,
    since: u8,
    file: String,
    what: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OldWords {
    until: u8,
    kind: String,
    #[serde(default)]
    field: String,
    #[serde(flatten)]
    now: Words,
    before: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Words {
    All(String),
    Part(String),
}

impl Tables {
    /// The formats, each with its first minor.
    fn formats(&self) -> Result<Vec<(&str, u8)>, String> {
        let mut formats = Vec::new();
        for (minor, names) in &self.formats {
            let since = minor.strip_prefix("1.").and_then(|minor| minor.parse().ok());
            let since = since.ok_or_else(|| format!("minors.toml: {minor} is no minor"))?;
            formats.extend(names.iter().map(|name| (&**name, since)));
        }
        Ok(formats)
    }
}

/// `minors/generated/mod.rs`
pub fn tables(tables: &Tables) -> Result<String, String> {
    let mut out = String::from(
        "//! From `schemas/minors.toml`. Made by `cargo dev codegen`. Do not edit.\n\n\
         use super::Minor;\n\n\
         /// What the server does from some known minor on, and not before.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum Difference {\n",
    );
    for Difference { name, since, file, what } in &tables.differences {
        let _ = writeln!(out, "/// From 1.{since} on {what} ({file}).\n{name},");
    }
    out.push_str(
        "}\n\nimpl Difference {\n/// The first minor that has it.\n\
         pub const fn since(self) -> Minor {\nmatch self {",
    );
    for Difference { name, since, .. } in &tables.differences {
        let _ = write!(out, "Self::{name} => Minor({since}),");
    }
    out.push_str(
        "}\n}\n}\n\n/// Formats of strings, without dashes as the server compares them, sorted, with the first minor.\n\
         pub(super) const STRING_FORMATS: &[(&str, Minor)] = &[",
    );
    let plain: BTreeMap<_, _> =
        tables.formats()?.into_iter().map(|(name, since)| (name.replace('-', ""), since)).collect();
    for (name, since) in plain {
        let _ = write!(out, "({name:?}, Minor({since})),");
    }
    out.push_str("];\n");
    Ok(out)
}

/// `sentences/generated/mod.rs`
pub fn words(tables: &Tables) -> String {
    let mut out = String::from(
        "//! From `schemas/minors.toml`. Made by `cargo dev codegen`. Do not edit.\n\n\
         use super::{OldWords, Words};\nuse crate::ErrorType;\n\n\
         /// In this order: a row sees what those above it wrote.\n\
         pub(super) const OLD_WORDS: &[OldWords] = &[",
    );
    for OldWords { until, kind, field, now, before } in &tables.words {
        let now = match now {
            Words::All(now) => format!("Words::All({now:?})"),
            Words::Part(now) => format!("Words::Part({now:?})"),
        };
        let _ = write!(out, "OldWords::new({until}, ErrorType::{kind}, {field:?}, {now}, {before:?}),");
    }
    out.push_str("];\n");
    out
}

const HEAD: &str = "\
# From one Kubernetes minor to the next

This page lists changes that CRD authors notice when a cluster is upgraded. crdls validates against each version's own \
behavior: set `kubernetes`, or pass `--kubernetes 1.33`. `cargo dev codegen` generates this page from \
`schemas/minors.toml`.

A function is listed with the first minor whose clusters accept it in a new rule. Rules that are stored already may \
use most functions one minor earlier, so that an upgrade can be rolled back. [CEL functions](cel-functions.md) has all \
of them, with examples.
";

/// `docs/minors.md`
pub fn page(tables: &Tables, library: &Library, manifest: &Manifest) -> Result<String, String> {
    let (formats, fields) = (tables.formats()?, fields(manifest));
    let mut out = HEAD.to_owned();
    for minor in MINORS {
        let _ = writeln!(out, "\n## 1.{} to 1.{minor}\n", minor - 1);
        for difference in tables.differences.iter().filter(|its| its.since == minor) {
            item(&mut out, &sentence(&difference.what));
        }
        functions(&mut out, library, minor);
        let formats: Vec<_> =
            formats.iter().filter(|its| its.1 == minor).map(|its| its.0.to_owned()).collect();
        listed(&mut out, "Custom resources are validated against the formats", &quoted(&formats));
        let fields: Vec<_> = fields.iter().filter(|its| its.0 == minor).map(|its| its.1.clone()).collect();
        listed(&mut out, "New in the manifest of a CRD:", &fields);
        let rows: Vec<_> =
            tables.words.iter().filter(|its| its.until + 1 == minor).filter_map(OldWords::row).collect();
        if !rows.is_empty() {
            out.push_str("\n| before | after |\n| --- | --- |\n");
            out.extend(rows);
        }
    }
    Ok(out)
}

impl OldWords {
    /// The row of a table; none for one that only leaves something out, which goes with the row above it.
    fn row(&self) -> Option<String> {
        let (Words::All(now) | Words::Part(now)) = &self.now;
        if self.before.is_empty() {
            return None;
        }
        let of = match self.field.trim_start_matches('.') {
            "" => String::new(),
            field => format!(" (`{field}`)"),
        };
        let shown = |words: &str| match words.trim() {
            "" => "nothing".to_owned(),
            words => format!("`` {words} ``"),
        };
        Some(format!("| {} | {}{of} |\n", shown(&self.before), shown(now)))
    }
}

fn functions(out: &mut String, library: &Library, minor: u8) {
    let changes = library.changes(minor);
    listed(out, "New rules may call", &quoted(&changes.new));
    listed(out, "With other arguments than before, rules may also call", &quoted(&changes.extended));
    listed(out, "Rules can no longer call", &quoted(&changes.dropped));
}

fn listed(out: &mut String, what: &str, names: &[String]) {
    let names = match names {
        [] => return,
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    item(out, &format!("{what} {names}."));
}

fn item(out: &mut String, what: &str) {
    let _ = writeln!(out, "- {what}");
}

fn quoted(names: &[String]) -> Vec<String> {
    names.iter().map(|name| format!("`{name}`")).collect()
}

/// With a capital letter and a full stop.
fn sentence(what: &str) -> String {
    let mut rest = what.chars();
    let first = rest.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", rest.as_str())
}

/// Fields and values of the manifest, but for formats, which have a table of their own.
fn fields(manifest: &Manifest) -> Vec<(u8, String)> {
    let mut found = Vec::new();
    for of in manifest.files.iter().flat_map(|file| &file.types) {
        for field in &of.fields {
            found.extend(field.since.map(|since| (since, format!("`{}` of `{}`", field.name, of.name))));
            let value = |value: &super::manifest::Value| {
                Some((value.since?, format!("the value `{}` of `{}`", value.value, field.name)))
            };
            found.extend(field.values.iter().filter(|_| field.name != "format").filter_map(value));
        }
    }
    found
}
