//! Diagnostics for crdls.toml: each error with its exact range and validated fixes.
//!
//! Knows TOML, and which names and values the JSON schema of the settings has. What is wrong, and the sentence about
//! it, is the reader's: each entry is read alone.

use std::ops::Range;

use crdls_change::IgnoredChange;
use crdls_report::{Fix, Severity};
use crdls_text::{Edit, TextRange, line_start, nearest, suggested_value};
use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::render::{present_setting, settings_below};
use crate::settings::{Settings, renamed};

/// Something that is wrong with a file of settings.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SettingFault {
    /// The setting that it is about; empty for the syntax of the file and for names that no setting has.
    pub(crate) setting: String,
    pub(crate) range: TextRange,
    /// An error makes the settings unusable, a warning is ignored.
    pub(crate) severity: Severity,
    pub(crate) message: String,
    /// The best first; each leaves nothing that is wrong with the entry.
    pub(crate) fixes: Vec<Fix>,
}

/// Everything that is wrong with the text of a crdls.toml, in its order; where it is no TOML, that alone.
pub(crate) fn setting_faults(text: &str) -> Vec<SettingFault> {
    let table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(err) => return vec![syntax(text, &err)],
    };
    let values: Map<String, Value> = toml::from_str(text).unwrap_or_default();
    let mut found = Vec::new();
    for (key, value) in table.get_ref().iter() {
        let (written, of_name) = (key.get_ref().as_ref(), values.get(key.get_ref().as_ref()));
        let name = present_setting(written);
        found.extend(renamed(written).map(|message| SettingFault {
            setting: name.to_owned(),
            range: range(&key.span()),
            severity: Severity::Warning,
            message,
            fixes: vec![replaced(range(&key.span()), name.to_owned())],
        }));
        let known = settings_below(&[name]);
        match (value.get_ref(), of_name, known) {
            (DeValue::Table(members), Some(Value::Object(of_name)), Some(known)) => {
                for (member, value) in members.iter() {
                    let path = [name, member.get_ref().as_ref()];
                    let read = of_name.get(path[1]).cloned().unwrap_or_default();
                    let entry = Entry { text, path: &path, key: member.span(), value: value.span(), read };
                    let of_items = entry.faults_of_items(value.get_ref());
                    match of_items.is_empty() {
                        true => found.extend(entry.fault(Some(known))),
                        false => found.extend(of_items),
                    }
                }
            }
            (_, of_name, _) => {
                let read = of_name.cloned().unwrap_or_default();
                let entry = Entry { text, path: &[name], key: key.span(), value: value.span(), read };
                found.extend(entry.fault(settings_below(&[])));
            }
        }
    }
    found.sort_by_key(|fault| fault.range.start);
    found
}

/// A setting as it is written, or a member of a table of settings.
struct Entry<'t> {
    text: &'t str,
    /// The names that lead to it.
    path: &'t [&'t str],
    key: Range<usize>,
    value: Range<usize>,
    read: Value,
}

