//! An object of a case: a YAML text in a string of the suite.
//!
//! Mirrors `newUnstructuredFrom` of openshift/api (tests/generator.go): the first document counts, and the object is
//! given `generateName` and the namespace `default`. Must not know CRDs.

use crdls_text::TextRange;
use crdls_values::json::Reader;
use crdls_values::{Json, JsonValue};
use crdls_yaml::{Node, Tree, strict};

use crate::runner::Runner;

/// The prefix of names that the server makes.
const GENERATE_NAME: &str = "test-";
/// The name that the server makes here: five characters of those that it chooses from.
const GENERATED: &str = "test-crdls";
const NAMESPACE: &str = "default";
/// The key of an example with the text of its error; the server does not get it.
pub(crate) const ERROR: &str = "_err";

/// An object as a case sends it.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The bytes of the value in the suite.
    pub range: TextRange,
    /// The object, with what is given to it; ranges are those of the decoded text.
    pub object: Json,
}

/// Why a text is no object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoObject {
    /// Where in the text.
    pub offset: u32,
    /// A sentence without a final stop.
    pub why: String,
}

impl Manifest {
    /// Reads a text; `range` is where it is in the suite.
    pub fn read(text: &str, range: TextRange, runner: Runner) -> Result<Self, NoObject> {
        let fails = |offset, why: String| Err(NoObject { offset, why });
        let tree = Tree::parse(text);
        let documents = tree.documents().iter();
        let first = documents.filter_map(|document| Some((document, tree.root(text, document)?))).next();
        let Some((document, root)) = first else { return fails(0, "it is empty".to_owned()) };
        if let Err(refusal) = strict::check(document.range.of(text)) {
            let broken = tree.errors_in(document).next().map(|error| error.range.start);
            return fails(broken.unwrap_or(document.range.start + refusal.offset), refusal.message);
        }
        if !root.kind().is_map() {
            return fails(root.range().start, "it is not an object".to_owned());
        }
        let mut object = Reader::default().read(root);
        let is_text = |value: &Json| value.as_str().is_some_and(|text| !text.is_empty());
        if !object.get("kind").is_some_and(is_text) {
            return fails(root.range().start, "it has no `kind`".to_owned());
        }
        if let Some(metadata) = object.get_mut("metadata").filter(|_| runner == Runner::Hypershift) {
            metadata.remove("name");
        }
        complete(&mut object);
        Ok(Self { range, object })
    }

    /// An object that was made, as a suite sends it.
    pub(crate) fn made(mut object: Json) -> Self {
        complete(&mut object);
        Self { range: TextRange::empty(0), object }
    }

    /// An object of a file, as it is.
    pub(crate) fn of_example(root: Node<'_>) -> Self {
        let mut object = Reader::default().read(root);
        object.remove(ERROR);
        Self { range: root.range(), object }
    }

    /// The name that the object has or is given.
    pub fn name(&self) -> &str {
        name(&self.object)
    }
}

/// The `metadata.name` of an object; empty where it has none.
pub fn name(object: &Json) -> &str {
    object
        .get("metadata")
        .and_then(|metadata| metadata.get("name"))
        .and_then(Json::as_str)
        .unwrap_or_default()
}

/// The same object with another name.
pub fn named(object: &Json, name: &str) -> Json {
    let mut object = object.clone();
    if let Some(metadata) = object.get_mut("metadata") {
        metadata.set("name", |_| string(name));
    }
    object
}

fn complete(object: &mut Json) {
    if !object.get("metadata").is_some_and(|metadata| matches!(metadata.value, JsonValue::Map(_))) {
        object.set("metadata", |range| Json { value: JsonValue::Map(Vec::new()), range });
    }
    let is_named = !name(object).is_empty();
    let Some(metadata) = object.get_mut("metadata") else { return };
    metadata.set("generateName", |_| string(GENERATE_NAME));
    metadata.set("namespace", |_| string(NAMESPACE));
    if !is_named {
        metadata.set("name", |_| string(GENERATED));
    }
}

fn string(text: &str) -> Json {
    Json::unplaced(JsonValue::Str(text.into()))
}
