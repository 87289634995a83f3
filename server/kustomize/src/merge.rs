//! Strategic merge: `merge2.Merge` of kyaml with items prepended.
//!
//! The structure is that of kyaml's `walk` package, down to what it does with items that lack a key. A field that only
//! the resource has is walked too: kyaml drops a null there that has no text, and merges a list with itself.

use std::collections::HashSet;
use std::sync::Arc;

use crate::fields::{self, set_member, set_scalar};
use crate::node::{Data, Entry, Map, Node, Origin, Removed};
use crate::problem::{Problem, ProblemKind, Step};
use crate::scalar::{Scalar, Tag};
use crate::tables::{MergeType, tables};

/// The type of a value; where it is not known, a kind and an API version in the value can tell.
#[derive(Clone, Copy, Debug)]
struct Schema(Option<MergeType>);

impl Schema {
    fn field(self, name: &str) -> Self {
        Self(self.0.map(|known| tables().field(known, name)))
    }

    /// The keys by which a list of it is merged, and the type of the items.
    fn list(self) -> Option<(&'static [&'static str], Self)> {
        let known = self.0?;
        Some((known.keys?, Self(Some(MergeType { keys: None, ..known }))))
    }

    /// `Walker.GetSchema`
    fn or_of(self, nodes: [Option<&Node>; 2]) -> Self {
        let type_of = |node: &Node| tables().type_of(node.text_at(&["apiVersion"]), node.text_at(&["kind"]));
        Self(self.0.or_else(|| nodes.into_iter().flatten().find_map(type_of)))
    }
}

/// What became of a value.
enum Walked {
    Clear,
    /// The value of the resource, perhaps changed in place.
    Dest(Node),
    /// The value of the patch.
    Patch(Node),
}

/// `$patch`
#[derive(Clone, Copy, PartialEq, Eq)]
enum Directive {
    Merge,
    Replace,
    Delete,
}

/// The field of a patch that says what to do with a value.
pub(crate) const DIRECTIVE: &str = "$patch";

/// Merges a patch into a resource. One that the patch deletes is empty then. `$patch: replace` for the whole resource
/// leaves it as it is: what replaces it is not taken (`Resource.ApplyFilter`).
pub(crate) fn merge(dest: &Node, patch: Node) -> Step<Node> {
    Ok(match walk(Some(dest.clone()), Some(patch), Schema(None))? {
        Walked::Clear => Node::map(dest.origin),
        Walked::Patch(_) => dest.clone(),
        Walked::Dest(node) => node,
    })
}

fn is_missing(node: Option<&Node>) -> bool {
    node.is_none_or(Node::is_null)
}

/// What does not fit the resource.
fn conflict(message: String, at: Origin) -> Box<Problem> {
    Problem::new(ProblemKind::Conflict, message, at)
}

fn wrong_kind(expected: &str, found: &Node) -> Box<Problem> {
    conflict(fields::wrong_kind(expected, found), found.origin)
}

/// `Walker.Walk`
fn walk(dest: Option<Node>, patch: Option<Node>, schema: Schema) -> Step<Walked> {
    let schema =
        schema.or_of([dest.as_ref(), patch.as_ref()].map(|node| node.filter(|node| !node.is_null())));
    let first = [&dest, &patch].into_iter().flatten().find(|node| !node.is_null());
    let Some(kind) = first.map(Node::kind_name) else { return walk_map(dest, patch, schema) };
    if let Some(other) = patch.as_ref().filter(|patch| !patch.is_null() && patch.kind_name() != kind) {
        return Err(wrong_kind(kind, other));
    }
    match kind {
        "MappingNode" => walk_map(dest, patch, schema),
        "SequenceNode" => match schema.list() {
            Some((keys, items)) => walk_list(dest, patch, keys, items),
            None => Ok(scalar(dest, patch)),
        },
        _ => Ok(scalar(dest, patch)),
    }
}

/// `VisitScalar`, and `VisitList` of a list that is not merged.
fn scalar(dest: Option<Node>, patch: Option<Node>) -> Walked {
    match (dest, patch) {
        (_, Some(patch)) => Walked::Patch(patch),
        (Some(dest), None) => Walked::Dest(dest),
        (None, None) => Walked::Clear,
    }
}