impl Entry<'_> {
    /// What is wrong with it; `known` are the settings that there are where it is.
    fn fault(&self, known: Option<&Map<String, Value>>) -> Option<SettingFault> {
        let name = self.path.last()?;
        let (severity, message) = self.wrong(self.read.clone())?;
        let schema = known.and_then(|known| known.get(*name));
        let (setting, span, fixes) = match schema {
            Some(schema) => (self.path.join("."), self.value.clone(), self.values(schema)),
            None => {
                let names = known.into_iter().flat_map(Map::keys).map(String::as_str);
                let near = nearest(name, names).filter(|near| !near.is_empty());
                let fixes = near.map(|near| replaced(range(&self.key), near.to_owned()));
                (String::new(), self.key.clone(), fixes.into_iter().collect())
            }
        };
        Some(SettingFault { setting, range: range(&span), severity, message, fixes })
    }

    /// What is wrong with the items of a list, each at the member that alone has the same fault, otherwise at the item.
    /// Empty for what is no list.
    fn faults_of_items(&self, value: &DeValue<'_>) -> Vec<SettingFault> {
        let items = value.as_array().into_iter().flat_map(|items| items.iter());
        let read = self.read.as_array().into_iter().flatten();
        items.zip(read).filter_map(|(item, read)| self.fault_of_item(item, read)).collect()
    }

    fn fault_of_item(&self, item: &Spanned<DeValue<'_>>, read: &Value) -> Option<SettingFault> {
        let wrong = self.wrong(Value::from(vec![read.clone()]))?;
        let of_item = read.as_object().cloned().unwrap_or_default();
        let members = item.get_ref().as_table().into_iter().flat_map(|members| members.iter());
        let mut members = members.filter_map(|(name, value)| {
            let (name, its) = of_item.get_key_value(name.get_ref().as_ref())?;
            Some((name, its, value.span()))
        });
        let has_fault = |name: &String, value: &Value| {
            let alone = Map::from_iter([(name.clone(), value.clone())]);
            self.wrong(Value::from(vec![Value::Object(alone)])).as_ref() == Some(&wrong)
        };
        let (span, fixes) = match members.find(|(name, value, _)| has_fault(name, value)) {
            None => (item.span(), Vec::new()),
            Some((name, value, span)) => {
                let is_right = |text: &String| {
                    let mut fixed = of_item.clone();
                    fixed.insert(name.clone(), Value::from(text.clone()));
                    self.wrong(Value::from(vec![Value::Object(fixed)])).is_none()
                };
                let meant = value.as_str().and_then(IgnoredChange::meant).filter(is_right);
                let fix = meant.map(|text| replaced(range(&span), format!("{text:?}")));
                (span, fix.into_iter().collect())
            }
        };
        let (severity, message) = wrong;
        Some(SettingFault { setting: self.path.join("."), range: range(&span), severity, message, fixes })
    }

    /// What is wrong with a value here, and how severe that is; `None` for nothing.
    fn wrong(&self, value: Value) -> Option<(Severity, String)> {
        let Settings { errors, warnings, .. } = self.alone(value);
        let severity = if errors.is_empty() { Severity::Warning } else { Severity::Error };
        Some((severity, errors.into_iter().chain(warnings).next()?))
    }

    /// The settings that there would be with a value here and nothing else.
    fn alone(&self, value: Value) -> Settings {
        let inside = |value, name: &&str| Value::from(Map::from_iter([((*name).to_owned(), value)]));
        Settings::read(&self.path.iter().rev().fold(value, inside))
    }

    /// Values that were meant, and with which nothing is wrong.
    fn values(&self, schema: &Value) -> Vec<Fix> {
        let written = self.text.get(self.value.clone()).unwrap_or_default();
        let words: Vec<&str> = schema
            .get("enum")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let quoted = |word: &str| format!("{:?}", word);
        let meant = match &self.read {
            Value::String(text) => {
                let same = words.iter().find(|word| word.eq_ignore_ascii_case(text)).copied();
                let near = same.or_else(|| suggested_value(text, &words)).map(quoted);
                near.into_iter().chain([text.to_lowercase(), format!("[{written}]")]).collect()
            }
            Value::Array(_) | Value::Object(_) | Value::Null => Vec::new(),
            _ => vec![quoted(written)],
        };
        let holds = |value: &String| {
            let read: Option<Map<String, Value>> = toml::from_str(&format!("value = {value}")).ok();
            read.and_then(|mut read| read.remove("value")).is_some_and(|value| self.wrong(value).is_none())
        };
        meant.into_iter().filter(holds).map(|value| replaced(range(&self.value), value)).collect()
    }
}

/// What is wrong with the syntax, and the next change of its line that leaves nothing wrong with it.
fn syntax(text: &str, err: &toml::de::Error) -> SettingFault {
    let span = err.span().unwrap_or(0..0);
    let mut message = err.message().replace('\n', ", ");
    message.insert_str(0, "this is not TOML: ");
    let start = line_start(text, span.start as u32) as usize;
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let range_of_line = TextRange::new(start as u32, (start + line.len()) as u32);
    let is_better = |new: &String| {
        let (before, after) = (text.get(..start).unwrap_or_default(), text.get(start + line.len()..));
        let text = format!("{before}{new}{}", after.unwrap_or_default());
        let next = toml::from_str::<Map<String, Value>>(&text).err().and_then(|err| err.span());
        next.is_none_or(|next| next.start > start + new.len())
    };
    let fixes = line_fixes(line).into_iter().filter(is_better).take(1);
    let fix = |new: String| {
        let title = format!("write `{}`", new.trim());
        Fix { title, safe: false, edits: vec![Edit { range: range_of_line, new_text: new }] }
    };
    SettingFault {
        setting: String::new(),
        range: range(&(span.start..span.end.max(span.start))),
        severity: Severity::Error,
        message,
        fixes: fixes.map(fix).collect(),
    }
}

/// A line with an equals sign for the colon of YAML, and with quotes for a word without them.
fn line_fixes(line: &str) -> Vec<String> {
    let Some((key, rest)) = line.split_once('=').or_else(|| line.split_once(':')) else { return Vec::new() };
    let (key, value) = (key.trim_end(), rest.trim());
    let bare = value.trim_matches(['"', '\'']);
    if bare.is_empty() {
        return Vec::new();
    }
    vec![format!("{key} = {value}"), format!("{key} = {bare:?}")]
}

fn replaced(range: TextRange, new_text: String) -> Fix {
    Fix { title: format!("replace with `{new_text}`"), safe: false, edits: vec![Edit { range, new_text }] }
}

