//! A changed version beside the one that it was.

use crdls_change::Change;
use crdls_report::{Config, Fix};
use crdls_text::{Edit, TextRange};

use super::super::refactorings::next_free_version;
use super::super::request::fix;
use super::super::resolved_path::ResolvedPath;
use super::super::value::Value;
use super::ChangedCrd;
use super::old_text::OldText;

/// The version is copied from the old manifest, and what it has become is another one.
pub(super) fn kept(crd: &ChangedCrd<'_>, change: &Change, _: &Config) -> Option<Fix> {
    let version = change.version.as_deref()?;
    let paths = [&change.old, &change.new].map(|side| side.as_ref().map(|side| &side.path));
    let path = paths[1].or(paths[0]).and_then(crdls_report::FieldPath::versions)?;
    let of = |root| -> Option<ResolvedPath<'_>> {
        let versions = ResolvedPath::find(root, &path)?;
        versions.items().find(|item| item.text_of("name").as_deref() == Some(version))
    };
    let (old, new) = (of(crd.old.root)?, of(crd.new.root)?);
    let list = new.up()?;
    let name = next_free_version(&list, version)?;
    let mut edits = vec![new.down("name").set(&Value::text(name.as_str()))?];
    if new.text_of("storage").is_some_and(|text| text == "true") {
        edits.push(new.down("storage").set(&Value::Bool(false))?);
    }
    let range = |of: &ResolvedPath<'_>| -> Option<TextRange> {
        let list = of.up()?.node;
        list.item_ranges().find(|(item, _)| item.id() == of.node.id()).map(|(_, range)| range)
    };
    let text = OldText::of(old.node, range(&old)?, Vec::new())?;
    let place = list.items().position(|item| item.node.id() == new.node.id())?;
    let added: Edit = text.added(list.node, place.checked_sub(1))?;
    edits.push(added);
    fix(format!("keep `{version}` as it was, and make the changes in a new version `{name}`"), edits)
}
