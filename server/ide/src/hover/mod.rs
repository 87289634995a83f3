//! An explanation of what is under the cursor, a screen long at most.

mod node;
mod rule;
mod version;

use crdls_manifest::model::Crd;
use crdls_manifest::objects::DocumentObject;
use crdls_report::Config;
use crdls_yaml::cursor::around;

use crate::instance::pointer::JsonPatch;
use crate::manifest_help::field;
use crate::manifest_position::Shape;
use crate::navigation::names;
use crate::nested::InnerObject;
use crate::place::ManifestPlace;
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
        .or_else(|| expression::hover(file, at, config).filter(is_here))
        .or_else(|| instance::hover(file, at, context, config))
        .or_else(|| in_manifest(file, &file.object_at(at)?, at, config).filter(is_here))
        .or_else(|| names::hover(file, at, context))?;
    Some(Hover { markdown: first_rows(&found.markdown, SCREEN).into_owned(), ..found })
}

/// Explains what is at an offset of the manifest of a CRD or of a ConversionReview: what is written there, then the field in
/// general.
fn in_manifest(file: &File, object: &DocumentObject<'_>, offset: u32, config: &Config) -> Option<Hover> {
    let around = around(object.node, offset);
    let in_general = field(&around, Shape::of_object(object)?, offset, config);
    let Some(place) = ManifestPlace::of(&around, offset) else { return in_general };
    let decoded = file.decoded(object.node, config)?;
    let crd = Crd::new(&decoded.object);
    let schema = |version| crd.versions().nth(version)?.schema();
    let (range, markdown) = match place {
        ManifestPlace::Version { number, name } => (name.range(), version::page(crd, number)),
        ManifestPlace::Schema { key, schema: (version, steps), nested: false } => {
            (key.range(), schema(version).and_then(|root| node::page(root, &steps, config)))
        }
        ManifestPlace::Rules { entry, schema: found } => {
            let correlated = found.and_then(|(version, steps)| node::correlation(schema(version)?, &steps));
            (entry.key.range(), rule::page(file, entry, correlated, config))
        }
        ManifestPlace::Schema { .. }
        | ManifestPlace::Property { .. }
        | ManifestPlace::Path { .. }
        | ManifestPlace::Expression { .. } => return in_general,
    };
    let Some(markdown) = markdown else { return in_general };
    let general = in_general.filter(|general| general.range == range);
    let general = general.map(|general| format!("\n\n---\n\n{}", general.markdown)).unwrap_or_default();
    Some(Hover { range, markdown: markdown + &general })
}
