//! The values of a resource while it is built: what kyaml keeps in a `yaml.Node`, and where it comes from.
//!
//! A copy of a node shares what is below it until one of the two is changed. Knows nothing of Kubernetes.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use crdls_text::TextRange;

use crate::scalar::{Scalar, Tag, resolve_plain};

/// A range of one of the files of a build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    /// The number of the file.
    pub file: u32,
    /// The bytes of the file.
    pub range: TextRange,
}

/// A value and the place that wrote it last.
#[derive(Clone, Debug)]
pub struct Node {
    /// The value.
    pub data: Data,
    /// Where it was last written.
    pub origin: Origin,
}

/// A value by its kind.
#[derive(Clone, Debug)]
pub enum Data {
    /// A mapping.
    Map(Arc<Map>),
    /// A sequence.
    Seq(Arc<Vec<Node>>),
    /// Anything else.
    Scalar(Scalar),
}

/// The entries of a mapping, and those that were removed from it.
#[derive(Clone, Debug, Default)]
pub struct Map {
    entries: Vec<Entry>,
    /// Where the first entry of each name is, since one of many was searched.
    places: OnceLock<HashMap<Arc<str>, usize>>,
    /// Entries that a patch removed, and lists that it replaced.
    pub removed: Vec<Removed>,
}

/// An entry of a mapping.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The text of the key.
    pub name: Arc<str>,
    /// Where the key was last written.
    pub key: Origin,
    /// Whether the key is a string. Others cannot be written as JSON.
    pub is_text: bool,
    /// The value.
    pub value: Node,
}

/// An entry that a patch removed, or a list that it replaced.
#[derive(Clone, Debug)]
pub struct Removed {
    /// The text of the key.
    pub name: Arc<str>,
    /// What removed or replaced it.
    pub by: Origin,
    /// The items that a strategic merge replaced.
    pub items: Option<Arc<Vec<Node>>>,
}

/// So few names are compared faster than hashed.
const FEW: usize = 12;

impl FromIterator<Entry> for Map {
    fn from_iter<T: IntoIterator<Item = Entry>>(entries: T) -> Self {
        Self { entries: entries.into_iter().collect(), ..Self::default() }
    }
}

impl Map {
    /// The entries in the order in which they were written, as long as few were removed.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The values of the entries, to be changed.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = (&str, &mut Node)> {
        self.entries.iter_mut().map(|entry| (&*entry.name, &mut entry.value))
    }

    fn place(&self, name: &str) -> Option<usize> {
        if self.entries.len() <= FEW {
            return self.entries.iter().position(|entry| &*entry.name == name);
        }
        let all = || self.entries.iter().enumerate().rev().map(|(at, entry)| (Arc::clone(&entry.name), at));
        self.places.get_or_init(|| all().collect()).get(name).copied()
    }

    /// The first entry with this name.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.get(self.place(name)?)
    }

    fn entry_mut(&mut self, name: &str) -> Option<&mut Entry> {
        let at = self.place(name)?;
        self.entries.get_mut(at)
    }

    /// The value of the first entry with this name.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.entry(name).map(|entry| &entry.value)
    }

    /// The value of the first entry with this name, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Node> {
        self.entry_mut(name).map(|entry| &mut entry.value)
    }

    /// Sets the value of an entry. A new entry has the origin of its value, and its text decides the type of its key
    /// (`FieldSetter.Filter`).
    pub fn set(&mut self, name: &str, value: Node) {
        match self.entry_mut(name) {
            Some(entry) => {
                entry.key = value.origin;
                entry.value = value;
            }
            None => {
                let is_text = resolve_plain(name).0 == Tag::Str;
                self.push(Entry { name: name.into(), key: value.origin, is_text, value });
            }
        }
    }

    /// Adds an entry, in the place of the first one with its name.
    pub(crate) fn put(&mut self, entry: Entry) {
        match self.entry_mut(&entry.name) {
            Some(found) => *found = entry,
            None => self.push(entry),
        }
    }

    /// Adds an entry whose name others may have.
    pub(crate) fn push(&mut self, entry: Entry) {
        if let Some(places) = self.places.get_mut() {
            places.entry(Arc::clone(&entry.name)).or_insert(self.entries.len());
        }
        self.entries.push(entry);
    }

    /// Keeps some of the entries.
    pub(crate) fn retain(&mut self, keep: impl Fn(&Entry) -> bool) {
        let before = self.entries.len();
        self.entries.retain(keep);
        if self.entries.len() < before {
            self.places.take();
        }
    }

    /// The first entry whose name another one before it has, and where the other one is.
    pub(crate) fn repeated(&self) -> Option<(&Entry, Origin)> {
        let mut names = HashSet::new();
        let (_, entry) = self.entries.iter().enumerate().find(|(at, entry)| match self.entries.len() {
            ..=FEW => self.entries.iter().take(*at).any(|other| other.name == entry.name),
            _ => !names.insert(&entry.name),
        })?;
        Some((entry, self.entry(&entry.name)?.key))
    }

    /// Takes the first entry with this name out, without a note of what did it. The last entry of many comes to its place.
    pub fn take(&mut self, name: &str) -> Option<Entry> {
        let at = self.place(name)?;
        let Some(places) = self.places.get_mut() else { return Some(self.entries.remove(at)) };
        places.remove(name);
        let taken = self.entries.swap_remove(at);
        let moved = self.entries.get(at).and_then(|moved| places.get_mut(&moved.name));
        if let Some(place) = moved.filter(|place| **place == self.entries.len()) {
            *place = at;
        }
        if self.entries.len() > places.len()
            && let Some(next) = self.entries.iter().position(|entry| &*entry.name == name)
        {
            places.insert(Arc::clone(&taken.name), next);
        }
        Some(taken)
    }

    /// Takes the first entry with this name out and notes what removed it.
    pub fn remove(&mut self, name: &str, by: Origin) -> Option<Entry> {
        let entry = self.take(name)?;
        self.removed.push(Removed { name: entry.name.clone(), by, items: None });
        Some(entry)
    }
}

