//! JSON patches (RFC 6902) of a CRD, as cases have them: there is no `from`, so `move` and `copy` cannot work.
//!
//! Mirrors `Apply` of github.com/evanphx/json-patch (patch.go). Must not know CRDs.

use crdls_text::TextRange;
use crdls_values::{Json, JsonValue, json_pointer};

/// One operation.
#[derive(Clone, Debug)]
pub struct Patch {
    /// `op`
    pub op: String,
    /// `path`: a JSON pointer.
    pub path: String,
    /// `value`; `None` where it is missing.
    pub value: Option<Json>,
    /// Where it is written.
    pub range: TextRange,
}

/// Applies an operation to a value.
///
/// # Errors
/// Why it cannot be applied: a sentence without a final stop.
pub fn apply(patch: &Patch, target: &mut Json) -> Result<(), String> {
    let Patch { op, path, value, .. } = patch;
    let pointer = || format!("`{path}`");
    let steps = json_pointer::steps(path).into_iter().filter_map(|step| path.get(step));
    let steps: Vec<_> = steps.map(json_pointer::unescaped).collect();
    let Some((last, parents)) = steps.split_last() else {
        return Err(format!("`path` {} does not begin with `/`", pointer()));
    };
    let missing = || format!("the CRD has no value at {}", pointer());
    let parent = parents.iter().try_fold(target, |at, step| member(at, step)).ok_or_else(missing)?;
    let value = || value.clone().ok_or_else(|| format!("`{op}` needs a `value`"));
    match op.as_str() {
        "remove" => remove(parent, last).ok_or_else(missing),
        "replace" => {
            let new = value()?;
            member(parent, last).map(|old| *old = new).ok_or_else(missing)
        }
        "add" => add(parent, last, value()?).ok_or_else(missing),
        "test" if member(parent, last).map(|found| found.clone()) == Some(value()?) => Ok(()),
        "test" => Err(format!("the CRD has another value at {}", pointer())),
        "move" | "copy" => Err(format!("`{op}` cannot work: a patch of a test suite has no `from`")),
        _ => Err(format!("`{op}` is not an operation: write `add`, `remove`, `replace` or `test`")),
    }
}

fn member<'v>(value: &'v mut Json, step: &str) -> Option<&'v mut Json> {
    if matches!(value.value, JsonValue::Map(_)) {
        return value.get_mut(step);
    }
    let JsonValue::List(items) = &mut value.value else { return None };
    items.get_mut(step.parse::<usize>().ok()?)
}

fn remove(value: &mut Json, step: &str) -> Option<()> {
    match &mut value.value {
        JsonValue::Map(members) => {
            let at = members.iter().position(|member| &*member.name == step)?;
            members.remove(at);
        }
        JsonValue::List(items) => {
            let at = step.parse::<usize>().ok().filter(|at| *at < items.len())?;
            items.remove(at);
        }
        _ => return None,
    }
    Some(())
}

fn add(value: &mut Json, step: &str, new: Json) -> Option<()> {
    match &mut value.value {
        JsonValue::Map(_) => {
            value.set(step, |_| new);
            Some(())
        }
        JsonValue::List(items) => {
            let at = match step {
                "-" => items.len(),
                step => step.parse::<usize>().ok().filter(|at| *at <= items.len())?,
            };
            items.insert(at, new);
            Some(())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::json;

    fn applied(op: &str, path: &str, value: Option<&str>) -> Result<String, String> {
        let mut target = json(r#"{"a": {"b/c": [1, 2]}, "d~": 3}"#);
        let patch = Patch {
            op: op.to_owned(),
            path: path.to_owned(),
            value: value.map(json),
            range: TextRange::empty(0),
        };
        apply(&patch, &mut target).map(|()| target.to_json())
    }

    #[test]
    fn operations() {
        assert_eq!(applied("remove", "/a/b~1c/0", None).unwrap(), r#"{"a":{"b/c":[2]},"d~":3}"#);
        assert_eq!(applied("replace", "/d~0", Some("4")).unwrap(), r#"{"a":{"b/c":[1,2]},"d~":4}"#);
        assert_eq!(applied("add", "/a/b~1c/-", Some("3")).unwrap(), r#"{"a":{"b/c":[1,2,3]},"d~":3}"#);
        assert!(applied("test", "/d~0", Some("3")).is_ok() && applied("test", "/d~0", Some("4")).is_err());
    }

    #[test]
    fn what_cannot_be_applied_is_told() {
        assert!(applied("remove", "/a/x", None).unwrap_err().contains("no value at `/a/x`"));
        assert!(applied("replace", "/x", Some("1")).is_err() && applied("replace", "/d~0", None).is_err());
        assert!(applied("move", "/a", None).unwrap_err().contains("`from`"));
        assert!(applied("drop", "/a", None).unwrap_err().contains("not an operation"));
        assert!(applied("remove", "a", None).unwrap_err().contains("begin"));
        assert!(applied("remove", "/a/b~1c/2", None).is_err());
    }
}