fn walk_map(dest: Option<Node>, patch: Option<Node>, schema: Schema) -> Step<Walked> {
    if is_missing(dest.as_ref()) {
        let Some(mut patch) = patch else {
            return Ok(match dest {
                Some(null) if !null.text().is_empty() => Walked::Dest(null),
                _ => Walked::Clear,
            });
        };
        if patch.as_map().is_some() && directive(&mut patch).is_ok_and(|found| found == Directive::Delete) {
            return Ok(Walked::Clear);
        }
        settle(&mut patch, schema)?;
        return Ok(Walked::Patch(patch));
    }
    let Some(mut dest) = dest else { return Ok(Walked::Clear) };
    let Some(mut patch) = patch else {
        if needs_walk(&dest, schema) {
            merge_entries(&mut dest, &Map::default(), schema)?;
        }
        return Ok(Walked::Dest(dest));
    };
    if patch.is_null() {
        return Ok(Walked::Clear);
    }
    let is_settled = patch.is_copy_of(&dest);
    match directive(&mut patch)? {
        Directive::Delete => return Ok(Walked::Clear),
        Directive::Replace => {
            settle(&mut patch, schema)?;
            return Ok(Walked::Patch(patch));
        }
        Directive::Merge if is_settled => dest = patch.clone(),
        Directive::Merge => {}
    }
    if let Data::Map(patch) = &patch.data {
        merge_entries(&mut dest, patch, schema)?;
    }
    Ok(Walked::Dest(dest))
}

fn merge_entries(dest: &mut Node, patch: &Map, schema: Schema) -> Step {
    let Some(map) = dest.as_map_mut() else { return Ok(()) };
    for (name, value) in map.values_mut().filter(|(name, _)| patch.get(name).is_none()) {
        let schema = schema.field(name);
        if needs_walk(value, schema)
            && let Walked::Dest(node) = walk(Some(value.clone()), None, schema)?
        {
            *value = node;
        }
        quote_v1_1(value);
    }
    map.retain(|entry| !is_dropped(&entry.value));
    for patched in patch.entries().iter().filter_map(|entry| patch.entry(&entry.name)) {
        let old = map.get(&patched.name).cloned();
        match walk(old, Some(patched.value.clone()), schema.field(&patched.name))? {
            Walked::Clear => clear(map, patched),
            Walked::Dest(node) => {
                if let Some(value) = map.get_mut(&patched.name) {
                    *value = node;
                }
            }
            Walked::Patch(node) if node.is_null() => clear(map, patched),
            Walked::Patch(node) => set_field(map, patched, node),
        }
    }
    Ok(())
}

/// Removes what a patch clears. What came with the patch was never there.
fn clear(map: &mut Map, patched: &Entry) {
    let Some(old) = map.take(&patched.name) else { return };
    if old.value.origin != patched.value.origin {
        map.removed.push(Removed { name: old.name, by: patched.key, items: None });
    }
}

/// `FieldSetter`: the style of the value that is replaced stays.
fn set_field(map: &mut Map, patched: &Entry, mut value: Node) {
    quote_v1_1(&mut value);
    let old = map.get(&patched.name).filter(|old| old.origin != value.origin);
    let mut items = None;
    match (old.map(|old| &old.data), &mut value.data) {
        (Some(Data::Scalar(old)), Data::Scalar(new)) => new.take_style(old),
        (Some(Data::Seq(old)), Data::Seq(_)) => items = Some(Arc::clone(old)),
        _ => {}
    }
    let replaced = |items| Removed { name: Arc::clone(&patched.name), by: patched.key, items: Some(items) };
    map.removed.extend(items.map(replaced));
    map.put(Entry { value, ..patched.clone() });
}

/// Walks the fields of a value that only the patch has: kyaml merges it with itself.
fn settle(patch: &mut Node, schema: Schema) -> Step {
    let own = patch.clone();
    own.as_map().map_or(Ok(()), |own| merge_entries(patch, own, schema))
}

fn quote_v1_1(value: &mut Node) {
    if let Data::Scalar(scalar) = &mut value.data {
        scalar.quote_v1_1();
    }
}

/// A marker for entries that are dropped: a null without a text.
fn is_dropped(node: &Node) -> bool {
    node.is_null() && node.text().is_empty()
}

/// Whether walking a value that the patch says nothing of can change it.
fn needs_walk(node: &Node, schema: Schema) -> bool {
    match &node.data {
        Data::Scalar(scalar) => is_dropped(node) || scalar.tag == Tag::Empty,
        Data::Seq(_) => schema.list().is_some(),
        Data::Map(map) => {
            let schema = schema.or_of([Some(node), None]);
            map.entries().iter().any(|entry| needs_walk(&entry.value, schema.field(&entry.name)))
        }
    }
}

/// `determineMappingNodePatchStrategy`: the directive is taken out.
fn directive(patch: &mut Node) -> Step<Directive> {
    let Some(value) = patch.get(DIRECTIVE) else { return Ok(Directive::Merge) };
    let found = named(value)?;
    if let Some(map) = patch.as_map_mut() {
        map.take(DIRECTIVE);
    }
    Ok(found)
}

