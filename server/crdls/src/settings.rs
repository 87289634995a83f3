//! Settings as crdls.toml and the editor's section `crdls` have them.
//!
//! Knows names, values and what is wrong with them, and how those of one place go over those of another. Must not know
//! which places there are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crdls_change::IgnoredChange;
use crdls_check::codes;
use crdls_generate::Options;
use crdls_markers::registry::Version;
use crdls_minors::{Minor, Minors};
use crdls_report::{Config, FieldValidation, Severity};
use crdls_text::nearest;
use serde_json::Value;

use crate::go::GoSettings;
use crate::render::{position, present_setting};
use crdls_system::files::{Excluded, LATEST_TAG, MERGE_BASE, pattern_error, reason};
use crdls_system::seen;

/// The settings; what is not set is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) kubernetes: Option<Minors>,
    pub(crate) field_validation: Option<FieldValidation>,
    /// Paths and globs, as written.
    pub(crate) crds: Vec<String>,
    /// How severe it is that the CRD of a custom resource is not known; `None` in it: it is only counted.
    pub(crate) unknown_kinds: Option<Option<Severity>>,
    /// Whether templates and parts of CRDs are checked as the manifests that they would be.
    pub(crate) check_templates: Option<bool>,
    /// Patterns of files that are not checked, as written.
    pub(crate) exclude: Vec<String>,
    /// What editors compare manifests with.
    pub(crate) since: Option<Since>,
    /// The folder of the crdls.toml that this was read from.
    pub(crate) folder: Option<PathBuf>,
    /// Changes of CRDs that are accepted.
    pub(crate) ignored_changes: Vec<IgnoredChange>,
    /// What is said of controller-gen.
    pub(crate) go: GoSettings,
    /// Severity by code; `None` is off.
    pub(crate) severities: BTreeMap<String, Option<Severity>>,
    /// Whether editors show the cost of rules next to them.
    pub(crate) cost_hints: Option<bool>,
    /// Whether they show what the server fills in.
    pub(crate) default_hints: Option<bool>,
    /// Whether they show which bounds are missing below rules.
    pub(crate) bound_hints: Option<bool>,
    /// Whether they show code lenses above versions and kinds.
    pub(crate) lenses: Option<bool>,
    /// The address below which each code has a page.
    pub(crate) docs_base_url: Option<String>,
    /// What is wrong and ignored.
    pub(crate) warnings: Vec<String>,
    /// What is wrong and makes the settings unusable.
    pub(crate) errors: Vec<String>,
}

/// An earlier state of manifests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Since {
    /// None: nothing is compared.
    Off,
    /// That of a git revision: see [`crdls_system::files::Repository::revision`].
    Revision(String),
    /// That of a file or folder, as written.
    Path(String),
}

impl Since {
    fn of(text: &str) -> Self {
        match text {
            "off" => Self::Off,
            "HEAD" | LATEST_TAG => Self::Revision(text.to_owned()),
            text if text.starts_with(MERGE_BASE) => Self::Revision(text.to_owned()),
            path => Self::Path(path.to_owned()),
        }
    }
}

/// Settings that only editors use.
const OF_EDITORS: &[&str] = &["trace"];

/// The members of `inlayHints`.
const HINTS: [&str; 3] = ["cost", "defaults", "unbounded"];

/// The members of `go`.
const OF_GO: [&str; 4] = ["controller-gen", "expected-differences", "flags", "paths"];

/// The members of an item of `diff.ignore`.
const OF_IGNORED: [&str; 2] = ["change", "reason"];

/// The warning about the old name of a setting; `None` for other names.
pub(crate) fn renamed(name: &str) -> Option<String> {
    let new = present_setting(name);
    (new != name).then(|| format!("`{name}` is now called `{new}`"))
}

/// Reads a setting, or records what is wrong with it.
type Reader = fn(&mut Settings, &Value);

