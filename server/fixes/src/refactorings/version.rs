//! Another version, copied from one.

use crdls_report::Fix;
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Kind, Node};

use super::super::edit::lines;
use super::super::request::fix;
use super::super::resolved_path::ResolvedPath;
use super::{CursorPath, is_shared};

pub(super) fn copied(way: &CursorPath<'_>) -> Option<Fix> {
    let version = way.version()?;
    let list = version.up()?;
    let name = version.text_of("name")?;
    let new = next_free(&list, &name)?;
    let title = format!("add version `{new}`, copied from `{name}`");
    fix(title, vec![copy(list.node, version, &new)?])
}

/// The first version after one that a list does not have.
pub(in super::super) fn next_free(list: &ResolvedPath<'_>, name: &str) -> Option<String> {
    let taken: Vec<_> = list.items().filter_map(|item| item.text_of("name")).collect();
    std::iter::successors(next(name), |name| next(name)).find(|name| !taken.contains(name))
}

/// The version that follows one as Kubernetes names them: `v1alpha1`, `v1beta1`, `v1`, `v2`.
fn next(name: &str) -> Option<String> {
    let rest = name.strip_prefix('v')?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let major: u32 = rest.get(..digits)?.parse().ok()?;
    let stage = rest.get(digits..)?.trim_end_matches(|c: char| c.is_ascii_digit());
    match stage {
        "alpha" => Some(format!("v{major}beta1")),
        "beta" => Some(format!("v{major}")),
        "" => Some(format!("v{}", major.checked_add(1)?)),
        _ => None,
    }
}

/// The text of a version once more after it, under another name and not stored; `None` where versions are in flow style,
/// or an anchor or alias is in the version.
pub(in super::super) fn copy(list: Node<'_>, version: &ResolvedPath<'_>, name: &str) -> Option<Edit> {
    let text = list.text();
    let (item, range) = list.item_ranges().find(|(item, _)| item.id() == version.node.id())?;
    if list.kind() != Kind::BlockSeq || item.anchor().is_some() {
        return None;
    }
    let whole = TextRange::new(range.start, lines::content_end(item, range));
    let mut copy = whole.of(text).to_owned();
    let mut changes = vec![(item.get("name")?.value.range(), name)];
    let stored = item.get("storage").filter(|entry| entry.value.source() == "true");
    changes.extend(stored.map(|entry| (entry.value.range(), "false")));
    changes.sort_by_key(|(range, _)| range.start);
    for (range, new_text) in changes.into_iter().rev() {
        let inside = TextRange::new(range.start - whole.start, range.end - whole.start);
        let edit = Edit { range: inside, new_text: new_text.to_owned() };
        edit.apply(&mut copy).then_some(())?;
    }
    let at = lines::end(text, whole.end);
    let pad = " ".repeat(lines::column(text, whole.start));
    let new_text = format!("{}{pad}{copy}", lines::newline(text));
    // A second anchor of a name would lead later aliases elsewhere.
    (!is_shared(item, 0)).then_some(Edit { range: TextRange::empty(at), new_text })
}
