//! The transformers of one kustomization, in kustomize's order (`configureBuiltinTransformers`).

mod external;
mod images;
mod labels;
mod names;
mod patches;
pub(crate) mod references;
mod replacements;
pub(crate) mod vars;

use crate::accumulated::Accumulated;
use crate::decode::Spelled;
use crate::session::{Loaded, Session};

/// Runs all transformers.
pub(crate) fn all(session: &mut Session<'_>, loaded: &Loaded, into: &mut Accumulated) {
    let config = into.config();
    let fields = &loaded.fields;
    let renames = [&fields.namespace, &fields.name_prefix, &fields.name_suffix];
    let renames = renames.into_iter().any(Spelled::is_set);
    into.renames_missing |= renames && into.incomplete;
    let uses_config = renames
        || !fields.labels.is_empty()
        || !fields.common_labels.is_empty()
        || !fields.common_annotations.is_empty()
        || !fields.images.is_empty();
    into.unknown |= uses_config && into.unconfigured;
    patches::strategic_merges(session, loaded, into);
    patches::patches(session, loaded, into);
    names::namespace(&fields.namespace, config.of("namespace"), &names::Namespacing::default(), into);
    names::affix(&fields.name_prefix, true, config.of("namePrefix"), into);
    names::affix(&fields.name_suffix, false, config.of("nameSuffix"), into);
    labels::labels(loaded, into);
    labels::add(&fields.common_annotations, config.of("commonAnnotations"), into);
    patches::json_patches(session, loaded, into);
    images::replicas(&fields.replicas, config.of("replicas"), into);
    images::images(&fields.images, config.of("images"), into);
    replacements::all(session, loaded, into);
    external::all(session, loaded, into);
}
