//! `crdls check --statistics`: how many findings there are by code, severity and folder.
//!
//! Must not know how a finding is made, nor how it looks.

use std::collections::BTreeMap;

use crdls_report::{Finding, Severity};
use serde_json::{Value, json};

use super::text::CheckedText;
use crate::render::severity_name;

/// How many findings there are of something, the most first.
type Counted<K> = Vec<(K, usize)>;

/// The counts as a table, or as an object of JSON.
pub(super) fn text(texts: &[CheckedText], as_json: bool) -> String {
    let codes = counted(texts, |_, finding| (finding.code.name, finding.severity));
    let severities = counted(texts, |_, finding| finding.severity);
    let folders = counted(texts, |text, _| folder(&text.source.name));
    if as_json {
        let code = |((code, severity), count): &((&str, Severity), usize)| json!({"code": code, "severity": severity_name(*severity), "count": count});
        let severity = |(severity, count): &(Severity, usize)| json!({"severity": severity_name(*severity), "count": count});
        let folder = |(folder, count): &(String, usize)| json!({"folder": folder, "count": count});
        let object = json!({
            "codes": Value::from_iter(codes.iter().map(code)),
            "severities": Value::from_iter(severities.iter().map(severity)),
            "folders": Value::from_iter(folders.iter().map(folder)),
        });
        return format!("{object}\n");
    }
    let codes: Counted<_> = codes
        .into_iter()
        .map(|((code, severity), count)| (format!("{:7}  {code}", severity_name(severity)), count))
        .collect();
    let severities =
        severities.into_iter().map(|(severity, count)| (severity_name(severity).to_owned(), count));
    let tables = [("code", codes), ("severity", severities.collect()), ("folder", folders)];
    let tables = tables.into_iter().filter(|(_, rows)| !rows.is_empty());
    tables.map(|(title, rows)| table(title, &rows)).collect::<Vec<_>>().join("\n")
}

fn counted<K: Ord>(texts: &[CheckedText], key: impl Fn(&CheckedText, &Finding) -> K) -> Counted<K> {
    let mut counts = BTreeMap::new();
    for text in texts {
        for found in &text.result.findings {
            *counts.entry(key(text, &found.finding)).or_insert(0) += 1;
        }
    }
    let mut counts: Counted<K> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

/// The folder of a file; `.` where its name has none.
fn folder(name: &str) -> String {
    name.rsplit_once('/').map_or(".", |(folder, _)| folder).to_owned()
}

fn table(title: &str, rows: &[(String, usize)]) -> String {
    let width = rows.iter().map(|(_, count)| count.to_string().len()).max().unwrap_or_default();
    let rows = rows.iter().map(|(name, count)| format!("{count:width$}  {name}\n"));
    std::iter::once(format!("by {title}:\n")).chain(rows).collect()
}
