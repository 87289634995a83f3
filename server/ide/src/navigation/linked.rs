//! The texts of a CRD that are edited together: `spec.names.plural` and the first part of `metadata.name`.

use crdls_text::TextRange;
use crdls_yaml::Node;

use super::mention::unquoted;
use crate::File;
use crate::version::value;

/// The two places of the plural, in the order of the text, where an offset is in one of them and they are equal.
pub fn linked_names(file: &File, offset: u32) -> Option<[TextRange; 2]> {
    let offset = file.boundary(offset);
    let crd = file.crd_at(offset)?;
    let plural = unquoted(plural_node(crd)?);
    let (name, _) = name_parts(file, crd)?;
    let same = plural.of(file.text()) == name.of(file.text());
    let touched = plural.touches(offset) || name.touches(offset);
    let mut both = [plural, name];
    both.sort();
    (same && touched).then_some(both)
}

/// Where a CRD has its plural.
pub(super) fn plural_node(crd: Node<'_>) -> Option<Node<'_>> {
    value(value(value(crd, "spec")?, "names")?, "plural").filter(|plural| plural.kind().is_scalar())
}

/// The two parts of `metadata.name`: the plural before the first dot, the group after it.
pub(super) fn name_parts(file: &File, crd: Node<'_>) -> Option<(TextRange, TextRange)> {
    let name = value(value(crd, "metadata")?, "name").filter(|name| name.kind().is_scalar())?;
    let range = unquoted(name);
    let dot = range.of(file.text()).find('.')? as u32;
    let (plural, group) = (range.start + dot, range.start + dot + 1);
    Some((TextRange::new(range.start, plural), TextRange::new(group, range.end)))
}
