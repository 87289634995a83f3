//! An explanation of what is under the cursor, a screen long at most.

mod node;
mod rule;
mod version;

use crdls_schema::Config;
use crdls_schema::objects::{DocumentObject, Kind};

use crate::instance::pointer::JsonPatch;
use crate::manifest_help::below;
use crate::manifest_position::Shape;
use crate::navigation::names;
use crate::nested::InnerObject;
use crate::screen::{SCREEN, first_rows};
use crate::{File, FileContext, Hover, anchors, expression, instance};

/// Explains what is at an offset of a CRD, of a ConversionReview, of a test suite or, where the context has its CRD, of a
/// custom resource, also of one inside of a review, a suite or a patch; nothing where there is nothing to explain.
pub fn hover(file: &File, offset: u32, context: FileContext<'_>, config: &Config) -> Option<Hover> {
    let at = file.boundary(offset);
    if let Some(inner) = InnerObject::at(file, at) {
        let found = in_file(inner.file(), inner.offset(at), context, config)
            .or_else(|| instance::pointer::hover(&JsonPatch::of_string(&inner), inner.offset(at), context));
        return found.map(|found| inner.hover(found));
    }
    if instance::is_in_suite(file, at) {
        return instance::suite_hover(file, at).or_else(|| names::hover(file, at, context));
    }
    let in_patch = || instance::pointer::hover(&JsonPatch::of_file(file, context)?, at, context);
    in_file(file, offset, context, config).or_else(in_patch)
}

/// The same of a file that is no test suite.
fn in_file(file: &File, offset: u32, context: FileContext<'_>, config: &Config) -> Option<Hover> {
    let at = file.boundary(offset);
    // What only touches the character that an offset is inside of is not there. Fields of custom resources are
    // explained at their values too, and marked by their keys.
    let is_here = |found: &Hover| found.range.touches(offset);
    let found = anchors::hover(file, at)
        .filter(is_here)
        .or_else(|| in_crd(file, at, config).filter(is_here))
        .or_else(|| instance::hover(file, at, context, config))
        .or_else(|| in_review(file, at, config).filter(is_here))
        .or_else(|| names::hover(file, at, context))?;
    Some(Hover { markdown: first_rows(&found.markdown, SCREEN).into_owned(), ..found })
}

/// Explains a field of a ConversionReview.
fn in_review(file: &File, offset: u32, config: &Config) -> Option<Hover> {
    let review = file.object_at(offset).filter(|object| object.kind == Kind::Review)?;
    below(review.node, Shape::of_object(&review)?, offset, config)
}

fn in_crd(file: &File, offset: u32, config: &Config) -> Option<Hover> {
    if let Some(found) = expression::hover(file, offset, config) {
        return Some(found);
    }
    let crd = file.object_at(offset).filter(DocumentObject::is_crd)?;
    let in_general = below(crd.node, Shape::of_object(&crd)?, offset, config);
    let here = version::hover(file, offset, config)
        .or_else(|| node::hover(file, offset, config))
        .or_else(|| rule::hover(file, offset, config));
    match (here, in_general) {
        (Some(here), Some(general)) if here.range == general.range => {
            Some(Hover { markdown: format!("{}\n\n---\n\n{}", here.markdown, general.markdown), ..here })
        }
        (here, general) => here.or(general),
    }
}
