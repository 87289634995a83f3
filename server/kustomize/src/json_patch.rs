//! JSON patches as `jsonpatch` v4 of evanphx applies them, which is not always as RFC 6902 has it: `replace` of a missing
//! member adds it, and negative indices count from the end.
//!
//! The whole resource goes through JSON before: see [`through_json`].

use crdls_text::nearest;
use crdls_values::json_pointer;
use crdls_yaml::Scalar as Value;

use crate::as_json::{json, scalar_of};
use crate::node::{Data, Entry, LONG_PATH, MAX_DEPTH, Node, Origin, TOO_MUCH};
use crate::problem::{Problem, ProblemKind, Step};
use crate::scalar::{Scalar, Tag};

/// An operation of a patch.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    op: Option<Node>,
    path: Option<Node>,
    from: Option<Node>,
    value: Option<Node>,
    /// The whole operation.
    pub(crate) at: Origin,
}

const MISSING: &str = "missing value";
const INVALID_INDEX: &str = "invalid index referenced";

/// The operations of a patch that was read as JSON (`DecodePatch`); nothing of a value that is not a patch.
pub(crate) fn decode(node: &Node) -> Option<Vec<Operation>> {
    let operation = |item: &Node| {
        let field = |name: &str| item.get(name).cloned();
        let (op, path) = (field("op"), field("path"));
        let is_operation = item.is_null() || item.as_map().is_some();
        is_operation.then(|| Operation {
            op,
            path,
            from: field("from"),
            value: field("value"),
            at: item.origin,
        })
    };
    if node.is_null() { Some(Vec::new()) } else { node.as_seq()?.iter().map(operation).collect() }
}

impl Operation {
    fn kind(&self) -> &str {
        let text = self.op.as_ref().and_then(string);
        text.unwrap_or("unknown")
    }

    /// The place of its path.
    pub(crate) fn path_origin(&self) -> Origin {
        self.path.as_ref().map_or(self.at, |path| path.origin)
    }

    /// The operation cannot be applied: the message of the library, at the path.
    fn failed(&self, message: String) -> Box<Problem> {
        Problem::new(ProblemKind::Conflict, message, self.path_origin())
    }

    fn not_there(&self, what: &str) -> Box<Problem> {
        self.failed(format!("{} operation does not apply: {what}: {MISSING}", self.kind()))
    }

    /// The collection that holds the last part of a path, and that part.
    fn find<'n>(&self, node: &'n mut Node, path: &str, missing: &str) -> Step<(&'n mut Node, String)> {
        find(node, path).ok_or_else(|| self.not_there(missing))
    }

    fn path(&self) -> Step<&str> {
        self.pointer("path", &self.path)
    }

    fn pointer<'o>(&self, name: &str, field: &'o Option<Node>) -> Step<&'o str> {
        let kind = self.kind();
        let missing = || self.failed(format!("{kind} operation failed to decode {name}: {MISSING}"));
        let pointer = field.as_ref().and_then(string).ok_or_else(missing)?;
        match pointer.split('/').count() {
            ..=MAX_DEPTH => Ok(pointer),
            _ => Err(Problem::new(ProblemKind::NotEvaluated, LONG_PATH, self.path_origin())),
        }
    }

    /// The value that is written: a missing one is null. What is written counts as written here.
    fn value(&self) -> Node {
        self.value.clone().unwrap_or_else(|| self.null())
    }

    /// An entry as JSON has it, whose name is written apart from the value.
    fn entry(&self, name: &str, value: Node) -> Entry {
        Entry { name: name.into(), key: self.path_origin(), is_text: true, value }
    }

    fn null(&self) -> Node {
        Node::scalar(Scalar::tagged("null", Tag::Null), self.at)
    }
}

fn string(node: &Node) -> Option<&str> {
    let scalar = node.as_scalar()?;
    (scalar.tag == Tag::Str).then_some(&*scalar.text)
}

/// Applies a patch to a resource that went through JSON. `copied`: the number of values that are copied.
pub(crate) fn apply(node: &mut Node, operations: &[Operation], copied: &mut u32) -> Step {
    operations.iter().try_for_each(|operation| {
        apply_one(node, operation, copied).map_err(|failed| {
            failed.suggesting(operation.path().ok().and_then(|path| nearest_path(node, path)))
        })
    })
}

