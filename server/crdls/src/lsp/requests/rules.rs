//! A rule evaluated where it is written: on objects of the workspace, and on objects that are made for it.
//!
//! Must not know how an expression is evaluated, nor how its tree is printed.

use crdls_ide::{
    Evaluate, EvaluatedRule, File, FileContext, Hint, Hover, RuleRef, evaluated_rules, instances, rule_at,
};
use crdls_suite::Goal;

use crate::lsp::protocol::locations::path_or_uri;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::manifests::WorkspaceManifests;
use crate::render::{Source, Sources, evaluated_text};

/// So many objects of the workspace a rule is evaluated on.
const MOST_OBJECTS: usize = 20;

/// So many characters of a value are in a hover.
const MOST_SHOWN: usize = 200;

/// The values of the rule at an offset and of its parts; `None` where no rule is there, or no object has a value for it.
pub(super) fn evaluated(snapshot: &Snapshot, offset: u32, manifests: &WorkspaceManifests) -> Option<String> {
    let rule = rule_at(&snapshot.file, offset)?;
    let mut all = on_workspace(snapshot, &rule, manifests, MOST_OBJECTS);
    all.extend(MADE.into_iter().filter_map(|made| on_made(snapshot, &rule, made)));
    let all: Vec<_> = all.iter().map(|(source, found)| (source, found.clone())).collect();
    let crd = Source::new(snapshot.name.to_string(), (*snapshot.file).clone());
    (!all.is_empty()).then(|| evaluated_text(&all, &Sources::new([&crd]), false))
}

/// Objects that are made for a rule, each with its name.
const MADE: [(Goal, &str); 2] =
    [(Goal::Hold, "an object that it accepts"), (Goal::Fail, "an object that it rejects")];

/// A rule evaluated on the objects of the workspace, those of open documents first; on those of at most so many files.
fn on_workspace(
    snapshot: &Snapshot,
    rule: &RuleRef<'_>,
    manifests: &WorkspaceManifests,
    most: usize,
) -> Vec<(Source, Vec<EvaluatedRule>)> {
    let mut all: Vec<(Source, Vec<EvaluatedRule>)> = Vec::new();
    let Some((group, kind)) = rule.kind() else { return all };
    manifests.with(&[&kind], |file, uri, name| {
        if instances(file, &group, &kind) > 0 {
            let found = on_objects(snapshot, rule, file, name);
            all.extend((!found.is_empty()).then(|| (Source::new(path_or_uri(uri), file.clone()), found)));
        }
        all.len() < most
    });
    all
}

/// A rule evaluated on an object that is made for it, if there is one.
fn on_made(
    snapshot: &Snapshot,
    rule: &RuleRef<'_>,
    (goal, title): (Goal, &str),
) -> Option<(Source, Vec<EvaluatedRule>)> {
    let file = File::new(rule.object(&snapshot.file, goal, &snapshot.config).ok()?);
    let found = on_objects(snapshot, rule, &file, &snapshot.name);
    (!found.is_empty()).then(|| (Source::new(title.to_owned(), file), found))
}

/// The values of the parts of the rule at an offset, each after its part: on the first object of the workspace, or on an
/// object that is made.
pub(crate) fn value_hints(snapshot: &Snapshot, offset: u32, manifests: &WorkspaceManifests) -> Vec<Hint> {
    let Some(rule) = rule_at(&snapshot.file, offset) else { return Vec::new() };
    let made = MADE.into_iter().rev().filter_map(|made| on_made(snapshot, &rule, made));
    let all = on_workspace(snapshot, &rule, manifests, 1).into_iter().chain(made);
    let hints = all.filter_map(|(source, found)| {
        let found = found.iter().find(|found| !found.needs_old && found.result.is_ok())?;
        Some(rule.hints(found, &source.name))
    });
    hints.into_iter().next().unwrap_or_default()
}

/// An object that the rule at an offset rejects, in YAML.
///
/// # Errors
/// Why no object is found.
pub(super) fn failing_object(snapshot: &Snapshot, offset: u32) -> Result<String, String> {
    let rule = rule_at(&snapshot.file, offset).ok_or("no rule is here")?;
    rule.object(&snapshot.file, Goal::Fail, &snapshot.config)
}

/// A hover with the value that the part of a rule at an offset has on an object which is open.
pub(crate) fn with_value(
    snapshot: &Snapshot,
    offset: u32,
    manifests: &WorkspaceManifests,
    hover: Option<Hover>,
) -> Option<Hover> {
    let own = hover?;
    Some(match value(snapshot, offset, manifests) {
        Some(value) => Hover { markdown: format!("{}\n\n{value}", own.markdown), ..own },
        None => own,
    })
}

fn value(snapshot: &Snapshot, offset: u32, manifests: &WorkspaceManifests) -> Option<String> {
    let rule = rule_at(&snapshot.file, offset)?;
    let (group, kind) = rule.kind()?;
    let mut of_kind = manifests.open.iter().filter(|open| instances(&open.file, &group, &kind) > 0);
    of_kind.find_map(|open| {
        let found = on_objects(snapshot, &rule, &open.file, &open.name);
        found.iter().filter(|found| !found.needs_old).find_map(|found| {
            let (_, part) = rule.part_at(found, offset)?;
            let value = match part.value(MOST_SHOWN)? {
                Ok(value) => format!("`{}`", value.replace('`', "'")),
                Err(error) => format!("error: {error}"),
            };
            let path = open.uri.to_file_path();
            let name = path.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy());
            let object = name.as_deref().unwrap_or("document").to_owned();
            let field = if found.path.is_empty() { String::new() } else { format!(", `{}`", found.path) };
            Some(format!("Value in `{object}`{field}: {value}"))
        })
    })
}

/// A rule evaluated on the objects of a file. `name`: what the file is called.
fn on_objects(snapshot: &Snapshot, rule: &RuleRef<'_>, file: &File, name: &str) -> Vec<EvaluatedRule> {
    let context = FileContext { crds: Some(&snapshot.crds), file: name, ..FileContext::default() };
    let mut found = evaluated_rules(file, context, Evaluate::Rules { field: None }, &snapshot.config);
    let is_it = |found: &EvaluatedRule| {
        let written = found.written.as_ref();
        written.is_some_and(|(source, range)| **source == *snapshot.name && range.touches(rule.range().start))
    };
    found.retain(is_it);
    found
}
