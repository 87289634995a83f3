//! A value that replaces another, and what each part of it replaces.
//!
//! Mirrors `CorrelatedObject` and `MapList` of k8s.io/apiserver (pkg/cel/common/{equality,maplist}.go): members are
//! correlated by name and items of a list of type map by their keys; those of other lists are not. What is asked of a
//! node is worked out once, so that all comparisons together are linear. Must not know checks.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::fmt::Write as _;

use super::structural::Structural;
use crdls_values::{Json, JsonValue};

/// What became of a member or item: nothing where it replaces none.
type Child<'v> = OnceCell<Option<Box<Correlated<'v>>>>;

/// A node of a new value, with the old value that it replaces.
#[derive(Debug)]
pub struct Correlated<'v> {
    new: &'v Json,
    old: &'v Json,
    schema: Structural<'v>,
    /// How many steps lead to it from the root.
    depth: usize,
    equal: OnceCell<bool>,
    /// By the index of the member or item in the new value.
    children: OnceCell<Box<[Child<'v>]>>,
    old_items: OnceCell<MapList>,
}

impl<'v> Correlated<'v> {
    /// A value, the one that it replaces, and the schema of both.
    pub fn new(new: &'v Json, old: &'v Json, schema: Structural<'v>) -> Self {
        Self::at_depth(new, old, schema, 0)
    }

    fn at_depth(new: &'v Json, old: &'v Json, schema: Structural<'v>, depth: usize) -> Self {
        let (equal, children, old_items) = Default::default();
        Self { new, old, schema, depth, equal, children, old_items }
    }

    /// How many steps lead to it from the root.
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// A member that both values have and the schema knows.
    pub fn key(&self, name: &str) -> Option<&Self> {
        let members = self.new.members();
        let at = members.binary_search_by(|member| (*member.name).cmp(name)).ok()?;
        self.child(members.len(), at, || {
            let (new, old) = (&members.get(at)?.value, self.old.get(name)?);
            Some((new, old, self.schema.member(name).schema()?))
        })
    }

    /// An item whose keys an item of the old list has too.
    pub fn index(&self, at: usize) -> Option<&Self> {
        let items = self.new.items();
        self.child(items.len(), at, || {
            let (new, old) = (items.get(at)?, self.old_items()?.find(items.get(at)?)?);
            Some((new, self.old.items().get(old)?, self.schema.items()?))
        })
    }

    fn child(
        &self,
        number: usize,
        at: usize,
        found: impl FnOnce() -> Option<(&'v Json, &'v Json, Structural<'v>)>,
    ) -> Option<&Self> {
        let children = self.children.get_or_init(|| (0..number).map(|_| OnceCell::new()).collect());
        let child = || {
            let (new, old, schema) = found()?;
            Some(Box::new(Self::at_depth(new, old, schema, self.depth + 1)))
        };
        children.get(at)?.get_or_init(child).as_deref()
    }

    /// The items of the old list, where the schema makes a map of the list.
    fn old_items(&self) -> Option<&MapList> {
        MapList::is_for(self.schema)
            .then(|| self.old_items.get_or_init(|| MapList::of(self.schema, self.old.items())))
    }

    /// `CachedDeepEqual`: a member that cannot be correlated makes a map another one, as `metadata` makes the root.
    pub fn is_equal(&self) -> bool {
        *self.equal.get_or_init(|| match (&self.new.value, &self.old.value) {
            (JsonValue::Map(new), JsonValue::Map(old)) => {
                new.len() == old.len()
                    && new.iter().all(|member| self.key(&member.name).is_some_and(Self::is_equal))
            }
            (JsonValue::List(new), JsonValue::List(old)) if MapList::is_for(self.schema) => {
                new.len() == old.len() && (0..new.len()).all(|at| self.index(at).is_some_and(Self::is_equal))
            }
            (new, old) => new == old,
        })
    }
}

/// Where the items of a list of type map are, by their keys.
#[derive(Debug)]
pub struct MapList {
    keys: Vec<Box<str>>,
    /// The first item of each key.
    by_key: HashMap<String, usize>,
}

impl MapList {
    /// Whether a list of a schema is one of type map.
    pub fn is_for(schema: Structural<'_>) -> bool {
        schema.schema().is_some_and(|schema| schema.list_type() == Some("map"))
    }

    /// The items of a list; none where the schema makes no map of it.
    pub fn of(schema: Structural<'_>, items: &[Json]) -> Self {
        let list = schema
            .schema()
            .filter(|schema| Self::is_for(Structural::new(*schema)) && schema.type_() == "array");
        let keys: Vec<Box<str>> =
            list.into_iter().flat_map(|list| list.list_map_keys()).map(|(key, _)| key.into()).collect();
        let mut by_key = HashMap::new();
        if !keys.is_empty() {
            for (at, item) in items.iter().enumerate() {
                if let Some(key) = composite_key(item, &keys) {
                    by_key.entry(key).or_insert(at);
                }
            }
        }
        Self { keys, by_key }
    }

    /// The item that has the keys of another.
    pub fn find(&self, item: &Json) -> Option<usize> {
        if self.by_key.is_empty() {
            return None;
        }
        self.by_key.get(&composite_key(item, &self.keys)?).copied()
    }
}

/// `CompositeKeyFor`: nothing where a key is missing or no scalar. Of several keys, floats count to six digits.
fn composite_key(item: &Json, keys: &[Box<str>]) -> Option<String> {
    let mut text = String::new();
    for key in keys {
        let _ = match &item.get(key)?.value {
            JsonValue::Bool(value) => write!(text, "\0{value}"),
            JsonValue::Int(value) => write!(text, "\0{value}"),
            JsonValue::Float(value) if keys.len() == 1 => write!(text, "\0.{}", (value + 0.0).to_bits()),
            JsonValue::Float(value) => write!(text, "\0{value:.6}"),
            JsonValue::Str(value) => write!(text, "\0{value:?}"),
            JsonValue::Null | JsonValue::List(_) | JsonValue::Map(_) => return None,
        };
    }
    Some(text)
}
