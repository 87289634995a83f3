//! Advice of our own: what the server accepts and the author will regret.
//!
//! One file a rule. Advice is a warning, an information or a hint, never counts as the server's, and
//! can be switched off. It sees what the server's checks see and the text besides; it must stay silent
//! where a maintainer would shrug.

mod ca_bundle_without_certificate;
mod claimed_name;
mod column_leads_nowhere;
mod column_of_another_type;
mod constant_rule;
mod copied_from_cluster;
mod dropped_field;
mod enum_of_another_type;
mod impossible_bounds;
mod leads;
mod lossy_conversion;
mod lost_text;
mod message_repeats_rule;
mod missing_label_selector_path;
mod missing_list_type;
mod missing_message;
mod old_storage_version;
mod required_without_property;
mod rule_repeats_schema;
mod rules;
mod scale_leads_nowhere;
mod scale_of_another_type;
mod schemas;
mod separator_in_text;
mod status_without_schema;
mod status_without_subresource;
mod too_large;
mod truth;
mod unenforced_format;
mod unserved_storage_version;
mod unused_message;
mod versions;
mod written;
mod yaml_boolean;
mod yaml_boolean_key;
mod yaml_number;

use std::collections::BTreeMap;

use crdls_yaml::{Document, Node, Tree};

use crdls_schema::decode::Dropped;
use crdls_schema::model::Crd;
use crdls_schema::{Config, Finding, Related};

pub use ca_bundle_without_certificate::CA_BUNDLE_WITHOUT_CERTIFICATE;
pub use claimed_name::{CLAIMED_NAME, Wanted, claimed, wanted};
pub use column_leads_nowhere::COLUMN_LEADS_NOWHERE;
pub use column_of_another_type::COLUMN_OF_ANOTHER_TYPE;
pub use constant_rule::CONSTANT_RULE;
pub use copied_from_cluster::COPIED_FROM_CLUSTER;
pub use dropped_field::DROPPED_FIELD;
pub use enum_of_another_type::ENUM_OF_ANOTHER_TYPE;
pub use impossible_bounds::IMPOSSIBLE_BOUNDS;
pub use lossy_conversion::LOSSY_CONVERSION;
pub use lost_text::LOST_TEXT;
pub use message_repeats_rule::MESSAGE_REPEATS_RULE;
pub use missing_label_selector_path::MISSING_LABEL_SELECTOR_PATH;
pub use missing_list_type::MISSING_LIST_TYPE;
pub use missing_message::MISSING_MESSAGE;
pub use old_storage_version::OLD_STORAGE_VERSION;
pub use required_without_property::REQUIRED_WITHOUT_PROPERTY;
pub use rule_repeats_schema::RULE_REPEATS_SCHEMA;
pub use scale_leads_nowhere::SCALE_LEADS_NOWHERE;
pub use scale_of_another_type::SCALE_OF_ANOTHER_TYPE;
pub use separator_in_text::SEPARATOR_IN_TEXT;
pub use status_without_schema::STATUS_WITHOUT_SCHEMA;
pub use status_without_subresource::STATUS_WITHOUT_SUBRESOURCE;
pub use too_large::TOO_LARGE;
pub use unenforced_format::UNENFORCED_FORMAT;
pub use unserved_storage_version::UNSERVED_STORAGE_VERSION;
pub use unused_message::UNUSED_MESSAGE;
pub use yaml_boolean::YAML_BOOLEAN;
pub use yaml_boolean_key::YAML_BOOLEAN_KEY;
pub use yaml_number::YAML_NUMBER;

/// What advice is given on: a CRD that kubectl can read.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    pub crd: Crd<'a>,
    pub root: Node<'a>,
    /// Unknown fields that the server drops without a word.
    pub dropped: &'a [Dropped],
    /// How many bytes it has as JSON.
    pub json_size: usize,
    pub text: &'a str,
    pub tree: &'a Tree,
    /// The file is a patch: what is not in it is elsewhere.
    pub patch: bool,
    pub document: &'a Document,
    pub config: &'a Config,
}

impl Input<'_> {
    /// Whether the object is all of its document, and no item of a list.
    fn is_whole_document(&self) -> bool {
        self.tree.root(self.text, self.document) == Some(self.root)
    }
}

/// A rule of advice.
type Advise = fn(&Input<'_>) -> Vec<Finding>;

/// All advice, in the order of the files' names; that on schemas, and on how YAML reads
/// what is written, is gathered in a walk each.
const ALL: &[Advise] = &[
    ca_bundle_without_certificate::find,
    column_leads_nowhere::find,
    column_of_another_type::find,
    copied_from_cluster::find,
    dropped_field::find,
    lossy_conversion::find,
    lost_text::find,
    missing_label_selector_path::find,
    old_storage_version::find,
    scale_leads_nowhere::find,
    scale_of_another_type::find,
    schemas::find,
    separator_in_text::find,
    status_without_schema::find,
    status_without_subresource::find,
    too_large::find,
    unserved_storage_version::find,
    written::find,
];

/// All advice on a CRD.
pub fn check(input: &Input<'_>) -> Vec<Finding> {
    said_once(ALL.iter().flat_map(|advise| advise(input)).collect())
}

/// What is the same in several versions is said at the first, with the others linked; a fix mends all.
fn said_once(all: Vec<Finding>) -> Vec<Finding> {
    let mut first: Vec<Finding> = Vec::with_capacity(all.len());
    let mut places = BTreeMap::new();
    for finding in all {
        let Some(path) = finding.path.version().map(|(_, steps)| steps.to_vec()) else {
            first.push(finding);
            continue;
        };
        let place = *places.entry((finding.code.name, path, finding.message.clone())).or_insert(first.len());
        match first.get_mut(place) {
            Some(before) => join(before, finding),
            None => first.push(finding),
        }
    }
    first
}

/// Links a finding to an equal one in an earlier version; through an alias it may be the same text.
fn join(before: &mut Finding, finding: Finding) {
    if before.range == finding.range || before.related.iter().any(|related| related.range == finding.range) {
        return;
    }
    let message = "the same in this version".to_owned();
    before.related.push(Related { file: None, range: finding.range, message });
    for (fix, other) in before.fixes.iter_mut().zip(finding.fixes) {
        fix.edits.extend(other.edits);
    }
}
