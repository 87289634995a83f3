//! From JSON to values: objects, maps and lists stay the data that they are, with their shape, and make values
//! of what is asked for.
//!
//! Mirrors `UnstructuredToVal`, `unstructuredMap`, `unstructuredList` and `unstructuredMapList` of
//! k8s.io/apiserver (pkg/cel/common/valuesunstructured.go).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crdls_cel::eval::{Error, List, Map, Mapping, Opaque, Outcome, Sequence, Value};

use super::data::{Data, Member};
use super::go_form::{Preserved, data_key, go_text, key};
use super::list::{KeyedValues, Set};
use super::outcome::same;
use super::scalar::{int_or_string, string, unexpected};
use super::value_schema::ValueSchema;
use crate::names::{escape, unescape};

/// The value that rules see of data; data of the wrong shape is an error where it is looked at.
pub(super) fn value(data: &Data, shape: &Arc<ValueSchema>) -> Outcome {
    if let Data::Doubtful(_) = data {
        return Err(Error::unknown_here("a value that is wrong"));
    }
    if data.is_null() {
        return match shape.nullable {
            true => Ok(Value::Null),
            false => Err(Error::new("invalid data, got null for schema with nullable=false")),
        };
    }
    if shape.int_or_string {
        return int_or_string(data);
    }
    match &*shape.t {
        "object" => object(data, shape),
        "array" => array(data, shape),
        "string" => string(data, &shape.format),
        "number" => match data {
            Data::Int(value) => Ok(Value::Double(*value as f64)),
            Data::Float(value) => Ok(Value::Double(*value)),
            other => Err(unexpected("float", other)),
        },
        "integer" => match data {
            Data::Int(value) => Ok(Value::Int(*value)),
            other => Err(unexpected("int", other)),
        },
        "boolean" => match data {
            Data::Bool(value) => Ok(Value::Bool(*value)),
            other => Err(unexpected("bool", other)),
        },
        _ if shape.preserves_unknown => Ok(Value::new_opaque(Preserved(data.clone()))),
        other => Err(Error::new(format!(
            "invalid type, expected object, array, number, integer, boolean or string, or no type with \
             x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got {other}"
        ))),
    }
}

fn object(data: &Data, shape: &Arc<ValueSchema>) -> Outcome {
    let Data::Map(members) = data else {
        return Err(Error::new("invalid data, expected a map for the provided schema with type=object"));
    };
    Ok(Value::Map(Map::new(Object::new(members.clone(), shape.clone()))))
}

fn array(data: &Data, shape: &ValueSchema) -> Outcome {
    let Data::List(items) = data else {
        return Err(Error::new("invalid data, expected an array for the provided schema with type=array"));
    };
    let Some(item) = &shape.items else {
        return Err(Error::new("invalid array type, expected Items with a non-empty Schema"));
    };
    let plain = Plain::new(items.clone(), item.clone());
    let list = match shape.list_type.as_deref() {
        None | Some("" | "atomic") => List::new(plain),
        Some("set") if shape.compares_set_data => List::new(DataSet(plain)),
        Some("set") => List::new(Set(plain)),
        Some("map") => List::new(Keyed::new(plain, shape.keys.clone())),
        Some(other) => {
            return Err(Error::new(format!(
                "invalid x-kubernetes-list-type, expected 'map', 'set' or 'atomic' but got {other}"
            )));
        }
    };
    Ok(Value::List(list))
}

/// A list without a type, or an atomic one.
#[derive(Clone, Debug)]
struct Plain {
    items: Arc<[Data]>,
    shape: Arc<ValueSchema>,
}

impl Plain {
    fn new(items: Arc<[Data]>, shape: Arc<ValueSchema>) -> Self {
        Self { items, shape }
    }

    fn data(&self) -> Data {
        Data::List(self.items.clone())
    }

    fn all(&self) -> Vec<Outcome> {
        self.items.iter().map(|item| value(item, &self.shape)).collect()
    }
}

impl Sequence for Plain {
    fn len(&self) -> usize {
        self.items.len()
    }

    fn get(&self, index: usize) -> Outcome {
        match self.items.get(index) {
            Some(item) => value(item, &self.shape),
            None => Err(Error::new(format!("index out of bounds: {index}"))),
        }
    }

