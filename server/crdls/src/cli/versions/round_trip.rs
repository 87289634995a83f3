//! Test suites that show that two versions store an object in the same way: what one stores, the other keeps when it is
//! written in it and read again.
//!
//! Must not know where suites are written.

use crdls_manifest::model::{Crd, Version};
use crdls_report::{Config, Unit};
use crdls_resource::{IndexedCrd, with_defaults};
use crdls_values::{Json, JsonValue};
use crdls_witness::{sample, to_yaml};
use crdls_yaml::Tree;

/// An object with all fields of a version, for suites.
pub(super) struct RoundTrip<'m> {
    crd: Crd<'m>,
    from: &'m str,
    object: Json,
    stored: Json,
}

/// The round trip of an object of a version; `None` where none is found that the server accepts.
pub(super) fn suite<'m>(known: &'m IndexedCrd, from: Version<'m>, config: &Config) -> Option<RoundTrip<'m>> {
    let made = sample(known, from, config);
    let tree = Tree::parse(&made.text);
    let mut object = Unit::Written(tree.first_root(&made.text)?).value();
    // The server fills it in.
    object.remove("metadata");
    if !made.left.is_empty() {
        return None;
    }
    let mut stored = object.clone();
    if let Some(schema) = from.schema() {
        with_defaults(&mut stored, schema, true);
    }
    Some(RoundTrip { crd: known.crd(), from: from.name(), object, stored })
}

impl RoundTrip<'_> {
    /// The suite of a version: the object is created, written again as it was read, and stored as it is.
    pub(super) fn of_version(&self, version: &str) -> String {
        let block = |object: &Json| {
            let mut object = object.clone();
            let api_version = format!("{}/{version}", self.crd.spec().group());
            object.set("apiVersion", |range| Json {
                value: JsonValue::Str(api_version.as_str().into()),
                range,
            });
            let lines: String = to_yaml(&object).lines().map(|line| format!("        {line}\n")).collect();
            format!("|\n{lines}")
        };
        let (object, stored) = (block(&self.object), block(&self.stored));
        format!(
            "name: {} {version}\ncrdName: {}\nversion: {version}\ntests:\n  onUpdate:\n    - name: Should store what {} stores\n      initial: {object}      updated: {object}      expected: {stored}",
            self.crd.spec().names().kind(),
            self.crd.metadata().name(),
            self.from,
        )
    }
}
