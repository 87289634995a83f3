//! What Kubernetes' own types have in the documents: `schemas/openapi/native.json`, which `cargo xtask native` writes
//! from the Go modules.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::form::Form;
use crate::json::member;

static TABLE: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../schemas/openapi/native.json")).unwrap_or_default()
});

/// Of what the table has properties: those of each resource, or of each list.
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
pub(crate) fn properties(owner: Owner, form: Form) -> Map<String, Value> {
    let owner = match owner {
        Owner::Resource => "resource",
        Owner::List => "list",
    };
    let form = match form {
        Form::V2 => "v2",
        Form::V3 => "v3",
    };
    member(member(&TABLE, owner), form).as_object().cloned().unwrap_or_default()
}

/// The definitions of Kubernetes' own types; of those for scaling only where they are used.
pub(crate) fn definitions(form: Form, scales: bool) -> Map<String, Value> {
    const AUTOSCALING: &str = "io.k8s.api.autoscaling.v1";
    let key = match form {
        Form::V2 => "definitions",
        Form::V3 => "schemas",
    };
    let mut found = member(&TABLE, key).as_object().cloned().unwrap_or_default();
    found.retain(|name, _| scales || !name.starts_with(AUTOSCALING));
    found
}

/// The parameters of each path, and those of an action besides.
pub(crate) fn parameters(action: &str) -> impl Iterator<Item = Parameter> {
    let names = [member(&TABLE, "path"), member(member(&TABLE, "actions"), action)];
    let names = names.into_iter().filter_map(Value::as_array).flatten().filter_map(Value::as_str);
    names.map(|key| Parameter { key, value: member(member(&TABLE, "parameters"), key) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_what_is_asked_for() {
        for form in [Form::V2, Form::V3] {
            assert!(definitions(form, true).len() > definitions(form, false).len());
            for owner in [Owner::Resource, Owner::List] {
                assert!(properties(owner, form).contains_key("metadata"));
            }
        }
        for action in ["list", "post", "deletecollection", "get", "put", "patch", "delete"] {
            assert!(parameters(action).count() > 2, "{action}");
            assert!(parameters(action).all(|parameter| parameter.value.is_object()), "{action}");
        }
    }
}
