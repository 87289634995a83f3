//! What `kubectl get` would print of custom resources.
//!
//! Mirrors `New` and `ConvertToTable` of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresource/tableconvertor), the default column of its `getCRDSchema…` handlers, and
//! `HumanDuration` of k8s.io/apimachinery. Must not know the clock: the caller says what time it is.

use crdls_go::time::{Timestamp, parse_timestamp};
use crdls_manifest::model::{Column, Version};
use crdls_report::{Config, ErrorType, Unit};
use crdls_resource::{Index, judge};
use crdls_values::{Json, JsonPath, JsonValue};

use crate::File;
use crate::effective::judged;

/// A column after the name, as `kubectl get` prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedColumn {
    /// The heading.
    pub name: String,
    /// The type of the OpenAPI schema: `string`, `integer`, `number`, `boolean` or `date`.
    pub type_: String,
    /// The path to the value in an object.
    pub json_path: String,
    /// What the CRD's author wrote; may be empty.
    pub description: String,
    /// Above 0 it is shown by `-o wide` alone.
    pub priority: i64,
}

/// A custom resource as a line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedRow {
    /// The name of the CRD that judges it.
    pub crd: String,
    /// The name of the version.
    pub version: String,
    /// The number of its document in the file, from 0.
    pub document: usize,
    /// The offset at which it begins, in bytes.
    pub start: u32,
    /// `metadata.name`; empty where it has none.
    pub name: String,
    /// `metadata.namespace`, where it is written.
    pub namespace: Option<String>,
    /// The server would not create it.
    pub refused: bool,
    /// One for each of the [`printed_columns`] of its version; nothing where kubectl prints nothing.
    pub cells: Vec<Option<String>>,
}

/// The columns of a version. The server takes none after the first whose path it cannot read.
pub fn printed_columns(version: Version<'_>) -> Vec<PrintedColumn> {
    if version.columns().len() == 0 {
        let (name, type_) = ("Age".to_owned(), "date".to_owned());
        let json_path = CREATED.to_owned();
        return vec![PrintedColumn { name, type_, json_path, description: String::new(), priority: 0 }];
    }
    let readable = |column: &Column<'_>| JsonPath::read(column.json_path()).is_some();
    let columns = version.columns().take_while(readable).map(|column| PrintedColumn {
        name: column.name().to_owned(),
        type_: column.type_().to_owned(),
        json_path: column.json_path().to_owned(),
        description: column.description().to_owned(),
        priority: column.priority(),
    });
    columns.collect()
}

/// The custom resources of a file as they would be printed at a time, in seconds since 1970: stored as on
/// creation, with the status that is as if its controller had set it.
pub fn printed_rows(file: &File, name: &str, crds: &Index, config: &Config, now: i64) -> Vec<PrintedRow> {
    let rows = judged(file, name, crds).map(|(document, root, by)| {
        let verdict = judge(root.into(), name, by, config);
        let (written, stored) = (Unit::Written(root).value(), verdict.object);
        let is_refusal = |finding: &crdls_report::Finding| {
            finding.server.as_ref().is_some_and(|server| server.kind != ErrorType::Warning)
        };
        let shown = stored.as_ref().unwrap_or(&written);
        let cell = |column: PrintedColumn| {
            let path = JsonPath::read(&column.json_path)?;
            let kept = if column.json_path.starts_with(".status") { &written } else { shown };
            cell(&column, path.first(kept).as_ref(), now)
        };
        let metadata = |key| written.get("metadata")?.get(key)?.as_str().map(str::to_owned);
        PrintedRow {
            crd: by.indexed.header().metadata().name().to_owned(),
            version: by.version.name().to_owned(),
            document,
            start: root.range().start,
            name: metadata("name").or_else(|| metadata("generateName")).unwrap_or_default(),
            namespace: metadata("namespace"),
            refused: verdict.findings.iter().any(is_refusal),
            cells: printed_columns(by.version).into_iter().map(cell).collect(),
        }
    });
    rows.collect()
}

/// The server sets it as it creates the object.
const CREATED: &str = ".metadata.creationTimestamp";

