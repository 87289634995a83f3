//! A stored object as the server reads it for a request.
//!
//! Mirrors `crdConversionRESTOptionsGetter.GetRESTOptions` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/customresource_handler.go): what cannot be metadata is dropped, the rest is pruned and gets the
//! defaults of the version that it is stored in; then it is converted by changing its version, and pruned again. A
//! webhook is taken to convert the same way.

use crate::coerce::{coerce, without_errors};
use crate::read::prune;
use crate::structural::Structural;
use crate::{default, metadata};
use crdls_manifest::fields::{Field, OBJECT_META};
use crdls_manifest::model::{Crd, FieldValue, Object, Value, Version};
use crdls_minors::Minor;
use crdls_report::{Config, Path};
use crdls_values::{Json, JsonValue};

/// A stored object.
#[derive(Debug)]
pub struct Stored {
    pub object: Json,
    pub metadata: Object,
}

/// Reads an object that is stored in the storage version, for a request in a version; why not, where no cluster can have
/// stored it.
pub fn read(old: &Json, crd: Crd<'_>, version: Version<'_>) -> Result<Stored, String> {
    let storage = crd.versions().find(|version| version.storage()).unwrap_or(version);
    read_from(old, crd, storage, version)
}

/// Reads an object as [`read`] does, of any version that it is stored in.
pub fn read_from(
    old: &Json,
    crd: Crd<'_>,
    storage: Version<'_>,
    version: Version<'_>,
) -> Result<Stored, String> {
    let preserves = crd.spec().preserve_unknown_fields();
    let stored_schema = Structural::of_version(storage.schema());
    let mut object = old.clone();
    let mut metadata = metadata(&object)?;
    known_version(&object, crd)?;
    if crd.spec().scope() == "Cluster" {
        metadata.unset(Field::Namespace);
    }
    name(&mut object, crd, storage);
    prune(&mut object, stored_schema, preserves, &mut |_, _, _| {});
    without_errors(&mut object, stored_schema);
    let mut stored = Stored { object, metadata };
    stored.encode();
    default::resource(&mut stored.object, stored_schema);
    name(&mut stored.object, crd, version);
    let schema = Structural::of_version(version.schema());
    prune(&mut stored.object, schema, preserves, &mut |_, _, _| {});
    let decode = &mut |value: &Json, _: &Path<'_>| metadata::of_json(value, &Config::default());
    match coerce(&mut stored.object, schema, &Path::EMPTY, decode).wrong.first() {
        Some(wrong) => Err(wrong.sentence(Minor::NEWEST)),
        None => Ok(stored),
    }
}

impl Stored {
    fn encode(&mut self) {
        let metadata = &self.metadata;
        self.object.set("metadata", |range| metadata::encode(metadata, range));
    }
}

/// The metadata without what is malformed, with the generation that very old objects lack; what the server writes anew
/// with each write is left out.
fn metadata(object: &Json) -> Result<Object, String> {
    let JsonValue::Map(_) = &object.value else { return Err("it is not an object".to_owned()) };
    let mut metadata = match object.get("metadata") {
        None => Object::empty(&OBJECT_META, object.range),
        Some(value) => {
            metadata::without_malformed(value).ok_or_else(|| "its `metadata` is not an object".to_owned())?
        }
    };
    for field in [Field::ManagedFields, Field::SelfLink] {
        metadata.unset(field);
    }
    if metadata.opt_int(Field::Generation).unwrap_or(0) == 0
        && let Some(def) = OBJECT_META.field(Field::Generation.name())
    {
        let span = crdls_manifest::model::Span { key: object.range, value: object.range };
        metadata.set(FieldValue { def, span, value: Value::Int(1) });
    }
    Ok(metadata)
}

/// An object can be stored only in a version that the CRD has.
fn known_version(object: &Json, crd: Crd<'_>) -> Result<(), String> {
    let written = object.get("apiVersion").and_then(Json::as_str).unwrap_or_default();
    let (group, name) = written.split_once('/').unwrap_or(("", written));
    let is_known = group == crd.spec().group() && crd.versions().any(|version| version.name() == name);
    is_known.then_some(()).ok_or_else(|| format!("the CRD has no version `{written}`"))
}

/// Writes version and kind as an object of a version has them.
pub fn name(object: &mut Json, crd: Crd<'_>, version: Version<'_>) {
    let api_version = format!("{}/{}", crd.spec().group(), version.name());
    let text = |text: &str| JsonValue::Str(text.into());
    object.set("apiVersion", |range| Json { value: text(&api_version), range });
    object.set("kind", |range| Json { value: text(crd.spec().names().kind()), range });
}
