//! A place that means a property.

use crdls_text::TextRange;
use crdls_yaml::Node;

use crate::place::MentionRole;
use crate::version::OwnedStep;

/// A place of the text that means a property of a version's schema.
#[derive(Clone, Debug)]
pub(super) struct Mention<'t> {
    /// The scalar that it is, or is in.
    pub(super) node: Node<'t>,
    /// The name alone.
    pub(super) range: TextRange,
    pub(super) role: MentionRole,
    /// The way to the property from the version's schema; ends with its name.
    pub(super) route: Vec<OwnedStep>,
}

/// The text of a scalar without its quotes.
pub(super) fn unquoted(node: Node<'_>) -> TextRange {
    use crdls_yaml::Kind::{DoubleQuoted, SingleQuoted};
    let range = node.range();
    match node.kind() {
        SingleQuoted | DoubleQuoted if !node.is_broken() && range.len() >= 2 => {
            TextRange::new(range.start + 1, range.end - 1)
        }
        _ => range,
    }
}
