//! `crdls versions`: the versions of CRDs as a table.
//!
//! Must not know how the order of versions is found.

use crdls_resource::IndexedCrd;
use crdls_schema::fields::Field;
use crdls_schema::model::Version;
use serde_json::{Value, json};

use super::args::{Format, VersionsArgs};
use super::crds;
use super::inputs::{collect, read, run_options, successes, without_excluded};
use super::outcome::{Outcome, print, trouble};
use crate::files::IgnoreFiles;
use crate::guard::quiet;
use crate::render::one_line;
use crate::threads::Threads;

/// Does what `crdls versions` asks.
pub(crate) fn run(args: &VersionsArgs) -> Outcome {
    quiet();
    let format = match args.common.format_among("versions", &[Format::Full, Format::Json]) {
        Ok(format) => format,
        Err(why) => return trouble(why),
    };
    let Some(options) = run_options(&args.common) else { return Outcome::Trouble };
    let threads = Threads::new(args.common.threads);
    let mut outcome = Outcome::Clean;
    let inputs = collect(&args.paths, IgnoreFiles::Respected, &mut outcome);
    let inputs = without_excluded(inputs, &options.excluded);
    let sources = successes(threads.map(inputs, read), &mut outcome);
    let index = crds::index(sources.iter().map(|source| (0, source)), &options.config, &threads);
    if index.is_empty() && outcome == Outcome::Clean {
        return trouble("no CRD in these files");
    }
    outcome.max(match format {
        Format::Json => print([format!("{}\n", index.all().map(entry).collect::<Value>())]),
        _ => print([index.all().map(table).collect::<Vec<_>>().join("\n")]),
    })
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
    let stored: Option<Vec<_>> = crd
        .status()
        .filter(|status| status.has(Field::StoredVersions))
        .map(|status| status.strings(Field::StoredVersions).map(|(name, _)| name).collect());
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