fn range(span: &Range<usize>) -> TextRange {
    TextRange::new(span.start as u32, span.end as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Marked text, message and text with the first fix, of each fault.
    fn told(text: &str) -> Vec<(String, String, Option<String>)> {
        let told = |fault: SettingFault| {
            let fixed = fault.fixes.first().map(|fix| {
                let mut fixed = text.to_owned();
                fix.edits.iter().for_each(|edit| assert!(edit.apply(&mut fixed)));
                assert!(setting_faults(&fixed).len() < setting_faults(text).len(), "{fixed}");
                fixed
            });
            (fault.range.of(text).to_owned(), fault.message, fixed)
        };
        setting_faults(text).into_iter().map(told).collect()
    }

    fn one(text: &str, marked: &str, message: &str, fixed: Option<&str>) {
        let fixed = fixed.map(str::to_owned);
        assert_eq!(told(text), [(marked.to_owned(), message.to_owned(), fixed)]);
    }

    #[test]
    fn names_and_values_are_marked_with_what_was_meant() {
        one(
            "exclude = []\nkubernets = \"1.34\"\n",
            "kubernets",
            "there is no setting `kubernets`; did you mean `kubernetes`?",
            Some("exclude = []\nkubernetes = \"1.34\"\n"),
        );
        one(
            "kubernetes = 1.34\n",
            "1.34",
            "`kubernetes` is 1.34, not a string from \"1.31\" to \"1.37\", \"all\", or a list of them",
            Some("kubernetes = \"1.34\"\n"),
        );
        one(
            "fieldValidation = 'Strict' # é\n",
            "'Strict'",
            "`fieldValidation` is \"Strict\", not \"strict\", \"warn\" or \"ignore\"",
            Some("fieldValidation = \"strict\" # é\n"),
        );
        one("crds = \"a\"\n", "\"a\"", "`crds` is \"a\", not a list of paths", Some("crds = [\"a\"]\n"));
        one(
            "[inlayHints]\ncosts = true\n",
            "costs",
            "there is no setting `inlayHints.costs`; did you mean `cost`?",
            Some("[inlayHints]\ncost = true\n"),
        );
        one(
            "codeLens = \"False\"\n",
            "\"False\"",
            "`codeLens` is \"False\", not true or false",
            Some("codeLens = false\n"),
        );
        assert_eq!(told("kubernetes = \"1.34\"\ncodeLens = true\n"), []);
    }

    #[test]
    fn codes_are_settings_too() {
        one(
            "[severity]\nmissing-typ = \"hint\"\n",
            "missing-typ",
            "there is no code `missing-typ`; did you mean `missing-type`?",
            Some("[severity]\nmissing-type = \"hint\"\n"),
        );
        one(
            "severity.missing-type = \"warn\"\n",
            "\"warn\"",
            "`severity.missing-type` is \"warn\", not \"error\", \"warning\", \"info\", \"hint\" or \"off\"",
            Some("severity.missing-type = \"warning\"\n"),
        );
    }

    #[test]
    fn an_ignored_change_is_marked_at_its_code() {
        let head = "[[diff.ignore]]\nchange = \"title-added\"\nreason = \"a\"\n";
        one(
            &format!("{head}[[diff.ignore]]\nchange = \"maximum-lowred@spec.a\"\nreason = \"a\"\n"),
            "\"maximum-lowred@spec.a\"",
            "`diff.ignore`: no change has the code `maximum-lowred`; did you mean `maximum-lowered@spec.a`?",
            Some(&format!("{head}[[diff.ignore]]\nchange = \"maximum-lowered@spec.a\"\nreason = \"a\"\n")),
        );
        one(
            "diff.ignore = [{ change = \"title-added\", reason = \" \" }]\n",
            "\"title-added\"",
            "`diff.ignore`: `title-added` has no `reason`",
            None,
        );
        one("diff.ignore = [1]\n", "1", "`diff.ignore`: 1 has no `change`", None);
        assert_eq!(told(head), []);
    }

    #[test]
    fn what_is_no_toml_is_marked_where_it_begins() {
        let found = setting_faults("crds = []\nfieldValidation = strict\n");
        assert_eq!((found.len(), found[0].range.of("crds = []\nfieldValidation = strict\n")), (1, "strict"));
        let fixed = told("crds = []\nfieldValidation = strict\n")[0].2.clone();
        assert_eq!(fixed.as_deref(), Some("crds = []\nfieldValidation = \"strict\"\n"));
        assert_eq!(told("kubernetes: \"1.34\"\n")[0].2.as_deref(), Some("kubernetes = \"1.34\"\n"));
        assert_eq!(told("kubernetes = \n")[0].2, None, "nothing was meant");
    }
}
