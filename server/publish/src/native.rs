//! What Kubernetes' own types have in the documents: `schemas/openapi/native.json`, which `cargo dev native` writes
//! from the Go modules. The file has the newest minor whole. Of each older one it has a JSON Merge Patch (RFC 7386) that
//! makes it of the next newer one.

use std::sync::{LazyLock, OnceLock};

use crdls_minors::Minor;
use serde_json::{Map, Value};

use crate::form::{Dialect, Form};
use crate::json::member;

static FILE: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../schemas/openapi/native.json")).unwrap_or_default()
});

/// The table of a minor, made when it is first asked for.
fn table(minor: Minor) -> &'static Value {
    static TABLES: [OnceLock<Value>; Minor::COUNT] = [const { OnceLock::new() }; Minor::COUNT];
    let minor = minor.clamp(Minor::OLDEST, Minor::NEWEST);
    let made = || {
        let written = member(&FILE, &minor.to_string());
        match minor == Minor::NEWEST {
            true => written.clone(),
            false => patched(table(minor.next()), written),
        }
    };
    TABLES.get(minor.index()).map_or(&Value::Null, |known| known.get_or_init(made))
}

/// A value with a merge patch applied: a null removes a member, an object is merged, anything else replaces.
fn patched(value: &Value, patch: &Value) -> Value {
    let Value::Object(patch) = patch else { return patch.clone() };
    let mut found = value.as_object().cloned().unwrap_or_default();
    for (name, patch) in patch {
        match patch {
            Value::Null => drop(found.remove(name)),
            patch => {
                let below = patched(member(value, name), patch);
                found.insert(name.clone(), below);
            }
        }
    }
    found.into()
}

/// The owner of properties in the table: each resource, or each list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Owner {
    Resource,
    List,
}

/// A parameter of v2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    /// The name under which operations share it; otherwise its own.
    pub key: &'static str,
    pub value: &'static Value,
}

impl Parameter {
    /// Whether v2 shares it: `collectSharedParameters` leaves out what kubectl looks for in each operation.
    pub fn is_shared(self) -> bool {
        member(self.value, "name") != self.key
    }
}

/// `apiVersion`, `kind` and `metadata`.
pub(crate) fn properties(owner: Owner, dialect: Dialect) -> Map<String, Value> {
    let owner = match owner {
        Owner::Resource => "resource",
        Owner::List => "list",
    };
    let form = match dialect.form {
        Form::V2 => "v2",
        Form::V3 => "v3",
    };
    member(member(table(dialect.minor), owner), form).as_object().cloned().unwrap_or_default()
}

/// The definitions of Kubernetes' own types; of those for scaling only where they are used.
pub(crate) fn definitions(dialect: Dialect, scales: bool) -> Map<String, Value> {
    const AUTOSCALING: &str = "io.k8s.api.autoscaling.v1";
    let key = match dialect.form {
        Form::V2 => "definitions",
        Form::V3 => "schemas",
    };
    let mut found = member(table(dialect.minor), key).as_object().cloned().unwrap_or_default();
    found.retain(|name, _| scales || !name.starts_with(AUTOSCALING));
    found
}

/// The parameters of each path, and those of an action besides.
pub(crate) fn parameters(action: &str, minor: Minor) -> impl Iterator<Item = Parameter> {
    let table = table(minor);
    let names = [member(table, "path"), member(member(table, "actions"), action)];
    let names = names.into_iter().filter_map(Value::as_array).flatten().filter_map(Value::as_str);
    names.map(|key| Parameter { key, value: member(member(table, "parameters"), key) })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_minor_has_what_is_asked_for() {
        for minor in Minor::all() {
            for dialect in [Dialect::v2(minor), Dialect::v3(minor)] {
                assert!(definitions(dialect, true).len() > definitions(dialect, false).len());
                for owner in [Owner::Resource, Owner::List] {
                    assert!(properties(owner, dialect).contains_key("metadata"));
                }
            }
            for action in ["list", "post", "deletecollection", "get", "put", "patch", "delete"] {
                assert!(parameters(action, minor).count() > 2, "{action}");
                assert!(parameters(action, minor).all(|parameter| parameter.value.is_object()), "{action}");
            }
        }
    }

    #[test]
    fn an_older_minor_is_made_of_the_next_newer_one() {
        let has =
            |minor| parameters("list", minor).any(|known| member(known.value, "name") == "shardSelector");
        assert_eq!([31, 35, 36, 37].map(|minor| has(Minor(minor))), [false, false, true, true]);
        let definitions = |minor| definitions(Dialect::v3(Minor(minor)), true);
        assert!(definitions(37).contains_key("io.k8s.apimachinery.pkg.apis.meta.v1.ShardInfo"));
        assert!(!definitions(31).contains_key("io.k8s.apimachinery.pkg.apis.meta.v1.ShardInfo"));
    }

    #[test]
    fn patches() {
        let patched = |value, patch| patched(&value, &patch);
        assert_eq!(
            patched(json!({"a": 1, "b": {"c": 2}}), json!({"a": null, "b": {"d": [3]}})),
            json!({"b": {"c": 2, "d": [3]}})
        );
        assert_eq!(patched(json!({"a": [1]}), json!({"a": {"b": null, "c": 2}})), json!({"a": {"c": 2}}));
        assert_eq!(patched(json!({"a": 1}), json!({})), json!({"a": 1}));
    }
}
