//! The kinds of objects that are CRDs or stand for one: how each is recognized, which fields it has, and the CRD that it
//! stands for.
//!
//! Another one is a module and a row: navigation, findings, samples and differences have it from here. Must not know
//! what is checked in a CRD.

mod v1beta1;

use std::sync::LazyLock;

use crdls_yaml::Node;
use memchr::memmem::Finder;

use crate::decode::{Decoded, decode};
use crate::fields::{CUSTOM_RESOURCE_DEFINITION, TypeDef};
use crate::model::Object;
use crdls_report::{Config, Path, Unit};

/// A kind of objects that are CRDs, or stand for one.
#[derive(Debug)]
pub struct CrdKind {
    /// The `kind`. A text without this word has no such object.
    pub kind: &'static str,
    /// The `apiVersion` up to its version.
    pub group: &'static str,
    /// The version; `None` for each version of the group that no row before it has, and while the `apiVersion` is
    /// being typed.
    version: Option<&'static str>,
    /// Whether clusters take it. If not, it is read for its schemas alone.
    pub is_served: bool,
    /// The fields of its manifest.
    pub ty: &'static TypeDef,
    /// Adds to the decoded manifest what the CRD has that it stands for; `None` where the manifest is the CRD.
    complete: Option<fn(&mut Object, Node<'_>, &Config)>,
}

/// The CRDs of `apiextensions.k8s.io/v1`, or of a version that is being typed.
pub static V1: CrdKind = CrdKind {
    kind: "CustomResourceDefinition",
    group: "apiextensions.k8s.io/",
    version: None,
    is_served: true,
    ty: &CUSTOM_RESOURCE_DEFINITION,
    complete: None,
};

/// The rows, in their order: the first that recognizes an object counts.
static CRD_KINDS: &[&CrdKind] = &[&v1beta1::V1BETA1, &V1];

impl CrdKind {
    /// The kind of an object by its `apiVersion` and `kind`; one that is not written yet is ignored.
    pub(crate) fn of(api_version: Option<&str>, kind: Option<&str>) -> Option<&'static Self> {
        let is_it = |row: &&&Self| match api_version {
            Some(text) => {
                let version = text.strip_prefix(row.group);
                version.is_some_and(|version| row.version.is_none_or(|its| its == version))
                    && kind.is_none_or(|kind| kind == row.kind)
            }
            None => row.version.is_none() && kind == Some(row.kind),
        };
        CRD_KINDS.iter().find(is_it).copied()
    }

    /// The CRD that an object of this kind is, or stands for.
    pub fn decode<'u>(&self, object: impl Into<Unit<'u>>, config: &Config) -> Decoded {
        let object = object.into();
        let mut decoded = decode(object, self.ty, &Path::EMPTY, config);
        if let (Some(complete), Unit::Written(root)) = (self.complete, object) {
            complete(&mut decoded.object, root, config);
        }
        decoded
    }

    /// Whether the decoded manifest is the CRD, so that it can be updated incrementally.
    pub const fn is_itself(&self) -> bool {
        self.complete.is_none()
    }
}

impl PartialEq for CrdKind {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for CrdKind {}

/// The words of which a text that has a CRD, or an object that stands for one, has at least one.
pub fn crd_words() -> impl Iterator<Item = &'static str> {
    let mut before = "";
    CRD_KINDS.iter().map(|row| row.kind).filter(move |word| std::mem::replace(&mut before, word) != *word)
}

/// Whether a text can have a CRD in it, or an object that stands for one. Most cannot, and need not be parsed for one.
pub fn mentions_crds(text: &[u8]) -> bool {
    static WORDS: LazyLock<Vec<Finder<'static>>> = LazyLock::new(|| crd_words().map(Finder::new).collect());
    WORDS.iter().any(|word| word.find(text).is_some())
}

/// The same of a text whose CRD may have no `kind` yet.
pub fn may_mention_crds(text: &str) -> bool {
    mentions_crds(text.as_bytes()) || CRD_KINDS.iter().any(|row| text.contains(row.group))
}
