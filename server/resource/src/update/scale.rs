//! A write of the scale subresource: a number of replicas for the stored object.
//!
//! Mirrors `ScaleREST.Update`, `scaleUpdatedObjectInfo` and `scaleFromCustomResource` of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresource/etcd.go). The object with the new number is judged as a write of the whole object.

use super::refusal::{self, Refusal};
use super::stored::Stored;
use super::{Updated, prepare};
use crate::judge::Judge;
use crate::read::Resource;
use crate::scale::{self, Count};
use crdls_manifest::decode::decode;
use crdls_manifest::fields::OBJECT_META;
use crdls_manifest::model::{Object, Scale};
use crdls_report::{Finding, Path, Report, Unit};
use crdls_values::{Json, JsonMember, JsonValue};

impl Judge<'_> {
    /// Judges a `Scale` that is sent for a stored object.
    pub(super) fn scale(&mut self, unit: Unit<'_>, old: &Stored, raw: &Json, report: Report) -> Updated {
        let Some(scale) = self.version.subresources().and_then(|its| its.scale()) else {
            return Refusal::undecodable().whole(unit);
        };
        let path = Path::EMPTY.child("metadata");
        let metadata = match unit.get("metadata") {
            Some(metadata) => decode(metadata, &OBJECT_META, &path, self.config),
            None => crdls_manifest::decode::Decoded::nothing(Object::empty(&OBJECT_META, unit.range())),
        };
        let sent = unit.value();
        let replicas = match replicas(&sent) {
            Ok(replicas) => replicas,
            Err(refusal) => return refusal.whole(unit),
        };
        if let Err(words) = answer(&old.object, scale) {
            let message = format!("the scale subresource cannot read the stored object: {words}");
            return Refusal::of_request(500, words, message).whole(unit);
        }
        let mut new = Resource {
            object: old.object.clone(),
            metadata: metadata.object,
            findings: Vec::<Finding>::new(),
            undecodable: false,
        };
        let refusal = refusal::mismatch(&new, old, self.crd);
        new.metadata = old.metadata.clone();
        set(&mut new.object, scale.spec_replicas_path(), replicas);
        let generation = prepare::update(&mut new, old, false, self.version);
        let mut updated = self.judged(&new, old, false, unit, report);
        self.settle(&mut updated, generation, &new.object, raw);
        // Replicas that the schema does not know are not stored; what is deleted is not stored at all.
        let written = match updated.deleted {
            true => new.object,
            false => super::stored::read(&new.object, self.crd, self.version)
                .map_or(new.object, |stored| stored.object),
        };
        updated.object = answer(&written, scale).ok();
        updated.old = Some(old.object.clone());
        refusal.into_iter().for_each(|refusal| refusal.before(&mut updated, unit));
        updated
    }
}

/// The number that is sent; none is 0.
fn replicas(sent: &Json) -> Result<i64, Refusal> {
    let wrong = |found: &Json| {
        let detail = format!(
            "json: cannot unmarshal {} into Go struct field ScaleSpec.spec.replicas of type int32",
            found.to_json()
        );
        let message = format!("`spec.replicas` must be a 32-bit integer, got {}", found.to_json());
        Refusal::of_request(400, detail, message)
    };
    match sent.get("spec").and_then(|spec| spec.get("replicas")) {
        None => Ok(0),
        Some(found) => match found.value {
            JsonValue::Null => Ok(0),
            JsonValue::Int(number) if i32::try_from(number).is_ok() => Ok(number),
            _ => Err(wrong(found)),
        },
    }
}

/// Writes a number at the path of the replicas, making the maps on the way.
fn set(object: &mut Json, path: &str, replicas: i64) {
    let mut at = object;
    let mut names = path.strip_prefix('.').unwrap_or(path).split('.').peekable();
    while let Some(name) = names.next() {
        let value = match names.peek() {
            Some(_) => JsonValue::Map(Vec::new()),
            None => JsonValue::Int(replicas),
        };
        if names.peek().is_none() || at.get(name).is_none() {
            at.set(name, |range| Json { value, range });
        }
        let Some(below) = at.get_mut(name) else { return };
        at = below;
    }
}

/// The `Scale` of an object.
fn answer(object: &Json, scale: Scale<'_>) -> Result<Json, String> {
    let Count(spec) = scale::replicas(object, scale.spec_replicas_path())?;
    let Count(status) = scale::replicas(object, scale.status_replicas_path())?;
    let selector =
        scale.label_selector_path().map(|path| scale::selector(object, path)).transpose()?.flatten();
    let range = object.range;
    let text = |text: &str| JsonValue::Str(text.into());
    let map = |members: Vec<(&str, Option<JsonValue>)>| {
        let member = |(name, value): (&str, Option<JsonValue>)| {
            Some(JsonMember { name: name.into(), key: range, value: Json { value: value?, range } })
        };
        JsonValue::Map(members.into_iter().filter_map(member).collect())
    };
    let number = |number: i64| (number != 0).then_some(JsonValue::Int(number));
    let metadata = |name: &str| Some(object.get("metadata")?.get(name)?.value.clone());
    let kept = ["creationTimestamp", "name", "namespace", "resourceVersion", "uid"];
    let status = map(vec![
        ("replicas", Some(JsonValue::Int(status.unwrap_or(0)))),
        ("selector", selector.filter(|text| !text.is_empty()).map(text)),
    ]);
    let value = map(vec![
        ("apiVersion", Some(text("autoscaling/v1"))),
        ("kind", Some(text("Scale"))),
        ("metadata", Some(map(kept.iter().map(|name| (*name, metadata(name))).collect()))),
        ("spec", Some(map(vec![("replicas", spec.and_then(number))]))),
        ("status", Some(status)),
    ]);
    Ok(Json { value, range })
}