/// The settings, each with what reads it.
const READERS: &[(&str, Reader)] = &[
    ("kubernetes", Settings::read_kubernetes),
    ("fieldValidation", Settings::read_field_validation),
    ("crds", Settings::read_crds),
    ("unknownKinds", Settings::read_unknown_kinds),
    ("checkTemplates", Settings::read_check_templates),
    ("exclude", Settings::read_exclude),
    ("since", Settings::read_since),
    ("diff", Settings::read_diff),
    ("go", Settings::read_go),
    ("severity", Settings::read_severities),
    ("inlayHints", Settings::read_inlay_hints),
    ("codeLens", Settings::read_code_lens),
    ("docsBaseUrl", Settings::read_docs_base_url),
];

/// The mode of a name.
pub(crate) fn field_validation(text: &str) -> Option<FieldValidation> {
    match text {
        "strict" => Some(FieldValidation::Strict),
        "warn" => Some(FieldValidation::Warn),
        "ignore" => Some(FieldValidation::Ignore),
        _ => None,
    }
}

/// Severity by name, `None` in it is off.
pub(crate) fn severity(text: &str) -> Option<Option<Severity>> {
    match text {
        "error" => Some(Some(Severity::Error)),
        "warning" => Some(Some(Severity::Warning)),
        "info" | "information" => Some(Some(Severity::Information)),
        "hint" => Some(Some(Severity::Hint)),
        "off" => Some(None),
        _ => None,
    }
}

/// An item of `diff.ignore`, or what is wrong with it.
fn ignored_change(item: &Value) -> Result<IgnoredChange, String> {
    let text = |name: &str| item.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let change = text("change").ok_or_else(|| format!("{item} has no `change`"))?;
    let mut ignored: IgnoredChange = change.parse()?;
    let mut members = item.as_object().into_iter().flat_map(|item| item.keys());
    if let Some(other) = members.find(|name| !OF_IGNORED.contains(&&***name)) {
        return Err(format!("an entry has only `change` and `reason`, not `{other}`"));
    }
    let reason = text("reason").ok_or_else(|| format!("`{change}` has no `reason`"))?;
    reason.trim().clone_into(&mut ignored.reason);
    Ok(ignored)
}

/// The items of a list of strings; nothing where it is another value.
fn strings(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
}

impl Settings {
    /// Reads settings given as JSON; what is wrong with them is recorded, and not used.
    pub(crate) fn read(value: &Value) -> Self {
        let mut settings = Self::default();
        for (key, value) in value.as_object().into_iter().flatten() {
            settings.warnings.extend(renamed(key));
            match READERS.iter().find(|(name, _)| present_setting(key) == *name) {
                Some((_, read)) => read(&mut settings, value),
                None if OF_EDITORS.contains(&key.as_str()) => {}
                None => {
                    let names = READERS.iter().map(|(name, _)| *name).chain(OF_EDITORS.iter().copied());
                    settings.warnings.push(unknown_name(format!("there is no setting `{key}`"), key, names));
                }
            }
        }
        settings
    }

    /// The settings with those of another place over them.
    #[must_use]
    pub(crate) fn under(mut self, upper: &Self) -> Self {
        fn set<T: Clone>(own: &mut Option<T>, upper: &Option<T>) {
            *own = upper.clone().or(own.take());
        }
        set(&mut self.kubernetes, &upper.kubernetes);
        set(&mut self.field_validation, &upper.field_validation);
        set(&mut self.unknown_kinds, &upper.unknown_kinds);
        set(&mut self.check_templates, &upper.check_templates);
        set(&mut self.since, &upper.since);
        set(&mut self.cost_hints, &upper.cost_hints);
        set(&mut self.default_hints, &upper.default_hints);
        set(&mut self.bound_hints, &upper.bound_hints);
        set(&mut self.lenses, &upper.lenses);
        set(&mut self.docs_base_url, &upper.docs_base_url);
        self.severities.extend(upper.severities.clone());
        if !upper.crds.is_empty() {
            self.crds.clone_from(&upper.crds);
        }
        if !upper.exclude.is_empty() {
            // Its patterns start at its folder.
            (self.exclude, self.folder) = (upper.exclude.clone(), upper.folder.clone());
        }
        if !upper.ignored_changes.is_empty() {
            self.ignored_changes.clone_from(&upper.ignored_changes);
        }
        if upper.go != GoSettings::default() {
            self.go.clone_from(&upper.go);
        }
        self
    }

