//! Where one gets from a place of the text, and where else what is written there is meant.
//!
//! One notion carries the features: a [`mention`] of a property, found by one walk over a version, which looks either
//! for what is at an offset or for all that means one property. Knows the tree; an expression is decoded and typed
//! only where it may have part in the answer. Folds, selections and links follow from the shape of the text alone.
//! Must not know the protocol or files.
//!
//! Each version is a separate type, so a rename stays in its version. Variables of macros belong to one
//! expression, which answers for them (`expression/locals`). `names` knows by the kind of an object where it
//! names CRDs: custom resources, test suites, rules of webhooks and roles. `nested` visits the objects of a file,
//! also those in strings of suites and in ConversionReviews; the `Origin` of an object maps its text to the file.
//! A rename is allowed only if it causes no new API-server error.

mod definition;
mod expected_errors;
mod folding;
mod json_path;
mod linked;
mod links;
mod local;
mod meaning;
mod mention;
mod named;
pub(crate) mod names;
mod pointers;
mod references;
mod rename;
mod rename_names;
mod selection;
mod walk;

pub use definition::{definition, type_definition};
pub use folding::{Fold, folds};
pub use linked::linked_names;
pub use links::{Link, links, named_files};
pub use meaning::{kind_at, meaning};
pub use named::{NamedSymbol, named_symbols};
pub use references::{Reference, highlights, instance_references, references, variable_references};
pub use rename::{Renamable, Renaming, renamable, rename, rename_instances};
pub use rename_names::{RenameTarget, rename_target};
pub use selection::selection;
