//! What differs between versions of controller-gen, in one table. Which markers a version reads, and with which
//! arguments, is in the table of the crate `markers`.

use crdls_markers::registry::Version;

/// How a version of controller-gen makes schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Behavior {
    /// Types with `MarshalText` are strings.
    pub text_marshalers: bool,
    /// A description that is cut ends after a sentence, otherwise after a word; before, only after a sentence.
    pub cuts_at_words: bool,
    /// A field whose type is a named basic type has its type and format before markers are applied.
    pub types_of_named: bool,
    /// Required fields are sorted by name.
    pub sorts_required: bool,
    /// An enum of a field replaces none of its type, and is not moved into `allOf`.
    pub keeps_enum: bool,
    /// Rules of `ExactlyOneOf` and the like are sums; before, a list that is filtered.
    pub sums_one_of: bool,
    /// Equal `minProperties` and `maxProperties` of field and type are merged.
    pub merges_properties: bool,
    /// A list map key that is named twice counts once.
    pub distinct_list_map_keys: bool,
    /// Fields of named slices and maps have their type before markers are applied.
    pub types_of_lists: bool,
    /// List types and keys of the field replace those of its type.
    pub replaces_list_types: bool,
    /// `+k8s:required` sets minimums.
    pub required_sets_minimum: bool,
}

impl Behavior {
    pub(crate) fn of(version: Version) -> Self {
        let since = |minor| version.reaches(minor);
        Self {
            text_marshalers: since(17),
            cuts_at_words: since(17),
            types_of_named: since(20),
            sorts_required: since(20),
            keeps_enum: since(21),
            sums_one_of: since(22),
            merges_properties: since(22),
            distinct_list_map_keys: since(22),
            types_of_lists: since(23),
            replaces_list_types: since(23),
            required_sets_minimum: since(23),
        }
    }
}
