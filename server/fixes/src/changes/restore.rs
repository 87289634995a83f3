//! What the old manifest has, in the new one again.

use crdls_change::Change;
use crdls_report::{Config, FieldPath, Fix, PathStep, Unit};
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Kind, Node};

use super::super::edit;
use super::super::request::fix;
use super::super::resolved_path::ResolvedPath;
use super::super::value::Value;
use super::ChangedCrd;
use super::old_text::OldText;

/// The longest value that is shown in a title, in characters.
const LONGEST: usize = 60;

/// The change is undone.
pub(super) fn undone(crd: &ChangedCrd<'_>, change: &Change, _: &Config) -> Option<Fix> {
    let is_item = |path: &FieldPath| matches!(path.steps().last(), Some(PathStep::Index(_)));
    match (&change.old, &change.new) {
        (Some(old), Some(new)) if !is_item(&old.path) => replaced(crd, &old.path, &new.path),
        (Some(old), _) => restored(crd, change, &old.path, |_| Vec::new(), ""),
        (None, Some(new)) => {
            let target = ResolvedPath::find(crd.new.root, &new.path)?;
            // Of a rule the whole item.
            let rule = target.up().filter(|up| up.name().parse::<usize>().is_ok());
            let target = rule.filter(|_| target.name() == "rule").unwrap_or(target);
            let title = match target.text().filter(|_| change.code.name() == "required-added") {
                Some(name) => format!("make `{name}` optional"),
                None => format!("remove {}", shown(&target)),
            };
            // A list that would be empty goes with its only item.
            let list = target.up().filter(|up| is_item(&new.path) && up.has_one_item());
            let list = list.or_else(|| target.up().filter(|up| target.name() == "0" && up.has_one_item()));
            fix(title, vec![list.unwrap_or(target).remove()?])
        }
        (None, None) => None,
    }
}

/// What was removed comes back and is marked as deprecated.
pub(super) fn deprecated(crd: &ChangedCrd<'_>, change: &Change, _: &Config) -> Option<Fix> {
    let mark = |old: &ResolvedPath<'_>| {
        let edits = if change.code.name() == "version-removed" {
            vec![old.down("deprecated").set(&Value::Bool(true))]
        } else {
            let description = old.down("description");
            match description.text() {
                Some(text) => {
                    let before = Edit { range: TextRange::empty(0), new_text: DEPRECATED.to_owned() };
                    let edits = edit::within(description.node, &[before], &format!("{DEPRECATED}{text}"));
                    edits.unwrap_or_default().into_iter().map(Some).collect()
                }
                None => vec![description.set(&Value::text("Deprecated."))],
            }
        };
        edits.into_iter().flatten().collect()
    };
    restored(crd, change, &change.old.as_ref()?.path, mark, " and deprecate it")
}

/// How the description of a deprecated field begins, by the conventions of Go.
const DEPRECATED: &str = "Deprecated: ";

/// A value in place of another.
fn replaced(crd: &ChangedCrd<'_>, old: &FieldPath, new: &FieldPath) -> Option<Fix> {
    let (old, new) = (ResolvedPath::find(crd.old.root, old)?, ResolvedPath::find(crd.new.root, new)?);
    let both = old.is_found() && new.is_found();
    let value = both.then(|| Value::of_json(&Unit::Written(old.node).value()))?;
    fix(format!("restore {}", shown(&old)), vec![new.set(&value)?])
}

/// What the new manifest does not have, from the old text with some edits.
fn restored(
    crd: &ChangedCrd<'_>,
    change: &Change,
    path: &FieldPath,
    edits: impl Fn(&ResolvedPath<'_>) -> Vec<Edit>,
    and: &str,
) -> Option<Fix> {
    let old = ResolvedPath::find(crd.old.root, path).filter(ResolvedPath::is_found)?;
    let title = format!("restore {}{and}", shown(&old));
    let mut edits = edits(&old);
    if !and.is_empty() && edits.is_empty() {
        return None;
    }
    let in_new = crd.in_new(path, change.version.as_deref());
    // The item of a number is another one now.
    let around =
        if matches!(path.steps().last(), Some(PathStep::Index(_))) { in_new.parent()? } else { in_new };
    let to = ResolvedPath::find(crd.new.root, &around)?;
    let missing = to.rest.len() + path.steps().len() - around.steps().len();
    let depth = path.steps().len().checked_sub(missing)?;
    let from = ResolvedPath::find(crd.old.root, &path.first_steps(depth))?;
    let is_stored = || crd.new.crd.versions().any(|version| version.storage());
    if change.code.name() == "version-removed" && is_stored() {
        edits.extend(old.down("storage").set(&Value::Bool(false)));
    }
    fix(title, vec![part(from.node, to, path.steps().get(depth)?, edits)?])
}

/// The part of an old node that a step leads to, in a new one.
fn part(from: Node<'_>, to: ResolvedPath<'_>, step: &PathStep, edits: Vec<Edit>) -> Option<Edit> {
    let is_same = |one: Node<'_>, other: Node<'_>| match one.get("name") {
        Some(name) => other.get("name").is_some_and(|its| its.value.str() == name.value.str()),
        None => one.source() == other.source(),
    };
    let (value, range, name, after) = match step {
        PathStep::Index(index) => {
            let items: Vec<_> = from.item_ranges().collect();
            let (item, range) = *items.get(*index)?;
            let place = |(old, _): &(Node<'_>, TextRange)| to.node.items().position(|new| is_same(*old, new));
            (item, range, None, items.iter().take(*index).rev().find_map(place))
        }
        PathStep::Name(name) | PathStep::Key(name) => {
            let entries: Vec<_> = from.entries().collect();
            let index = entries.iter().position(|entry| entry.is_named(name))?;
            let entry = entries.get(index)?;
            let place = |key: Node<'_>| to.node.entries().position(|new| new.key.str() == key.str());
            let after = entries.iter().take(index).rev().find_map(|entry| place(entry.key));
            (entry.value, entry.range, Some(name), after)
        }
    };
    let in_block = matches!(to.node.kind(), Kind::BlockMap | Kind::BlockSeq);
    let as_it_was = OldText::of(value, range, edits).filter(|_| in_block);
    as_it_was.and_then(|text| text.added(to.node, after)).or_else(|| {
        let value = Value::of_json(&Unit::Written(value).value());
        match name {
            Some(name) => to.down(name).set(&value),
            None => to.push(&value),
        }
    })
}

fn is_collection(node: Node<'_>) -> bool {
    matches!(node.kind(), Kind::BlockMap | Kind::BlockSeq | Kind::FlowMap | Kind::FlowSeq)
}

/// `` `maximum: 9` ``, `` `size` `` where the value is long, `` `v1` `` for what has a name.
fn shown(target: &ResolvedPath<'_>) -> String {
    let is_item = target.name().parse::<usize>().is_ok();
    let value = Value::of_json(&Unit::Written(target.node).value()).flow(false);
    let is_short = !is_collection(target.node) && value.chars().count() <= LONGEST;
    let own = |key: &str| target.text_of(key).filter(|text| is_item && text.chars().count() <= LONGEST);
    match (own("name"), own("rule")) {
        (Some(name), _) => format!("`{name}`"),
        (None, Some(rule)) => format!("the rule `{rule}`"),
        (None, None) if is_item && is_short => format!("`{value}`"),
        (None, None) if is_item && target.has("rule") => "the rule".to_owned(),
        (None, None) if is_item => "the item".to_owned(),
        (None, None) if is_short => format!("`{}: {value}`", target.name()),
        (None, None) => format!("`{}`", target.name()),
    }
}
