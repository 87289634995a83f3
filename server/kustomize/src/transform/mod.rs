//! The transformers of one kustomization, in kustomize's order (`configureBuiltinTransformers`).

mod external;
mod images;
mod labels;
mod names;
mod patches;
pub(crate) mod references;
mod replacements;
pub(crate) mod vars;

pub(crate) use patches::repeated;

use crate::accumulated::Accumulated;
use crate::session::{Loaded, Session};

/// Runs all transformers.
pub(crate) fn all(session: &mut Session<'_>, loaded: &Loaded, into: &mut Accumulated, chain: &[String]) {
    let config = into.config();
    patches::strategic_merges(session, loaded, into);
    patches::patches(session, loaded, into);
    names::namespace(loaded, &config.namespace, &names::Namespacing::default(), into);
    names::prefix(loaded, &config.name_prefix, into);
    names::suffix(loaded, &config.name_suffix, into);
    labels::labels(loaded, into);
    labels::annotations(loaded, &config.common_annotations, into);
    patches::json_patches(session, loaded, into);
    images::replicas(loaded, &config.replicas, into);
    images::images(loaded, &config.images, into);
    replacements::all(session, loaded, into);
    external::all(session, loaded, into, chain);
}
