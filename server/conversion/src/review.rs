//! A ConversionReview as it is written: its parts, and what the server cannot decode of it.
//!
//! Must not know what the server makes of a response.

use std::borrow::Cow;

use crdls_manifest::decode::{UNKNOWN_FIELD, WRONG_TYPE, decode};
use crdls_manifest::fields::{CONVERSION_REVIEW, Field};
use crdls_manifest::model::{Item, Object, Value};
use crdls_manifest::objects::{GROUP, REVIEW};
use crdls_report::{Config, FieldValidation, Finding, Path};
use crdls_text::TextRange;
use crdls_values::Json;
use crdls_yaml::Node;

use crate::type_name::{GroupVersion, TypeName};

/// The custom resources of a review: of the request, then of the response.
pub fn review_objects(root: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = move |(part, list): &(&str, &str)| Some(root.get(part)?.value.get(list)?.value);
    LISTS.iter().filter_map(list).flat_map(Node::items)
}

/// The parts of a review that have objects, each with the list of these.
const LISTS: [(&str, &str); 2] = [("request", "objects"), ("response", "convertedObjects")];

/// The custom resource of a review that an offset is in or after: of the request, or of the response. `None` where
/// the last key before the offset is not the one of a list of objects, or nothing of that is before it.
pub fn review_object_at(root: Node<'_>, offset: u32) -> Option<Node<'_>> {
    let part = root.entry_before(offset)?;
    let list = part.value.entry_before(offset)?;
    let is_list = LISTS.iter().any(|(outer, inner)| part.is_named(outer) && list.is_named(inner));
    let before = |item: &Node<'_>| item.range().start <= offset;
    list.value.items().filter(|_| is_list).take_while(before).last()
}

/// The versions of ConversionReview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewVersion {
    /// `apiextensions.k8s.io/v1`
    V1,
    /// `apiextensions.k8s.io/v1beta1`
    V1Beta1,
}

impl ReviewVersion {
    /// The version that an `apiVersion` names; `None` for any other.
    pub fn of(api_version: &str) -> Option<Self> {
        [Self::V1, Self::V1Beta1]
            .into_iter()
            .find(|version| api_version.strip_prefix(GROUP).is_some_and(|name| name == version.name()))
    }

    /// The version of a name in `conversionReviewVersions`; `None` for one that the server does not know.
    pub fn named(name: &str) -> Option<Self> {
        [Self::V1, Self::V1Beta1].into_iter().find(|version| version.name() == name)
    }

    /// The name in `conversionReviewVersions`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1 => "v1",
            Self::V1Beta1 => "v1beta1",
        }
    }

    /// The kind of such a review.
    pub(crate) fn type_name(self) -> TypeName {
        let (group, version) = (GROUP.trim_end_matches('/').to_owned(), self.name().to_owned());
        TypeName { version: GroupVersion { group, version }, kind: REVIEW.to_owned() }
    }
}

/// A review, or what stands in its place.
#[derive(Debug)]
pub struct Review<'t> {
    /// The whole document.
    pub(crate) root: Node<'t>,
    object: Object,
    /// Values of a wrong type, in the order in which the server meets them, then unknown fields, which it ignores.
    decoding: Vec<Finding>,
}

/// An object of a review: its value, and where it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReviewObject<'r> {
    pub value: &'r Json,
    pub node: Node<'r>,
}

impl<'t> Review<'t> {
    /// Reads a document.
    pub fn read(root: Node<'t>, config: &Config) -> Self {
        let config = Config { field_validation: FieldValidation::Warn, ..config.clone() };
        let decoded = decode(root, &CONVERSION_REVIEW, &Path::EMPTY, &config);
        Self { root, object: decoded.object, decoding: decoded.findings }
    }

    /// The version of the review; `None` if the server does not know it.
    pub fn version(&self) -> Option<ReviewVersion> {
        ReviewVersion::of(self.object.str(Field::ApiVersion))
    }

    /// The `apiVersion` and `kind` of the review.
    pub(crate) fn header(&self) -> (&str, &str) {
        (self.object.str(Field::ApiVersion), self.object.str(Field::Kind))
    }

    /// Whether there is a request in it.
    pub fn has_request(&self) -> bool {
        self.object.object(Field::Request).is_some()
    }

    /// Whether there is a response in it: the server sends an empty one with each request.
    pub fn has_response(&self) -> bool {
        let is_written = |response: &Object| {
            let result = response.object(Field::Result);
            !response.str(Field::Uid).is_empty()
                || !response.list(Field::ConvertedObjects).is_empty()
                || result.is_some_and(|result| result.has(Field::Status) || result.has(Field::Message))
        };
        self.response().is_some_and(is_written)
    }

