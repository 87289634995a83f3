//! CRDs by the tables of fields, right in the main, with a fault here and there.

use crdls_manifest::fields;
use crdls_manifest::fields::{Elem, FieldDef, Ty, TypeDef};
use serde_json::{Map, Value, json};

use super::{Pool, rule, samples, schema};
use crate::random::Random;

/// A CRD that is right around a schema.
pub(super) fn around(schema: Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": { "name": "widgets.example.org" },
        "spec": {
            "group": "example.org",
            "names": { "kind": "Widget", "plural": "widgets" },
            "scope": "Namespaced",
            "versions": [
                { "name": "v1", "served": true, "storage": true, "schema": { "openAPIV3Schema": schema } }
            ],
        },
    })
}

/// A CRD of one version, right but for rules that may cost too much.
pub fn good(random: &mut Random) -> Value {
    let mut crd = around(schema::root(None, random));
    crd["spec"]["scope"] = json!(["Namespaced", "Cluster"][random.below(2)]);
    complete(&mut crd["spec"]["versions"][0], random);
    crd
}

/// A CRD of one to three versions without a webhook, right but for rules that may cost too much, with rules that
/// look at the old object.
pub fn changing(random: &mut Random) -> Value {
    let mut crd = good(random);
    rule::add_transitions(&mut crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"], random);
    for name in ["v2", "v1beta1"].iter().take(random.below(6).saturating_sub(3)) {
        let mut version = crd["spec"]["versions"][0].clone();
        version["name"] = json!(name);
        version["storage"] = json!(false);
        let schema = &mut version["schema"]["openAPIV3Schema"];
        match random.below(3) {
            0 => *schema = schema::root(None, random),
            _ => rule::add_transitions(schema, random),
        }
        crd["spec"]["versions"]
            .as_array_mut()
            .into_iter()
            .for_each(|versions| versions.push(version.clone()));
    }
    if random.below(4) == 0
        && let Some(versions) = crd["spec"]["versions"].as_array_mut()
    {
        let stored = random.below(versions.len());
        for (i, version) in versions.iter_mut().enumerate() {
            version["storage"] = json!(i == stored);
        }
    }
    crd
}

/// What a version may have in addition.
fn complete(version: &mut Value, random: &mut Random) {
    if random.below(2) == 0 {
        version["subresources"] = json!({"status": {}});
    }
    if random.below(4) == 0 {
        let path = [".spec.a", ".spec.size", ".spec.name"][random.below(3)];
        version["subresources"]["scale"] = json!({"specReplicasPath": path, "statusReplicasPath": ".status.a", "labelSelectorPath": ".status.b"});
    }
    if random.below(6) == 0 {
        version["deprecated"] = json!(true);
    }
}

/// A CRD of one to three versions, with faults.
pub(super) fn crd(pool: &Pool, random: &mut Random) -> Value {
    let mut crd = around(schema::root(Some(pool), random));
    if random.below(4) == 0 {
        complete(&mut crd["spec"]["versions"][0], random);
    }
    let names = ["v1", "v1beta1", "v2"];
    for name in names.iter().skip(1).take(random.below(6).saturating_sub(3)) {
        let mut version = crd["spec"]["versions"][0].clone();
        version["name"] = json!(name);
        version["storage"] = json!(false);
        if random.below(2) == 0 {
            version["schema"]["openAPIV3Schema"] = schema::root(Some(pool), random);
        }
        if let Some(versions) = crd["spec"]["versions"].as_array_mut() {
            versions.push(version);
        }
    }
    crd
}

/// A value that a field may have, mostly.
pub(super) fn field(def: &FieldDef, pool: &Pool, random: &mut Random, depth: usize) -> Value {
    match random.below(12) {
        0 => samples::junk(random),
        1..=3 => pool.value(def.name, random).unwrap_or_else(|| value(def.ty, def.name, pool, random, depth)),
        _ => value(def.ty, def.name, pool, random, depth),
    }
}

/// A value of a type, where `name` is the nearest key.
pub(super) fn value(ty: Ty, name: &str, pool: &Pool, random: &mut Random, depth: usize) -> Value {
    match ty {
        Ty::Bool => json!(random.below(3) > 0),
        Ty::Int32 | Ty::Int64 | Ty::Float64 => samples::number(random),
        Ty::String | Ty::Bytes | Ty::Time => {
            Value::from(samples::text(name, random).unwrap_or_else(|| samples::label(random)))
        }
        Ty::Json => samples::junk(random),
        Ty::List(elem) => list(elem, name, pool, random, depth),
        Ty::Map(elem) => map(elem, name, pool, random, depth),
        Ty::Object(def) if *def == fields::JSON_SCHEMA_PROPS => schema::schema(pool, random, depth),
        Ty::Object(def) => object(def, pool, random, depth),
        Ty::SchemaOrArray | Ty::SchemaOrBool | Ty::SchemaOrStrings => match random.below(8) {
            0 => json!(random.below(2) == 0),
            1 => json!([schema::schema(pool, random, depth)]),
            _ => schema::schema(pool, random, depth),
        },
    }
}

fn list(elem: &Elem, name: &str, pool: &Pool, random: &mut Random, depth: usize) -> Value {
    let many = if depth == 0 { 0 } else { random.below(4) };
    Value::Array((0..many).map(|_| value(elem.ty, name, pool, random, depth - 1)).collect())
}

fn map(elem: &Elem, name: &str, pool: &Pool, random: &mut Random, depth: usize) -> Value {
    let texts = matches!(elem.ty, Ty::String);
    let many = if depth == 0 { 0 } else { random.below(4) };
    let entry = |random: &mut Random| match texts {
        true => (samples::key(random), Value::from(samples::label(random))),
        false => (schema::property(random), value(elem.ty, name, pool, random, depth - 1)),
    };
    Value::Object((0..many).map(|_| entry(random)).collect())
}

/// What is needed, and some of the rest.
fn object(def: &TypeDef, pool: &Pool, random: &mut Random, depth: usize) -> Value {
    let mut members = Map::new();
    for field in def.fields {
        let often = if field.required { 12 } else { 5 };
        if random.below(14) < often && depth > 0 {
            members.insert(field.name.to_owned(), self::field(field, pool, random, depth - 1));
        }
    }
    Value::Object(members)
}