    fn equal(&self, other: &Value) -> Result<bool, Error> {
        let other = other.as_list().ok_or_else(Error::no_such_overload)?;
        if self.len() != other.len() {
            return Ok(false);
        }
        for index in 0..self.len() {
            if !same(&self.get(index), &other.get(index))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn contains(&self, wanted: &Value) -> Result<bool, Error> {
        let mut first = None;
        for item in self.all() {
            match item.and_then(|item| item.equals(wanted)) {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(error) => first = first.or(Some(error)),
            }
        }
        first.map_or(Ok(false), Err)
    }

    fn contains_error(&self, error: &Error) -> Result<bool, Error> {
        Err(error.clone())
    }

    fn native(&self) -> Option<Outcome> {
        Some(without_schema(&self.data()))
    }
}

/// A set as servers before 1.37 compare it: the elements as the data has them with values. So a whole number in a list
/// of type `number` equals nothing, and neither does a time.
#[derive(Debug)]
struct DataSet(Plain);

impl Sequence for DataSet {
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
        let own: HashSet<_> = self.0.items.iter().map(data_key).collect();
        let is_own = |item: Outcome| item.is_ok_and(|item| own.contains(&key(&item)));
        Ok(self.len() == other.len() && other.iter().all(is_own))
    }

    fn add(&self, other: &List) -> Option<Outcome> {
        Set(self.0.clone()).add(other)
    }

    fn native(&self) -> Option<Outcome> {
        self.0.native()
    }
}

/// A list whose items are found by keys.
#[derive(Debug)]
struct Keyed {
    list: Plain,
    keys: Arc<[Arc<str>]>,
}

impl Keyed {
    fn new(list: Plain, keys: Arc<[Arc<str>]>) -> Self {
        Self { list, keys }
    }

    /// The keys of an item as its data has them, under the escaped names: the server's own way.
    fn key_of(&self, item: &Data) -> Vec<String> {
        let part = |name: &Arc<str>| item.get(name).map_or_else(|| data_key(&Data::Null), data_key);
        self.keys.iter().map(part).collect()
    }

    /// The same of a value that is compared; what is no object of data has none.
    fn key_of_value(&self, item: &Outcome) -> Option<Vec<String>> {
        let object = item.as_ref().ok()?.as_map()?.downcast::<Object>()?;
        let part = |name: &Arc<str>| object.member(name).map_or_else(|| data_key(&Data::Null), data_key);
        Some(self.keys.iter().map(part).collect())
    }
}

impl Sequence for Keyed {
    fn len(&self) -> usize {
        self.list.len()
    }

    fn get(&self, index: usize) -> Outcome {
        self.list.get(index)
    }

    fn contains(&self, wanted: &Value) -> Result<bool, Error> {
        self.list.contains(wanted)
    }

    fn contains_error(&self, error: &Error) -> Result<bool, Error> {
        Err(error.clone())
    }

    fn equal(&self, other: &Value) -> Result<bool, Error> {
        let other = other.as_list().ok_or_else(Error::no_such_overload)?;
        if self.len() != other.len() {
            return Ok(false);
        }
        let own: HashMap<_, _> = self.list.items.iter().map(|item| (self.key_of(item), item)).collect();
        let mut seen = HashSet::new();
        for item in other.iter() {
            let Some(key) = self.key_of_value(&item) else { return Ok(false) };
            let Some(mine) = own.get(&key) else { return Ok(false) };
            if !same(&value(mine, &self.list.shape), &item)? {
                return Ok(false);
            }
            seen.insert(key);
        }
        Ok(seen.len() == own.len())
    }

    fn add(&self, other: &List) -> Option<Outcome> {
        Some(Ok(Value::List(List::new(KeyedValues::sum(self.list.all(), other, self.keys.clone())))))
    }

    fn native(&self) -> Option<Outcome> {
        self.list.native()
    }
}

/// An object or a map.
#[derive(Debug)]
struct Object {
    members: Arc<[Member]>,
    shape: Arc<ValueSchema>,
}

impl Object {
    fn new(members: Arc<[Member]>, shape: Arc<ValueSchema>) -> Self {
        Self { members, shape }
    }

    fn data(&self) -> Data {
        Data::Map(self.members.clone())
    }

    fn member(&self, name: &str) -> Option<&Data> {
        let at = self.members.binary_search_by(|(its, _)| (**its).cmp(name)).ok()?;
        self.members.get(at).map(|(_, data)| data)
    }

    /// The value under a name as the data has it.
    fn field(&self, name: &str) -> Option<Outcome> {
        let data = self.member(name)?;
        if self.shape.has_fields() && data.is_null() {
            return None;
        }
        Some(value(data, self.shape.member(name)?))
    }

    /// The value under a name as rules spell it.
    fn spelled(&self, name: &str) -> Option<Outcome> {
        if self.shape.has_fields() { self.field(&unescape(name)?) } else { self.field(name) }
    }
}

impl Mapping for Object {
    /// The number of all members, including those that rules do not see.
    fn len(&self) -> usize {
        self.members.len()
    }

    fn find(&self, key: &Value) -> Result<Option<Value>, Error> {
        let name = key.as_str().ok_or_else(Error::no_such_overload)?;
        self.spelled(name).transpose()
    }

    fn keys(&self) -> Vec<Value> {
        let spelled = |name: &Arc<str>| match escape(name).filter(|_| self.shape.has_fields()) {
            Some(escaped) => Value::string(&*escaped),
            None => Value::String(name.clone()),
        };
        let seen = self.members.iter().filter(|(name, _)| self.shape.member(name).is_some());
        seen.map(|(name, _)| spelled(name)).collect()
    }