    /// `request.uid`; empty where it is not written.
    pub fn request_uid(&self) -> &str {
        self.object.object(Field::Request).map_or("", |request| request.str(Field::Uid))
    }

    /// `request.desiredAPIVersion`; empty where it is not written.
    pub fn desired_api_version(&self) -> &str {
        self.object.object(Field::Request).map_or("", |request| request.str(Field::DesiredAPIVersion))
    }

    /// The objects of the request.
    pub(crate) fn request_objects(&self) -> Vec<ReviewObject<'_>> {
        let request = self.object.object(Field::Request);
        let items = request.map_or(&[][..], |request| request.list(Field::Objects));
        self.objects("request", "objects", items)
    }

    pub(crate) fn response(&self) -> Option<&Object> {
        self.object.object(Field::Response)
    }

    /// `response.convertedObjects`
    pub(crate) fn converted_objects(&self) -> Vec<ReviewObject<'_>> {
        let items = self.response().map_or(&[][..], |response| response.list(Field::ConvertedObjects));
        self.objects("response", "convertedObjects", items)
    }

    fn objects<'r>(&'r self, part: &str, list: &str, items: &'r [Item]) -> Vec<ReviewObject<'r>> {
        let list = self.root.get(part).and_then(|part| part.value.resolved()?.get(list)?.value.resolved());
        let nodes =
            list.into_iter().flat_map(|list| list.items()).map(|node| node.resolved().unwrap_or(node));
        let object = |(item, node): (&'r Item, Node<'r>)| match &item.value {
            Value::Json(value) => Some(ReviewObject { value, node }),
            _ => None,
        };
        items.iter().zip(nodes).filter_map(object).collect()
    }

    /// The value that keys lead to, the key that comes nearest where it is not written.
    pub(crate) fn range_of(&self, keys: &[&str]) -> TextRange {
        let step = |node: Node<'t>, key: &&str| Some(node.get(key)?.value);
        let found = keys.iter().try_fold(self.root, |node, key| step(node.resolved()?, key));
        match (found, keys.split_last()) {
            (Some(node), _) => node.range(),
            (None, Some((_, outer))) if !outer.is_empty() => self.key_range(outer),
            _ => self.start(),
        }
    }

    /// The key that leads to a value, of the value around it where there is none.
    pub(crate) fn key_range(&self, keys: &[&str]) -> TextRange {
        let Some((last, outer)) = keys.split_last() else { return self.start() };
        let around = outer.iter().try_fold(self.root, |node, key| Some(node.resolved()?.get(key)?.value));
        let entry = around.and_then(|node| node.resolved()?.get(last));
        entry.map_or_else(|| self.key_range(outer), |entry| entry.key.range())
    }

    /// The first key of the document, of another document all of it.
    pub(crate) fn start(&self) -> TextRange {
        self.root.entries().next().map_or(self.root.range(), |entry| entry.key.range())
    }

    /// What cannot be decoded. Values of a wrong type that the server tells of have the server's sentence about them.
    pub(crate) fn wrong_types(&self) -> impl Iterator<Item = &Finding> {
        self.decoding.iter().filter(|finding| *finding.code == WRONG_TYPE)
    }

    /// Unknown fields.
    pub(crate) fn unknown_fields(&self) -> impl Iterator<Item = &Finding> {
        self.decoding.iter().filter(|finding| *finding.code == UNKNOWN_FIELD)
    }

    /// Values of a wrong type and unknown fields, as they are reported of a review that is no response.
    pub fn findings(&self) -> Vec<Finding> {
        self.decoding.iter().cloned().map(|finding| Finding { server: None, ..finding }).collect()
    }
}

impl ReviewObject<'_> {
    /// The text of the object, as the server quotes it: as it is written in JSON.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match self.node.source() {
            text if text.starts_with('{') && text.contains('"') => Cow::Borrowed(text),
            _ => Cow::Owned(self.value.to_json()),
        }
    }

    /// The value of a field, or where it is not written what names the object.
    pub(crate) fn range_of(&self, name: &str) -> TextRange {
        self.value.get(name).map_or_else(|| self.head(), |value| value.range)
    }

    /// The key of its metadata, or what names the object.
    pub(crate) fn range_of_metadata(&self) -> TextRange {
        let metadata = self.value.members().iter().find(|member| &*member.name == "metadata");
        metadata.map_or_else(|| self.head(), |member| member.key)
    }

    /// What names the object in a list: its kind, otherwise its first field, otherwise all of it.
    pub(crate) fn head(&self) -> TextRange {
        let first = || self.value.members().iter().map(|member| member.key).min_by_key(|key| key.start);
        let kind = self.value.get("kind").map(|kind| kind.range);
        kind.or_else(first).unwrap_or(self.value.range)
    }
}
