//! Completion and hover in crdls.toml.
//!
//! Knows TOML by lines, as the one of the cursor is incomplete; keys and headers are read by the TOML reader. The names,
//! values and descriptions of settings are those of the JSON schema.

use crdls_change::ChangeCode;
use crdls_ide::{Completion, CompletionKind, Hover};
use crdls_minors::Minor;
use crdls_text::{Edit, TextRange};
use serde_json::{Map, Value};

use crate::render::{present_setting, setting_page, settings_below};

/// The line of a cursor, and the table that it is in.
struct SettingLine<'t> {
    text: &'t str,
    /// The line without its break.
    range: TextRange,
    /// The names that lead to the table of the line.
    table: Vec<String>,
}

/// The parts of a line `key = value`; a line without `=` is a key.
struct SettingEntry<'t> {
    /// The key without blanks around it.
    key: TextRange,
    /// The names that lead to the table of the key.
    table: Vec<String>,
    /// The value without blanks around it, empty where it is yet to come.
    value: Option<TextRange>,
    text: &'t str,
}

/// The items for the cursor at an offset of a crdls.toml.
pub(crate) fn completions(text: &str, offset: u32) -> Vec<Completion> {
    let line = SettingLine::at(text, offset);
    let before = TextRange::new(line.range.start, offset).of(text).trim_start();
    if before.starts_with('#') {
        return Vec::new();
    }
    if before.starts_with('[') {
        return line.headers(offset);
    }
    let entry = line.entry(offset);
    match entry.value {
        Some(value) if value.start <= offset => entry.values(value, offset),
        _ => entry.keys(&line),
    }
}

/// The page of the setting at an offset of a crdls.toml.
pub(crate) fn hover(text: &str, offset: u32) -> Option<Hover> {
    let line = SettingLine::at(text, offset);
    let written = line.range.of(text).trim_start();
    if written.starts_with('#') {
        return None;
    }
    if let Some(path) = header(written) {
        let start = line.range.end - written.len() as u32;
        let range = TextRange::new(start, start + written.trim_end().len() as u32);
        return range.touches(offset).then(|| Some(Hover { range, markdown: page(&path)? }))?;
    }
    let entry = line.entry(line.range.end);
    let range = [Some(entry.key), entry.value].into_iter().flatten().find(|range| range.touches(offset))?;
    Some(Hover { range, markdown: page(&entry.path()?)? })
}

impl<'t> SettingLine<'t> {
    fn at(text: &'t str, offset: u32) -> Self {
        let (before, behind) = text.split_at_checked(offset as usize).unwrap_or((text, ""));
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let end = before.len() + behind.find(['\n', '\r']).unwrap_or(behind.len());
        let above = text.get(..start).unwrap_or_default();
        let table = above.lines().rev().find_map(header).unwrap_or_default();
        Self { text, range: TextRange::new(start as u32, end as u32), table }
    }

    /// The entry of the line; its value is known if an equals sign is before an offset.
    fn entry(&self, offset: u32) -> SettingEntry<'t> {
        let line = self.range.of(self.text);
        let equals = line.find('=').map(|at| self.range.start + at as u32);
        let key = trimmed(self.text, TextRange::new(self.range.start, equals.unwrap_or(self.range.end)));
        let mut table = self.table.clone();
        let name = key.of(self.text);
        table.extend(name.rfind('.').and_then(|at| names(name.get(..at)?)).unwrap_or_default());
        let value = equals.filter(|at| *at < offset).map(|at| {
            let value = TextRange::new(at + 1, self.range.end);
            trimmed(self.text, value)
        });
        SettingEntry { key, table, value, text: self.text }
    }

    /// The headers of tables, or after two brackets of lists of tables.
    fn headers(&self, offset: u32) -> Vec<Completion> {
        let line = self.range.of(self.text).trim_start();
        let name = line.trim_start_matches('[');
        let (start, of_list) = (self.range.end - name.len() as u32, line.starts_with("[["));
        let range = TextRange::new(start.min(offset), self.range.end);
        let close = if of_list { "]]" } else { "]" };
        let mut found = Vec::new();
        for (name, schema) in settings_below(&[]).into_iter().flatten() {
            let Some(members) = schema.get("properties").and_then(Value::as_object) else { continue };
            let lists = members.iter().filter(|(_, schema)| schema.pointer("/items/properties").is_some());
            match of_list {
                true => found.extend(lists.map(|(member, _)| [name.as_str(), member.as_str()].join("."))),
                false => found.push(name.clone()),
            }
        }
        let item = |name: String| {
            let path: Vec<_> = name.split('.').map(str::to_owned).collect();
            item(&name, CompletionKind::Key, &path, Edit { range, new_text: format!("{name}{close}") })
        };
        found.into_iter().map(item).collect()
    }
}

