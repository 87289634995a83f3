//! A place that means a property.

use crdls_manifest::model::SchemaStep;
use crdls_text::TextRange;
use crdls_yaml::Node;

use crate::expression::OwnedStep;

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

/// What a place has to do with a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MentionRole {
    /// A key of `properties`.
    Definition,
    /// A key of `properties` inside allOf, anyOf, oneOf or not.
    Constraint,
    /// An item of `required`.
    Required,
    /// `x-kubernetes-list-map-keys`
    MapKey,
    /// A key of a value in `default`, `example` or `enum`.
    Value,
    /// In the path of a printer column.
    Column,
    /// In the path of `scale` or of a selectable field.
    Path,
    /// In the `fieldPath` of a rule.
    FieldPath,
    /// In a rule, or in its messageExpression.
    Expression,
    /// A field of a custom resource, or its kind.
    Instance,
    /// The name of a CRD in a document that is no object of it, such as a suite or a role.
    Name,
}

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sought<'s> {
    At(u32),
    /// Everything that means the property at the end of the way.
    Property(&'s [OwnedStep]),
}

impl Sought<'_> {
    /// Whether something sought may be in a node one step below `depth` steps.
    pub(super) fn enters(self, depth: usize, step: SchemaStep<&str>, node: Node<'_>) -> bool {
        match self {
            Self::At(offset) => node.range().touches(offset),
            Self::Property(route) => {
                route.len() > depth + 1 && route.get(depth).is_some_and(|own| own.borrowed() == step)
            }
        }
    }

    /// Whether a name below `depth` steps is what is sought.
    pub(super) fn is(self, depth: usize, step: SchemaStep<&str>, range: TextRange) -> bool {
        match self {
            Self::At(offset) => range.touches(offset),
            Self::Property(route) => {
                route.len() == depth + 1 && route.get(depth).is_some_and(|own| own.borrowed() == step)
            }
        }
    }

    /// Whether a text that may name many properties is worth a look.
    pub(super) fn may_be_in(
        self,
        range: TextRange,
        text: &str,
        spelled: impl Fn(&str, &str) -> bool,
    ) -> bool {
        match self {
            Self::At(offset) => range.touches(offset),
            Self::Property(route) => match route.last() {
                Some(OwnedStep::Property(name)) => spelled(text, name),
                _ => false,
            },
        }
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