fn named(value: &Node) -> Step<Directive> {
    match value.text() {
        "delete" => Ok(Directive::Delete),
        "replace" => Ok(Directive::Replace),
        "merge" => Ok(Directive::Merge),
        other => Err(conflict(format!("unknown patch strategy '{other}'"), value.origin)),
    }
}

/// `determineSequenceNodePatchStrategy`
fn list_directive(items: &mut Vec<Node>) -> Step<Directive> {
    let holder = items.iter().filter_map(Node::as_map).find(|map| map.get(DIRECTIVE).is_some());
    let Some(value) = holder.filter(|map| map.entries().len() == 1).and_then(|map| map.get(DIRECTIVE)) else {
        return Ok(Directive::Merge);
    };
    let (found, text) = (named(value)?, value.text().to_owned());
    set_element(items, None, &[DIRECTIVE], &[text])?;
    Ok(found)
}

/// `walkAssociativeSequence`; a list that only the patch has is merged with itself.
fn walk_list(dest: Option<Node>, patch: Option<Node>, keys: &[&'static str], items: Schema) -> Step<Walked> {
    let mut patched = patch.as_ref().and_then(Node::as_seq).map(<[Node]>::to_vec);
    let found = match &mut patched {
        _ if is_missing(dest.as_ref()) => Directive::Replace,
        None if patch.is_some() => Directive::Delete,
        None => Directive::Merge,
        Some(patched) => list_directive(patched)?,
    };
    let (node, is_dest) = match found {
        Directive::Delete => (None, false),
        Directive::Replace => (patch, false),
        Directive::Merge => (dest, true),
    };
    let Some(mut node) = node else { return Ok(Walked::Clear) };
    if let Some(list) = node.as_seq_mut() {
        let own = if is_dest { std::mem::take(list) } else { patched.clone().unwrap_or_default() };
        *list = merge_items(own, patched, keys, items)?;
    }
    Ok(if is_dest { Walked::Dest(node) } else { Walked::Patch(node) })
}

/// `setAssociativeSequenceElements`, with the values of the keys that `elementValues` finds.
fn merge_items(
    mut dest: Vec<Node>,
    patch: Option<Vec<Node>>,
    keys: &[&'static str],
    schema: Schema,
) -> Step<Vec<Node>> {
    let primitive: [&'static str; 1] = [""];
    let keys = if keys.is_empty() { &primitive[..] } else { keys };
    let patch = patch.unwrap_or_default();
    let mut all = values_of(&patch, &dest, keys);
    if keys.len() > 1 {
        merge_values(&mut all);
    }
    let (keys, all) = validate_keys(keys, &all);
    let mut added: Vec<Node> = Vec::new();
    for values in &all {
        let at_dest = find_element(&dest, &keys, values);
        let old = at_dest.and_then(|at| dest.get(at).cloned());
        let new = find_element(&patch, &keys, values).and_then(|at| patch.get(at).cloned());
        let (value, in_place) = match walk(old, new, schema)? {
            Walked::Dest(node) => (Some(node), true),
            Walked::Patch(node) => (Some(node), false),
            Walked::Clear => (None, false),
        };
        let is_gone = |value: &Node| value.as_seq().is_none() && value.is_empty();
        let Some(mut value) = value.filter(|value| !is_gone(value)) else {
            set_element(&mut dest, None, &keys, values)?;
            continue;
        };
        for (key, text) in keys.iter().zip(values) {
            if value.get(key).is_none() && !text.is_empty() {
                set_key(&mut value, key, text)?;
            }
        }
        if let Some(slot) = at_dest.filter(|_| in_place).and_then(|at| dest.get_mut(at)) {
            *slot = value.clone();
        }
        set_element(&mut added, Some(value), &keys, values)?;
    }
    if all.is_empty() { Ok(dest) } else { append_items(added, dest, &keys) }
}

fn set_key(value: &mut Node, key: &str, text: &str) -> Step {
    let (scalar, origin) = (Scalar::untyped(text), value.origin);
    let set = match key {
        "" => set_scalar(value, scalar, origin),
        key => set_member(value, key, scalar, origin),
    };
    set.map_err(|why| conflict(why, origin))
}

/// `elementValues` and `elementPrimitiveValues`: those of the patch first.
fn values_of(patch: &[Node], dest: &[Node], keys: &[&str]) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = Vec::new();
    let mut seen = HashSet::new();
    for item in patch.iter().chain(dest) {
        let value = |key: &&str| if key.is_empty() { item.text() } else { item.text_at(&[key]) }.to_owned();
        let values: Vec<String> = keys.iter().map(value).collect();
        if seen.insert(values.clone()) {
            all.push(values);
        }
    }
    all
}

/// `mergeValues`
fn merge_values(all: &mut [Vec<String>]) {
    for i in 0..all.len() {
        for j in 0..all.len() {
            let merged = all.get(i).zip(all.get(j)).and_then(|(a, b)| match_values(a, b));
            if let Some(merged) = merged {
                for at in [i, j] {
                    if let Some(slot) = all.get_mut(at) {
                        slot.clone_from(&merged);
                    }
                }
            }
        }
    }
}

fn match_values(a: &[String], b: &[String]) -> Option<Vec<String>> {
    let mut common = false;
    let mut merged = Vec::with_capacity(a.len());
    for (a, b) in a.iter().zip(b) {
        if a == b {
            common = true;
        } else if !a.is_empty() && !b.is_empty() {
            return None;
        }
        merged.push(if a.is_empty() { b.clone() } else { a.clone() });
    }
    common.then_some(merged)
}

/// `validateKeys`: the keys that have a value somewhere, and their values; all keys if none has.
fn validate_keys(keys: &[&'static str], all: &[Vec<String>]) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let is_valid =
        |at: &usize| all.iter().any(|values| values.get(*at).is_some_and(|value| !value.is_empty()));
    let mut valid: Vec<usize> = (0..keys.len()).filter(is_valid).collect();
    if valid.is_empty() {
        valid.extend(0..keys.len());
    }
    let kept = |values: &Vec<String>| valid.iter().filter_map(|at| values.get(*at).cloned()).collect();
    (valid.iter().filter_map(|at| keys.get(*at).copied()).collect(), all.iter().map(kept).collect())
}

/// `ElementMatcher`, by the keys that have a value (`elementValueList`).
fn find_element(items: &[Node], keys: &[&'static str], values: &[String]) -> Option<usize> {
    let (keys, values) = validate_keys(keys, &[values.to_vec()]);
    let pairs = || keys.iter().zip(values.iter().flatten());
    if let Some((_, text)) = pairs().next().filter(|(key, _)| key.is_empty()) {
        return items.iter().position(|item| item.text() == text);
    }
    items.iter().position(|item| item.as_map().is_some() && pairs().all(|(key, text)| item.has(key, text)))
}

/// `ElementSetter`
fn set_element(items: &mut Vec<Node>, element: Option<Node>, keys: &[&str], values: &[String]) -> Step {
    let sets_map = keys.first().is_some_and(|key| !key.is_empty())
        && values.first().is_some_and(|value| !value.is_empty());
    let mut content = Vec::with_capacity(items.len() + 1);
    let mut matched = false;
    for item in items.drain(..) {
        if item.is_null() || item.as_map().is_some_and(|map| map.entries().is_empty()) {
            continue;
        }
        if item.as_map().is_none() && sets_map {
            content.push(item);
            continue;
        }
        let mut found = true;
        let mut last = false;
        for (at, key) in keys.iter().enumerate() {
            if let Some(value) = values.get(at) {
                last = matches_field(&item, key, value)?;
            }
            if !last {
                found = false;
                break;
            }
        }
        if !found {
            if !values.is_empty() {
                content.push(item);
            }
            continue;
        }
        matched = true;
        content.extend(element.clone());
    }
    *items = content;
    if let Some(element) = element.filter(|element| !matched && !element.is_null()) {
        items.push(element);
    }
    Ok(())
}

/// `FieldMatcher` with a string; an empty one fits all values.
fn matches_field(item: &Node, key: &str, value: &str) -> Step<bool> {
    if key.is_empty() {
        return match item.as_scalar() {
            Some(scalar) => Ok(&*scalar.text == value),
            None => Err(wrong_kind("ScalarNode", item)),
        };
    }
    if item.as_map().is_none() {
        return Err(wrong_kind("MappingNode", item));
    }
    Ok(item.get(key).is_some_and(|found| value.is_empty() || found.text() == value))
}

/// `appendListNode`
fn append_items(mut added: Vec<Node>, dest: Vec<Node>, keys: &[&'static str]) -> Step<Vec<Node>> {
    for item in dest {
        if keys.first().is_none_or(|key| key.is_empty()) {
            let text = item.text().to_owned();
            set_element(&mut added, Some(item), &[""], &[text])?;
            continue;
        }
        if item.as_map().is_none() && !item.is_null() {
            return Err(wrong_kind("MappingNode", &item));
        }
        let mut values = Vec::new();
        for key in keys {
            match item.get(key) {
                Some(value) => values.push(value.text().to_owned()),
                None => added.push(item.clone()),
            }
        }
        if keys.len() > 1 {
            set_element(&mut added, None, keys, &values)?;
        }
        set_element(&mut added, Some(item), keys, &values)?;
    }
    Ok(added)
}