/// A path with the first name that is missing spelled as the nearest one that is there.
fn nearest_path(node: &Node, path: &str) -> Option<String> {
    let mut node = node;
    let mut parts = Vec::new();
    let mut respelled = false;
    for part in path.split('/').skip(1) {
        let name = json_pointer::unescaped(part);
        let (next, part) = match (get(node, &name).ok()?, &node.data) {
            (Some(next), _) => (next, part.to_owned()),
            (None, Data::Map(map)) if !respelled => {
                respelled = true;
                let meant = nearest(&name, map.entries().iter().map(|entry| &*entry.name))?;
                (map.get(meant)?, json_pointer::escaped(meant))
            }
            _ => return None,
        };
        node = next;
        parts.push(part);
    }
    respelled.then(|| format!("/{}", parts.join("/")))
}

fn apply_one(node: &mut Node, operation: &Operation, copied: &mut u32) -> Step {
    let kind = operation.kind();
    match kind {
        "add" => add(node, operation.path()?, operation.value(), operation),
        "remove" => {
            let path = operation.path()?;
            let (parent, key) = operation.find(node, path, &format!("doc is missing path: \"{path}\""))?;
            let done = take(parent, &key, operation.path_origin());
            done.map_err(|why| operation.failed(format!("error in remove for path: '{path}': {why}")))
        }
        "replace" => replace(node, operation),
        "move" | "copy" => {
            let from = operation.pointer("from", &operation.from)?;
            let (parent, key) = operation.find(node, from, &format!("doc is missing from path: {from}"))?;
            let (place, at) = if kind == "move" { ("path", &*key) } else { ("from", from) };
            let failed = |why| operation.failed(format!("error in {kind} for {place}: '{at}': {why}"));
            let value = get(parent, &key).map_err(failed)?.cloned();
            if value.as_ref().is_some_and(|value| !value.can_be_copied(copied)) {
                return Err(Problem::new(ProblemKind::NotEvaluated, TOO_MUCH, operation.at));
            }
            if kind == "move" {
                take(parent, &key, operation.path_origin()).map_err(failed)?;
            }
            add(node, operation.path()?, value.unwrap_or_else(|| operation.null()), operation)
        }
        "test" => test(node, operation),
        kind => Err(Problem::new(ProblemKind::Conflict, format!("Unexpected kind: {kind}"), operation.at)),
    }
}

/// `findObject`
fn find<'n>(node: &'n mut Node, path: &str) -> Option<(&'n mut Node, String)> {
    let mut parts: Vec<&str> = path.split('/').collect();
    let key = json_pointer::unescaped(parts.pop()?);
    let mut parts = parts.into_iter();
    // What is before the first slash does not count; a path without a slash leads nowhere.
    parts.next()?;
    let mut node = node;
    for part in parts {
        let part = json_pointer::unescaped(part);
        node = match &node.data {
            Data::Map(_) => node.get_mut(&part)?,
            Data::Seq(items) => {
                let at = index(&part, items.len()).ok()?;
                node.as_seq_mut()?.get_mut(at)?
            }
            Data::Scalar(_) => return None,
        };
    }
    (!matches!(node.data, Data::Scalar(_))).then_some((node, key))
}

/// `strconv.Atoi`
fn atoi(text: &str) -> Result<i64, String> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let valid = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let parsed = valid.then(|| text.parse().ok()).flatten();
    parsed.ok_or_else(|| format!("strconv.Atoi: parsing {}: invalid syntax", crdls_go::go_quote(text)))
}

/// An index into a list of this length (`partialArray.get`).
fn index(key: &str, length: usize) -> Result<usize, String> {
    let at = atoi(key)?;
    let length = length as i64;
    let found = if at < 0 { at + length } else { at };
    let invalid = || format!("Unable to access invalid index: {at}: {INVALID_INDEX}");
    if (0..length).contains(&found) { Ok(found as usize) } else { Err(invalid()) }
}

fn get<'n>(parent: &'n Node, key: &str) -> Result<Option<&'n Node>, String> {
    match &parent.data {
        Data::Map(map) => Ok(map.get(key)),
        Data::Seq(items) => Ok(items.get(index(key, items.len())?)),
        Data::Scalar(_) => Ok(None),
    }
}

fn take(parent: &mut Node, key: &str, by: Origin) -> Result<(), String> {
    if let Some(map) = parent.as_map_mut() {
        let missing = || format!("Unable to remove nonexistent key: {key}: {MISSING}");
        return map.remove(key, by).map(drop).ok_or_else(missing);
    }
    if let Some(items) = parent.as_seq_mut() {
        items.remove(index(key, items.len())?);
    }
    Ok(())
}