    /// The settings of checks and hints.
    pub(crate) fn config(&self) -> Config {
        let default = Config::default();
        let config = Config {
            field_validation: self.field_validation.unwrap_or(default.field_validation),
            unknown_kinds: self.unknown_kinds.unwrap_or(default.unknown_kinds),
            check_templates: self.check_templates.unwrap_or(default.check_templates),
            severities: self.severities.clone(),
            cost_hints: self.cost_hints.unwrap_or(default.cost_hints),
            default_hints: self.default_hints.unwrap_or(default.default_hints),
            bound_hints: self.bound_hints.unwrap_or(default.bound_hints),
            lenses: self.lenses.unwrap_or(default.lenses),
            docs_base_url: self.docs_base_url.clone(),
            ..default
        };
        match self.kubernetes {
            Some(minors) => config.of_minors(minors),
            None => config,
        }
    }

    /// The files that `exclude` covers; its patterns start at the folder of the file, otherwise at this one.
    pub(crate) fn excluded(&self, folder: &Path) -> Excluded {
        Excluded::default().and(self.folder.as_deref().unwrap_or(folder), &self.exclude)
    }

    fn read_kubernetes(&mut self, value: &Value) {
        let several = || strings(value).filter(|minors| !minors.is_empty()).map(|minors| minors.join(","));
        let text = value.as_str().map(str::to_owned).or_else(several);
        self.kubernetes = text.and_then(|text| Minors::parse(&text));
        if self.kubernetes.is_none() {
            let (oldest, newest) = (Minor::OLDEST, Minor::NEWEST);
            self.errors.push(format!(
                "`kubernetes` is {value}, not a string from \"{oldest}\" to \"{newest}\", \"all\", or a list of them"
            ));
        }
    }

    fn read_field_validation(&mut self, value: &Value) {
        self.field_validation = value.as_str().and_then(field_validation);
        if self.field_validation.is_none() {
            let known = "\"strict\", \"warn\" or \"ignore\"";
            self.errors.push(format!("`fieldValidation` is {value}, not {known}"));
        }
    }

    fn read_crds(&mut self, value: &Value) {
        match strings(value) {
            Some(crds) => self.crds = crds,
            None => self.errors.push(format!("`crds` is {value}, not a list of paths")),
        }
    }

    fn read_unknown_kinds(&mut self, value: &Value) {
        self.unknown_kinds = match value.as_str() {
            Some("off") => Some(None),
            Some("hint") => Some(Some(Severity::Hint)),
            Some("error") => Some(Some(Severity::Error)),
            _ => None,
        };
        if self.unknown_kinds.is_none() {
            self.errors.push(format!("`unknownKinds` is {value}, not \"off\", \"hint\" or \"error\""));
        }
    }

    fn read_check_templates(&mut self, value: &Value) {
        self.check_templates = self.boolean("checkTemplates", value);
    }

    /// A setting that is true or false.
    fn boolean(&mut self, name: &str, value: &Value) -> Option<bool> {
        let read = value.as_bool();
        if read.is_none() {
            self.errors.push(format!("`{name}` is {value}, not true or false"));
        }
        read
    }

    fn read_exclude(&mut self, value: &Value) {
        let Some(patterns) = strings(value) else {
            return self.errors.push(format!("`exclude` is {value}, not a list of globs"));
        };
        let wrong = |pattern: &String| Some(format!("`exclude`: {}", pattern_error(pattern)?));
        self.errors.extend(patterns.iter().filter_map(wrong));
        self.exclude = patterns;
    }

    fn read_since(&mut self, value: &Value) {
        let branch = |text: &str| text.strip_prefix(MERGE_BASE).map(str::to_owned);
        let text = value
            .as_str()
            .filter(|text| !text.is_empty() && branch(text).is_none_or(|name| !name.is_empty()));
        self.since = text.map(Since::of);
        if self.since.is_none() {
            let known = "\"off\", \"HEAD\", \"latest-tag\", \"merge-base:BRANCH\" or a path";
            self.errors.push(format!("`since` is {value}, not {known}"));
        }
    }

