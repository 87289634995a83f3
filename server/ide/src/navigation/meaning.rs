//! What is under the cursor, in a CRD or in a custom resource: a kind, or a property of one of its versions.

use crdls_resource::Known;
use crdls_schema::Config;
use crdls_text::TextRange;
use crdls_yaml::Node;

use super::mention::{Mention, Sought};
use super::version::{Version, value};
use super::walk::mentions;
use crate::expression::OwnedStep;
use crate::{Beside, File, instance};

/// A kind, or a property of it, wherever it is spoken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The file of the CRD, as it was named.
    pub source: String,
    pub group: String,
    pub kind: String,
    /// Nothing where the kind itself is meant.
    pub(crate) property: Option<Property>,
}

/// A property of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Property {
    pub(crate) version: String,
    pub(crate) route: Vec<OwnedStep>,
}

/// What is meant at an offset.
pub fn meaning(file: &File, offset: u32, beside: Beside<'_>, config: &Config) -> Option<Meaning> {
    let Some(crd) = file.crd_at(offset) else {
        return instance::meaning(file, offset, beside.file, beside.crds?);
    };
    let (group, kind) = (group(crd)?, kind(crd)?);
    let property = match kind.range().touches(offset) {
        true => None,
        false => {
            let version = Version::at(file, offset)?;
            let found = mention_at(version, offset, config)?;
            Some(Property { version: version.name()?, route: found.route })
        }
    };
    Some(Meaning { source: beside.file.to_owned(), group, kind: kind.str()?.into_owned(), property })
}

/// What a version says of a property at an offset.
pub(super) fn mention_at<'t>(version: Version<'t>, offset: u32, config: &Config) -> Option<Mention<'t>> {
    mentions(version, Sought::At(offset), config).into_iter().next()
}

/// Where a CRD says its kind.
pub(super) fn kind(crd: Node<'_>) -> Option<Node<'_>> {
    value(value(value(crd, "spec")?, "names")?, "kind").filter(|kind| kind.kind().is_scalar())
}

fn group(crd: Node<'_>) -> Option<String> {
    Some(value(value(crd, "spec")?, "group")?.str()?.into_owned())
}

impl Meaning {
    /// Whether a CRD that is known defines the kind.
    pub fn is_about(&self, known: &Known) -> bool {
        let spec = known.header().spec();
        (spec.group(), spec.names().kind()) == (&*self.group, &*self.kind)
    }

    /// Whether a CRD defines the kind.
    pub(super) fn is_of(&self, crd: Node<'_>) -> bool {
        let is_kind = || kind(crd).and_then(Node::str).is_some_and(|kind| *kind == *self.kind);
        group(crd).is_some_and(|group| group == self.group) && is_kind()
    }
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
