//! `docs/minors.md`: what an author notices when a cluster moves from one minor to the next.
//!
//! Knows the tables of `server/schema/src/minors` as text: this crate is built without those that it generates for.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::cel::Library;
use super::manifest::Manifest;

const TABLES: &str = "server/schema/src/minors/mod.rs";
const SENTENCES: &str = "server/schema/src/sentences.rs";

/// The minors that the page has a section for: each after the oldest known.
const MINORS: std::ops::RangeInclusive<u8> = 32..=37;

const HEAD: &str = "\
# From one Kubernetes minor to the next

What an author of CRDs notices when a cluster is upgraded. crdls gives each minor's own verdict: set `kubernetes`, or \
`--kubernetes 1.33`. This page is generated from the tables of what differs by `cargo xtask codegen`.

A function is listed with the first minor whose clusters accept it in a new rule. Rules that are stored already may \
use most functions one minor earlier, so that an upgrade can be rolled back. [CEL functions](cel-functions.md) has all \
of them, with examples.
";

/// A row of the tables: the minor, and what changes with it.
type Row = (u8, String);

/// The page.
pub fn page(root: &Path, library: &Library, manifest: &Manifest) -> Result<String, String> {
    let text = |path: &str| fs::read_to_string(root.join(path)).map_err(|e| format!("{path}: {e}"));
    let (tables, sentences) = (text(TABLES)?, text(SENTENCES)?);
    let (differences, formats) = (differences(&tables)?, formats(&tables)?);
    let words = words(&sentences)?;
    let formats: Vec<_> = formats.into_iter().map(|(since, name)| (since, spelt(manifest, name))).collect();
    let fields = fields(manifest);
    let mut out = HEAD.to_owned();
    for minor in MINORS {
        let _ = writeln!(out, "\n## 1.{} to 1.{minor}\n", minor - 1);
        let of = |rows: &[Row]| -> Vec<String> {
            rows.iter().filter(|row| row.0 == minor).map(|row| row.1.clone()).collect()
        };
        of(&differences).iter().for_each(|what| item(&mut out, &sentence(what)));
        functions(&mut out, library, minor);
        listed(&mut out, "Custom resources are validated against the formats", &quoted(&of(&formats)));
        listed(&mut out, "New in the manifest of a CRD:", &of(&fields));
        let words = of(&words);
        if !words.is_empty() {
            out.push_str("\n| before | the server's words |\n| --- | --- |\n");
            out.extend(words.iter().map(|row| format!("{row}\n")));
        }
    }
    Ok(out)
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

/// The rows of `differences!`: a name, the first minor, the file, what the server does from then on.
fn differences(tables: &str) -> Result<Vec<Row>, String> {
    let rows = between(tables, "\ndifferences! {\n", "\n}\n")?;
    let mut parts = rows.split('"');
    let mut found = Vec::new();
    while let (Some(head), Some(_), Some(_), Some(what)) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    {
        let since = head.split_whitespace().nth(1).and_then(|since| since.parse().ok());
        let since = since.ok_or_else(|| format!("{TABLES}: no minor in `{}`", head.trim()))?;
        found.push((since, what.to_owned()));
    }
    Ok(found)
}

/// The formats that a minor after the oldest was the first to check.
fn formats(tables: &str) -> Result<Vec<Row>, String> {
    let rows = between(tables, "const STRING_FORMATS", "];")?;
    let row = |line: &str| {
        let (name, since) = line.trim().strip_prefix("(\"")?.split_once("\", Minor(")?;
        Some((since.trim_end_matches("),").trim_end_matches(')').parse().ok()?, name.to_owned()))
    };
    Ok(rows.lines().filter_map(row).collect())
}

/// A format as one writes it: the table has it without dashes.
fn spelt(manifest: &Manifest, format: String) -> String {
    let fields = manifest.files.iter().flat_map(|file| &file.types).flat_map(|of| &of.fields);
    let mut values = fields.filter(|field| field.name == "format").flat_map(|field| &field.values);
    let found = values.find(|value| value.value.replace('-', "") == format);
    found.map_or(format, |value| value.value.clone())
}

/// The rows of `OLD_WORDS`, as rows of a table: with the minor after the last that has the words.
fn words(sentences: &str) -> Result<Vec<Row>, String> {
    let rows = between(sentences, "const OLD_WORDS: &[OldWords] = &[", "\n];")?;
    let row = |row: &str| {
        let until: u8 = row.split(',').next()?.trim().parse().ok()?;
        let texts: Vec<_> = row.split('"').skip(1).step_by(2).collect();
        let [field, now, before] = *texts.as_slice() else { return None };
        // A row that only leaves something out goes with the one above it.
        if before.is_empty() {
            return None;
        }
        let of =
            if field.is_empty() { String::new() } else { format!(" (`{}`)", field.trim_start_matches('.')) };
        let shown = |words: &str| match words.trim() {
            "" => "nothing".to_owned(),
            words => format!("`` {words} ``"),
        };
        Some((until + 1, format!("| {} | {}{of} |", shown(before), shown(now))))
    };
    Ok(rows.split("OldWords::new(").skip(1).filter_map(row).collect())
}

/// Fields and values of the manifest, but for formats, which have a table of their own.
fn fields(manifest: &Manifest) -> Vec<Row> {
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

fn between<'t>(text: &'t str, start: &str, end: &str) -> Result<&'t str, String> {
    let rest = text.split_once(start).map(|(_, rest)| rest);
    let found = rest.and_then(|rest| rest.split_once(end)).map(|(found, _)| found);
    found.ok_or_else(|| format!("{TABLES}: no table that starts with `{}`", start.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_are_written() {
        let tables = "x\ndifferences! {\n    A 32 \"a.go\"\n        \"does `a`\"\n    B 33 \"b.go\"\n        \"does b\"\n}\n";
        let rows = vec![(32, "does `a`".to_owned()), (33, "does b".to_owned())];
        assert_eq!(differences(tables), Ok(rows));
        assert_eq!(sentence("`a` is"), "`a` is.");
        assert_eq!(sentence("rules may"), "Rules may.");
    }
}