    /// `ignore`: changes, each with the reason why it is accepted.
    fn read_diff(&mut self, value: &Value) {
        let (unknown, items) = match value.as_object() {
            Some(table) => (table.keys().find(|name| *name != "ignore"), table.get("ignore")),
            None => return self.errors.push(format!("`diff` is {value}, not a table")),
        };
        let message =
            |name: &String| unknown_name(format!("there is no setting `diff.{name}`"), name, ["ignore"]);
        self.warnings.extend(unknown.map(message));
        self.ignored_changes = self.changes("diff.ignore", items);
    }

    /// Changes, each with the reason why it is accepted; those of a setting that is not there are none.
    fn changes(&mut self, setting: &str, items: Option<&Value>) -> Vec<IgnoredChange> {
        let Some(items) = items.map_or(Some(&[][..]), |items| items.as_array().map(Vec::as_slice)) else {
            self.errors.push(format!("`{setting}` is not a list"));
            return Vec::new();
        };
        let mut changes = Vec::new();
        for item in items {
            match ignored_change(item) {
                Ok(change) => changes.push(change),
                Err(why) => self.errors.push(format!("`{setting}`: {why}")),
            }
        }
        changes
    }

    /// Version, flags and packages of controller-gen.
    fn read_go(&mut self, value: &Value) {
        let Some(table) = value.as_object() else {
            return self.errors.push(format!("`go` is {value}, not a table"));
        };
        if let Some(name) = table.keys().find(|name| !OF_GO.contains(&name.as_str())) {
            self.warnings.push(unknown_name(format!("there is no setting `go.{name}`"), name, OF_GO));
        }
        if let Some(version) = table.get("controller-gen") {
            self.go.version = version.as_str().and_then(Version::read);
            if self.go.version.is_none() && version.as_str() != Some("") {
                self.errors
                    .push(format!("`go.controller-gen` is {version}, not a version such as \"v0.21.0\""));
            }
        }
        if let Some(flags) =
            table.get("flags").and_then(|flags| flags.as_array().filter(|flags| !flags.is_empty()))
        {
            self.go.flags = Some(self.read_flags(flags));
        }
        self.go.expected = self.changes("go.expected-differences", table.get("expected-differences"));
        match table.get("paths").map(strings) {
            Some(Some(paths)) => self.go.paths = paths,
            Some(None) => self.errors.push("`go.paths` is not a list of paths".to_owned()),
            None => {}
        }
    }

    /// The flags of `crd`, as the command line has them; those that say how the CRD is written change no finding.
    fn read_flags(&mut self, flags: &[Value]) -> Vec<String> {
        let flags = flags.iter().filter_map(Value::as_str);
        let flags = flags.flat_map(|flags| flags.strip_prefix("crd:").unwrap_or(flags).split(','));
        let mut read = Vec::new();
        for flag in flags.map(str::trim) {
            let is_of_file = flag.starts_with("headerFile=") || flag.starts_with("year=");
            if Options::new(Version::NEWEST).set(flag) {
                read.push(flag.to_owned());
            } else if !is_of_file {
                self.warnings.push(format!("`go.flags`: the generator `crd` has no flag `{flag}`"));
            }
        }
        read
    }

    fn read_inlay_hints(&mut self, value: &Value) {
        let said = |name: &str| value.get(name).and_then(Value::as_bool);
        [self.cost_hints, self.default_hints, self.bound_hints] = HINTS.map(said);
        let all_are = |table: &serde_json::Map<String, Value>| table.values().all(Value::is_boolean);
        if !value.as_object().is_some_and(all_are) {
            let known = "a table with `cost`, `defaults` and `unbounded` true or false";
            self.errors.push(format!("`inlayHints` is {value}, not {known}"));
        }
        let unknown =
            |(name, value): &(&String, &Value)| value.is_boolean() && !HINTS.contains(&name.as_str());
        let unknown = value.as_object().into_iter().flatten().filter(unknown);
        let message = |(name, _): (&String, _)| {
            unknown_name(format!("there is no setting `inlayHints.{name}`"), name, HINTS)
        };
        self.warnings.extend(unknown.map(message));
    }

    fn read_code_lens(&mut self, value: &Value) {
        self.lenses = self.boolean("codeLens", value);
    }