    /// Each side is asked for a field as a rule would spell the name that the data has.
    fn equal(&self, other: &Value) -> Result<bool, Error> {
        let map = other.as_map().ok_or_else(Error::no_such_overload)?;
        if self.len() != map.len() {
            return Ok(false);
        }
        for (name, data) in self.members.iter() {
            let same = match self.shape.member(name) {
                Some(shape) if self.shape.absent_fields_differ => same_value(name, &value(data, shape), map)?,
                Some(_) => self.same_field(name, map)?,
                None => self.same_unseen(name, data, map)?,
            };
            if !same {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn native(&self) -> Option<Outcome> {
        Some(without_schema(&self.data()))
    }
}

/// Compares a field like servers before 1.34: what the other side does not find differs.
fn same_value(name: &Arc<str>, own: &Outcome, other: &Map) -> Result<bool, Error> {
    let theirs = other.find(&Value::String(name.clone())).transpose();
    theirs.map_or(Ok(false), |theirs| same(own, &theirs))
}

impl Object {
    fn same_field(&self, name: &Arc<str>, other: &Map) -> Result<bool, Error> {
        let theirs = other.find(&Value::String(name.clone())).transpose();
        match (self.spelled(name), theirs) {
            (None, None) => Ok(true),
            (Some(a), Some(b)) => same(&a, &b),
            _ => Ok(false),
        }
    }

    /// Members that rules do not see are compared as they are, where both sides have them.
    fn same_unseen(&self, name: &str, data: &Data, other: &Map) -> Result<bool, Error> {
        let other = other.downcast::<Self>().ok_or_else(Error::no_such_overload)?;
        Ok(other.member(name).is_none_or(|theirs| data.deep_equal(theirs)))
    }
}

impl Opaque for Preserved {
    fn type_name(&self) -> &str {
        "unknown"
    }

    fn equal(&self, other: &Value) -> Result<bool, Error> {
        Ok(raw(other).is_some_and(|other| self.0.deep_equal(&other)))
    }

    fn text(&self) -> String {
        go_text(&self.0)
    }

    fn native(&self) -> Outcome {
        without_schema(&self.0)
    }
}

/// What cel-go makes of data that no schema describes (NativeToValue).
fn without_schema(data: &Data) -> Outcome {
    Ok(match data {
        Data::Null => Value::Null,
        Data::Bool(value) => Value::Bool(*value),
        Data::Int(value) => Value::Int(*value),
        Data::Float(value) => Value::Double(*value),
        Data::Str(text) => Value::String(text.clone()),
        Data::List(items) => Value::list(items.iter().map(without_schema).collect::<Result<_, _>>()?),
        Data::Map(members) => {
            let entry = |(name, data): &Member| Ok((Value::String(name.clone()), without_schema(data)?));
            Value::Map(Map::of(members.iter().map(entry).collect::<Result<_, Error>>()?))
        }
        Data::Doubtful(_) => return Err(Error::unknown_here("a value that is wrong")),
    })
}

/// The data that a value is made from (`ref.Val.Value()`); `None` for what no JSON is.
fn raw(value: &Value) -> Option<Data> {
    Some(match value {
        Value::Bool(value) => Data::Bool(*value),
        Value::Int(value) => Data::Int(*value),
        Value::Double(value) => Data::Float(*value),
        Value::String(text) => Data::Str(text.clone()),
        Value::Opaque(_) => value.opaque::<Preserved>()?.0.clone(),
        Value::Map(map) => match map.downcast::<Object>() {
            Some(object) => object.data(),
            None => map_data(map)?,
        },
        Value::List(list) => return list_data(list).or_else(|| items_data(list)),
        Value::Null => Data::Null,
        _ => return None,
    })
}

/// The data of a map that no schema describes.
fn map_data(map: &Map) -> Option<Data> {
    let member = |key: Value| match &key {
        Value::String(name) => Some((name.clone(), raw(&map.get(&key).ok()?)?)),
        _ => None,
    };
    let mut members: Vec<Member> = map.keys().into_iter().map(member).collect::<Option<_>>()?;
    members.sort_by(|a, b| a.0.cmp(&b.0));
    Some(Data::Map(members.into()))
}

/// The same of a list.
fn items_data(list: &List) -> Option<Data> {
    let items: Option<Vec<Data>> = list.iter().map(|item| raw(&item.ok()?)).collect();
    Some(Data::List(items?.into()))
}

fn list_data(list: &List) -> Option<Data> {
    let plain = list.downcast::<Plain>();
    let set = || list.downcast::<Set<Plain>>().map(|set| &set.0);
    let data_set = || list.downcast::<DataSet>().map(|set| &set.0);
    let keyed = || list.downcast::<Keyed>().map(|keyed| &keyed.list);
    plain.or_else(set).or_else(data_set).or_else(keyed).map(Plain::data)
}