impl SettingEntry<'_> {
    /// The names that lead to the setting.
    fn path(&self) -> Option<Vec<String>> {
        let last = names(self.key.of(self.text))?.pop()?;
        Some(self.table.iter().cloned().chain([last]).collect())
    }

    /// The settings of the table that it does not have yet.
    fn keys(&self, line: &SettingLine<'_>) -> Vec<Completion> {
        let Some(known) = below(&self.table) else { return Vec::new() };
        let written = self.key.of(self.text);
        let start = self.key.start + written.rfind('.').map_or(0, |at| at as u32 + 1);
        let range = TextRange::new(start, self.key.end);
        let has_value = line.range.of(self.text).contains('=');
        let others = without_line(self.text, line.range);
        let others = self.table.iter().try_fold(&others, |table, name| table.get(name)?.as_object());
        let is_new = |name: &str| others.is_none_or(|others| !others.contains_key(name));
        let settings = known.iter().filter(|(name, _)| is_new(name));
        let item = |(name, schema): (&String, &Value)| {
            let path: Vec<_> = self.table.iter().cloned().chain([name.clone()]).collect();
            let is_table = schema.get("properties").is_some();
            let new_text = match (has_value, is_table) {
                (true, _) => name.clone(),
                (false, true) => format!("[{name}]"),
                (false, false) => format!("{name} = "),
            };
            item(name, CompletionKind::Key, &path, Edit { range, new_text })
        };
        settings.map(item).collect()
    }

    /// The values that the setting can have.
    fn values(&self, value: TextRange, offset: u32) -> Vec<Completion> {
        let Some(path) = self.path() else { return Vec::new() };
        let (Some((name, table)), written) = (path.split_last(), value.of(self.text)) else {
            return Vec::new();
        };
        let Some(schema) = below(table).and_then(|known| known.get(name)) else { return Vec::new() };
        let quote = written.chars().next().filter(|quote| matches!(quote, '"' | '\''));
        // Up to the closing quote, which may be yet to come.
        let inside = quote.map(|quote| {
            let rest = written.get(1..).unwrap_or_default();
            let end = rest.find(quote).unwrap_or(rest.trim_end().len());
            TextRange::new(value.start + 1, value.start + 1 + end as u32)
        });
        if inside.is_some_and(|inside| !inside.touches(offset)) || written.starts_with(['[', '{']) {
            return Vec::new();
        }
        let item = |value_text: Value| {
            let (range, new_text) = match (inside, value_text.as_str()) {
                (Some(inside), Some(text)) => (inside, text.to_owned()),
                (Some(_), None) => return None,
                (None, _) => (value, value_text.to_string()),
            };
            let label = value_text.as_str().map_or_else(|| value_text.to_string(), str::to_owned);
            Some(item(&label, CompletionKind::Value, &path, Edit { range, new_text }))
        };
        possible(&path, schema).into_iter().filter_map(item).collect()
    }
}

/// The values that a setting can have, as far as they can be listed.
fn possible(path: &[String], schema: &Value) -> Vec<Value> {
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.clone();
    }
    let steps: Vec<&str> = path.iter().map(String::as_str).collect();
    match (steps.as_slice(), schema.get("type").and_then(Value::as_str)) {
        (_, Some("boolean")) => vec![Value::Bool(true), Value::Bool(false)],
        (["kubernetes"], _) => Minor::all().map(|minor| Value::from(minor.to_string())).collect(),
        ([.., "ignore" | "expected-differences", "change"], _) => {
            ChangeCode::names().map(Value::from).collect()
        }
        _ => schema.get("default").filter(|default| !default.is_null()).cloned().into_iter().collect(),
    }
}

fn item(label: &str, kind: CompletionKind, path: &[String], edit: Edit) -> Completion {
    Completion {
        label: label.to_owned(),
        kind,
        detail: None,
        documentation: page(path).unwrap_or_default(),
        plain: edit.new_text.clone(),
        edit,
        snippet: false,
        additional: Vec::new(),
        only_replaces: false,
        deprecated: false,
        sort: label.to_owned(),
        preselect: false,
    }
}

/// The page of a setting; for an entry of a table of codes, and for the fields of a list, the description in the schema.
fn page(path: &[String]) -> Option<String> {
    let name = path.join(".");
    let of_entry = || {
        let (last, table) = path.split_last()?;
        let schema = below(table)?.get(last)?;
        let text = |key: &str| schema.get(key).and_then(Value::as_str);
        let default = text("default").map(|default| format!("\n\nDefault: `{default}`")).unwrap_or_default();
        Some(format!("# {name}\n\n{}{default}", text("description").unwrap_or_default()))
    };
    setting_page(&name).or_else(of_entry)
}

/// The settings of a table.
fn below(table: &[String]) -> Option<&'static Map<String, Value>> {
    let names: Vec<&str> = table.iter().map(|name| present_setting(name)).collect();
    settings_below(&names)
}

/// The names of a dotted key.
fn names(key: &str) -> Option<Vec<String>> {
    way(&format!("{} = 0", key.trim()))
}

/// The names in the header of a table, or of a table in a list.
fn header(line: &str) -> Option<Vec<String>> {
    way(line).filter(|_| line.trim_start().starts_with('['))
}

