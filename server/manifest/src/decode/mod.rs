//! From the tree to the model, as kubectl and kube-apiserver decode a manifest.
//!
//! Mirrors sigs.k8s.io/json (`UnmarshalStrict`), the custom
//! `UnmarshalJSON`s of k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/v1/marshal.go) and
//! of metav1.Time, on the JSON that kubectl makes of YAML. Knows the tables of fields; must not know what
//! the server validates afterwards.

mod cache;
mod context;
mod made;
mod messages;
pub(crate) mod problems;
mod ranges;
mod sizes;
mod suggestion;
mod time;
mod unions;
pub(crate) mod unknown;
mod update;
mod walk;

use crdls_text::TextRange;
use crdls_yaml::Tree;

use crate::fields::TypeDef;
use crate::model::Object;
use crdls_report::{Config, Finding, Path, Unit};

pub use cache::{DecodeCache, ObjectKey};
pub use problems::WRONG_TYPE;
pub use suggestion::FieldSuggestion;
pub use time::problem as time_problem;
pub use unknown::UNKNOWN_FIELD;

/// What became of a manifest.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The decoded manifest; without fields where it is no mapping.
    pub object: Object,
    /// Unknown fields and values of a wrong type, in the order in which the server meets them.
    pub findings: Vec<Finding>,
    /// Unknown fields that the server drops without a word.
    pub dropped: Vec<Dropped>,
    /// Whether in some mapping one key hides another.
    pub hides_keys: bool,
    /// How many bytes the manifest has as JSON; `None` after an edit where not all advice is given, which alone needs it.
    pub json_size: Option<usize>,
}

impl Decoded {
    /// The result of decoding no text.
    pub fn nothing(object: Object) -> Self {
        Self { object, findings: Vec::new(), dropped: Vec::new(), hides_keys: false, json_size: Some(0) }
    }
}

/// An unknown field where the server does not look for any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The key, decoded.
    pub name: String,
    /// Where the key is written, in bytes of the document's text.
    pub key: TextRange,
    /// The type that has no such field.
    pub ty: &'static TypeDef,
    /// The field that was probably meant.
    pub suggestion: Option<FieldSuggestion>,
    /// The place in the manifest as written.
    pub path: crdls_report::FieldPath,
}

/// Decodes an object as a type. `at` is where it stands in the document: empty but for items of lists. Of an object that
/// crdls made, ranges are those of its values.
pub fn decode<'u>(
    unit: impl Into<Unit<'u>>,
    ty: &'static TypeDef,
    at: &Path<'_>,
    config: &Config,
) -> Decoded {
    let decoder = walk::Decoder::new(at, config);
    let object = match unit.into() {
        Unit::Written(root) => return decoder.decode(root, ty, at),
        Unit::Made(object) => object,
    };
    let made = made::Printed::of(object);
    let tree = Tree::parse(&made.text);
    match tree.first_root(&made.text) {
        Some(root) => made.placed(decoder.decode(root, ty, at)),
        None => Decoded::nothing(Object::empty(ty, object.range)),
    }
}

#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod tests;
