//! Where something is defined.

use crdls_report::Config;
use crdls_text::TextRange;

use super::meaning::mention_at;
use super::walk::mentions;
use super::{local, names};
use crate::instance::pointer::JsonPatch;
use crate::nested::Origin;
use crate::place::MentionRole;
use crate::{Definition, File, FileContext, anchors, instance, nested};

/// Where the schema defines a property that is mentioned in a CRD, or a macro the variable that is named, and the anchor of
/// an alias; for a custom resource where its CRD
/// defines a field or its kind, also inside of a test suite; for the name of a CRD in a suite, and for a resource in a rule of a webhook or a role its CRD. Nothing where the schema has no such property.
pub fn definition(file: &File, offset: u32, context: FileContext<'_>, config: &Config) -> Option<Definition> {
    let offset = file.boundary(offset);
    let here = |range| Definition { source: context.file.to_owned(), range };
    let in_file = anchors::definition(file, offset)
        .or_else(|| local::definition(file, offset, config))
        .or_else(|| property(file, offset, config));
    if let Some(range) = in_file {
        return Some(here(range));
    }
    let crds = context.crds?;
    let in_object = |file: &File, offset, origin: Origin<'_>| {
        instance::definition(file, offset, context.file, crds).or_else(|| {
            let patch = match origin {
                Origin::File => JsonPatch::of_file(file, context)?,
                Origin::String(inner) => JsonPatch::of_string(inner),
            };
            instance::pointer::definition(&patch, offset, context)
        })
    };
    nested::at(file, offset, in_object).or_else(|| names::definition(file, offset, context))
}

/// Where the CRD defines the kind of the custom resource that an offset is in, also inside of a test suite or a patch; `None`
/// without a CRD that is known.
pub fn type_definition(file: &File, offset: u32, context: FileContext<'_>) -> Option<Definition> {
    let crds = context.crds?;
    nested::at(file, file.boundary(offset), |file, offset, _| {
        instance::type_definition(file, offset, context.file, crds)
    })
}

fn property(file: &File, offset: u32, config: &Config) -> Option<TextRange> {
    let (version, found) = mention_at(file, offset, config)?;
    let all = mentions(version, &found.route, config);
    all.into_iter().find(|mention| mention.role == MentionRole::Definition).map(|mention| mention.range)
}