/// The names that lead to the one table or value of a line.
fn way(line: &str) -> Option<Vec<String>> {
    let read: Map<String, Value> = toml::from_str(line).ok()?;
    let (mut names, mut value) = (Vec::new(), &Value::Object(read));
    loop {
        let (name, inside) = match value {
            Value::Object(members) => members.iter().next()?,
            Value::Array(items) => items.first()?.as_object()?.iter().next()?,
            _ => return Some(names),
        };
        names.push(name.clone());
        let is_end = |value: &Value| value.as_object().is_some_and(Map::is_empty);
        if is_end(inside) || inside.as_array().is_some_and(|items| items.iter().any(is_end)) {
            return Some(names);
        }
        value = inside;
    }
}

/// The settings of all lines but one, as far as they can be read.
fn without_line(text: &str, line: TextRange) -> Map<String, Value> {
    let before = TextRange::new(0, line.start).of(text);
    let behind = text.get(line.end as usize..).unwrap_or_default();
    toml::from_str(&format!("{before}{behind}")).unwrap_or_default()
}

/// A range without the blanks around its text.
fn trimmed(text: &str, range: TextRange) -> TextRange {
    let written = range.of(text);
    let start = range.start + (written.len() - written.trim_start().len()) as u32;
    TextRange::new(start, start + written.trim().len() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(marked: &str) -> Vec<(String, String)> {
        let (before, behind) = marked.split_once('|').unwrap();
        let text = format!("{before}{behind}");
        let applied = |item: Completion| {
            let mut text = text.clone();
            assert!(item.edit.apply(&mut text));
            (item.label, text)
        };
        completions(&text, before.len() as u32).into_iter().map(applied).collect()
    }

    fn accepted(marked: &str, label: &str) -> String {
        let found = items(marked);
        let labels: Vec<_> = found.iter().map(|(label, _)| label.clone()).collect();
        let item = found.into_iter().find(|(its, _)| its == label);
        item.unwrap_or_else(|| panic!("{label} is not among {labels:?}")).1
    }

    #[test]
    fn an_accepted_item_is_a_setting() {
        for (marked, label, text) in [
            ("kub|", "kubernetes", "kubernetes = "),
            ("|", "severity", "[severity]"),
            ("kub| = '1.36'", "kubernetes", "kubernetes = '1.36'"),
            ("[severity]\nmis|", "missing-type", "[severity]\nmissing-type = "),
            ("severity.mis|", "missing-type", "severity.missing-type = "),
            ("[severity]\nmissing-type = |", "hint", "[severity]\nmissing-type = \"hint\""),
            ("[severity]\nmissing-type = \"|\"", "hint", "[severity]\nmissing-type = \"hint\""),
            ("[severity]\nmissing-type = 'w|", "warning", "[severity]\nmissing-type = 'warning"),
            ("codeLens = t|", "true", "codeLens = true"),
            ("kubernetes = '|'", "1.36", "kubernetes = '1.36'"),
            ("fieldValidation = |", "warn", "fieldValidation = \"warn\""),
            ("[inl|", "inlayHints", "[inlayHints]"),
            ("[inl|]", "inlayHints", "[inlayHints]"),
            ("[[|", "diff.ignore", "[[diff.ignore]]"),
            ("[[diff.ignore]]\n|", "change", "[[diff.ignore]]\nchange = "),
            (
                "[[diff.ignore]]\nchange = \"max|\"",
                "maximum-lowered",
                "[[diff.ignore]]\nchange = \"maximum-lowered\"",
            ),
        ] {
            assert_eq!(accepted(marked, label), text, "{marked}");
        }
    }

    #[test]
    fn nothing_is_offered_twice_or_in_comments() {
        let has = |marked: &str, label: &str| items(marked).iter().any(|(its, _)| its == label);
        assert!(!has("kubernetes = '1.36'\nk|\n", "kubernetes"));
        assert!(!has("[inlayHints]\ncost = true\n|\n", "cost") && has("[inlayHints]\n|\n", "cost"));
        assert!(!has("[inlayHints]\n|\n", "kubernetes"));
        assert_eq!(items("# |"), []);
        assert_eq!(items("[unknown]\n|"), []);
    }

    #[test]
    fn a_hover_is_the_page_of_the_setting() {
        let text = "kubernetes = '1.36'\n# kubernetes\n[severity]\nmissing-type = 'off'\n[[diff.ignore]]\nchange = 'x'\n";
        let at = |what: &str| hover(text, text.find(what).unwrap() as u32 + 1).unwrap();
        assert!(at("kubernetes").markdown.starts_with("# kubernetes\n"));
        assert!(at("'1.36'").markdown.starts_with("# kubernetes\n"));
        assert!(at("severity").markdown.starts_with("# severity\n"));
        let code = at("missing-type");
        assert_eq!(code.range.of(text), "missing-type");
        assert!(code.markdown.contains("Default: `"), "{}", code.markdown);
        assert!(at("diff.ignore").markdown.contains("CRD changes to ignore"));
        assert_eq!(hover(text, text.find("# kub").unwrap() as u32 + 3), None);
    }
}
