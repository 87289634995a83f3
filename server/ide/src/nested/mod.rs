//! The objects of a file, also those that other documents hold: in ConversionReviews, in the strings of test suites and in
//! the patches of kustomizations.
//!
//! An object in a string is in a text of its own. Its [`Origin`] leads from there to the file.

mod inner;

use crdls_check::{PatchEntry, patch_entries};
use crdls_conversion::review_objects;
use crdls_manifest::objects::{DocumentObject, Kind};
use crdls_text::{Edit, TextRange};

use crate::File;
pub(crate) use inner::InnerObject;

/// Where the text of an object is written.
#[derive(Clone, Copy)]
pub(crate) enum Origin<'o> {
    /// It is the file itself.
    File,
    /// It is in a string of the file.
    String(&'o InnerObject<'o>),
}

impl Origin<'_> {
    /// Where a range of the object's text is in the file.
    pub(crate) fn range(self, range: TextRange) -> TextRange {
        match self {
            Self::File => range,
            Self::String(inner) => inner.range(range),
        }
    }

    /// The edit of the file for one of the object's text; `None` where a string cannot hold it.
    pub(crate) fn edit(self, edit: Edit) -> Option<Edit> {
        match self {
            Self::File => Some(edit),
            Self::String(inner) => inner.edit(&edit),
        }
    }
}

/// Visits the objects of a file, in the order of the text, each with where its text is written: an object that holds others
/// comes before them.
pub(crate) fn each_object(file: &File, visit: &mut dyn FnMut(&DocumentObject<'_>, Origin<'_>)) {
    for (_, object) in file.objects() {
        visit(&object, Origin::File);
        if object.kind == Kind::Review {
            let inside = review_objects(object.node).map(DocumentObject::of);
            inside.for_each(|object| visit(&object, Origin::File));
        }
    }
    for inner in InnerObject::all(file) {
        let objects = inner.file().objects();
        objects.for_each(|(_, object)| visit(&object, Origin::String(&inner)));
    }
}

/// Visits the patches that the kustomizations of a file have in strings.
pub(crate) fn patches(file: &File, visit: &mut dyn FnMut(&PatchEntry<'_>, &InnerObject<'_>)) {
    for patch in patches_of(file) {
        if let Some((node, _)) = patch.inline {
            visit(&patch, &InnerObject::of(node));
        }
    }
}

/// The patches of the kustomizations of a file.
fn patches_of(file: &File) -> impl Iterator<Item = PatchEntry<'_>> {
    let objects = file.objects().filter(|(_, object)| object.kind == Kind::Kustomization);
    objects.flat_map(|(_, object)| patch_entries(object.node))
}

/// Asks about an offset of a file: in the text of the object in a string that it is in, otherwise in the file.
pub(crate) fn at<R>(file: &File, offset: u32, ask: impl FnOnce(&File, u32, Origin<'_>) -> R) -> R {
    match InnerObject::at(file, offset) {
        Some(inner) => ask(inner.file(), inner.offset(offset), Origin::String(&inner)),
        None => ask(file, offset, Origin::File),
    }
}
