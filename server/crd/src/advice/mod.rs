//! Advice of our own: what the server accepts and the author will regret.
//!
//! One file a rule. Advice is a warning, an information or a hint, never counts as the server's, and
//! can be switched off. It sees what the server's checks see and the text besides; it must stay silent
//! where a maintainer would shrug.

use crdls_yaml::{Document, Node};

use crate::decode::Dropped;
use crate::document::Source;
use crate::model::Crd;
use crate::{Config, Finding};

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

/// A rule of advice.
type Advise = fn(&Input<'_>) -> Vec<Finding>;

/// All advice, in the order of the files' names.
const ALL: &[Advise] = &[];

/// All advice on a CRD.
pub(crate) fn check(input: &Input<'_>) -> Vec<Finding> {
    ALL.iter().flat_map(|advise| advise(input)).collect()
}
