//! The versions of CRDs as a table.
//!
//! Must not know how the order of versions is found.

use crdls_manifest::model::Version;
use crdls_resource::IndexedCrd;
use serde_json::{Value, json};

use crate::cli::args::Format;
use crate::render::one_line;

/// The versions of all CRDs, each CRD with its file.
pub(super) fn printed<'i>(crds: impl Iterator<Item = &'i IndexedCrd>, format: Format) -> String {
    match format {
        Format::Json => format!("{}\n", crds.map(entry).collect::<Value>()),
        _ => crds.map(table).collect::<Vec<_>>().join("\n"),
    }
}

/// A version, as the rows have it.
struct Row<'i> {
    version: Version<'i>,
    /// Its place in the order in which clients prefer versions, from 1.
    priority: usize,
    /// Whether clients get it that name no version.
    is_default: bool,
    /// Whether `status.storedVersions` names it; `None` where the manifest has no such list.
    stored: Option<bool>,
}

fn rows<'i>(known: &'i IndexedCrd) -> Vec<Row<'i>> {
    let crd = known.crd();
    let stored = crd.stored_versions();
    let default = crd.served_versions().first().map(|version| version.name());
    let versions = crd.versions_by_priority().into_iter().enumerate();
    let row = |(at, version): (usize, Version<'i>)| Row {
        version,
        priority: at + 1,
        is_default: default == Some(version.name()),
        stored: stored.as_ref().map(|stored| stored.contains(&version.name())),
    };
    versions.map(row).collect()
}

fn entry(known: &IndexedCrd) -> Value {
    let row = |row: Row<'_>| {
        json!({
            "name": row.version.name(), "priority": row.priority, "served": row.version.served(),
            "storage": row.version.storage(), "stored": row.stored, "default": row.is_default,
            "deprecated": row.version.deprecated(), "deprecationWarning": row.version.deprecation_warning(),
        })
    };
    let versions: Value = rows(known).into_iter().map(row).collect();
    json!({"name": known.header().metadata().name(), "file": &*known.source, "versions": versions})
}

fn table(known: &IndexedCrd) -> String {
    const HEAD: [&str; 7] = ["VERSION", "PRIORITY", "SERVED", "STORAGE", "STORED", "DEFAULT", "DEPRECATED"];
    let rows: Vec<_> = rows(known).iter().map(cells).collect();
    let width =
        |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0).max(HEAD[at].len());
    let line = |cells: [&str; 7]| {
        let padded: Vec<_> =
            cells.iter().enumerate().map(|(at, cell)| format!("{cell:0$}", width(at))).collect();
        format!("  {}", padded.join("  ")).trim_end().to_owned() + "\n"
    };
    let name = one_line(known.header().metadata().name()).into_owned();
    let rows = rows.iter().map(|row| line(row.each_ref().map(String::as_str)));
    format!("{name} ({})\n{}{}", known.source, line(HEAD), rows.collect::<String>())
}

fn cells(row: &Row<'_>) -> [String; 7] {
    let yes = |is: bool| if is { "yes" } else { "-" }.to_owned();
    let version = row.version;
    let deprecated = match version.deprecation_warning() {
        Some(warning) if version.deprecated() => one_line(warning).into_owned(),
        _ => yes(version.deprecated()),
    };
    [
        one_line(version.name()).into_owned(),
        row.priority.to_string(),
        yes(version.served()),
        yes(version.storage()),
        row.stored.map_or_else(|| "?".to_owned(), yes),
        yes(row.is_default),
        deprecated,
    ]
}
