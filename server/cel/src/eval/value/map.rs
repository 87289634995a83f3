//! Maps: the language's own, and the maps and objects that a caller makes from its data.

use std::any::Any;
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use super::compare::differ;
use super::error::{MAX_WEIGHT, within};
use super::number::{double_as_int, double_as_uint};
use super::{Error, Outcome, Value};

/// A map. Entries keep the order in which they were written.
#[derive(Clone, Debug)]
pub struct Map(Arc<dyn Mapping>);

/// A map or object over a caller's own data.
pub trait Mapping: Any + Debug + Send + Sync {
    /// What `size()` returns; [`Self::keys`] can be fewer.
    fn len(&self) -> usize;

    /// Whether `size()` returns zero.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key; `None` where there is none.
    fn find(&self, key: &Value) -> Result<Option<Value>, Error>;

    /// The keys that a loop iterates over.
    fn keys(&self) -> Vec<Value>;

    /// See [`Value::weight`]. A caller's data is as large as its text, so that its length will do.
    fn weight(&self) -> usize {
        self.len()
    }

    /// Whether it equals any other value (baseMap.Equal).
    fn equal(&self, other: &Value) -> Result<bool, Error> {
        let Some(other) = other.as_map() else { return Ok(false) };
        let same = |key: &Value| match other.find(key).transpose() {
            Some(theirs) => self.find(key).transpose().is_none_or(|own| !differ(&own, &theirs)),
            None => false,
        };
        Ok(self.len() == other.len() && self.keys().iter().all(same))
    }

    /// With one more entry, whose key it does not have; `None` where the caller's maps cannot grow.
    fn insert(&self, key: &Value, value: &Value) -> Option<Map> {
        let _ = (key, value);
        None
    }

    /// Whether an empty one is a zero value (traits.Zeroer).
    fn tells_zero(&self) -> bool {
        false
    }

    /// What becomes of it where what it is in Go is made a value again; `None` where that is the same.
    fn native(&self) -> Option<Outcome> {
        None
    }
}

impl Map {
    /// A caller's map or object.
    pub fn new(mapping: impl Mapping) -> Self {
        Self(Arc::new(mapping))
    }

    /// A map of entries; of equal keys the last counts.
    pub fn of(entries: Vec<(Value, Value)>) -> Self {
        let mut all = Entries::default();
        for (key, value) in entries {
            all.put(key, value);
        }
        let weight = all.list.iter().fold(0, |sum: usize, entry| sum.saturating_add(weight_of(entry)));
        Self::new(Grown { len: all.list.len(), weight, all: Arc::new(Mutex::new(all)) })
    }

    /// What `size()` returns.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether its size is zero.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key; `None` where there is none.
    pub fn find(&self, key: &Value) -> Result<Option<Value>, Error> {
        self.0.find(key)
    }

    /// The keys that a loop iterates over.
    pub fn keys(&self) -> Vec<Value> {
        self.0.keys()
    }

    /// The value of a key that is there.
    pub fn get(&self, key: &Value) -> Outcome {
        self.find(key)?.ok_or_else(|| Error::no_such_key(key))
    }

    /// Whether it equals any other value (baseMap.Equal); an error where both are too large to be compared.
    pub fn equal(&self, other: &Value) -> Result<bool, Error> {
        within(self.weight().min(other.weight()), MAX_WEIGHT)?;
        self.0.equal(other)
    }

    /// A map with one more entry (mutableMap.Insert).
    pub fn insert(&self, key: &Value, value: &Value) -> Outcome {
        if self.find(key)?.is_some() {
            return Err(Error::new(format!("insert failed: key {key} already exists")));
        }
        let grown = self.0.insert(key, value).unwrap_or_else(|| {
            let own = self.keys().into_iter().filter_map(|key| Some((key.clone(), self.get(&key).ok()?)));
            Self::of(own.chain([(key.clone(), value.clone())]).collect())
        });
        Ok(Value::Map(grown))
    }

    /// See [`Value::native`].
    pub(super) fn native(&self) -> Outcome {
        self.0.native().unwrap_or_else(|| Ok(Value::Map(self.clone())))
    }

    /// The caller's own map.
    pub fn downcast<T: Mapping>(&self) -> Option<&T> {
        let map: &dyn Any = self.0.as_ref();
        map.downcast_ref()
    }

    pub(super) fn tells_zero(&self) -> bool {
        self.0.tells_zero()
    }

    pub(super) fn weight(&self) -> usize {
        self.0.weight()
    }

    /// What tells it from every other map that there is now, equal ones included.
    pub(super) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).cast::<()>() as usize
    }
}

fn weight_of((key, value): &(Value, Value)) -> usize {
    key.weight().saturating_add(value.weight()).saturating_add(2)
}