    /// Null is no address, as the schema has it.
    fn read_docs_base_url(&mut self, value: &Value) {
        let is_address = |text: &&str| {
            let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
            rest.is_some_and(|rest| !rest.is_empty()) && !text.contains(char::is_whitespace)
        };
        self.docs_base_url = value.as_str().filter(is_address).map(str::to_owned);
        if self.docs_base_url.is_none() && !value.is_null() {
            let known = "an address that begins with \"https://\" or \"http://\"";
            self.errors.push(format!("`docsBaseUrl` is {value}, not {known}"));
        }
    }

    fn read_severities(&mut self, value: &Value) {
        let Some(chosen) = value.as_object() else {
            self.errors.push(format!("`severity` is {value}, not a table of codes and severities"));
            return;
        };
        for (code, value) in chosen {
            self.read_severity(code, value);
        }
    }

    fn read_severity(&mut self, code: &str, value: &Value) {
        let known = codes::by_code(code);
        match value.as_str().and_then(severity) {
            None => {
                let known = "\"error\", \"warning\", \"info\", \"hint\" or \"off\"";
                self.errors.push(format!("`severity.{code}` is {value}, not {known}"));
            }
            Some(_) if known.is_none() => self.warnings.push(unknown_code(code)),
            Some(None) if known.is_some_and(|known| known.server) => {
                let why = "its severity can be lowered, but it cannot be switched off";
                self.warnings.push(format!("`{code}` is a finding of the API server: {why}"));
            }
            Some(severity) => {
                self.severities.insert(codes::present_name(code).into(), severity);
            }
        }
    }
}

/// A message about a name that there is not, with the one that was meant.
fn unknown_name<'n>(mut message: String, name: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    if let Some(near) = nearest(name, names) {
        message.push_str(&format!("; did you mean `{near}`?"));
    }
    message
}

/// The message about a code that there is not.
pub(crate) fn unknown_code(code: &str) -> String {
    unknown_name(format!("there is no code `{code}`"), code, codes::ALL.iter().map(|code| code.name))
}

/// The settings of the crdls.toml that holds in a folder, if there is one.
pub(crate) fn of_folder(folder: &Path) -> Option<Settings> {
    Some(of_file(&find(folder)?, folder))
}

/// The settings of a file, as `folder` sees it: paths in it start at the folder of the file, and its name comes before
/// what is wrong.
pub(crate) fn of_file(path: &Path, folder: &Path) -> Settings {
    let mut settings = seen::read_to_string(path)
        .map_err(|err| reason(&err))
        .and_then(|text| toml::from_str(&text).map_err(|err| located(&text, &err)))
        .map_or_else(
            |err| Settings { errors: vec![err], ..Settings::default() },
            |value| Settings::read(&value),
        );
    let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
    for line in settings.warnings.iter_mut().chain(&mut settings.errors) {
        *line = format!("{name}: {line}");
    }
    settings.folder = path.parent().map(Path::to_owned);
    let base = path.parent().filter(|base| *base != folder);
    let from_base =
        |place: String| base.map_or(place.clone(), |base| base.join(place).to_string_lossy().into());
    settings.crds = settings.crds.into_iter().map(&from_base).collect();
    settings.since = settings.since.map(|since| match since {
        Since::Path(place) => Since::Path(from_base(place)),
        since => since,
    });
    settings
}

/// crdls.toml of the folder or of the nearest one above it, up to the root of the repository.
pub(crate) fn find(folder: &Path) -> Option<PathBuf> {
    for folder in folder.ancestors() {
        let path = folder.join("crdls.toml");
        if seen::is_file(&path) {
            return Some(path);
        }
        if seen::exists(&folder.join(".git")) {
            break;
        }
    }
    None
}

