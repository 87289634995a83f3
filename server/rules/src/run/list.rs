//! What `x-kubernetes-list-type` makes of lists: equality and `+` of sets and of lists with keys.
//!
//! Mirrors `unstructuredSetList` of k8s.io/apiserver (pkg/cel/common/valuesunstructured.go), and what `+` makes
//! of lists (valuesreflect.go). Knows values; must not know the data and schemas that they are made from.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crdls_cel::eval::{Error, List, Outcome, Sequence, Value};

use super::data::Data;
use super::go_form::{data_key, key};
use super::outcome::same;

/// A list whose order does not count.
#[derive(Debug)]
pub(super) struct Set<L>(pub(super) L);

impl<L: Sequence> Sequence for Set<L> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, index: usize) -> Outcome {
        self.0.get(index)
    }

    fn contains(&self, wanted: &Value) -> Result<bool, Error> {
        self.0.contains(wanted)
    }

    fn contains_error(&self, error: &Error) -> Result<bool, Error> {
        self.0.contains_error(error)
    }

    fn equal(&self, other: &Value) -> Result<bool, Error> {
        let other = other.as_list().ok_or_else(Error::no_such_overload)?;
        if self.len() != other.len() {
            return Ok(false);
        }
        let own = Keys::of(&self.elements())?;
        let mut seen = HashSet::new();
        for item in other.iter() {
            match element_key(&item)? {
                Some(key) if own.known.contains(&key) => seen.insert(key),
                _ => return Ok(false),
            };
        }
        Ok(seen.len() == own.known.len() + own.errors)
    }

    /// The elements of both, each once behind those that are there.
    fn add(&self, other: &List) -> Option<Outcome> {
        let mut all = self.elements();
        Some(add_to_set(&mut all, other).map(|()| Value::List(List::new(Set(Gathered(all))))))
    }

    fn native(&self) -> Option<Outcome> {
        self.0.native()
    }
}

impl<L: Sequence> Set<L> {
    fn elements(&self) -> Vec<Outcome> {
        (0..self.len()).map(|index| self.get(index)).collect()
    }
}

fn add_to_set(all: &mut Vec<Outcome>, other: &List) -> Result<(), Error> {
    let mut keys = Keys::of(all)?.known;
    for item in other.iter() {
        if element_key(&item)?.is_none_or(|key| keys.insert(key)) {
            all.push(item);
        }
    }
    Ok(())
}

/// What a set has.
struct Keys {
    known: HashSet<String>,
    /// Elements that are errors: each differs from all others.
    errors: usize,
}

impl Keys {
    fn of(elements: &[Outcome]) -> Result<Self, Error> {
        let mut keys = Self { known: HashSet::new(), errors: 0 };
        for element in elements {
            match element_key(element)? {
                Some(key) => _ = keys.known.insert(key),
                None => keys.errors += 1,
            }
        }
        Ok(keys)
    }
}

/// setElementKey; none for an error.
fn element_key(element: &Outcome) -> Result<Option<String>, Error> {
    match element {
        Ok(Value::List(_) | Value::Map(_)) => {
            Err(Error::new("listSet operations are only supported on lists of scalar values"))
        }
        Ok(value) => Ok(Some(key(value))),
        Err(_) => Ok(None),
    }
}

/// Items of `other` replace those of the same keys, or follow behind (addToMapList).
fn add_by_keys(mut all: Vec<Outcome>, other: &List, keys: &[Arc<str>]) -> Vec<Outcome> {
    let mut places: HashMap<_, _> =
        all.iter().enumerate().map(|(place, item)| (value_keys(item, keys), place)).collect();
    for item in other.iter() {
        let place = *places.entry(value_keys(&item, keys)).or_insert(all.len());
        // The server does not remember the places of those it appends.
        match all.get_mut(place) {
            Some(old) => *old = item,
            None => {
                places.retain(|_, its| *its != place);
                all.push(item);
            }
        }
    }
    all
}

/// The keys of an item as a rule would read them (refValMapKey).
fn value_keys(item: &Outcome, keys: &[Arc<str>]) -> Vec<String> {
    let part = |name: &Arc<str>| {
        let map = item.as_ref().ok()?.as_map()?;
        map.find(&Value::String(name.clone())).ok().flatten().map(|value| key(&value))
    };
    keys.iter().map(|name| part(name).unwrap_or_else(|| data_key(&Data::Null))).collect()
}

/// What `+` makes of a list with keys.
#[derive(Debug)]
pub(super) struct KeyedValues {
    all: Vec<Outcome>,
    keys: Arc<[Arc<str>]>,
}

impl KeyedValues {
    /// Elements, and those of another list that follow or replace them.
    pub(super) fn sum(all: Vec<Outcome>, other: &List, keys: Arc<[Arc<str>]>) -> Self {
        Self { all: add_by_keys(all, other, &keys), keys }
    }
}

impl Sequence for KeyedValues {
    fn len(&self) -> usize {
        self.all.len()
    }

    fn get(&self, index: usize) -> Outcome {
        Gathered::at(&self.all, index)
    }

    fn equal(&self, other: &Value) -> Result<bool, Error> {
        let other = other.as_list().ok_or_else(Error::no_such_overload)?;
        if self.len() != other.len() {
            return Ok(false);
        }
        let own: HashMap<_, _> = self.all.iter().map(|item| (value_keys(item, &self.keys), item)).collect();
        let mut seen = HashSet::new();
        for item in other.iter() {
            let key = value_keys(&item, &self.keys);
            let Some(mine) = own.get(&key) else { return Ok(false) };
            if !same(mine, &item)? {
                return Ok(false);
            }
            seen.insert(key);
        }
        Ok(seen.len() == own.len())
    }

    fn add(&self, other: &List) -> Option<Outcome> {
        Some(Ok(Value::List(List::new(Self::sum(self.all.clone(), other, self.keys.clone())))))
    }
}

/// The elements that `+` makes.
#[derive(Debug)]
struct Gathered(Vec<Outcome>);

impl Gathered {
    fn at(all: &[Outcome], index: usize) -> Outcome {
        all.get(index).cloned().unwrap_or_else(|| Err(Error::new(format!("index out of bounds: {index}"))))
    }
}

impl Sequence for Gathered {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, index: usize) -> Outcome {
        Self::at(&self.0, index)
    }
}
