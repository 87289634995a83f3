//! Advice of our own: what the server accepts and the author will regret.
//!
//! One file a rule. Advice is a warning, an information or a hint, never counts as the server's, and
//! can be switched off. It sees what the server's checks see and the text besides; it must stay silent
//! where a maintainer would shrug.

mod dropped_field;
mod lost_text;
mod separator_in_text;
mod written;
mod yaml_boolean;
mod yaml_boolean_key;
mod yaml_number;

use crdls_yaml::{Document, Node};

use crate::decode::Dropped;
use crate::document::Source;
use crate::model::Crd;
use crate::{Config, Finding};

pub use dropped_field::DROPPED_FIELD;
pub use lost_text::LOST_TEXT;
pub use separator_in_text::SEPARATOR_IN_TEXT;
pub use yaml_boolean::YAML_BOOLEAN;
pub use yaml_boolean_key::YAML_BOOLEAN_KEY;
pub use yaml_number::YAML_NUMBER;

/// What advice is given on: a CRD that kubectl can read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Input<'a> {
    pub(crate) crd: Crd<'a>,
    pub(crate) root: Node<'a>,
    /// Unknown fields that the server drops without a word.
    pub(crate) dropped: &'a [Dropped],
    pub(crate) source: Source<'a>,
    pub(crate) document: &'a Document,
    pub(crate) config: &'a Config,
}

impl Input<'_> {
    /// Whether the object is all of its document, and no item of a list.
    fn is_whole_document(&self) -> bool {
        self.source.tree.root(self.source.text, self.document) == Some(self.root)
    }
}

/// A rule of advice.
type Advise = fn(&Input<'_>) -> Vec<Finding>;

/// All advice, in the order of the files' names.
const ALL: &[Advise] = &[
    dropped_field::find,
    lost_text::find,
    separator_in_text::find,
    yaml_boolean::find,
    yaml_boolean_key::find,
    yaml_number::find,
];

/// All advice on a CRD.
pub(crate) fn check(input: &Input<'_>) -> Vec<Finding> {
    ALL.iter().flat_map(|advise| advise(input)).collect()
}
