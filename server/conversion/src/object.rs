//! A converted object and the object that it stands for.
//!
//! Mirrors `getRawExtensionObject`, the comparisons of `Convert` and `validateConvertedObject` of
//! k8s.io/apiextensions-apiserver (pkg/apiserver/conversion/webhook_converter.go), and
//! `unstructuredJSONScheme.Decode` of k8s.io/apimachinery (pkg/apis/meta/v1/unstructured/helpers.go).

use crdls_report::in_backticks;
use crdls_values::json::Raw;
use crdls_values::{Json, JsonValue};

use crate::message::{Refused, Step};
use crate::metadata;
use crate::review::ReviewObject;
use crate::type_name::{GroupVersion, TypeName};

/// A converted object with what it is compared with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'p> {
    /// In `convertedObjects`.
    pub index: usize,
    /// `None` where the request is not known.
    pub original: Option<ReviewObject<'p>>,
    pub converted: ReviewObject<'p>,
    /// All objects of the request.
    pub originals: &'p [ReviewObject<'p>],
    /// The version asked for; `None` where that is not known.
    pub desired: Option<&'p GroupVersion>,
}

/// What must be as before: the name in `metadata`, and as the server calls it.
const IDENTITY: [(&str, &str); 3] = [("name", "name"), ("namespace", "namespace"), ("uid", "UID")];
/// Longer objects are cut where the server quotes them.
const LONGEST: usize = 4_000;

impl Pair<'_> {
    /// The server's first error on the object; `None` where it takes the object.
    pub(crate) fn refused(&self) -> Option<Refused> {
        self.undecodable()
            .or_else(|| self.other_type())
            .or_else(|| self.other_identity())
            .or_else(|| metadata::refused(self.original.map(|original| original.value), &self.converted))
    }

    fn undecodable(&self) -> Option<Refused> {
        let (value, subject) = (self.converted.value, self.subject());
        let refused = |range, path: &[&str], message, words| {
            Some(Refused::new(Step::Decode, range, path, message, words))
        };
        if value.is_null() {
            let words = "unexpected end of JSON input".to_owned();
            return refused(value.range, &[], format!("{subject} must be an object, got null"), words);
        }
        if !matches!(value.value, JsonValue::Map(_)) {
            let go = Raw::of(self.converted.node).go();
            let words =
                format!("json: cannot unmarshal {go} into Go value of type map[string]interface {{}}");
            return refused(
                value.range,
                &[],
                format!("{subject} must be an object, got {}", named(go)),
                words,
            );
        }
        if !TypeName::of(value).kind.is_empty() {
            return None;
        }
        let text = self.converted.text();
        let cut = text.char_indices().nth(LONGEST).and_then(|(end, _)| text.get(..end));
        let words = match cut {
            Some(beginning) => format!("Object 'Kind' is missing in '{beginning}…'"),
            None => format!("Object 'Kind' is missing in '{text}'"),
        };
        let api_version = value.get("apiVersion").and_then(Json::as_str).unwrap_or_default();
        match GroupVersion::parse(api_version) {
            None => {
                let message = format!(
                    "`apiVersion` of {subject} must be `GROUP/VERSION`, got {}",
                    in_backticks(api_version)
                );
                refused(self.converted.range_of("apiVersion"), &["apiVersion"], message, words)
            }
            Some(_) => refused(self.converted.head(), &["kind"], format!("{subject} has no `kind`"), words),
        }
    }

    fn other_type(&self) -> Option<Refused> {
        let found = TypeName::of(self.converted.value);
        let refused = |key: &str, message, words| {
            Refused::new(Step::Type, self.converted.range_of(key), &[key], message, words)
        };
        let expected = self.desired?;
        if *expected != found.version {
            let words = format!("invalid groupVersion (expected {expected}, received {})", found.version);
            let got = crdls_report::got(&found.version.to_string());
            let message = format!("`apiVersion` of {} must be `{expected}`{got}", self.subject());
            return Some(
                refused("apiVersion", message, words)
                    .help("write `request.desiredAPIVersion` to `apiVersion` of each converted object"),
            );
        }
        let original = TypeName::of(self.original?.value).kind;
        (original != found.kind).then(|| {
            let words = format!("invalid kind (expected {original}, received {})", found.kind);
            let message = format!(
                "`kind` of {} must be `{original}`, got {}",
                self.subject(),
                in_backticks(&found.kind)
            );
            refused("kind", message, words)
        })
    }

    fn other_identity(&self) -> Option<Refused> {
        let (original, converted) = (self.original?.value, self.converted.value);
        let (key, server) = IDENTITY
            .into_iter()
            .find(|(key, _)| in_metadata(original, key) != in_metadata(converted, key))?;
        let (expected, found) = (in_metadata(original, key), in_metadata(converted, key));
        let words = format!("must have the same {server}: {expected} != {found}");
        let metadata = converted.get("metadata");
        let range = metadata.and_then(|metadata| {
            metadata.get(key).or(Some(metadata)).filter(|value| value.get("name").is_none())
        });
        let range = range.map_or_else(|| self.converted.head(), |value| value.range);
        let message = match self.moved() {
            Some(other) => {
                format!("{} is at index {other} of the request: the order must be the same", self.subject())
            }
            None if expected.is_empty() => {
                format!("`metadata.{key}` of {} must not be set, got {}", self.subject(), in_backticks(found))
            }
            None => format!(
                "`metadata.{key}` of {} must be {}{}",
                self.subject(),
                in_backticks(expected),
                crdls_report::got(found)
            ),
        };
        Some(Refused::new(Step::Identity, range, &["metadata", key], message, words))
    }

    /// The index in the request of the object that is meant, where the order differs.
    fn moved(&self) -> Option<usize> {
        let is_same = |original: &ReviewObject<'_>| {
            IDENTITY
                .iter()
                .all(|(key, _)| in_metadata(original.value, key) == in_metadata(self.converted.value, key))
        };
        self.originals.iter().position(is_same).filter(|at| *at != self.index)
    }

    /// How sentences name the object.
    fn subject(&self) -> String {
        format!("`response.convertedObjects[{}]`", self.index)
    }
}

/// A text of an object's metadata; empty where there is none.
fn in_metadata<'j>(object: &'j Json, key: &str) -> &'j str {
    object.get("metadata").and_then(|metadata| metadata.get(key)?.as_str()).unwrap_or_default()
}

fn named(go: &str) -> &str {
    match go {
        "bool" => "a boolean",
        "number" => "a number",
        "string" => "a string",
        "array" => "a list",
        other => other,
    }
}