/// What is wrong with TOML, on one line and with its place.
fn located(text: &str, err: &toml::de::Error) -> String {
    let at = position(text, err.span().map_or(0, |span| span.start as u32));
    format!("line {}, column {}: {}", at.line, at.column, err.message().replace('\n', " "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_said_is_read() {
        let value = json!({
            "kubernetes": "1.34", "fieldValidation": "warn", "crds": ["a", "b/*.yaml"], "exclude": ["vendor/"],
            "inlayHints": {"cost": true}, "codeLens": false, "trace": "off",
            "docsBaseUrl": "https://example.org/codes/", "unknownKinds": "hint", "checkTemplates": true,
            "since": "merge-base:main",
        });
        let settings = Settings::read(&value);
        let expected = Settings {
            kubernetes: Some(Minor(34).into()),
            field_validation: Some(FieldValidation::Warn),
            crds: vec!["a".into(), "b/*.yaml".into()],
            exclude: vec!["vendor/".into()],
            since: Some(Since::Revision("merge-base:main".into())),
            cost_hints: Some(true),
            lenses: Some(false),
            unknown_kinds: Some(Some(Severity::Hint)),
            check_templates: Some(true),
            docs_base_url: Some("https://example.org/codes/".into()),
            ..Settings::default()
        };
        assert_eq!(settings, expected);
        assert_eq!(Settings::read(&Value::Null), Settings::default());
    }

    #[test]
    fn the_schema_has_every_setting_and_its_defaults_are_taken() {
        let schema: Value = serde_json::from_str(include_str!("../../../docs/crdls.schema.json")).unwrap();
        let properties = schema["properties"].as_object().unwrap();
        let mut known: Vec<&str> = READERS.iter().map(|(name, _)| *name).collect();
        known.sort_unstable();
        assert_eq!(properties.keys().collect::<Vec<_>>(), known);
        let defaults = |table: &Value| -> Value {
            let members = table["properties"].as_object().unwrap().iter();
            members.map(|(name, member)| (name.clone(), member["default"].clone())).collect()
        };
        let mut all = defaults(&schema);
        for table in ["severity", "inlayHints", "diff", "go"] {
            all[table] = defaults(&properties[table]);
        }
        let settings = Settings::read(&all);
        assert_eq!((settings.errors, settings.warnings), (vec![], vec![]));
        assert_eq!(settings.severities.len(), codes::ALL.len());
    }

    #[test]
    fn what_is_wrong_is_told() {
        let value = json!({"kubernetes": 1.37, "fieldValidation": "Strict", "crds": "a", "severity": {"x": "no"},
                "docsBaseUrl": "example.org", "unknownKinds": "warning", "checkTemplates": "no",
                "exclude": ["a", "b{"], "since": "merge-base:",
                "diff": {"ignore": [{"change": "title-added"}, {"reason": "a"}, {"change": "title-aded", "reason": "a"},
                    {"change": "title-added", "reason": "a", "path": "spec"}]}});
        let expected = [
            "`checkTemplates` is \"no\", not true or false",
            "`crds` is \"a\", not a list of paths",
            "`diff.ignore`: `title-added` has no `reason`",
            "`diff.ignore`: {\"reason\":\"a\"} has no `change`",
            "`diff.ignore`: no change has the code `title-aded`; did you mean `title-added`?",
            "`diff.ignore`: an entry has only `change` and `reason`, not `path`",
            "`docsBaseUrl` is \"example.org\", not an address that begins with \"https://\" or \"http://\"",
            "`exclude`: error parsing glob 'b{': unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)",
            "`fieldValidation` is \"Strict\", not \"strict\", \"warn\" or \"ignore\"",
            "`kubernetes` is 1.37, not a string from \"1.31\" to \"1.37\", \"all\", or a list of them",
            "`severity.x` is \"no\", not \"error\", \"warning\", \"info\", \"hint\" or \"off\"",
            "`since` is \"merge-base:\", not \"off\", \"HEAD\", \"latest-tag\", \"merge-base:BRANCH\" or a path",
            "`unknownKinds` is \"warning\", not \"off\", \"hint\" or \"error\"",
        ];
        assert_eq!(Settings::read(&value).errors, expected);
    }

    #[test]
    fn what_is_unknown_is_ignored_with_a_warning() {
        let settings = Settings::read(&json!({"colour": 1, "severity": {"no-such-code": "error"}}));
        assert_eq!(settings.warnings, ["there is no setting `colour`", "there is no code `no-such-code`"]);
        assert!(settings.severities.is_empty() && settings.errors.is_empty());
    }

    #[test]
    fn old_names_are_read() {
        let settings = Settings::read(&json!({"rules": {"near-kind": "off"}}));
        assert_eq!(settings.warnings, ["`rules` is now called `severity`"]);
        assert_eq!(settings.severities.get("similar-kind"), Some(&None));
    }
}
