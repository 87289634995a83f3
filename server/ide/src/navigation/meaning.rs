//! What is under the cursor, in a CRD or in a custom resource: a kind, or a property of one of its versions.

use crdls_report::Config;
use crdls_yaml::Node;
use crdls_yaml::cursor::around;

use super::mention::Mention;
use super::names::kind_name_at;
use super::walk::{in_expressions, in_path};
use crate::expression::ExpressionSource;
use crate::place::{ManifestPlace, MentionRole};
use crate::targets::{Property, group, kind_node};
use crate::version::{OwnedStep, Version};
use crate::{File, FileContext, Meaning, instance, nested};

/// The kind or the property that is meant at an offset of a CRD, of a custom resource, also inside of a test suite, or of
/// a document that names the CRD; nothing where none is.
pub fn meaning(file: &File, offset: u32, context: FileContext<'_>, config: &Config) -> Option<Meaning> {
    let offset = file.boundary(offset);
    let Some(crd) = file.crd_at(offset) else {
        let crds = context.crds?;
        return nested::at(file, offset, |file, offset, _| {
            instance::meaning(file, offset, context.file, crds)
        })
        .or_else(|| kind_name_at(file, offset, context, |name, _| name.meaning()));
    };
    let (group, kind) = (group(crd)?, kind_node(crd)?);
    let property = match kind.range().touches(offset) {
        true => None,
        false => {
            let (version, found) = mention_at(file, offset, config)?;
            Some(Property { version: version.name()?, route: found.route })
        }
    };
    Some(Meaning { source: context.file.to_owned(), group, kind: kind.str()?.into_owned(), property })
}

/// The kind of the CRD or the custom resource that an offset is in, or that is named there.
pub fn kind_at(file: &File, offset: u32, context: FileContext<'_>) -> Option<Meaning> {
    let offset = file.boundary(offset);
    if let Some(crd) = file.crd_at(offset) {
        let (group, kind) = (group(crd)?, kind_node(crd)?.str()?.into_owned());
        return Some(Meaning { source: context.file.to_owned(), group, kind, property: None });
    }
    let crds = context.crds?;
    nested::at(file, offset, |file, offset, _| {
        let object = file.object_at(offset)?.node;
        instance::meaning(file, object.get("kind")?.key.range().start, context.file, crds)
    })
    .or_else(|| kind_name_at(file, offset, context, |name, _| name.meaning()))
}

/// The place at an offset that means a property, and the version that has it.
pub(super) fn mention_at<'t>(
    file: &'t File,
    offset: u32,
    config: &Config,
) -> Option<(Version<'t>, Mention<'t>)> {
    let version = Version::at(file, offset)?;
    let mention = |node: Node<'t>, role, route| Mention { node, range: node.range(), role, route };
    let found = match ManifestPlace::of(&around(version.crd, offset), offset)? {
        ManifestPlace::Schema { key, schema: (_, route), nested } => {
            let role = if nested { MentionRole::Constraint } else { MentionRole::Definition };
            matches!(route.last(), Some(OwnedStep::Property(_))).then(|| mention(key, role, route))
        }
        ManifestPlace::Property { name, schema: (_, route), role } => Some(mention(name, role, route)),
        ManifestPlace::Path { path, schema: (_, steps), role } => {
            in_path(version, path, role, &steps).find(|found| found.range.touches(offset))
        }
        ManifestPlace::Expression { rule, schema: (_, steps) } => {
            let written = ExpressionSource::of_rule(rule, &steps);
            in_expressions(version, written, None, config).find(|found| found.range.touches(offset))
        }
        ManifestPlace::Version { .. } | ManifestPlace::Rules { .. } => None,
    };
    Some((version, found?))
}
