//! A conversion webhook for `ovens.yaml`: `v1` calls the temperature `degrees`, and has no `program`, which is kept in
//! an annotation.
//!
//! It does what any conversion webhook must: it repeats the uid, converts each object in its place from a copy, and
//! answers with a message where it cannot. The server around it is as small as the standard library makes it.

mod server;

use serde_json::{Value, json};

pub use server::{reply, serve};

/// Where `v1` keeps what only `v2` has a field for.
const PROGRAM: &str = "example.org/oven-program";

/// The response to a ConversionReview.
pub fn respond(review: &Value) -> Value {
    let request = &review["request"];
    let desired = request["desiredAPIVersion"].as_str().unwrap_or_default();
    let objects = request["objects"].as_array().map(Vec::as_slice).unwrap_or_default();
    let converted: Result<Vec<Value>, String> =
        objects.iter().map(|object| convert(object, desired)).collect();
    let response = match converted {
        Ok(objects) => json!({
            "uid": request["uid"],
            "result": {"status": "Success"},
            "convertedObjects": objects,
        }),
        Err(why) => json!({"uid": request["uid"], "result": {"status": "Failure", "message": why}}),
    };
    json!({"apiVersion": review["apiVersion"], "kind": review["kind"], "response": response})
}

/// An object in another version; why it cannot be converted.
fn convert(object: &Value, desired: &str) -> Result<Value, String> {
    let mut object = object.clone();
    if !object["metadata"].is_object() || !object["spec"].is_object() {
        return Err("an oven needs `metadata` and `spec`".to_owned());
    }
    let from = object["apiVersion"].as_str().unwrap_or_default().to_owned();
    match (from.as_str(), desired) {
        ("example.org/v1", "example.org/v2") => {
            rename(&mut object, "degrees", "temperature");
            if let Some(program) = take_annotation(&mut object) {
                object["spec"]["program"] = program;
            }
        }
        ("example.org/v2", "example.org/v1") => {
            rename(&mut object, "temperature", "degrees");
            if let Some(program) = object["spec"].as_object_mut().and_then(|spec| spec.remove("program")) {
                object["metadata"]["annotations"][PROGRAM] = program;
            }
        }
        _ => return Err(format!("ovens of {from} cannot be converted to {desired}")),
    }
    object["apiVersion"] = json!(desired);
    Ok(object)
}

fn rename(object: &mut Value, from: &str, to: &str) {
    if let Some(spec) = object["spec"].as_object_mut()
        && let Some(value) = spec.remove(from)
    {
        spec.insert(to.to_owned(), value);
    }
}

/// The annotation that a conversion to `v1` wrote.
fn take_annotation(object: &mut Value) -> Option<Value> {
    let annotations = object["metadata"].get_mut("annotations")?.as_object_mut()?;
    let program = annotations.remove(PROGRAM)?;
    if annotations.is_empty() {
        object["metadata"].as_object_mut()?.remove("annotations");
    }
    Some(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_oven_comes_back_as_it_was() {
        let oven = json!({
            "apiVersion": "example.org/v2", "kind": "Oven", "metadata": {"name": "a"},
            "spec": {"temperature": 300, "program": "Fan"},
        });
        let old = convert(&oven, "example.org/v1").unwrap();
        assert_eq!(old["spec"], json!({"degrees": 300}));
        assert_eq!(convert(&old, "example.org/v2"), Ok(oven));
    }

    #[test]
    fn what_cannot_be_converted_is_a_failure_with_a_message() {
        let review = json!({"request": {"uid": "u", "desiredAPIVersion": "example.org/v9", "objects": [{"apiVersion": "a/b", "metadata": {}, "spec": {}}]}});
        let result = &respond(&review)["response"]["result"];
        assert_eq!(
            *result,
            json!({"status": "Failure", "message": "ovens of a/b cannot be converted to example.org/v9"})
        );
    }
}
