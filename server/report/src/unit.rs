//! An object under analysis: its value, and where that is written.

use crdls_text::TextRange;
use crdls_values::Json;
use crdls_values::json::Reader;
use crdls_yaml::{Node, Scalar};

/// An object under analysis, from a text or made by crdls.
#[derive(Clone, Copy, Debug)]
pub enum Unit<'u> {
    /// The object is written in a text.
    Written(Node<'u>),
    /// crdls made it, as the server's decoder would hold it: it is written nowhere, and ranges of it mean nothing.
    Made(&'u Json),
}

impl Unit<'_> {
    /// The object as kubectl sends it.
    pub fn value(self) -> Json {
        match self {
            Self::Written(node) => Reader::default().read(node),
            Self::Made(object) => object.clone(),
        }
    }

    /// The member of that name, as it is written; `None` where it is none of a map.
    pub fn get(self, name: &str) -> Option<Self> {
        match self {
            Self::Written(node) => node.get(name).map(|entry| Self::Written(entry.value)),
            Self::Made(object) => object.get(name).map(Self::Made),
        }
    }

    /// The text of the member of that name; `None` where it is no string.
    pub fn string(self, name: &str) -> Option<String> {
        match self {
            Self::Written(node) => match node.get(name)?.value.resolved()?.scalar()? {
                Scalar::Str(text) => Some(text.into_owned()),
                _ => None,
            },
            Self::Made(object) => object.get(name)?.as_str().map(str::to_owned),
        }
    }

    /// The bytes of its text; empty where it is written nowhere.
    pub fn range(self) -> TextRange {
        match self {
            Self::Written(node) => node.range(),
            Self::Made(object) => object.range,
        }
    }
}

impl<'u> From<Node<'u>> for Unit<'u> {
    fn from(node: Node<'u>) -> Self {
        Self::Written(node)
    }
}

impl<'u> From<&'u Json> for Unit<'u> {
    fn from(object: &'u Json) -> Self {
        Self::Made(object)
    }
}