fn cell(column: &PrintedColumn, value: Option<&Json>, now: i64) -> Option<String> {
    let Some(value) = value else {
        let is_age = column.json_path == CREATED && column.type_ == "date";
        return is_age.then(|| age(0));
    };
    match (&*column.type_, &value.value) {
        ("string", JsonValue::Str(text)) => Some(first_line(text)),
        ("string", JsonValue::Null) => Some("<no value>".to_owned()),
        ("string", JsonValue::List(_) | JsonValue::Map(_)) => Some(value.to_json()),
        ("string", _) => Some(value.to_go()),
        ("integer", JsonValue::Int(_)) | ("number", JsonValue::Int(_) | JsonValue::Float(_)) => {
            Some(value.to_go())
        }
        ("integer", JsonValue::Float(number)) => Some((*number as i64).to_string()),
        ("boolean", JsonValue::Bool(_)) => Some(value.to_go()),
        ("date", JsonValue::Str(text)) => {
            let time = parse_timestamp(text).filter(Timestamp::is_in_range);
            Some(time.map_or_else(|| "<invalid>".to_owned(), |time| age(now.saturating_sub(time.seconds))))
        }
        _ => None,
    }
}

/// kubectl cuts a text at the end of its first line.
fn first_line(text: &str) -> String {
    match text.split_once(['\n', '\r', '\u{c}']) {
        Some((first, _)) => format!("{first}..."),
        None => text.to_owned(),
    }
}

/// How long ago something was, in two parts at most.
fn age(seconds: i64) -> String {
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    let (days, years) = (hours / 24, hours / 24 / 365);
    let parts = |big: i64, sign: &str, small: i64, small_sign: &str| match small {
        0 => format!("{big}{sign}"),
        small => format!("{big}{sign}{small}{small_sign}"),
    };
    match seconds {
        ..-1 => "<invalid>".to_owned(),
        -1 => "0s".to_owned(),
        _ if seconds < 120 => format!("{seconds}s"),
        _ if minutes < 10 => parts(minutes, "m", seconds % 60, "s"),
        _ if minutes < 180 => format!("{minutes}m"),
        _ if hours < 8 => parts(hours, "h", minutes % 60, "m"),
        _ if hours < 48 => format!("{hours}h"),
        _ if hours < 24 * 8 => parts(days, "d", hours % 24, "h"),
        _ if hours < 24 * 365 * 2 => format!("{days}d"),
        _ if hours < 24 * 365 * 8 => parts(years, "y", days % 365, "d"),
        _ => format!("{years}y"),
    }
}

#[cfg(test)]
mod tests {
    use crdls_sample::crd;

    use super::*;

    fn oven() -> String {
        crd(|c| {
            let c = c.kind("Oven").entries(
                r#"
                additionalPrinterColumns:
                - {name: Size, type: integer, jsonPath: .spec.size}
                - {name: Label, type: string, jsonPath: .spec.label}
                - {name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status', priority: 1}
                - {name: Heated, type: date, jsonPath: .spec.heated}
                - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
                subresources: {status: {}}
                "#,
            );
            c.schema(
                "
                type: object
                properties:
                  spec:
                    type: object
                    default: {}
                    properties:
                      size: {type: integer, default: 4}
                      label: {type: string}
                      heated: {type: string}
                  status:
                    type: object
                    x-kubernetes-preserve-unknown-fields: true
                ",
            )
        })
    }

    const OVEN: &str = "apiVersion: example.com/v1
kind: Oven
metadata: {name: vesuvio, namespace: naples}
spec:
  label: \"hot\\nvery\"
  heated: '1970-01-01T00:00:30Z'
status:
  conditions: [{type: Ready, status: 'True'}]
";

    #[test]
    fn a_resource_is_a_line_with_its_defaults() {
        let config = Config::default();
        let (crd, oven) = (File::new(oven()), File::new(OVEN.to_owned()));
        let mut index = Index::default();
        index.read("crd.yaml", 0, crd.shared_text(), crd.tree(), &config);
        let rows = printed_rows(&oven, "oven.yaml", &index, &config, 150);
        let cells: Vec<_> = rows[0].cells.iter().map(|cell| cell.as_deref().unwrap_or("-")).collect();
        assert_eq!(cells, ["4", "hot...", "True", "2m", "0s"]);
        assert_eq!((rows[0].namespace.as_deref(), rows[0].refused), (Some("naples"), false));
        let columns = printed_columns(index.all().next().unwrap().crd().versions().next().unwrap());
        assert_eq!(columns.iter().map(|column| column.priority).collect::<Vec<_>>(), [0, 0, 1, 0, 0]);
    }

    #[test]
    fn ages_have_two_parts_at_most() {
        let day = 86_400;
        let cases =
            [(-5, "<invalid>"), (119, "119s"), (61 * 3, "3m3s"), (3600 * 5, "5h"), (day * 3 + 7200, "3d2h")];
        for (seconds, expected) in cases {
            assert_eq!(age(seconds), expected);
        }
        assert_eq!(age(day * 365 * 3), "3y");
    }
}
