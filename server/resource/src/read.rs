//! What the server makes of a custom resource before it validates it.
//!
//! Mirrors `unstructuredSchemaCoercer.apply`, `unstructuredDefaulter` and `schemaCoercingDecoder` of
//! k8s.io/apiextensions-apiserver (pkg/apiserver/customresource_handler.go) and
//! `PrepareForCreate` (pkg/registry/customresource/strategy.go). What a stored object is for an update is in
//! `update::stored`.

use super::coerce::{CoercionError, coerce};
use super::prune::{self, Drop};
use super::structural::Structural;
use super::unknown::{self, Unknown};
use super::{default, metadata, null};
use crdls_manifest::decode::decode;
use crdls_manifest::fields::OBJECT_META;
use crdls_manifest::model::{Crd, Object, Version};
use crdls_manifest::object_meta;
use crdls_minors::Minor;
use crdls_report::{Config, ErrorType, Finding, Locator, Path, Server, Unit};
use crdls_values::{Json, JsonValue};

/// A custom resource as the server has it.
pub struct Resource {
    /// The object as it would be stored.
    pub object: Json,
    pub metadata: Object,
    /// What was found while it was decoded.
    pub findings: Vec<Finding>,
    /// The object cannot be decoded: further findings are about what is left of it.
    pub undecodable: bool,
}

/// Reads a resource of a version that is created.
pub fn created(unit: Unit<'_>, version: Version<'_>, preserves: bool, config: &Config) -> Resource {
    let mut resource = read(unit, version, preserves, config);
    if version.has_status() {
        resource.object.remove("status");
    }
    wipe(&mut resource.object);
    resource
}

/// Reads a resource of a version that is sent to the server.
pub fn read(unit: Unit<'_>, version: Version<'_>, preserves: bool, config: &Config) -> Resource {
    let schema = Structural::of_version(version.schema());
    let mut object = unit.value();
    let mut locator = Locator::new(unit);
    let mut findings = Vec::new();
    let metadata = part(unit, &mut locator, &Path::EMPTY.child("metadata"))
        .map(|written| decode(written, &OBJECT_META, &Path::EMPTY.child("metadata"), config));
    if let Some(decoded) = &metadata {
        findings.extend(decoded.findings.iter().cloned().map(|finding| below_metadata(finding, "metadata")));
    }
    let mut unknown = Vec::new();
    prune(&mut object, schema, preserves, &mut |member, path, schema| {
        unknown.push(Unknown::new(member, path, schema));
    });
    let mut decode = |value: &Json, path: &Path<'_>| match part(unit, &mut locator, path) {
        Some(written) => decode(written, &OBJECT_META, path, config),
        None => metadata::of_json(value, config),
    };
    let coerced = coerce(&mut object, schema, &Path::EMPTY, &mut decode);
    let undecodable = findings.iter().any(is_undecodable) || !coerced.wrong.is_empty();
    findings.extend(unknown::findings(unknown, unit, config));
    findings.extend(coerced.unknown.into_iter().map(|(path, finding)| below_metadata(finding, &path)));
    if undecodable {
        findings.iter_mut().filter(|finding| !is_undecodable(finding)).for_each(Finding::shadow);
    }
    let before = findings.iter().any(is_undecodable);
    for (n, wrong) in coerced.wrong.into_iter().enumerate() {
        findings.push(undecoded(wrong, before || n > 0, config.kubernetes, &mut locator));
    }
    let metadata = metadata.map(|decoded| decoded.object);
    if let Some(metadata) = &metadata {
        object.set("metadata", |range| metadata::encode(metadata, range));
    }
    default::resource(&mut object, schema);
    let metadata = metadata.unwrap_or_else(|| Object::empty(&OBJECT_META, unit.range()));
    Resource { object, metadata, findings, undecodable }
}

/// An object that is not validated as the server has it in a version, such as a converted one: without what the schema
/// does not know.
pub fn pruned(object: &Json, crd: Crd<'_>, version: Version<'_>) -> Json {
    let mut object = object.clone();
    let schema = Structural::of_version(version.schema());
    prune(&mut object, schema, crd.spec().preserve_unknown_fields(), &mut |_, _, _| {});
    object
}

/// Drops what the schema of a resource does not know, and nulls that are as if they were not written.
pub fn prune(object: &mut Json, schema: Structural<'_>, preserves: bool, dropped: &mut Drop<'_>) {
    if !preserves {
        prune::prune(object, Some(schema.as_resource()), &Path::EMPTY, dropped);
        null::prune(object, Some(schema));
    }
}

/// `WipeObjectMetaSystemFields`: what the server clears of a resource that is created, and the managed fields,
/// which it writes anew. What it fills in with values of its own stays as it is written.
fn wipe(object: &mut Json) {
    let Some(metadata) = object.get_mut("metadata") else { return };
    for name in ["deletionGracePeriodSeconds", "deletionTimestamp", "managedFields", "selfLink"] {
        metadata.remove(name);
    }
}

/// `SimpleNameGenerator`: gives a resource that has none the name that the server makes of `generateName`. True where it
/// does. The end of the name is random: here it is `xxxxx`.
pub fn generate_name(object: &mut Json) -> bool {
    let Some(metadata) = object.get_mut("metadata") else { return false };
    let text = |name: &str| metadata.get(name).and_then(Json::as_str).unwrap_or_default();
    let is_generated = text("name").is_empty() && !text("generateName").is_empty();
    if is_generated {
        let made = object_meta::generated(text("generateName"));
        metadata.set("name", |range| Json { value: JsonValue::Str(made.into()), range });
    }
    is_generated
}

/// The part of an object at a path.
fn part<'u>(unit: Unit<'u>, locator: &mut Locator<'u>, path: &Path<'_>) -> Option<Unit<'u>> {
    let path = path.manifest();
    match unit {
        Unit::Written(_) => {
            locator.find(path.steps()).filter(|found| found.complete).map(|found| found.value.into())
        }
        Unit::Made(object) => path.value_in(object).map(Unit::Made),
    }
}

/// The decoder speaks of metadata as if it were the whole.
fn below_metadata(mut finding: Finding, path: &str) -> Finding {
    let server = finding.server.as_mut().filter(|server| server.kind == ErrorType::StrictDecoding);
    if let Some(server) = server
        && let Some(name) = server.detail.strip_prefix("unknown field \"")
    {
        server.detail = format!("unknown field \"{path}.{name}");
    }
    finding
}

fn is_undecodable(finding: &Finding) -> bool {
    finding.is(ErrorType::Decoding)
}

fn undecoded(wrong: CoercionError, shadowed: bool, minor: Minor, locator: &mut Locator<'_>) -> Finding {
    let detail = wrong.sentence(minor);
    let CoercionError { target, message, .. } = wrong;
    let path = target.path;
    let range = locator.range(path.steps(), ErrorType::Decoding);
    let mut finding = Finding::new(&crdls_manifest::decode::WRONG_TYPE, range, path, message);
    finding.server =
        Some(Server { kind: ErrorType::Decoding, field: String::new(), detail, bad: None, shadowed });
    finding
}
