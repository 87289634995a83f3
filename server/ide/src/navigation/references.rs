//! Where else something is meant.

use crdls_report::Config;
use crdls_resource::Index;
use crdls_text::TextRange;
use crdls_yaml::Node;

use super::local;
use super::meaning::{self, mention_at};
use super::mention::Mention;
use super::names::{NameRole, each_name};
use super::pointers::{below, each_pointed};
use super::walk::mentions;
use crate::nested::{Origin, each_object};
use crate::place::MentionRole;
use crate::targets::kind_node;
use crate::version::{value, versions};
use crate::{File, FileContext, Meaning};

/// A place where a property or a kind is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name alone, in bytes.
    pub range: TextRange,
    /// What the place has to do with what is meant.
    pub role: MentionRole,
}

/// The places of a file's CRDs that mean a kind or a property, its definition among them, in the order of the text;
/// none where no CRD of the file defines it.
pub fn references(file: &File, meaning: &Meaning, config: &Config) -> Vec<Reference> {
    let mut crds = file.crds().map(|(_, crd)| crd);
    let Some(crd) = crds.find(|crd| meaning.is_of(*crd)) else { return Vec::new() };
    let Some(property) = &meaning.property else {
        let kind =
            kind_node(crd).map(|kind| Reference { range: kind.range(), role: MentionRole::Definition });
        return kind.into_iter().collect();
    };
    let version = versions(file, crd).find(|version| version.name().as_ref() == Some(&property.version));
    let found = version.map_or(Vec::new(), |version| mentions(version, &property.route, config));
    found.iter().map(Reference::of).collect()
}

/// The places that mean the variable of a macro at an offset, its declaration among them, in the order of the text; `None`
/// where no such variable is.
pub fn variable_references(file: &File, offset: u32, config: &Config) -> Option<Vec<Reference>> {
    let found = local::highlights(file, file.boundary(offset), config)?;
    Some(found.into_iter().map(|(range, role)| Reference { range, role }).collect())
}

/// The places of the document that mean what is at an offset; none where that is no kind, no property and no variable
/// of a macro.
pub fn highlights(file: &File, offset: u32, context: FileContext<'_>, config: &Config) -> Vec<Reference> {
    let offset = file.boundary(offset);
    if let Some(found) = variable_references(file, offset, config) {
        return found;
    }
    if let Some((version, found)) = mention_at(file, offset, config) {
        return mentions(version, &found.route, config).iter().map(Reference::of).collect();
    }
    let Some((meaning, crds)) = meaning::meaning(file, offset, context, config).zip(context.crds) else {
        return Vec::new();
    };
    let document = file.tree().documents().get(file.document_at(offset));
    let mut found = instance_references(file, context.file, crds, &meaning);
    found.retain(|found| document.is_some_and(|document| document.range.covers(found.range)));
    found
}

impl Reference {
    fn of(mention: &Mention<'_>) -> Self {
        Self { range: mention.range, role: mention.role }
    }
}

/// The places of a file that mean a kind or a property of a CRD that is in another: in custom resources, also inside of
/// reviews, suites and patches, and the names of a kind in suites, patches, webhook configurations and roles. In the order of the text.
/// `name`: what the file is called, as the CRDs of the index are.
pub fn instance_references(file: &File, name: &str, crds: &Index, meaning: &Meaning) -> Vec<Reference> {
    let mut found = Vec::new();
    let mut add = |range, role| found.push(Reference { range, role });
    if meaning.property.is_some() {
        each_field(file, name, crds, meaning, &mut |key, origin| {
            add(origin.range(key.range()), MentionRole::Instance);
        });
        each_pointed(file, name, crds, meaning, &mut |field| add(field.range, MentionRole::Path));
    } else {
        each_name(file, name, crds, &mut |name, origin| match name.role {
            NameRole::Kind if name.is_of_object && name.is_of(meaning) => {
                add(origin.range(name.range), MentionRole::Instance);
            }
            NameRole::Kind | NameRole::Plural if name.is_of(meaning) => {
                add(origin.range(name.range), MentionRole::Name)
            }
            _ => {}
        });
    }
    found.sort_by_key(|found| found.range.start);
    found
}

/// Visits the keys that have the property that is meant in the custom resources of a file.
pub(super) fn each_field(
    file: &File,
    name: &str,
    crds: &Index,
    meaning: &Meaning,
    visit: &mut dyn FnMut(Node<'_>, Origin<'_>),
) {
    let Some(property) = &meaning.property else { return };
    each_object(file, &mut |object, origin| {
        if is_judged(object.node, name, crds, meaning) {
            below(object.node, &property.route, &mut |key| visit(key, origin));
        }
    });
}

/// Whether the CRD that is meant judges an object, by the version that is meant.
fn is_judged(object: Node<'_>, file: &str, crds: &Index, meaning: &Meaning) -> bool {
    let is = |key, text: &str| value(object, key).and_then(Node::str).is_some_and(|its| *its == *text);
    let of_group = |version: &str| is("apiVersion", &format!("{}/{version}", meaning.group));
    if !is("kind", &meaning.kind) || meaning.property.as_ref().is_some_and(|p| !of_group(&p.version)) {
        return false;
    }
    crds.served_version(object, file).is_some_and(|by| *by.indexed.source == *meaning.source)
}