fn add(node: &mut Node, path: &str, value: Node, operation: &Operation) -> Step {
    let kind = operation.kind();
    let quoted =
        if kind == "add" { format!("path: \"{path}\"") } else { format!("destination path: {path}") };
    let (parent, key) = operation.find(node, path, &format!("doc is missing {quoted}"))?;
    if let Some(map) = parent.as_map_mut() {
        map.put(operation.entry(&key, value));
        return Ok(());
    }
    let Some(items) = parent.as_seq_mut() else { return Ok(()) };
    let at = match key.as_str() {
        "-" => Ok(items.len()),
        _ => match atoi(&key) {
            Ok(_) => index(&key, items.len() + 1),
            Err(why) => Err(format!("value was not a proper array index: '{key}': {why}")),
        },
    };
    let place = if kind == "move" { &key } else { path };
    let text = match kind {
        "copy" => "error while adding value during copy".to_owned(),
        _ => format!("error in {kind} for path: '{place}'"),
    };
    items.insert(at.map_err(|why| operation.failed(format!("{text}: {why}")))?, value);
    Ok(())
}

fn replace(node: &mut Node, operation: &Operation) -> Step {
    let path = operation.path()?;
    if path.is_empty() {
        let value = operation.value();
        if matches!(value.data, Data::Scalar(_)) {
            let message = "replace operation value must be object or array: %!w(<nil>)".to_owned();
            return Err(operation.failed(message));
        }
        *node = value;
        return Ok(());
    }
    let (parent, key) = operation.find(node, path, &format!("doc is missing path: {path}"))?;
    let no_key = |_| operation.not_there(&format!("doc is missing key: {path}"));
    get(parent, &key).map_err(no_key)?;
    if let Some(map) = parent.as_map_mut() {
        map.put(operation.entry(&key, operation.value()));
    } else if let Some(items) = parent.as_seq_mut() {
        let at = index(&key, items.len()).map_err(no_key)?;
        if let Some(slot) = items.get_mut(at) {
            *slot = operation.value();
        }
    }
    Ok(())
}

fn test(node: &mut Node, operation: &Operation) -> Step {
    let path = operation.path()?;
    let failed = || Err(operation.failed(format!("testing value {path} failed: test failed")));
    if path.is_empty() {
        return if equal(node, &operation.value()) { Ok(()) } else { failed() };
    }
    let (parent, key) = operation.find(node, path, &format!("is missing path: {path}"))?;
    let found = get(parent, &key)
        .map_err(|why| operation.failed(format!("error in test for path: '{path}': {why}")))?;
    let found = found.filter(|found| !found.is_null());
    let wanted = operation.value.as_ref().filter(|value| !value.is_null());
    match (found, wanted) {
        (None, None) => Ok(()),
        (Some(found), Some(wanted)) if equal(found, wanted) => Ok(()),
        _ => failed(),
    }
}

fn equal(a: &Node, b: &Node) -> bool {
    json(a).is_ok_and(|a| json(b).is_ok_and(|b| a == b))
}

/// The scalars that JSON changes, each with what becomes of it.
pub(crate) fn retyped(node: &Node, found: &mut Vec<(Origin, String)>) {
    match &node.data {
        Data::Map(map) => map.entries().iter().for_each(|entry| retyped(&entry.value, found)),
        Data::Seq(items) => items.iter().for_each(|item| retyped(item, found)),
        Data::Scalar(scalar) => {
            let new = match scalar.typed() {
                Ok((Tag::Timestamp, Value::Str(new))) => Some(new.into_owned()),
                Ok((_, Value::Int(value))) => changed(i128::from(value)),
                Ok((_, Value::Uint(value))) => changed(i128::from(value)),
                _ => None,
            };
            found.extend(new.filter(|new| **new != *scalar.text).map(|new| (node.origin, new)));
        }
    }
}

/// What becomes of a whole number that no float64 is.
fn changed(value: i128) -> Option<String> {
    let float = value as f64;
    (float as i128 != value).then(|| crdls_yaml::resolve::json_number(float))?
}

/// The value after it was written as JSON and read again (`RNode.MarshalJSON`, `RNode.UnmarshalJSON`).
pub(crate) fn through_json(node: &Node) -> Step<Node> {
    node.with_scalars(&|scalar, at| Ok(Scalar::of(&scalar_of(scalar, at)?)))
}