/// A key as Go's maps compare it (`map[ref.Val]ref.Val`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Bool(bool),
    Int(i64),
    Uint(u64),
    /// The bits of a double.
    Double(u64),
    String(Arc<str>),
    /// A list, a map or an optional value, which the server keeps by pointer: it equals itself only.
    Pointer(usize),
    Other(String),
}

impl Key {
    fn of(value: &Value) -> Self {
        match value {
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::Uint(value) => Self::Uint(*value),
            // Both zeros are one key.
            Value::Double(value) => Self::Double(if *value == 0.0 { 0 } else { value.to_bits() }),
            Value::String(text) => Self::String(text.clone()),
            Value::List(list) => Self::Pointer(list.address()),
            Value::Map(map) => Self::Pointer(map.address()),
            Value::Optional(Some(value)) => Self::Pointer(Arc::as_ptr(value) as usize),
            other => Self::Other(format!("{}:{other}", other.type_name())),
        }
    }

    /// The keys that are looked for in turn (refValMapAccessor.Find): numbers equal each other across types.
    fn alike(value: &Value) -> Vec<Key> {
        let others = match value {
            Value::Double(double) => {
                [double_as_int(*double).map(Key::Int), double_as_uint(*double).map(Key::Uint)]
            }
            Value::Int(int) => [u64::try_from(*int).ok().map(Key::Uint), None],
            Value::Uint(uint) => [i64::try_from(*uint).ok().map(Key::Int), None],
            _ => [None, None],
        };
        std::iter::once(Key::of(value)).chain(others.into_iter().flatten()).collect()
    }
}

#[derive(Debug, Default)]
struct Entries {
    list: Vec<(Value, Value)>,
    places: HashMap<Key, usize>,
}

impl Entries {
    fn put(&mut self, key: Value, value: Value) {
        let place = *self.places.entry(Key::of(&key)).or_insert(self.list.len());
        match self.list.get_mut(place) {
            Some(entry) => entry.1 = value,
            None => self.list.push((key, value)),
        }
    }
}

/// The first entries of a table that only grows, so that a fold can add to its result without copying what
/// it has.
#[derive(Debug)]
struct Grown {
    all: Arc<Mutex<Entries>>,
    len: usize,
    weight: usize,
}

impl Mapping for Grown {
    fn len(&self) -> usize {
        self.len
    }

    fn find(&self, key: &Value) -> Result<Option<Value>, Error> {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let place = |key: &Key| all.places.get(key).copied().filter(|place| *place < self.len);
        let place = Key::alike(key).iter().find_map(place);
        Ok(place.and_then(|place| all.list.get(place)).map(|(_, value)| value.clone()))
    }

    fn keys(&self) -> Vec<Value> {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.list.iter().take(self.len).map(|(key, _)| key.clone()).collect()
    }

    fn insert(&self, key: &Value, value: &Value) -> Option<Map> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if all.list.len() != self.len {
            return None;
        }
        let entry = (key.clone(), value.clone());
        let weight = self.weight.saturating_add(weight_of(&entry));
        all.put(entry.0, entry.1);
        Some(Map::new(Self { len: all.list.len(), weight, all: self.all.clone() }))
    }

    fn weight(&self) -> usize {
        self.weight
    }

    fn tells_zero(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_keys_across_types() {
        let map = Map::of(vec![(Value::Int(1), Value::Bool(true)), (Value::Uint(u64::MAX), Value::Null)]);
        let found = |key: Value| map.find(&key).unwrap().map(|value| value.to_string());
        assert_eq!(found(Value::Uint(1)).as_deref(), Some("true"));
        assert_eq!(found(Value::Double(1.0)).as_deref(), Some("true"));
        assert_eq!(found(Value::Double(1.5)), None);
        assert_eq!(found(Value::string("1")), None);
    }

    #[test]
    fn a_list_is_a_key_for_itself_only() {
        let [list, equal] = [0; 2].map(|_| Value::list(vec![Value::Int(1)]));
        let map = Map::of(vec![(list.clone(), Value::Null)]);
        assert_eq!(map.find(&list).map(|found| found.is_some()), Ok(true));
        assert_eq!(map.find(&equal).map(|found| found.is_some()), Ok(false));
    }

    #[test]
    fn growing_changes_no_other() {
        let start = Map::of(vec![(Value::string("a"), Value::Int(1))]);
        let one = start.insert(&Value::string("b"), &Value::Int(2)).unwrap();
        let other = start.insert(&Value::string("c"), &Value::Int(3)).unwrap();
        assert_eq!((start.len(), one.to_string()), (1, "{a: 1, b: 2}".to_owned()));
        assert_eq!(other.to_string(), "{a: 1, c: 3}");
        let twice = start.insert(&Value::string("a"), &Value::Null).unwrap_err();
        assert_eq!(twice.words(), "insert failed: key a already exists");
    }
}