/// Collections within collections, and fields in a path, at most: as in a text.
pub(crate) const MAX_DEPTH: usize = crdls_yaml::Tree::MAX_DEPTH as usize;

/// Values that a build copies, at most: a copy of copies doubles with each of them.
const MAX_COPIED: u32 = 1_000_000;

/// Why a path is not followed.
pub(crate) const LONG_PATH: &str = "a path of so many fields is not evaluated";

/// Why a copy is not made.
pub(crate) const TOO_MUCH: &str = "a copy of so many values is not evaluated";

impl Node {
    /// A mapping without entries.
    pub fn map(origin: Origin) -> Self {
        Self { data: Data::Map(Arc::default()), origin }
    }

    /// A mapping with entries of different names.
    pub(crate) fn map_of<'n>(entries: impl IntoIterator<Item = (&'n str, Self)>, origin: Origin) -> Self {
        let mut map = Map::default();
        entries.into_iter().for_each(|(name, value)| map.set(name, value));
        Self { data: Data::Map(Arc::new(map)), origin }
    }

    /// A sequence.
    pub fn seq(items: Vec<Node>, origin: Origin) -> Self {
        Self { data: Data::Seq(Arc::new(items)), origin }
    }

    /// A scalar.
    pub const fn scalar(scalar: Scalar, origin: Origin) -> Self {
        Self { data: Data::Scalar(scalar), origin }
    }

    /// The value with other scalars.
    pub(crate) fn with_scalars<E>(
        &self,
        new: &impl Fn(&Scalar, Origin) -> Result<Scalar, E>,
    ) -> Result<Self, E> {
        let data = match &self.data {
            Data::Map(map) => {
                let mut map = (**map).clone();
                for (_, value) in map.values_mut() {
                    *value = value.with_scalars(new)?;
                }
                Data::Map(Arc::new(map))
            }
            Data::Seq(items) => {
                let items = items.iter().map(|item| item.with_scalars(new));
                Data::Seq(Arc::new(items.collect::<Result<_, E>>()?))
            }
            Data::Scalar(scalar) => Data::Scalar(new(scalar, self.origin)?),
        };
        Ok(Self { data, origin: self.origin })
    }

    /// Whether a copy is not nested too deep, and all copies together, with its values added, are not too many.
    pub(crate) fn can_be_copied(&self, copied: &mut u32) -> bool {
        self.counted(copied, MAX_DEPTH)
    }

    fn counted(&self, copied: &mut u32, depth: usize) -> bool {
        *copied = copied.saturating_add(1);
        let Some(depth) = depth.checked_sub(1).filter(|_| *copied <= MAX_COPIED) else { return false };
        match &self.data {
            Data::Map(map) => map.entries().iter().all(|entry| entry.value.counted(copied, depth)),
            Data::Seq(items) => items.iter().all(|item| item.counted(copied, depth)),
            Data::Scalar(_) => true,
        }
    }

    /// Whether nothing changed it since it was a copy of the other: a scalar, or a collection that is shared.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        match (&self.data, &other.data) {
            (Data::Map(one), Data::Map(other)) => Arc::ptr_eq(one, other),
            (Data::Seq(one), Data::Seq(other)) => Arc::ptr_eq(one, other),
            (Data::Scalar(one), Data::Scalar(other)) => one == other,
            _ => false,
        }
    }

    /// Whether another value of an object is the same, read from the file alone or with it: what other files wrote may be
    /// elsewhere in them. `file`: the file of both objects.
    pub fn is_same(&self, other: &Self, file: u32) -> bool {
        let is_here = |one: Origin, other: Origin| one == other || one.file != file && other.file != file;
        is_here(self.origin, other.origin)
            && (self.is_copy_of(other)
                || match (&self.data, &other.data) {
                    (Data::Map(one), Data::Map(other)) => {
                        one.entries().len() == other.entries().len()
                            && one.entries().iter().zip(other.entries()).all(|(one, other)| {
                                one.name == other.name
                                    && is_here(one.key, other.key)
                                    && one.value.is_same(&other.value, file)
                            })
                    }
                    (Data::Seq(one), Data::Seq(other)) => {
                        one.len() == other.len()
                            && one.iter().zip(&**other).all(|(one, other)| one.is_same(other, file))
                    }
                    _ => false,
                })
    }

    /// Whether it is tagged as null.
    pub fn is_null(&self) -> bool {
        matches!(&self.data, Data::Scalar(scalar) if scalar.tag == Tag::Null)
    }

    /// Whether it is null or a collection without entries (`IsYNodeNilOrEmpty`).
    pub fn is_empty(&self) -> bool {
        match &self.data {
            Data::Map(map) => map.entries().is_empty(),
            Data::Seq(items) => items.is_empty(),
            Data::Scalar(scalar) => scalar.tag == Tag::Null,
        }
    }

    /// The mapping, if it is one.
    pub fn as_map(&self) -> Option<&Map> {
        match &self.data {
            Data::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The mapping, if it is one, to be changed.
    pub fn as_map_mut(&mut self) -> Option<&mut Map> {
        match &mut self.data {
            Data::Map(map) => Some(Arc::make_mut(map)),
            _ => None,
        }
    }

    /// The items of a sequence.
    pub fn as_seq(&self) -> Option<&[Node]> {
        match &self.data {
            Data::Seq(items) => Some(items),
            _ => None,
        }
    }

    /// The items of a sequence, to be changed.
    pub fn as_seq_mut(&mut self) -> Option<&mut Vec<Node>> {
        match &mut self.data {
            Data::Seq(items) => Some(Arc::make_mut(items)),
            _ => None,
        }
    }

    /// The scalar, if it is one.
    pub const fn as_scalar(&self) -> Option<&Scalar> {
        match &self.data {
            Data::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The text of a scalar; nothing for collections, as `yaml.Node.Value` has it.
    pub fn text(&self) -> &str {
        self.as_scalar().map_or("", |scalar| &scalar.text)
    }

    /// The value of a field of a mapping.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.as_map()?.get(name)
    }

    /// The value at a path of fields.
    pub(crate) fn at(&self, path: &[&str]) -> Option<&Node> {
        path.iter().try_fold(self, |node, name| node.get(name))
    }

    /// The text at a path of fields; nothing of a null.
    pub(crate) fn text_at(&self, path: &[&str]) -> &str {
        self.at(path).filter(|value| !value.is_null()).map_or("", Node::text)
    }

    /// Whether a field of a mapping has a text.
    pub(crate) fn has(&self, name: &str, text: &str) -> bool {
        self.get(name).is_some_and(|value| value.text() == text)
    }

    /// The value of a field of a mapping, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Node> {
        // A look before the mapping is copied.
        self.get(name)?;
        self.as_map_mut()?.get_mut(name)
    }

    /// What Go calls the kind of the node.
    pub const fn kind_name(&self) -> &'static str {
        match &self.data {
            Data::Map(_) => "MappingNode",
            Data::Seq(_) => "SequenceNode",
            Data::Scalar(_) => "ScalarNode",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::Scalar;

    #[test]
    fn many_entries_are_found_and_removed() {
        for size in [FEW, 3 * FEW] {
            let entry = |name: &str, text: &str| {
                let value = Node::scalar(Scalar::untyped(text), Origin::default());
                Entry { name: name.into(), key: Origin::default(), is_text: true, value }
            };
            let mut map: Map = (0..size).map(|n| entry(&format!("n{n}"), "old")).collect();
            map.push(entry("n1", "twice"));
            assert_eq!(map.repeated().map(|(entry, _)| &*entry.name), Some("n1"));
            map.put(entry("n0", "new"));
            map.set("x", entry("", "set").value);
            let text = |map: &Map, name: &str| map.get(name).map(|value| value.text().to_owned());
            for name in ["n1", "n3", "n2"] {
                assert_eq!(map.take(name).map(|entry| entry.value.text().to_owned()).as_deref(), Some("old"));
            }
            assert_eq!(text(&map, "n1").as_deref(), Some("twice"));
            assert_eq!(text(&map, "n0").as_deref(), Some("new"));
            assert_eq!(text(&map, "x").as_deref(), Some("set"));
            assert_eq!(text(&map, "n2"), None);
            assert_eq!(map.repeated().map(|(entry, _)| &*entry.name), None);
            for n in (4..size).rev() {
                assert!(map.take(&format!("n{n}")).is_some() && map.take(&format!("n{n}")).is_none());
            }
            assert_eq!(map.entries().len(), 3);
        }
    }
}
